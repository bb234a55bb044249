/**
 * Comparing names: their terms, the key that all spellings share, the lookup of rows by name, and the tables of words in
 * model names and ids with their meaning. Pure.
 */
import { createLazyValue, groupBy } from "../schema/collections.ts";

/** Scripts without spaces are split from scripts with spaces: `通义千问max` is two words. */
const JOINED = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー\u3099\u309a`;
const TERM = new RegExp(`[${JOINED}]+|(?:(?![${JOINED}])[\\p{L}\\p{M}])+|\\p{N}+`, "gu");
/** Latin and Cyrillic accents and Arabic vowel signs, which people leave out. */
const MARKS = /[\u0300-\u036f\u064b-\u065f]/g;

/** Most texts are ASCII and have neither accents nor other scripts; treating them separately is three times faster. */
const ASCII = /^[\0-\x7f]*$/;
const ASCII_TERM = /[a-z]+|[0-9]+/g;

export function removeCaseAndAccents(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text.normalize("NFKD").replace(MARKS, "").toLowerCase();
}

/** Splits a name into terms, with letters separate from digits: `GPT4o` is `gpt-4o`. */
export function splitNameTerms(text: string): string[] {
  const folded = removeCaseAndAccents(text);
  return folded.match(ASCII.test(folded) ? ASCII_TERM : TERM) ?? [];
}

/** The same for every spelling of a name: `Claude Sonnet 4.5`, `claude-sonnet-4-5`, `claudesonnet45`. */
export const toNameComparisonKey = (text: string): string => splitNameTerms(text).join("");

export interface RowFinderByName<Row> {
  /** @returns undefined too for a name that several rows have. */
  find(name: string): Row | undefined;
  /** Other name in lower case → slug. */
  others(): ReadonlyMap<string, string>;
}

/** No name has one; without this check, names with one would be found, because keys leave out signs. */
export const CONTROL_CHARACTER = /\p{Cc}/u;

interface Named {
  name: string;
  slug: string;
}

/** Finds the row that a person means by a name in any spelling. @param read Called at the first look-up. */
export function createRowFinderByName<Row extends Named>(
  read: () => { rows: readonly Row[]; otherNames: readonly Named[] },
): RowFinderByName<Row> {
  const index = createLazyValue(() => {
    const { rows, otherNames } = read();
    const slugs = rows.map(({ slug }) => ({ slug, name: slug }));
    return {
      bySlug: new Map(rows.map((row) => [row.slug, row])),
      byName: new Map(rows.map((row) => [row.name.toLowerCase(), row])),
      others: new Map(otherNames.map(({ name, slug }) => [name, slug])),
      byKey: [slugs, otherNames, rows].map((names: readonly Named[]) =>
        groupBy(names, ({ name }) => toNameComparisonKey(name)),
      ),
    };
  });
  return {
    others: () => index().others,
    find(name) {
      const { bySlug, byName, others, byKey } = index();
      const text = name.trim().toLowerCase();
      const exact = bySlug.get(text) ?? byName.get(text) ?? bySlug.get(others.get(text) ?? "");
      const key = toNameComparisonKey(text);
      if (exact || key === "" || CONTROL_CHARACTER.test(text)) return exact;
      const named = byKey.map((names) => names.get(key)).find((found) => found !== undefined);
      const [slug = "", ...more] = new Set(named?.map((found) => found.slug));
      return more.length > 0 ? undefined : bySlug.get(slug);
    },
  };
}

/**
 * `qwen3-7-max` → version 3.7 of the family `max qwen`, the sorted words of the slug without its version. A size
 * (`70b`) or a date is part of the family. The line is the lab and the first word: `anthropic claude`.
 */
export function parseModelFamilyAndVersion({ slug, lab }: { slug: string; lab: string }) {
  const words: string[] = [];
  const version: number[] = [];
  for (const part of slug.split("-")) {
    const [, word = part, digits] = /^([a-z]*)(\d{1,2})$/.exec(part) ?? [];
    if (digits !== undefined) version.push(Number(digits));
    if (word !== "") words.push(word);
  }
  const line = `${lab} ${words[0]}`;
  return { family: words.sort().join(" "), line, version };
}

export function isHigherVersion(a: readonly number[], b: readonly number[]): boolean {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

/** The kind of a word in a name that is not part of the model's name. */
export type ModelNameModifierKind = "tag" | "mode" | "code";

/** Region in which a host runs a model, before an id: `us.anthropic.…`, `eu/…`. */
export const MODEL_ID_REGION_PATTERN = "us|us-gov|eu|apac|jp|au|ca|in";
/** Region after an id: `gemini-3.8-flash@eu`. */
export const MODEL_ID_REGION_SUFFIX = "@(?:us|europe|eu|asia|global)(?:-[a-z]+\\d*)?$";
/** Prefixes of model hubs before an id; they do not name a maker. */
export const MODEL_HUB_PREFIX_PATTERN = "hf:|~|@cf/|@hf/";
/** Suffixes with which routers say how a request is served: `gpt-4o:free`. */
const ROUTE_MARKS = "free|beta|extended|nitro|floor|online|web|exacto|cloud";
/** A name whose model changes from time to time. */
export const LATEST_ALIAS_SUFFIX = /-latest$/;

/** Folders before an id that do not name a maker. */
export const MODEL_ID_FOLDER_PREFIX = new RegExp(
  `^(?:${MODEL_HUB_PREFIX_PATTERN}|(?:workers-ai|models|accounts/[^/]+/models|(?:projects/[^/]+/locations/[^/]+/)?publishers/[^/]+/models)/|arn:aws[^/]*:(?:foundation-model|inference-profile)/)`,
);
export const MODEL_ID_REGION_PREFIX = new RegExp(
  `^(?:${MODEL_ID_REGION_PATTERN}|global)\\.(?=[a-z0-9]+\\.)`,
);
/** Suffixes of ids: how a router serves the request, Bedrock's revision, a date. */
export const MODEL_ID_SUFFIX_PATTERN = new RegExp(
  `(:(${ROUTE_MARKS}|thinking|latest))+$|-v\\d+:\\d+(:\\d+k)?$|[-@]20\\d{2}-?\\d{2}-?\\d{2}$`,
);

/** Prefix before a dot: `us.anthropic.claude-…`, `amazon.nova-…`. */
export const MODEL_ID_DOTTED_PREFIX = new RegExp(
  `^(?:(?:${MODEL_ID_REGION_PATTERN}|global|regional)\\.)?(?:ai21|amazon|anthropic|cohere|deepseek|google|luma|meta|minimax|mistral|moonshot|moonshotai|nvidia|openai|qwen|stability|twelvelabs|writer|xai|zai)\\.`,
);

/** A maker's or seller's name before a family that already implies the maker: `openai-gpt-5`, `duo-chat-gpt-5`. */
export const MODEL_ID_DASHED_VENDOR_PREFIX = new RegExp(
  `^(?:${[
    "(?:anthropic|openai|databricks|duo-chat|azure|alicloud|vertex|bedrock)-+(?=[a-z])",
    // A host's folder that became part of the name: `llama-llama-4-scout`, `deepseek-deepseek-v3.1`.
    "(?<family>[a-z]+)-(?=\\k<family>-)",
    "llama-(?=meta-llama)",
    "gemini-(?=gemma)",
    "nex-agi-(?=deepseek)",
    "doubao-(?=seed-\\d)",
    "coding-(?=glm|minimax|xiaomi|mimo|kimi)",
    "deep-(?=deepseek)",
    "alpha-(?=doubao|glm|kimi|minimax)",
    "cerebras-(?=gpt|zai)",
    "intel-(?=qwen)",
    "inclusionai-(?=ling|ring)",
    "stepfun-(?:ai-)?(?=step)",
    "lgai-exaone-(?=exaone)",
    "thudm-(?=glm)",
    "(?:zai-org|z-ai|zai|zhipuai|umans)-(?=glm|autoglm|kimi|qwen)",
    "(?:xiaomi|xiaomimimo)-(?=mimo)",
    "alibaba-(?=qwen|wan)",
    "(?:moonshotai|moonshot|kimi)-(?=kimi)",
    "(?:meta|cerebras|groq)-(?=llama)",
    "(?:cohere|c4ai)-(?=command|embed|rerank)",
    "parasail-(?=[a-z])",
    "google-(?=gemini|gemma)",
    "nvidia-(?=nemotron|llama|mistral)",
    "(?:mistralai|mistral-ai)-(?=[a-z])",
    "mistral-(?=codestral|devstral|magistral|ministral|pixtral|voxtral)",
    "(?:arcee-ai|arcee)-(?=trinity|virtuoso|maestro|coder)",
    "aion-labs[-.](?=aion)",
    "(?:x-ai|xai)-(?=grok)",
    "ai21-(?=jamba|j2)",
    "(?:amazon|aws)-(?=nova|titan)",
    "minimaxai-(?=minimax)",
    "deepseek-ai-(?=deepseek)",
    "bytedance-(?=seed|doubao|ui)",
    "tencent-(?=hunyuan|hy)",
    "baidu-(?=ernie)",
    "perplexity-(?=sonar|pplx|llama)",
    "microsoft-(?=phi|wizardlm|mai)",
    "ibm-(?=granite)",
    "qwen-(?=qwen|qwq|qvq)",
  ].join("|")})`,
);

/** Bit widths and file formats: the same model, stored smaller. */
export const QUANTIZATION_WORD_PATTERN =
  /-(?:(?:fp8|fp4|nvfp4|mxfp4|fp16|bf16|int4|int8|awq|gptq|gguf|w4a16|[2-8]bit|i?q[2-8](?:[-.][a-z0-9]{1,2})*)(?:-dynamic|-mixed-ar|-block|-mtp)?)(?=-|$)/g;

/** Words that make neither another model nor another configuration. */
const IGNORABLE_WORDS = new Set(["instruct", "it", "latest", "hf", "default", "mlx"]);

/** `instruct` distinguishes two models in a few families: `gpt-3.5-turbo-instruct`, `multilingual-e5-large-instruct`. */
export const isIgnorableNameWord = (word: string, name: string): boolean =>
  IGNORABLE_WORDS.has(word) && !(word === "instruct" && /^(gpt|multilingual-e5)/.test(name));

/** Sizes. After a size, `turbo` is a host's word for a faster copy and not part of the maker's name. */
const SIZED = /(^|-)(\d+x)?\d+(\.\d+)?b(-|$)/;
const OPEN_FAMILY = /^(deepseek|kimi|glm|minimax|mimo)/;
const EFFORT_FAMILY = /^(gpt|o\d|claude|gemini|grok)/;
const FAST_FAMILY = /^(claude|gpt|glm|kimi|deepseek|qwen|minimax|llama|grok-3|mimo|step)/;

const toWordSet = (words: string): ReadonlySet<string> => new Set(words.split(" "));
const TAGS = toWordSet(
  "preview free beta tee maas original cheaper versatile paddle lora flex priority short customtools discounted cloud cs fw tput el full precision official together batch",
);
const MODES = toWordSet(
  "thinking think thought nothinking nothink nonthinking high low xhigh highspeed ultraspeed lightning highthroughput hybrid extended",
);

/** After `_`, `:` or in parentheses these are settings, whatever the family. */
export const MODEL_SETTING_WORD_PATTERN = new RegExp(
  `^(none|no|minimal|low|medium|high|xhigh|max|default|thinking|think|nothinking|no[ -]think(ing)?|non-?thinking|non-?reasoning|reasoning|unknown|adaptive|auto|${ROUTE_MARKS}|fc|prompt|prompt \\+ think|diff|whole|architect|\\d+k|\\d+)$`,
);

/** @param name In lower case, dashes between words. @returns undefined for a word of the model's own name. */
export function classifyNameWord(word: string, name: string): ModelNameModifierKind | undefined {
  if (TAGS.has(word)) return "tag";
  if (word === "turbo" && (SIZED.test(name) || OPEN_FAMILY.test(name))) return "tag";
  if (word === "basic" && /^(llama|deepseek|qwen|mixtral)/.test(name)) return "tag";
  if (word === "instant" && name.startsWith("llama")) return "tag";
  if (MODES.has(word)) return "mode";
  if ((word === "medium" || word === "minimal") && EFFORT_FAMILY.test(name)) return "mode";
  if (/^(non)?reasoning$/.test(word) && /^(grok|claude)/.test(name)) return "mode";
  if (/^(reasoner|search)$/.test(word) && name.startsWith("claude")) return "mode";
  if (word === "fast" && FAST_FAMILY.test(name)) return "mode";
  if (/^(\d{1,4}k|1m|4096|8192|16384|32768|65536|131072)$/.test(word)) return "mode";
  if (/^(2[3-6](0[1-9]|1[0-2])|(0[1-9]|1[0-2])([0-2]\d|3[01])|00\d)$/.test(word)) return "code";
  return undefined;
}

/** Names that some hosts shorten: a version without its dot, a model without its family. */
export const SHORTENED_ID_REPLACEMENTS: readonly [RegExp, string][] = [
  [/^(nova-[a-z0-9.-]+?)-v1\b/, "$1"],
  [/^e2ee-(.+?)(?:-p)?$/, "$1"],
  [/^(fable|opus|sonnet|haiku)-(?=\d)/, "claude-$1-"],
  [/^m2-her$/, "minimax-m2-her"],
  [/^(r1|v3)(?=-|$)/, "deepseek-$1"],
  [/\bgpt-35\b/, "gpt-3.5"],
  [/\bgpt-5([1-9])\b/, "gpt-5.$1"],
  [/\b(claude-(?:opus|sonnet|haiku))-?4([1-9])\b/, "$1-4.$2"],
  [/\bqwen25\b/, "qwen2.5"],
  [/\bminimax-m2([1-9])\b/, "minimax-m2.$1"],
  [/\bmistral-small-3([12])\b/, "mistral-small-3.$1"],
  [/\bllama-?3([123])\b/, "llama-3.$1"],
  [/^l3(?=[-.])/, "llama-3"],
];
