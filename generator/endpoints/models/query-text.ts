/** What the text of `q` adds to a query of models: conditions, an order, models it names or compares with (SPEC 5.5). */
import * as z from "zod";
import {
  isHigherVersion,
  parseModelVersion,
  splitNameTerms,
} from "../../../build/identity/terms.ts";
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { ModelRow } from "../../../build/model/catalog/rows.ts";
import { compareByCodePoint, createLazyValue } from "../../../build/schema/collections.ts";
import {
  CAPABILITY_FLAG_SCHEMAS,
  ENUM_FIELD_SCHEMAS,
} from "../../../build/schema/field-schemas.ts";
import { subtractDays } from "../../../build/schema/values.ts";
import { type AnswerContext, memoizePerCatalog, memoizePerRow } from "../../http/endpoint.ts";
import { findNewestOfUnknownVersion, findProvider, resolveModel } from "../../http/names.ts";
import { isProblem } from "../../http/problem.ts";
import { type ParsedSearch, toParsedName } from "../../search/parse-query.ts";
import type { SearchRelationToNamedModel } from "../../search/query-relations.ts";
import { MIN_MATCH_SCORES } from "../../search/ranker.ts";
import type { SearchHit, SearchResults } from "../../search/search.ts";
import { rankModelsByBenchmark } from "../benchmarks/benchmarks.ts";
import {
  type FilterableModel,
  KINDS_OF_INPUT,
  MODEL_FILTERS,
  type ModelFilterName,
  type ParsedModelFilterValue,
  PROPRIETARY_LICENSE,
  passesModelFilters,
  toFilterableFacts,
  toLicenseSlug,
} from "./model-filters.ts";
import { toComparisonPrice } from "./model-parts.ts";

/** In `meta` of answers to free text. */
export const SEARCH_INTENT_FIELDS = {
  understood: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .optional()
    .describe(
      "Conditions and order that were found in the search text `q`: parameter → value, as in a query string. `alternatives_to`, `cheaper_than`, `than` and `successor_of` have the slug of the model that the text names, or of the top model of the lab that it names; `days` has the words that say of which days findings are listed. Present only with `q`",
    ),
  ignored: z
    .array(z.string())
    .optional()
    .describe("Words of the search text `q` that were not used. Present only with `q`"),
};

/** One line: what was understood of a text, and what was not. Empty where it had no conditions. */
export function describeSearchIntent({
  understood = {},
  ignored = [],
}: {
  understood?: Understood | undefined;
  ignored?: readonly string[] | undefined;
}): string {
  const parts = Object.entries(understood).map(([name, value]) => `${name}=${value}`);
  const understoodText = parts.length > 0 && `Understood: ${parts.join(", ")}.`;
  const ignoredText = ignored.length > 0 && `Not used: ${ignored.join(", ")}.`;
  return [understoodText, ignoredText].filter(Boolean).join(" ");
}

type Understood = Record<string, string | number | boolean>;

/** Conditions and order as they were parsed, those that the request gives itself left out. */
export interface SearchIntent
  extends Pick<ParsedSearch, "filters" | "sort" | "order" | "best_at" | "ignored"> {
  /** Models that are named or near to one that is, the best first; undefined where any model will do. */
  ranked: readonly string[] | undefined;
  /** Parameter → value as it would be in an address; beside them `alternatives_to` and `cheaper_than`, slugs. */
  understood: Understood;
  parsed: ParsedSearch;
  /** What the words find by which models are ranked; undefined where none are. */
  found: FoundByWords | undefined;
}

interface FoundByWords extends SearchResults {
  words: string;
}

/** What of a request the text must not change. */
type Given = Readonly<Record<string, unknown>>;

