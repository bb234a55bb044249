/** Finds which model a request means by a name. The strict rules, for names of upstreams, are in resolver.ts. */
import { splitHostAndId } from "../cost/card-of-day.ts";
import { toSlug } from "../cost/rates.ts";
import { compareByCodePoint, createLazyValue, groupBy } from "../schema/collections.ts";
import {
  CONTROL_CHARACTER,
  classifyNameWord,
  createRowFinderByName,
  LATEST_ALIAS_SUFFIX,
  MODEL_ID_FOLDER_PREFIX,
  MODEL_ID_REGION_PATTERN,
  MODEL_ID_REGION_PREFIX,
  MODEL_ID_SUFFIX_PATTERN,
  MODEL_SETTING_WORD_PATTERN,
  QUANTIZATION_WORD_PATTERN,
  type RowFinderByName,
  splitNameTerms,
} from "./terms.ts";

/** No name is longer; to compare a whole pasted page would only cost time. */
export const MAX_SEARCHED_NAME_LENGTH = 200;
/** Our CSV puts an apostrophe before a cell that a spreadsheet would run as a formula: `'@cf/openai/gpt-oss-120b`. */
const QUOTED_CELL = /^'(?=[@=+-])/;
/** Folders of LiteLLM and of hosts before an id that say how a model is run: `azure/eu/gpt-4o`, `bedrock/us-east-1/…`. */
const ROUTE_FOLDER = new RegExp(
  `^(?:(?:${MODEL_ID_REGION_PATTERN}|global)(?:-standard)?|[a-z]{2}(?:-[a-z]+)+-\\d|accounts|models|converse|responses|low|medium|high|standard|hd|\\d+-x-\\d+|\\*|\\d-month-commitment)$`,
);
/** `ollama_chat` and `ollama` mean Ollama Cloud, `mistralai` Mistral. */
const HOST_ENDING = /(?<=..)(ai|org|llama|cloud)$|_.*/;
/** Suffixes that do not make a name another model: tuning, size, date. */
const VARIANT_SUFFIX =
  /^(-?(instruct|chat|it|preview|exp|beta|a?\d+(\.\d+)?[bm]|\d+e)|\.?\d{4,}(?!\d))+$/;

interface NamedModel {
  slug: string;
  name: string;
  lab: string;
  aliases: readonly string[];
  /** Withdrawn ids that no alias gives, each after its host: `openrouter/alpindale/magnum-72b`. */
  past_ids: readonly string[] | null;
  status: string | null;
  release_date: string | null;
  retirement_date: string | null;
  offers: number;
  is_sold_by_lab: boolean;
}

interface NamedOffer {
  model: string;
  host: string;
  model_id: string;
  variants: readonly { model_id: string }[];
}

/** The data by which models are found: the catalogue, or the facts in the package. */
export interface ModelNameFinderFacts<Provider extends { slug: string; name: string }> {
  models: readonly NamedModel[];
  offers: readonly NamedOffer[];
  providers: readonly Provider[];
  other_names: readonly { kind: string; name: string; slug: string }[];
  /** Alias → slug. */
  aliases: ReadonlyMap<string, string>;
  model(slug: string): NamedModel | undefined;
  getModel(slug: string): NamedModel;
  provider(slug: string): Provider | undefined;
  offersOf(model: string): readonly NamedOffer[];
}

type AnyNamedModels = ModelNameFinderFacts<{ slug: string; name: string }>;
type Providers = RowFinderByName<{ slug: string; name: string }>;
/** @returns The slugs that a name means; none when the rule does not know it. */
type NameRule = (name: string, names: Names) => readonly string[];

/** The first rule that knows the name decides, so a rule must not guess: a wrong match is worse than none. */
function meantByFirst(rules: readonly NameRule[], name: string, names: Names): readonly string[] {
  for (const rule of rules) {
    const found = rule(name, names);
    if (found.length > 0) return found;
  }
  return [];
}

export function createModelByNameFinder<Provider extends { slug: string; name: string }>(
  catalog: ModelNameFinderFacts<Provider>,
) {
  const providers = createRowFinderByName(() => ({
    rows: catalog.providers,
    otherNames: catalog.other_names.filter(({ kind }) => kind === "provider"),
  }));
  const names = toNames(catalog, providers);
  return {
    providers,
    /** One slug: certain. Several: the name could mean each of them. None: no rule knows the name. */
    slugsMeantBy(name: string): readonly string[] {
      if (catalog.model(name)) return [name];
      if (name.length > MAX_SEARCHED_NAME_LENGTH) return [];
      const text = name.trim().replace(QUOTED_CELL, "");
      if (CONTROL_CHARACTER.test(text)) return [];
      const slug = text.toLowerCase();
      if (catalog.model(slug)) return [slug];
      return meantByFirst(rulesFor(text), text, names);
    },
  };
}

