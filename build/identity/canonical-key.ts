/** Splits a model's name into what identifies the model and what only describes how it runs. */
import {
  classifyNameWord,
  isIgnorableNameWord,
  MODEL_HUB_PREFIX_PATTERN,
  MODEL_ID_DASHED_VENDOR_PREFIX,
  MODEL_ID_DOTTED_PREFIX,
  MODEL_ID_REGION_SUFFIX,
  MODEL_SETTING_WORD_PATTERN,
  type ModelNameModifierKind,
  QUANTIZATION_WORD_PATTERN,
  SHORTENED_ID_REPLACEMENTS,
} from "./terms.ts";

export interface NameParts {
  /** Folder before the name: `meta-llama` of `meta-llama/Llama-3.3-70B`; null when there is none. */
  maker: string | null;
  /** Words in reading order without path, vendor, date, setting and bit width: what a slug is made of. */
  plain: string;
  /** Sorted tokens: two names with equal keys are the same model. */
  key: string;
  /** Words of the key that may not be part of the model's name. */
  droppable: { word: string; kind: ModelNameModifierKind }[];
  /** Parts that the key leaves out and that distinguish configurations: dates, `:thinking`, `_high`, `(FC)`. */
  settings: string[];
  /** `fp8`, `awq`, …; null when the name has none. */
  quantization: string | null;
}

/** @param raw Host-side id, benchmark name or display name. */
export function parseNameParts(raw: string): NameParts {
  const { maker, name } = splitPath(raw.trim().toLowerCase());
  const settings: string[] = [];
  const bare = takeSettings(name, settings);
  const undated = takeDates(withoutVendor(bare), settings);
  const quantization = undated.match(QUANTIZATION_WORD_PATTERN)?.[0].slice(1) ?? null;
  const plain = undated.replace(QUANTIZATION_WORD_PATTERN, "").replace(/-latest\b/g, "");
  const words = joinVersions(plain.split("-").filter((word) => word !== ""));
  const family = words.join("-");
  const counted = words.filter((word) => !isIgnorableNameWord(word, family));
  const droppable = counted.slice(1).flatMap((word) => {
    const kind = classifyNameWord(word, family);
    return kind ? [{ word, kind }] : [];
  });
  return { maker, plain: family, key: toKey(counted), droppable, settings, quantization };
}

/** Key of the same name without some words. */
export function toModelKeyWithoutWords(parts: NameParts, words: readonly string[]): string {
  const left = parts.plain.split("-").filter((word) => !isIgnorableNameWord(word, parts.plain));
  for (const word of words) left.splice(left.lastIndexOf(word), 1);
  return toKey(left);
}

function toKey(words: readonly string[]): string {
  const tokens = words.flatMap(
    (word) => word.replace(/^v(?=\d)/, "").match(/[a-z]+|[\d.]+|[^a-z\d.]+/g) ?? [],
  );
  return tokens
    .map((token) => token.replace(/^(\d+)\.0$/, "$1"))
    .sort()
    .join(" ");
}

const HUB_FOLDER = new RegExp(`^(${MODEL_HUB_PREFIX_PATTERN})`);

function splitPath(text: string): { maker: string | null; name: string } {
  const segments = text
    .replaceAll("%2f", "/")
    .replaceAll("%3a", ":")
    .replace(HUB_FOLDER, "")
    .split("/")
    .filter((part) => part !== "");
  if (segments[0] === "fal-ai") return { maker: null, name: segments.slice(1).join("-") };
  const makers = segments.slice(0, -1).filter((part) => part !== "models");
  return { maker: makers.at(-1) ?? null, name: segments.at(-1) ?? "" };
}

const REGION = new RegExp(MODEL_ID_REGION_SUFFIX);