/** @param given Parameters of the request, which win over the text. */
export function resolveSearchIntent(q: string, given: Given, context: AnswerContext): SearchIntent {
  const { search } = context;
  const whole = lookUp(q, context);
  if (search.isOwnName(q)) return rankByName(whole, withoutConditions(toParsedName(q)));
  const parsed = search.parse(q);
  const text = toSearchIntent(parsed);
  if (isOnlyName(whole, parsed)) return rankByName(whole, withoutConditions(parsed));
  dropUnusable(text, given, context.catalog);
  const about = nameAskedAbout(parsed, context);
  if (about !== undefined) {
    const asked = Object.values(parsed.readFrom).flatMap((from) => from ?? []);
    const ignored = [...parsed.ignored, ...asked];
    return rankByName(lookUp(about, context), { ...withoutConditions(parsed), ignored });
  }
  for (const relation of parsed.relations) applyRelation(relation, text, context);
  dropGiven(text, given);
  const hasConditions = hasMeaning(text) || hasMeaning({ ...text, ...parsed });
  if (parsed.words !== "" && text.ranked === undefined)
    rankByWords(whole, text, hasConditions, context);
  else if (parsed.words !== "") keepNamed(parsed, text, context);
  else if (!hasConditions) {
    // `what is MoE`, `OCR models`: what no filter can say may be a name.
    const ignored = lookUp(text.ignored.join(" "), context);
    const [best] = ignored.words === "" ? [] : modelsOf(ignored.found());
    const isName = best !== undefined && unknownWords(ignored.words, best).length === 0;
    rankWhole(isName ? ignored : whole, text);
  }
  // `text-embeding-3-small`: what no filter can say is part of the name.
  const [best] = hasConditions || !text.found ? [] : modelsOf(text.found);
  if (best) text.ignored = text.ignored.filter((one) => unknownWords(one, best).length > 0);
  const isOrdered = (text.sort ?? text.best_at) !== undefined;
  const isFiltered = Object.keys(text.filters).length > 0;
  // `where is norn-4o cheapest`, `norn-4o gpqa score`: the model itself is the answer.
  if (isOrdered && !isFiltered && text.found && search.isOwnName(text.found.words)) {
    dropSort(text);
    text.best_at = undefined;
  }
  if (text.sort === "pricing_input" && !isTypeKnown(text, given) && text.ranked === undefined)
    text.filters.model_type = "text";
  return { ...text, understood: { ...toUnderstood(text), ...text.understood } };
}

const toSearchIntent = (parsed: ParsedSearch): SearchIntent => ({
  ...{ sort: parsed.sort, order: parsed.order, best_at: parsed.best_at, parsed },
  ...{ filters: { ...parsed.filters }, ignored: [...parsed.ignored, ...parsed.findingWords] },
  ...{ understood: {}, ranked: undefined, found: undefined },
});

const withoutConditions = (parsed: ParsedSearch): SearchIntent => ({
  ...toSearchIntent(toParsedName("")),
  parsed,
});

/** The name of a model or a benchmark, where the text is a question about it. */
function nameAskedAbout(
  parsed: ParsedSearch,
  { catalog, search }: AnswerContext,
): string | undefined {
  const { filters, isQuestion, relations, words, names } = parsed;
  const isAsked = isQuestion || filters.status !== undefined;
  if (relations.length > 0 || !(isAsked || filters.input_modalities)) return undefined;
  const name = [words, names].find(search.isOwnName);
  return name !== undefined && (isAsked || isWhatModelMakes(name, parsed, catalog))
    ? name
    : undefined;
}

/** `flux 2 pro image`: what the named model returns, not what it must accept. */
function isWhatModelMakes(name: string, { filters, readFrom }: ParsedSearch, catalog: Catalog) {
  const accepted = String(filters.input_modalities ?? "");
  const model = accepted !== "" && resolveModel(name, catalog);
  if (!model || readFrom.input_modalities !== accepted) return false;
  const has = (all: readonly string[]) => all.some((one) => one === accepted);
  return has(model.output_modalities) && !has(model.input_modalities);
}

const hasMeaning = ({ filters, sort, best_at, ranked, parsed }: SearchIntent): boolean =>
  Object.keys(filters).length > 0 ||
  sort !== undefined ||
  best_at !== undefined ||
  ranked !== undefined ||
  parsed.isNegated ||
  parsed.findings.length > 0;

function dropSort(text: SearchIntent): void {
  [text.sort, text.order] = [undefined, undefined];
}

/** Without these the cheapest are those that only count or sort texts. */
const SAYS_TYPE: ModelFilterName[] = [
  ...(["model_type", "input_modalities", "output_modalities", "supports"] as const),
  ...(["host", "provider", "min_score", "min_parameters"] as const),
];
const isTypeKnown = ({ filters, best_at }: SearchIntent, given: Given): boolean =>
  best_at !== undefined ||
  SAYS_TYPE.some((name) => filters[name] !== undefined || isParameterGiven(given[name]));