/** Spellings of programs come before spellings of people. */
function rulesFor(text: string): NameRule[] {
  const spelled: NameRule[] = [withoutVariantSuffix, withoutFamily, inAnyOrder, withoutMode];
  // Before a slash stands a maker, so the name after it is looked up first.
  return text.includes("/")
    ? [...AS_IS, withoutMaker, withoutConfiguration, exactly, ...spelled]
    : [...AS_IS, exactly, withoutMaker, withoutConfiguration, ...spelled];
}

/**
 * What the lab's own host means by an id; else the model with this alias; else what most hosts mean; else every model
 * that had the id before it was withdrawn.
 */
function asHostId(text: string, names: Names): readonly string[] {
  const uses = names.usesOf(text);
  const atLab = uses.filter(({ isAtLab }) => isAtLab);
  const alias = atLab.length > 0 ? [] : asAlias(text, names);
  if (alias.length > 0) return alias;
  if (uses.length === 0) {
    const past = names.pastUsesOf(text).map(({ model }) => model);
    return [...new Set(past.filter((model) => !isFamilyOfLab(text, model, names)))];
  }
  const votes = [...groupBy(atLab.length > 0 ? atLab : uses, ({ model }) => model)];
  const most = Math.max(...votes.map(([, own]) => own.length));
  return votes.filter(([, own]) => own.length === most).map(([model]) => model);
}

/**
 * `mistral/mistral-large-latest`, `openrouter/openai/gpt-4o`: the host decides which model its id means, also of an id
 * that it has withdrawn, unless others sell the whole text as an id. Exception: if the id is the slug of a model, and most
 * hosts that sell the whole text as an id mean that model, it is that model.
 */
function afterHost(text: string, names: Names): readonly string[] {
  const { catalog, providers, usesOf, pastUsesOf } = names;
  const { host: word, id } = splitHostAndId(text);
  // `~google/gemini-flash-latest` is a single id, not an id of the host Google.
  const host = /^[a-z0-9]/i.test(word) ? providers.find(word) : undefined;
  const isAtHost = (one: { host: string }) => one.host === host?.slug;
  const uses = usesOf(text);
  const past = uses.length > 0 ? [] : pastUsesOf(id);
  const use =
    usesOf(id).find(isAtHost) ??
    past.find((one) => isAtHost(one) && !isFamilyOfLab(text, one.model, names));
  if (!use) return [];
  const slug = id.toLowerCase();
  const named = catalog.model(slug) ? uses.filter(({ model }) => model === slug) : [];
  return [named.length > uses.length / 2 ? slug : use.model];
}

/** Whether a lab and a name without a version (`mistral/mistral-large`) are not a withdrawn id, but what it sells now. */
function isFamilyOfLab(text: string, model: string, { catalog, providers }: Names): boolean {
  const { host, id } = splitHostAndId(text);
  const lab = host === "" || /\d/.test(id) ? undefined : providers.find(host);
  return lab !== undefined && catalog.model(model)?.lab === lab.slug;
}

/** Aliases are slugs of ids: `llama3.2-1b` is an alias where a host has this id. A name with spaces is no id. */
function asAlias(text: string, { catalog }: Names): readonly string[] {
  const slug = /\s/.test(text) ? undefined : catalog.aliases.get(toSlug(text));
  return slug === undefined ? [] : [slug];
}

/**
 * `claude-sonnet`, `Mistral Large`: a name without a version means the newest release that is sold, preferably by the
 * lab. If the lab's own host sells such an id, its meaning takes precedence.
 */