/** Removes settings such as `_high`, `:thinking`, `(FC)`, `@eu`; a size (`gpt-oss:120b`) is part of the model. */
function takeSettings(name: string, settings: string[]): string {
  let rest = name.replace(/\(([^()]*)\)/g, (_, inner: string) => {
    if (/^\d{4}$/.test(inner)) return `-${inner}`;
    settings.push(inner.trim());
    return "";
  });
  rest = rest.trim().replace(REGION, (region) => {
    settings.push(region.slice(1));
    return "";
  });
  const [base = "", ...marks] = rest.split(":");
  rest = base;
  for (const mark of marks) {
    if (/^(e?\d+(\.\d+)?[bmt]|\d+x\d+b)/.test(mark)) rest += `-${mark}`;
    else if (mark === "0") rest = rest.replace(/-v?1$/, "");
    else if (/^\d$/.test(mark)) rest += `.${mark}`;
    else settings.push(mark);
  }
  for (;;) {
    const suffix = /_([^_]+)$/.exec(rest)?.[1];
    if (!suffix || !MODEL_SETTING_WORD_PATTERN.test(suffix) || /^\d+$/.test(suffix)) break;
    settings.push(suffix);
    rest = rest.slice(0, -suffix.length - 1);
  }
  return rest.trim();
}

function withoutVendor(name: string): string {
  let rest = name;
  if (MODEL_ID_DOTTED_PREFIX.test(rest))
    rest = withoutRevision(rest.replace(MODEL_ID_DOTTED_PREFIX, ""));
  rest = rest
    .replace(/\+/g, "-plus")
    .replace(/(\d)[p_](?=\d(?![\db]))|\b(0)p(?=\d)/g, "$1$2.")
    .replace(/([a-z])\.(?=\d)/g, "$1-")
    .replace(/[\s_,@]+/g, "-")
    .replace(/\bnon-(reasoning|thinking)/g, "non$1")
    .replace(/\bno-(think)/g, "no$1")
    .replace("high-throughput", "highthroughput")
    .replace(/-{2,}/g, "-")
    .replace(/^-+|-+$/g, "");
  for (;;) {
    const shorter = rest.replace(MODEL_ID_DASHED_VENDOR_PREFIX, "").replace(/^-+/, "");
    if (shorter === rest) break;
    rest = shorter;
  }
  return SHORTENED_ID_REPLACEMENTS.reduce((text, [from, to]) => text.replace(from, to), rest);
}

/** `claude-3-opus-v1` is revision 1 of Claude 3 Opus; `claude-v2` has no other number and is Claude 2. */
const withoutRevision = (name: string): string =>
  /\d.*-v\d+$/.test(name) ? name.replace(/-v\d+$/, "") : name;

const DATES = [
  /-20\d{2}-(?:0[1-9]|1[0-2])-(?:[0-2]\d|3[01])(?=-|$)/,
  /-20\d{2}-?(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])(?=-|$)/,
  /-(?:0[1-9]|1[0-2])-20\d{2}(?=-|$)/,
  /-20\d{2}-(?:0[1-9]|1[0-2])(?=-|$)/,
  /-2[3-6](?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])(?=-|$)/,
  /-(?:0[1-9]|1[0-2])-(?:[0-2]\d|3[01])(?=-|$)/,
];

function takeDates(name: string, settings: string[]): string {
  let rest = name;
  for (const pattern of DATES) {
    const found = pattern.exec(rest)?.[0];
    if (!found) continue;
    settings.unshift(found.slice(1));
    rest = rest.replace(found, "");
  }
  return rest;
}

/** `claude 3 5 sonnet` → `claude 3.5 sonnet`, `qwen2 5 72b` → `qwen2.5 72b`; never a size (`llama 3 8b`). */
function joinVersions(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (const word of words) {
    const before = joined.at(-1);
    if (before && /^\d{1,2}[vx]?$/.test(word) && /(^|[a-z])\d{1,2}$/.test(before)) {
      joined[joined.length - 1] = `${before}.${word}`;
    } else joined.push(word);
  }
  return joined;
}