/** Whether a parameter says anything. */
export const isParameterGiven = (value: unknown): boolean =>
  value !== undefined && value !== false && String(value) !== "";

/** The whole text is what a model is called: `gpt-4-32k`, `openai/gpt-oss-120b:free`. */
function isOnlyName({ words, model }: NamedByWords, parsed: ParsedSearch): boolean {
  const isAtHost = parsed.filters.host !== undefined && !words.includes("/");
  const isPlain = parsed.relations.length === 0 && parsed.sort === undefined && !isAtHost;
  return isPlain && /\d|\//.test(words) && parsed.words !== "" && model() !== undefined;
}

/** What words name; each is looked up when it is first needed. */
interface NamedByWords {
  words: string;
  /** The model that is called so. */
  model: () => ModelRow | undefined;
  found: () => FoundByWords;
}

const lookUp = (words: string, context: AnswerContext): NamedByWords => ({
  words,
  model: createLazyValue(() => resolveModel(words, context.catalog)),
  found: createLazyValue(() => findAll(words, context)),
});

/** For a version that no model has (`gpt-7`), the newest models of its name come first, and it counts as not found. */
function findAll(words: string, { search, catalog }: AnswerContext): FoundByWords {
  const found = search.find(words);
  const best = found.hits[0]?.score ?? 0;
  const others =
    best < MIN_MATCH_SCORES.beginning ? findNewestOfUnknownVersion(words, catalog) : [];
  const newest = others.flatMap((model) => search.get("model", model.slug) ?? []);
  if (newest.length === 0) return { ...found, words };
  const first = newest.map((hit, at) => ({ ...hit, score: best + newest.length - at }));
  const rest = found.hits.filter((hit) => newest.every(({ slug }) => slug !== hit.slug));
  return { ...found, hits: [...first, ...rest], isPartial: true, words };
}

const modelsOf = ({ hits }: Pick<SearchResults, "hits">): SearchHit[] =>
  hits.filter(({ type }) => type === "model");

/** A text that has no condition and no words beside those that no filter can say: a name, if anything is called so. */
function rankWhole(whole: NamedByWords, text: SearchIntent): void {
  const found = whole.found();
  if (text.ignored.length > 0 && (found.isPartial || modelsOf(found).length === 0)) return;
  text.ignored = [];
  rankByName(whole, text);
}

/** The model that is called so comes first, then whatever matches. */
function rankByName(named: NamedByWords, text: SearchIntent): SearchIntent {
  const [found, model] = [named.found(), named.model()];
  const models = modelsOf(found);
  text.ranked = [...(model ? [model.slug] : []), ...models.map(({ slug }) => slug)];
  text.found = found;
  if (found.isPartial && !model) text.ignored.push(...unknownWords(found.words, models[0]));
  return text;
}

/** Words that name nothing for certain, and would leave no model. */
export const ignoreUnmatchedWords = ({ found, ignored, ...text }: SearchIntent): SearchIntent => ({
  ...text,
  ...{ found: undefined, ranked: undefined, ignored: [...ignored, found?.words ?? ""] },
});

/** The alternatives to the model that the text is about; also where its successor does not keep the conditions. */
export function toAlternativesSearchIntent(
  text: SearchIntent,
  given: Given,
  context: AnswerContext,
): SearchIntent | undefined {
  const { alternatives_to, successor_of, ...understood } = text.understood;
  if (alternatives_to !== undefined) return text;
  const model = context.catalog.model(String(successor_of));
  if (!model) return undefined;
  const { slugs: _, ...filters } = text.filters;
  const near: SearchIntent = { ...text, filters, understood };
  rankAlternatives(model, near, context.catalog);
  dropGiven(near, given);
  return { ...near, understood: { ...toUnderstood(near), alternatives_to: model.slug } };
}

/** The words that the best match does not have. */
function unknownWords(text: string, best: SearchHit | undefined): string[] {
  // What it costs and takes stands behind its kind and its maker.
  const [about = ""] = best?.summary.split(",") ?? [];
  const own = new Set(splitNameTerms(best ? `${best.slug} ${best.name} ${about}` : ""));
  const words = text
    .toLowerCase()
    .split(/[\s,;?!]+/)
    .filter((word) => word !== "");
  return words.filter((word) => !splitNameTerms(word).every((term) => own.has(term)));
}