function asFamily(text: string, { byFamily, spellings, usesOf }: Names): readonly string[] {
  const family = toFamily(text.toLowerCase().replace(LATEST_ALIAS_SUFFIX, ""));
  const isOther = /\d/.test(text) || !family.includes(" ") || spellings[0]?.().has(toKey(text));
  if (isOther || usesOf(text).some(({ isAtLab }) => isAtLab)) return [];
  const sold = (byFamily().get(family) ?? []).filter(
    ({ offers, status }) => offers > 0 && status !== "retired" && status !== "deprecated",
  );
  if (new Set(sold.map(({ lab }) => lab)).size > 1) return [];
  const own = sold.filter(({ is_sold_by_lab }) => is_sold_by_lab);
  const [newest] = (own.length > 0 ? own : sold).toSorted(
    (a, b) => compareByCodePoint(b.release_date ?? "", a.release_date ?? "") || b.offers - a.offers,
  );
  // What only other hosts still sell, after its lab has retired it, is not what the lab's name means.
  const isLeftOver = newest?.retirement_date !== null && !newest?.is_sold_by_lab;
  return newest && !isLeftOver ? [newest.slug] : [];
}

/** `gemini-3-5-flash` → `gemini flash` */
const toFamily = (name: string): string =>
  toTokens(name)
    .filter((token) => !/^\d/.test(token))
    .join(" ");

/** `ollama/llama2:13b`: in Ollama, a size alone means the model that follows instructions, not the base model. */
function asOllamaTag(text: string, names: Names): readonly string[] {
  const [, tag] = /^(?:ollama(?:_chat)?\/)?([^/:\s]+:\d[\dx.]*b)$/i.exec(text) ?? [];
  if (tag === undefined || names.usesOf(tag).length > 0) return [];
  const tuned = ["instruct", "chat", "it"].map((suffix) => exactly(`${tag}-${suffix}`, names));
  return tuned.find((slugs) => slugs.length === 1) ?? [];
}

const AS_IS: readonly NameRule[] = [afterHost, asFamily, asOllamaTag, asHostId];

/** `gpt-4o-2024-08-06`, `us.anthropic.claude-opus-4-v1:0`, `o3 (high)`: how a model is run is not part of its name. */
function withoutConfiguration(text: string, names: Names): readonly string[] {
  const plain = removeModelIdAffixes(text.replace(WEB_ADDRESS, ""));
  return plain === text ? [] : meantByFirst([...AS_IS, withoutMaker, exactly], plain, names);
}

/** `gpt-5-high`, `claude-4-sonnet-thinking`: the last word says how the model reasons. */
function withoutMode(text: string, names: Names): readonly string[] {
  const [, name = "", word = ""] = /^(.*\d.*)[- ]([a-z]+)$/.exec(text.toLowerCase()) ?? [];
  if (classifyNameWord(word, name.slice(name.lastIndexOf("/") + 1)) !== "mode") return [];
  return meantByFirst(
    [...AS_IS, withoutMaker, withoutConfiguration, exactly, inAnyOrder],
    name,
    names,
  );
}

/** The web address of a model at a hub or a router: `https://huggingface.co/`, `ollama.com/library/`. */
const WEB_ADDRESS = /^(?:https?:\/\/)?(?:[a-z\d-]+\.)+(?:ai|co|com|net|org)\/(?:library\/)?/i;
/** Bit width as in files of weights: `:Q4_K_M`, `-q8_0`. */
const WEIGHTS_FILE_SUFFIX = /[:-](?:ud-)?i?q[2-8](?:_[a-z\d]{1,3})*$/;
/** A hub's copy of weights in another file format, made by anyone: `bartowski/…-GGUF`. */
const COPIED_WEIGHTS = /^[^/]+\/(?=[^/]+-(?:gguf|awq|gptq)(?=-|$))/;

/** `us.anthropic.claude-opus-4-20250514-v1:0` → `anthropic.claude-opus-4`, `openai/gpt-4o:free` → `openai/gpt-4o`. */
export function removeModelIdAffixes(id: string): string {
  let rest = id
    .toLowerCase()
    .replace(WEIGHTS_FILE_SUFFIX, "")
    .replace(COPIED_WEIGHTS, "")
    .replace(MODEL_ID_FOLDER_PREFIX, "")
    .replace(MODEL_ID_REGION_PREFIX, "")
    .replace(QUANTIZATION_WORD_PATTERN, "")
    .replace(/ ?\(([^()]+)\)$/, (all, setting) =>
      MODEL_SETTING_WORD_PATTERN.test(setting) ? "" : all,
    );
  for (let shorter = ""; shorter !== rest; ) {
    shorter = rest;
    rest = rest.replace(MODEL_ID_SUFFIX_PATTERN, "");
  }
  return rest;
}

/** Slugs come before names, and names before aliases: `GPT-5.5` is the name of two models and the slug of one. */
function exactly(text: string, { spellings }: Names): readonly string[] {
  const key = toKey(text);
  return (
    spellings
      .find((kind) => kind().has(key))?.()
      .get(key) ?? []
  );
}

/** `openai: gpt-4o`, `Meta Llama 4 Scout`, `us.anthropic.claude-opus-4`: a maker or a seller, then the name. */
function withoutMaker(text: string, names: Names): readonly string[] {
  for (const { index, 0: mark } of text.matchAll(/[/:|\s]+|(?<=^[a-z0-9-]+)\.(?=[a-z])/g)) {
    const own = text.slice(index + mark.length);
    // `former-host/unsloth/gemma-3-4b-it`: an id that another host sells.
    const asId = names.usesOf(own).length > 0 ? [asHostId] : [];
    const rules = [asFamily, asAlias, exactly, ...asId, withoutVariantSuffix];
    const [slug, ...others] = meantByFirst(rules, own, names);
    if (slug === undefined || others.length > 0) continue;
    const makers = text.slice(0, index).split(/[/:|]+/);
    const isPath = mark === "/";
    if (makers.every((maker) => mayStandBefore(maker, slug, isPath, names))) return [slug];
  }
  return [];
}

/**
 * Whether this word may precede the model's name: its maker (`meta-llama`), its family (`Qwen`), or a seller. In a path,
 * it may also be a folder, or a reseller that has stopped selling the model.
 */
function mayStandBefore(word: string, slug: string, isPath: boolean, names: Names): boolean {
  const { catalog, providers } = names;
  const sellers = catalog.offersOf(slug).map(({ host }) => host);
  const known = [catalog.getModel(slug).lab, ...sellers];
  const provider = providers.find(word);
  if (provider && known.includes(provider.slug)) return true;
  const spelled = known.flatMap((one) => [one, catalog.provider(one)?.name ?? one]);
  const keys = new Set([toTokens(slug)[0], ...spelled.map(toKey)]);
  const short = toKey(word.toLowerCase().replace(HOST_ENDING, ""));
  if (keys.has(toKey(word)) || keys.has(short)) return true;
  return isPath && (ROUTE_FOLDER.test(word) || names.resellers().has(provider?.slug ?? short));
}

/** `llama 3.3 70b` means Llama 3.3 70B Instruct if no other model has this name with such a suffix. */
function withoutVariantSuffix(text: string, { byStart }: Names): readonly string[] {
  const key = toKey(text);
  // A family alone (`gpt`) does not say which release is meant.
  if (!/\p{L}{2}.*\d/u.test(key)) return [];
  return (byStart().get(toStart(key)) ?? []).flatMap(({ own, slug }) => {
    if (!own.startsWith(key) || !VARIANT_SUFFIX.test(own.slice(key.length))) return [];
    // A digit after a digit continues the number: Claude 4 is not Claude 4.5.
    return /\d$/.test(key) && /\d/.test(own.charAt(key.length)) ? [] : [slug];
  });
}

/** Index key: if one name begins with the other, both have the same start. */
const toStart = (key: string): string => key.slice(0, 3);

/**
 * `opus 4.1`, `sonnet 3.5`: a word that only one family has can replace the family. `edge` alone is only a word.
 */
function withoutFamily(text: string, names: Names): readonly string[] {
  const tokens = toTokens(text);
  const [word = ""] = tokens;
  const named = names.bySecondWord().get(word) ?? [];
  const [family, ...others] = new Set(named.map(([[first]]) => first));
  const isWord = tokens.length === 1 || word.length < 4 || names.firstWords().has(word);
  if (isWord || family === undefined || others.length > 0) return [];
  return names.withoutFirstWords().get(tokens.join("")) ?? inAnyOrder(`${family} ${text}`, names);
}

/** `Claude 4.5 Sonnet`: the same words in another order. */
const inAnyOrder = (text: string, { sorted }: Names): readonly string[] =>
  sorted().get(toSortedWords(text)) ?? [];

/** Includes the letters attached to a number: `4o mini` is not `o4-mini`. */
const toSortedWords = (text: string): string =>
  [...toTokens(text), ...(text.toLowerCase().match(/\d+\p{L}+/gu) ?? [])].sort().join(" ");

const toKey = (text: string): string => toTokens(text).join("");