function rankByWords(
  whole: NamedByWords,
  text: SearchIntent,
  hasConditions: boolean,
  context: AnswerContext,
): void {
  const { words, names } = text.parsed;
  const find = (tried: string) =>
    tried === whole.words.toLowerCase() ? whole : lookUp(tried, context);
  const named = find(words);
  if (!hasConditions && !whole.found().isPartial) {
    const score = scoreOfFirst(whole.found());
    // `command a`: the article is part of the name.
    if (score >= MIN_MATCH_SCORES.name && score >= scoreOfFirst(named.found())) {
      rankByName(whole, text);
      return;
    }
  }
  // `how many tokens does gpt-5 support`
  const hasName = names !== words && (hasConditions || context.search.isOwnName(names));
  for (const tried of hasName ? [named, find(names)] : [named]) {
    // `4.5` alone is no name.
    if (tried.words === "" || (hasConditions && !LETTER.test(tried.words))) continue;
    const found = tried.found();
    const best = modelsOf(found)[0]?.score ?? 0;
    if (found.isPartial || best === 0 || (hasConditions && best < MIN_MATCH_SCORES.name)) continue;
    if (hasConditions) rankNamedFirst(tried, whole.found(), text);
    else rankByName(tried, text);
    if (tried !== named)
      text.ignored.push(words.replace(tried.words, " ").replaceAll(/ +/g, " ").trim());
    return;
  }
  if (hasConditions) text.ignored.push(words);
  else rankByName(joinedName(words, context) ?? whole, text);
}

/** `k2 thinking under $1`: models whose names hold all words of the text come first. */
function rankNamedFirst(tried: NamedByWords, whole: FoundByWords, text: SearchIntent): void {
  const [found, model] = [tried.found(), tried.model()];
  const scoring = (least: number) => modelsOf(found).filter(({ score }) => score >= least);
  // A price sorts a model that only has the words in its name before all others.
  const isSorted = text.sort !== undefined || text.best_at !== undefined;
  const beginning = isSorted ? scoring(MIN_MATCH_SCORES.beginning) : [];
  const named = beginning.length > 0 ? beginning : scoring(MIN_MATCH_SCORES.name);
  const withAllWords = namesWithAllWords(whole);
  const first = named.filter(({ slug }) => withAllWords.has(slug));
  const ranked = [...first, ...(model ? [model] : []), ...named].map(({ slug }) => slug);
  text.ranked = [...new Set(ranked)];
  text.found = found;
}

/** `gemini cheaper than flash`: of what a relation ranked, the models that are called so. */
function keepNamed(
  { words, names }: ParsedSearch,
  text: SearchIntent,
  context: AnswerContext,
): void {
  const named = namesWithAllWords(findAll(names, context));
  const kept = text.ranked?.filter((slug) => named.has(slug)) ?? [];
  if (kept.length > 0) text.ranked = kept;
  const ignored = kept.length > 0 ? words.replace(names, "").trim() : words;
  if (ignored !== "") text.ignored.push(ignored);
}

/** `seed dream 4.5`: two words that are one in a name. */
function joinedName(words: string, context: AnswerContext): NamedByWords | undefined {
  const parts = words.split(" ");
  if (parts.length > MAX_JOINED) return undefined;
  return parts
    .slice(1)
    .map((part, at) => ({ at, joined: parts[at] + part }))
    .filter(({ joined }) => LETTERS.test(joined))
    .map(({ at, joined }) => [...parts.slice(0, at), joined, ...parts.slice(at + 2)].join(" "))
    .map((joined) => lookUp(joined, context))
    .find(({ found }) => !found().isPartial && modelsOf(found()).length > 0);
}
const LETTER = /\p{L}/u;
const LETTERS = /^\p{L}+$/u;
const MAX_JOINED = 6;

/** Models whose names hold all words of a text. */
const namesWithAllWords = (whole: SearchResults): ReadonlySet<string> =>
  new Set(
    modelsOf(whole)
      .filter(({ score }) => !whole.isPartial && score >= MIN_MATCH_SCORES.name)
      .map(({ slug }) => slug),
  );

const scoreOfFirst = ({ hits }: SearchResults): number => hits[0]?.score ?? 0;

/** Conditions that the request gives itself. */
function dropGiven({ filters }: SearchIntent, given: Given): void {
  for (const name of Object.keys(filters) as ModelFilterName[])
    if (isParameterGiven(given[name])) delete filters[name];
}

/** What the request gives itself, and values that no model has, which the API would refuse. */
function dropUnusable(text: SearchIntent, given: Given, catalog: Catalog): void {
  const { readFrom } = text.parsed;
  dropGiven(text, given);
  for (const name of Object.keys(text.filters) as ModelFilterName[])
    if (findUnknownFilterValue(name, text.filters[name], catalog)) {
      delete text.filters[name];
      text.ignored.push(readFrom[name] ?? name);
    }
  if (isParameterGiven(given.best_at)) text.best_at = undefined;
  if (text.best_at !== undefined && isProblem(rankModelsByBenchmark(text.best_at, catalog))) {
    text.ignored.push(readFrom.best_at ?? text.best_at);
    text.best_at = undefined;
  }
  if (isParameterGiven(given.sort)) dropSort(text);
  if (isParameterGiven(given.order)) text.order = undefined;
  // `best coding model`: the order of the benchmark is the best first.
  if (text.best_at !== undefined && text.sort === "avg_score") dropSort(text);
}

/** What a filter looks at → its values, where it takes only those of the catalogue's models. */
const namesInUse = memoizePerCatalog(
  ({ models }): Partial<Record<keyof FilterableModel, readonly string[]>> => {
    const unique = (names: readonly string[]) => [...new Set(names)].sort(compareByCodePoint);
    return {
      input_modalities: unique(models.flatMap((model) => model.input_modalities)),
      output_modalities: unique(models.flatMap((model) => model.output_modalities)),
      license: unique([
        ...models.flatMap((model) => toLicenseSlug(model.weights_license ?? "") || []),
        PROPRIETARY_LICENSE,
      ]),
      supports: Object.keys(CAPABILITY_FLAG_SCHEMAS),
      lacks: [...Object.keys(CAPABILITY_FLAG_SCHEMAS), ...KINDS_OF_INPUT],
      status: ["current", "superseded", ...ENUM_FIELD_SCHEMAS.status.options],
    };
  },
);

/** The first value that the filter would find nothing by, and those that it takes; undefined where there is none. */
export function findUnknownFilterValue(
  name: ModelFilterName,
  value: ParsedModelFilterValue | undefined,
  catalog: Catalog,
): { wrong: string; allowed: readonly string[] } | undefined {
  const allowed = namesInUse(catalog)[MODEL_FILTERS[name].of];
  const isKnown = (sent: string) => {
    const begin = name === "license" ? `${toLicenseSlug(sent)}-` : undefined;
    return allowed?.some(
      (one) => one === sent || (begin !== undefined && `${one}-`.startsWith(begin)),
    );
  };
  const wrong = [value ?? []]
    .flat()
    .map(String)
    .find((sent) => !isKnown(sent));
  return wrong === undefined || !allowed ? undefined : { wrong, allowed };
}

function toUnderstood({ filters, sort, order, best_at }: SearchIntent): Understood {
  const values = Object.entries({ ...filters, best_at, sort, order });
  return Object.fromEntries(
    values.flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === "object" ? value.join() : value]],
    ),
  );
}

// Relations to a model that is named.

function applyRelation(
  relation: SearchRelationToNamedModel,
  text: SearchIntent,
  context: AnswerContext,
): void {
  const { kind, names } = relation;
  const found = findNamedModels(relation, text.parsed, context);
  const models = found.flatMap(({ model }) => model ?? []);
  const isOfLab = models.length === 0 && kind !== "versus";
  const labs = isOfLab ? labsNamed(names, context.catalog) : undefined;
  const isOther = labs !== undefined && /^(alternatives|instead)$/.test(kind);
  // `cheaper than openai`: than the best of what it sells.
  const [model = isOther ? undefined : flagshipOf(labs ?? [], context.catalog)] = models;
  const isUsed = (one: ModelRow | undefined) => one && (kind === "versus" || one === model);
  if (labs && (isOther || model))
    text.filters.exclude_provider = [text.filters.exclude_provider ?? [], labs].flat(2).map(String);
  else if (model || text.ranked === undefined)
    text.ignored.push(...found.flatMap((one) => (isUsed(one.model) ? [] : one.name)));
  if (!model) return;
  if (kind === "versus") rankNamed(models, text);
  else if (kind === "alternatives" || kind === "successor" || kind === "instead") {
    // `o1 is retired, use instead`: the status of the model that is named, not of the one that is looked for.
    if (/retired|deprecated/.test(String(text.filters.status))) delete text.filters.status;
    const next = kind === "alternatives" ? undefined : successorOf(model, context.catalog);
    if (next) {
      rankNamed([next], text);
      text.understood.successor_of = model.slug;
    } else rankAlternatives(model, text, context.catalog);
    if (!next && kind === "successor")
      text.ignored.push(`${names.join(" ")} (no successor is known)`);
  } else applyThan(relation, model, text, context.catalog);
}