/** Splits a name into terms, with numbers kept whole: `opt-13b` is not `opt-1.3b`, `Command R+` is not `Command R`. */
function toTokens(text: string): string[] {
  const tokens: string[] = [];
  for (const term of splitNameTerms(text.replaceAll("+", " plus "))) {
    const last = tokens.length - 1;
    if (/^\d/.test(term) && /\d$/.test(tokens[last] ?? "")) tokens[last] += `.${term}`;
    else tokens.push(term);
  }
  return tokens;
}

type Names = ReturnType<typeof toNames>;

/** Each index is built when a rule first needs it; most names are found by the first rules. */
function toNames(catalog: AnyNamedModels, providers: Providers) {
  const tokens = createLazyValue(() =>
    catalog.models.map(({ slug }) => [toTokens(slug), slug] as const),
  );
  const uses = createLazyValue(() =>
    groupBy(
      catalog.offers.flatMap(({ host, model, model_id, variants }) => {
        const isAtLab = catalog.model(model)?.lab === host;
        const ids = [model_id, ...variants.map((variant) => variant.model_id)];
        // Hosts do not distinguish ids by case.
        return ids.map((id) => ({ id: id.toLowerCase(), host, model, isAtLab }));
      }),
      ({ id }) => id,
    ),
  );
  const pastUses = createLazyValue(() =>
    groupBy(
      catalog.models.flatMap(({ slug, past_ids }) =>
        (past_ids ?? []).map((past) => ({ ...splitHostAndId(past.toLowerCase()), model: slug })),
      ),
      ({ id }) => id,
    ),
  );
  const slugsByKey = (names: (model: NamedModel) => readonly string[]) =>
    createLazyValue(() =>
      slugsBy(
        catalog.models.flatMap((model) => names(model).map((name) => [toKey(name), model.slug])),
      ),
    );
  return {
    catalog,
    providers,
    /** The hosts that sell an id, such as `openai/gpt-4o-2024-08-06`, and the model it means there. */
    usesOf: (id: string) => uses().get(id.toLowerCase()) ?? [],
    /** The hosts that have withdrawn an id, and the model it meant there. */
    pastUsesOf: (id: string) => pastUses().get(id.toLowerCase()) ?? [],
    /** Indexes by slug, by name and by alias: key → slugs. */
    spellings: [
      slugsByKey(({ slug }) => [slug]),
      slugsByKey(({ slug, name }) => (LATEST_ALIAS_SUFFIX.test(slug) ? [] : [name])),
      slugsByKey(({ aliases }) => aliases),
    ],
    /** First letters → keys of slugs. */
    byStart: createLazyValue(() =>
      groupBy(
        tokens().map(([own, slug]) => ({ own: own.join(""), slug })),
        ({ own }) => toStart(own),
      ),
    ),
    sorted: createLazyValue(() =>
      slugsBy(catalog.models.map(({ slug }) => [toSortedWords(slug), slug])),
    ),
    /** Slugs, and short forms of them, of providers that sell mostly other labs' models, or make none. */
    resellers: createLazyValue(() => {
      const labOf = new Map(catalog.models.map(({ slug, lab }) => [slug, lab]));
      const labs = new Set(labOf.values());
      const offersOf = groupBy(catalog.offers, ({ host }) => host);
      const slugs = catalog.providers.flatMap(({ slug }) => {
        const offers = offersOf.get(slug) ?? [];
        const own = offers.filter(({ model }) => labOf.get(model) === slug);
        return !labs.has(slug) || own.length < offers.length / 2 ? slug : [];
      });
      return new Set(slugs.flatMap((slug) => [slug, toKey(slug).replace(HOST_ENDING, "")]));
    }),
    withoutFirstWords: createLazyValue(() =>
      slugsBy(tokens().map(([own, slug]) => [own.slice(1).join(""), slug])),
    ),
    byFamily: createLazyValue(() => groupBy(catalog.models, ({ slug }) => toFamily(slug))),
    firstWords: createLazyValue(() => new Set(tokens().map(([[first = ""]]) => first))),
    /** Second word → the names that have it. */
    bySecondWord: createLazyValue(() => groupBy(tokens(), ([[, second = ""]]) => second)),
  };
}

function slugsBy(pairs: readonly (readonly [key: string, slug: string])[]): Map<string, string[]> {
  const slugs = groupBy(
    pairs.filter(([key]) => key !== ""),
    ([key]) => key,
  );
  return new Map([...slugs].map(([key, own]) => [key, [...new Set(own.map(([, slug]) => slug))]]));
}