/** The model that each name of a relation means; undefined where no model is called so. */
export const findNamedModels = (
  { names }: SearchRelationToNamedModel,
  parsed: ParsedSearch,
  context: AnswerContext,
): { name: string; model: ModelRow | undefined }[] =>
  names.map((name, at) => {
    // In `gpt-5 mini vs nano` GPT-5 nano is meant, in `gemini cheaper than flash` one of its Flash models.
    const before = at > 0 ? names[0]?.replace(LAST_TERM, "") : "";
    return { name, model: modelMeant(name, `${parsed.names} ${before}`.trim(), context) };
  });

/** Without its last word or number: `gpt-5 mini` → `gpt-5`. */
const LAST_TERM = /[ -]?[^ -]+$/;

/** @param beside Names elsewhere in the text. */
function modelMeant(name: string, beside: string, { catalog, search }: AnswerContext) {
  const longer = `${beside} ${name}`.trim();
  const model = resolveModel(name, catalog) ?? resolveModel(longer, catalog);
  for (const text of model ? [] : new Set([longer, name])) {
    const { hits, isPartial } = search.find(text, { limit: MAX_MEANT });
    if (isPartial || hits[0]?.type !== "model") continue;
    const models = modelsOf({ hits }).map(({ slug }) => catalog.getModel(slug));
    return models.find(({ offers }) => offers > 0) ?? models[0];
  }
  return model;
}
/** Of so many the first that is for sale. */
const MAX_MEANT = 9;

/** undefined where one of the names is none of a lab. */
function labsNamed(names: readonly string[], catalog: Catalog): string[] | undefined {
  const labs = names.flatMap((name) => findProvider(name, catalog) ?? []);
  const areLabs =
    labs.length === names.length &&
    labs.every(({ models, host_kind }) => models > 0 && (host_kind ?? "lab") === "lab");
  return areLabs ? labs.map(({ slug }) => slug) : undefined;
}

/** The first of what the labs sell, in the order of the list. */
const flagshipOf = (labs: readonly string[], catalog: Catalog): ModelRow | undefined =>
  sortedByScore(catalog)
    .map((slug) => catalog.getModel(slug))
    .find(({ lab, offers }) => labs.includes(lab) && offers > 0);

function rankNamed(models: readonly ModelRow[], text: SearchIntent): void {
  text.ranked = [...new Set(models.map(({ slug }) => slug))];
  text.filters.slugs = text.ranked;
}

/** What its lab recommends instead, as long as that is sold; else the newest of its line. */
function successorOf(model: ModelRow, catalog: Catalog): ModelRow | undefined {
  const slug = model.replacement?.slug ?? null;
  const named = slug === null ? undefined : catalog.model(slug);
  if (named) return named;
  const { family, version } = parseModelVersion(model);
  return catalog.models
    .filter(({ lab, offers }) => lab === model.lab && offers > 0)
    .map((other) => ({ other, ...parseModelVersion(other) }))
    .filter((one) => one.family === family && isHigherVersion(one.version, version))
    .sort((a, b) => (isHigherVersion(b.version, a.version) ? 1 : -1))
    .map(({ other }) => other)[0];
}

/**
 * Models on sale of its type that accept what it accepts and can do what it can: the one that its lab names as its
 * replacement, then the nearest by score and price.
 */
function rankAlternatives(model: ModelRow, text: SearchIntent, catalog: Catalog): void {
  const { slug, model_type, input_modalities } = model;
  const { supports } = toFilterableFacts(model, []);
  const others = catalog.models.filter(
    (other) => other.slug !== slug && other.offers > 0 && other.status !== "retired",
  );
  const ofType = { model_type };
  const accepting = { ...ofType, ...(input_modalities.length > 0 && { input_modalities }) };
  const able = { ...accepting, ...(supports.length > 0 && { supports }) };
  // Where nothing else accepts or can do as much, the type alone is alike.
  const wanted =
    [able, accepting].find((conditions) =>
      others.some((other) => passesModelFilters(toFilterableFacts(other, []), conditions)),
    ) ?? ofType;
  for (const [name, value] of Object.entries(wanted))
    text.filters[name as ModelFilterName] ??= value;
  const distance = distanceFrom(model, catalog);
  const isNext = ({ slug }: ModelRow) => slug === model.replacement?.slug;
  text.ranked = others
    .map((other) => ({
      ...{ slug: other.slug, far: isNext(other) ? -1 : distance(other), hosts: other.offers },
    }))
    .sort((a, b) => a.far - b.far || b.hosts - a.hosts || compareByCodePoint(a.slug, b.slug))
    .map((other) => other.slug);
  text.understood.alternatives_to = slug;
}

const toMeasures = memoizePerRow((one: ModelRow, catalog: Catalog) => {
  const { input, output } = toComparisonPrice(one, catalog);
  const price = input === null ? null : (3 * input + (output ?? input)) / 4;
  return { score: catalog.serviceScore(one.slug)?.score ?? null, input, price };
});

/** Points of score and doublings of price between two models; one that is unknown counts as far. */
function distanceFrom(model: ModelRow, catalog: Catalog): (other: ModelRow) => number {
  const own = toMeasures(model, catalog);
  return (other) => {
    const { score, price } = toMeasures(other, catalog);
    const scores = gapBetween(own.score, score, 30, (a, b) => a - b);
    const doublings = gapBetween(own.price, price, 5, (a, b) => Math.log2((a + 0.01) / (b + 0.01)));
    // Ten points of score and a doubling of the price are as far.
    return scores / 10 + doublings;
  };
}

const gapBetween = (
  own: number | null,
  other: number | null,
  unknown: number,
  difference: (own: number, other: number) => number,
): number => (own === null ? 0 : other === null ? unknown : Math.abs(difference(own, other)));

function applyThan(
  { kind, names: [name] }: SearchRelationToNamedModel,
  model: ModelRow,
  text: SearchIntent,
  catalog: Catalog,
): void {
  const { input, output } = toComparisonPrice(model, catalog);
  const released = model.release_date;
  const score = catalog.serviceScore(model.slug)?.score;
  const bounds: Readonly<
    Record<string, Partial<Record<ModelFilterName, ParsedModelFilterValue | null | undefined>>>
  > = {
    price: { max_input_price: input, max_output_price: output },
    released: { released_after: released === null ? null : subtractDays(released, -1) },
    older: { released_before: released },
    score: { min_score: score },
    context: { min_context: model.context_window === null ? null : model.context_window + 1 },
    parameters: { max_parameters: model.parameters?.total },
  };
  const known = Object.entries(bounds[kind] ?? {}).filter(([, value]) => (value ?? null) !== null);
  if (known.length === 0) {
    text.ignored.push(`${name} (unknown ${kind})`);
    return;
  }
  for (const [name, value] of known)
    text.filters[name as ModelFilterName] ??= value as ParsedModelFilterValue;
  text.understood[kind === "price" ? "cheaper_than" : "than"] = model.slug;
  const isNot = (slug: string) => {
    const price = kind === "price" ? toMeasures(catalog.getModel(slug), catalog).input : null;
    return slug !== model.slug && (price === null || input === null || price < input);
  };
  text.ranked = (text.ranked ?? sortedByScore(catalog)).filter(isNot);
}

/** As the list is sorted by default. */
const sortedByScore = memoizePerCatalog((catalog: Catalog): readonly string[] =>
  [...catalog.models]
    .sort(
      (a, b) =>
        (b.avg_score ?? -1) - (a.avg_score ?? -1) ||
        b.offers - a.offers ||
        compareByCodePoint(a.slug, b.slug),
    )
    .map(({ slug }) => slug),
);
