/**
 * Reads the text of `q` as a model query: conditions, an order, and models that it names or compares with (SPEC 5.5).
 */
import * as z from "zod";
import { findModelsNearVersion } from "../../../build/identity/nearest-names.ts";
import { splitNameTerms } from "../../../build/identity/terms.ts";
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { ModelRow } from "../../../build/model/catalog/rows.ts";
import { createLazyValue } from "../../../build/schema/collections.ts";
import type { AnswerContext } from "../../http/endpoint.ts";
import { findModelByName } from "../../http/names.ts";
import { isProblem, type Problem } from "../../http/problem.ts";
import { MIN_MATCH_SCORES } from "../../search/ranker.ts";
import type { SearchHit, SearchResults } from "../../search/search.ts";
import {
  type ParsedSearch,
  type SearchUnitPrice,
  toParsedSearchOfName,
} from "../../search/search-draft.ts";
import { pluralize } from "../../site/components/parts.ts";
import { rankModelsByBenchmark } from "../benchmarks/benchmarks.ts";
import { type ModelFilterName, passesModelFilters } from "./model-filters.ts";
import { toModelPricing } from "./model-parts.ts";
import {
  findModels,
  findUnknownFilterValue,
  isParameterGiven,
  listModelsSortedBy,
  type ModelQuery,
  type ModelQueryResult,
  type SearchIntent,
  toFilterableModel,
} from "./model-query.ts";
import { applyRelation, rankAlternatives } from "./related-models.ts";

/** Fields of `meta` in answers to free text. */
export const SEARCH_INTENT_FIELD_SCHEMAS = {
  understood: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .optional()
    .describe(
      "Conditions and order that were found in the search text `q`: parameter → value, as in a query string. `alternatives_to`, `cheaper_than`, `than` and `successor_of` have the slugs of the models that the text names, or of the top model of the lab that it names; `version` has a comparison of versions (`grok < 4`), `min_unit_price` and `max_unit_price` limit the price per image, second or other unit; `days` has the words that limit findings to a period. Present only with `q`",
    ),
  ignored: z
    .array(z.string())
    .optional()
    .describe("Words of the search text `q` that were not used. Present only with `q`"),
};

/** One line that states which parts of a text were understood and which were not used. Empty when there are neither. */
export function describeSearchIntent({
  understood = {},
  ignored = [],
}: z.infer<z.ZodObject<typeof SEARCH_INTENT_FIELD_SCHEMAS>>): string {
  const parts = Object.entries(understood).map(([name, value]) => `${name}=${value}`);
  const understoodText = parts.length > 0 && `Understood: ${parts.join(", ")}.`;
  const ignoredText = ignored.length > 0 && `Not used: ${ignored.join(", ")}.`;
  return [understoodText, ignoredText].filter(Boolean).join(" ");
}

type FoundByWords = NonNullable<SearchIntent["found"]>;

/** @returns The models; a problem for a value that filters nothing that is known. */
export function queryModels(
  query: ModelQuery,
  context: AnswerContext,
  text = query.q ? resolveSearchIntent(query.q, query, context) : undefined,
): ModelQueryResult | Problem {
  if (text?.unit_price) return queryModelsByUnitPrice(query, context, text, text.unit_price);
  const found = findModels(query, text, context);
  if (isProblem(found) || found.models.length > 0) return found;
  const near = text && toAlternativesSearchIntent(text, query, context);
  if (near) return findModels(query, near, context);
  const priced = text && readAsUnitPrice(text, context.catalog);
  if (priced?.ranked.length) return findModels(query, priced, context);
  if (!text?.found || text.names !== "") return found;
  const hasConditions = found.ranking !== undefined || Object.keys(found.filters).length > 0;
  // Moves the words to `ignored` when they match no name for certain and would leave no model.
  const ignored = [...text.ignored, text.found.words];
  const unnamed = { ...text, found: undefined, ranked: undefined, ignored };
  return hasConditions ? findModels(query, unnamed, context) : found;
}

/** The parameters of a request. They take precedence over the text. */
type Given = Readonly<Record<string, unknown>>;

export function resolveSearchIntent(q: string, given: Given, context: AnswerContext): SearchIntent {
  const { search } = context;
  const whole = lookUp(q, context);
  const none = { understood: {}, ranked: undefined, found: undefined };
  // `gpt-5 -mini` is not GPT-5 mini, `grok < 4` not Grok 4, and `o3 / gpt-5` not a GPT-5 of O3.
  const isName = !/\s[-!]\p{L}|[<>≤≥|]| \/ /u.test(q);
  // `gpqa`: of a benchmark, the models that were tested on it are listed.
  if (isName && search.isOwnName(q) && modelsOf(whole.found()).length > 0)
    return rankByName(whole, { ...toParsedSearchOfName(q), ...none });
  const parsed = search.parse(q);
  const unordered = { sort: undefined, order: undefined, best_at: undefined };
  const plain = {
    filters: {},
    ...unordered,
    min_benchmark_score: undefined,
    unit_price: undefined,
  };
  if (isName && isOnlyName(whole, parsed))
    return rankByName(whole, { ...parsed, ...plain, ...none, ignored: [] });
  const text: SearchIntent = {
    ...parsed,
    ...none,
    ignored: [...parsed.ignored, ...parsed.findingWords],
  };
  const about = nameAskedAbout(parsed, context);
  if (about !== undefined) {
    text.ignored.push(...Object.values(parsed.readFrom).flatMap((from) => from ?? []));
    return rankByName(lookUp(about, context), { ...text, ...plain });
  }
  const saysSomething = hasMeaning(text);
  dropUnusable(text, given, context.catalog);
  for (const relation of parsed.relations) applyRelation(relation, text, context);
  dropGiven(text, given);
  const hasConditions = saysSomething || hasMeaning(text);
  if (text.words !== "" && text.ranked === undefined)
    rankByWords(whole, text, hasConditions, context);
  else if (text.words !== "") keepNamed(text, context);
  else if (!hasConditions && (text.ignored.length > 0 || !ALL_MODELS.test(q))) {
    // `what is MoE`, `OCR models`: words that no filter understands may be a name.
    const ignored = lookUp(text.ignored.join(" "), context);
    const [best] = ignored.words === "" ? [] : modelsOf(ignored.found());
    // `models from china` does not mean models of the maker SenseNova (China).
    const own = best && { ...best, summary: "" };
    const named = own && unknownWords(ignored.words, own).length === 0 ? ignored : whole;
    const { isPartial, read, hits } = named.found();
    // `fastest` is no misspelt `latest`.
    const isName = !isPartial && read === named.words && hits.some(({ type }) => type === "model");
    if (isName || text.ignored.length === 0) {
      text.ignored = [];
      rankByName(named, text);
    }
  }
  // `text-embeding-3-small`: words that no filter understands are part of the name.
  const [best] = hasConditions || !text.found ? [] : modelsOf(text.found);
  if (best) text.ignored = text.ignored.filter((one) => unknownWords(one, best).length > 0);
  const isOrdered = (text.sort ?? text.best_at) !== undefined;
  const isFiltered = Object.keys(text.filters).length > 0 || text.min_benchmark_score !== undefined;
  const named = findModelByName(text.found?.words ?? "", context.catalog);
  // `newest gpt-4`, which is retired: the newest of all with this name.
  const isOld = text.sort === "release_date" && named?.status === "retired";
  // `where is norn-4o cheapest`, `norn-4o gpqa score`: the answer is the model itself.
  if (!isOld && isOrdered && !isFiltered && text.found && search.isOwnName(text.found.words)) {
    dropSort(text);
    text.best_at = undefined;
  }
  if (text.sort?.startsWith("pricing_") && !text.unit_price)
    addTextType(text, given, context.catalog);
  return { ...text, understood: { ...toUnderstood(text), ...text.understood } };
}

/** `models`, `all AI models`: if no other word is a condition or a name, all models are listed. */
const ALL_MODELS = /\bmodels\W*$/i;

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

/** `flux 2 pro image`: the modality is an output of the named model, not a required input. */
function isWhatModelMakes(name: string, { filters, readFrom }: ParsedSearch, catalog: Catalog) {
  const accepted = String(filters.input_modalities ?? "");
  const model = accepted !== "" && findModelByName(name, catalog);
  if (!model || readFrom.input_modalities !== accepted) return false;
  const has = (all: readonly string[]) => all.some((one) => one === accepted);
  return has(model.output_modalities) && !has(model.input_modalities);
}

const hasMeaning = ({ filters, sort, best_at, ranked, ...text }: SearchIntent): boolean =>
  Object.keys(filters).length > 0 ||
  sort !== undefined ||
  best_at !== undefined ||
  ranked !== undefined ||
  text.unit_price !== undefined ||
  text.isInexpressible ||
  text.findings.length > 0;

function dropSort(text: SearchIntent): void {
  [text.sort, text.order] = [undefined, undefined];
}

/** With one of these filters, a text says which type of model it wants. */
const SAYS_TYPE: ModelFilterName[] = [
  ...(["model_type", "input_modalities", "output_modalities", "supports"] as const),
  ...(["min_score", "min_parameters"] as const),
];

/** The cheapest models are those for embedding. Most people mean text models, unless the best match is another one. */
function addTextType(text: SearchIntent, given: Given, catalog: Catalog): void {
  const wanted = (name: ModelFilterName) =>
    isParameterGiven(given[name]) ? given[name] : text.filters[name];
  if (text.best_at !== undefined || SAYS_TYPE.some((name) => isParameterGiven(wanted(name))))
    return;
  const seller = { provider: wanted("provider") ?? "", host: wanted("host") ?? "" };
  const set = Object.entries({ model_type: "text", ...seller }).filter(([, value]) => value !== "");
  const isSold = (model: ModelRow) =>
    passesModelFilters(toFilterableModel(model, catalog), Object.fromEntries(set));
  const ranked = text.ranked?.map(catalog.getModel);
  if (ranked?.[0] && ranked[0].model_type !== "text") return;
  if ((ranked ?? catalog.models).some(isSold)) text.filters.model_type = "text";
}

/** Whether the whole text is the name of a model: `gpt-4-32k`, `openai/gpt-oss-120b:free`, `qwen-turbo-latest`. */
function isOnlyName({ words, model, meant }: NamedByWords, parsed: ParsedSearch): boolean {
  const isAtHost = parsed.filters.host !== undefined && !words.includes("/");
  const isPlain = parsed.relations.length === 0 && parsed.sort === undefined && !isAtHost;
  const mayBeName = isPlain && /\d|\//.test(words) && parsed.words !== "";
  // `quen 3 coder`
  const isMisspelt = () => parsed.filters.provider === undefined && meant() !== undefined;
  if (!mayBeName && !/^\S+-latest$/.test(words)) return false;
  return model() !== undefined || (mayBeName && isMisspelt());
}

/** What some words name. Each lookup runs only when it is first needed. */
interface NamedByWords {
  words: string;
  model: () => ModelRow | undefined;
  /** The model, also where its name is misspelt: `mistrall large`. */
  meant: () => ModelRow | undefined;
  found: () => FoundByWords;
}

function lookUp(words: string, context: AnswerContext): NamedByWords {
  const model = createLazyValue(() => findModelByName(words, context.catalog));
  const found = createLazyValue(() => findAll(words, context));
  return {
    words,
    model,
    found,
    meant: () => model() ?? findModelByName(found().read, context.catalog),
  };
}

/**
 * For a version that does not exist (`gpt-7`), the newest models with the same words come first, as a partial result.
 */
function findAll(words: string, { search, catalog }: AnswerContext): FoundByWords {
  const found = search.find(words);
  const best = found.hits[0]?.score ?? 0;
  if (best >= MIN_MATCH_SCORES.beginning) return { ...found, words };
  const { slugs, isKnown } = findModelsNearVersion(words, catalog.models);
  const newest = slugs.flatMap((slug) => search.get("model", slug) ?? []);
  if ((isKnown && !found.isPartial) || newest.length === 0) return { ...found, words };
  const first = newest.map((hit, at) => ({ ...hit, score: best + newest.length - at }));
  const rest = found.hits.filter((hit) => newest.every(({ slug }) => slug !== hit.slug));
  return { ...found, hits: [...first, ...rest], isPartial: true, words };
}

const modelsOf = ({ hits }: SearchResults): SearchHit[] =>
  hits.filter(({ type }) => type === "model");

/** The model that the name means, in any spelling, comes first, followed by all other matches. */
function rankByName(named: NamedByWords, text: SearchIntent): SearchIntent {
  const found = named.found();
  const model = named.meant();
  const models = modelsOf(found);
  text.ranked = [...new Set([model ?? [], models].flat().map(({ slug }) => slug))];
  text.found = found;
  if (found.isPartial && !model) text.ignored.push(...unknownWords(found.words, models[0]));
  return text;
}

/** Alternatives to the model in the text; also used when its successor does not meet the conditions. */
function toAlternativesSearchIntent(
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

/** `under 5 cents per image`. If no model has such a price, a hint names those with other prices in this unit. */
function queryModelsByUnitPrice(
  query: ModelQuery,
  context: AnswerContext,
  text: SearchIntent,
  { unit, ...limits }: SearchUnitPrice,
): ModelQueryResult | Problem {
  const { catalog } = context;
  const list = (wanted: SearchUnitPrice) =>
    findModels(query, { ...text, ranked: rankByUnitPrice(text, wanted, catalog) }, context);
  const found = list({ unit, ...limits });
  if (isProblem(found) || found.models.length > 0) return found;
  const others = list({ unit });
  if (isProblem(others) || others.models.length === 0) return found;
  const near = others.models.slice(0, 3).map(({ model }) => {
    const { price, unit } = toModelPricing(model, catalog).rate ?? {};
    return `${model.slug} (${price} per ${unit})`;
  });
  const stated = Object.keys(limits).map((side) => `${side}_unit_price`);
  const hint = `No model passes all conditions. Without ${stated.join(" and ")}: ${pluralize(others.models.length, "model")}, such as ${near.join(", ")}.`;
  return { ...found, hint };
}

/**
 * `image generation under 5 cents`, when no model costs so little per token: the limit is one of the price per image,
 * second or other unit.
 */
function readAsUnitPrice(text: SearchIntent, catalog: Catalog) {
  const { max_input_price, ...filters } = text.filters;
  const { max_input_price: max_unit_price, ...understood } = text.understood;
  if (max_input_price === undefined || max_unit_price === undefined) return undefined;
  const inUnits = { ...text, filters, understood: { ...understood, max_unit_price } };
  return {
    ...inUnits,
    ranked: rankByUnitPrice(inUnits, { max: Number(max_input_price) }, catalog),
  };
}

/** Slugs of the models of the text whose price is in this unit and within the limits. */
function rankByUnitPrice(text: SearchIntent, wanted: SearchUnitPrice, catalog: Catalog): string[] {
  const { unit, min = 0, max = Number.POSITIVE_INFINITY } = wanted;
  const slugs =
    text.ranked ?? listModelsSortedBy("avg_score", catalog).map((one) => one.model.slug);
  return slugs.filter((slug) => {
    const model = catalog.getModel(slug);
    const { rate } = toModelPricing(model, catalog);
    const price = rate && toPriceInUnit(rate, unit ?? rate.unit);
    const isWithin = typeof price === "number" && price >= min && price <= max;
    return isWithin && passesModelFilters(toFilterableModel(model, catalog), text.filters);
  });
}

const SECONDS: Partial<Record<string, number>> = { second: 1, minute: 60 };

/** A price per second is also one per minute; undefined for a price in another unit. */
function toPriceInUnit(rate: { price: number; unit: string }, unit: string): number | undefined {
  if (rate.unit === unit) return rate.price;
  const [own, wanted] = [SECONDS[rate.unit], SECONDS[unit]];
  return own && wanted ? (rate.price / own) * wanted : undefined;
}

/** The words that do not occur in the best match. */
function unknownWords(text: string, best: SearchHit | undefined): string[] {
  // The summary names the type and the maker before its first comma; prices and modalities follow.
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
  const { words, names } = text;
  const find = (tried: string) =>
    tried === whole.words.toLowerCase() ? whole : lookUp(tried, context);
  const named = find(words);
  if (!hasConditions && !whole.found().isPartial) {
    const [score = 0, best = 0] = [whole, named].map(({ found }) => found().hits[0]?.score);
    // `command a`: the article belongs to the name.
    if (score >= MIN_MATCH_SCORES.name && score >= best) {
      rankByName(whole, text);
      return;
    }
  }
  // `how many tokens does gpt-5 support`, `… does claude opus …`: `names` holds only the name.
  const hasName =
    names !== words &&
    (hasConditions || context.search.isOwnName(names) || find(names).model() !== undefined);
  for (const tried of hasName ? [named, find(names)] : [named]) {
    // `4.5` alone is not a name.
    if (tried.words === "" || (hasConditions && !LETTER.test(tried.words))) continue;
    const found = tried.found();
    const best = modelsOf(found)[0]?.score ?? 0;
    if (found.isPartial || best === 0 || (hasConditions && best < MIN_MATCH_SCORES.name)) continue;
    if (hasConditions) rankNamedFirst(tried, whole, text);
    else rankByName(tried, text);
    if (tried !== named)
      text.ignored.push(words.replace(tried.words, " ").replaceAll(/ +/g, " ").trim());
    return;
  }
  const joined = hasConditions ? whole : (joinedName(words, context) ?? whole);
  // `hipaa compliant models`: words that no filter understands, and no name.
  const isNoName = text.ignored.length > 0 && modelsOf(joined.found()).length === 0;
  if (hasConditions || isNoName) text.ignored.push(words);
  else rankByName(joined, text);
}

/** `k2 thinking under $1`: models whose names hold all words of the text come first. */
function rankNamedFirst(tried: NamedByWords, asWritten: NamedByWords, text: SearchIntent): void {
  const found = tried.found();
  const model = tried.meant();
  const scoring = (least: number) => modelsOf(found).filter(({ score }) => score >= least);
  // When results are sorted, models that merely contain the words could come first, so stronger matches are used if
  // there are any. `latest qwen max`: the name of one retired model does not begin those of others.
  const isSorted = text.sort !== undefined || text.best_at !== undefined;
  const beginning = scoring(MIN_MATCH_SCORES.beginning);
  const isBeginning = beginning.some(({ score }) => score < MIN_MATCH_SCORES.alias);
  const all = scoring(MIN_MATCH_SCORES.name);
  // `cheapest pro models`: no Prompt Guard.
  const exact = all.filter((hit) => unknownWords(tried.words, hit).length === 0);
  const toTerms = (text = "") => splitNameTerms(text).join();
  const isOnSale = model?.status !== "retired" && toTerms(model?.slug) === toTerms(tried.words);
  const sorted = isBeginning || isOnSale ? beginning : exact;
  const named = isSorted && sorted.length > 0 ? sorted : all;
  // `mistral large` is also another name of an older model, which comes last.
  const isOlder = ({ slug, score }: SearchHit) =>
    score >= MIN_MATCH_SCORES.alias && model !== undefined && slug !== model.slug;
  const withAllWords = namesWithAllWords(asWritten.found());
  const others = named.filter((hit) => !isOlder(hit));
  const first = others.filter(({ slug }) => withAllWords.has(slug));
  // `amazon nova pro`, where Amazon is a condition as well.
  const isMakerOnly = !isSorted && Object.keys(text.filters).join() === "provider";
  const own = isMakerOnly ? asWritten.model() : undefined;
  const ranked = [own ?? [], ...first, model ?? [], others, named.filter(isOlder)].flat();
  text.ranked = [...new Set(ranked.map(({ slug }) => slug))];
  text.found = found;
}

/** `gemini cheaper than flash`: keeps those of the ranked models whose names contain the words. */
function keepNamed(text: SearchIntent, context: AnswerContext): void {
  const { words, names } = text;
  const named = namesWithAllWords(findAll(names, context));
  const kept = text.ranked?.filter((slug) => named.has(slug)) ?? [];
  if (kept.length > 0) text.ranked = kept;
  const ignored = kept.length > 0 ? words.replace(names, "").trim() : words;
  if (ignored !== "") text.ignored.push(ignored);
}

/** `seed dream 4.5`: two words that are one in a name. */
function joinedName(words: string, context: AnswerContext): NamedByWords | undefined {
  const parts = words.split(" ");
  if (parts.length > 6) return undefined;
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

const namesWithAllWords = (whole: SearchResults): ReadonlySet<string> =>
  new Set(
    modelsOf(whole)
      .filter(({ score }) => !whole.isPartial && score >= MIN_MATCH_SCORES.name)
      .map(({ slug }) => slug),
  );

function dropGiven({ filters }: SearchIntent, given: Given): void {
  for (const name of Object.keys(filters) as ModelFilterName[])
    if (isParameterGiven(given[name])) delete filters[name];
}

/** Removes conditions that the request sets itself, and values that no model has, which the API would reject. */
function dropUnusable(text: SearchIntent, given: Given, catalog: Catalog): void {
  const { readFrom } = text;
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
  if (text.best_at === undefined || isParameterGiven(given.min_benchmark_score))
    text.min_benchmark_score = undefined;
  if (isParameterGiven(given.sort)) dropSort(text);
  if (isParameterGiven(given.order)) text.order = undefined;
  // `best coding model`: the benchmark already ranks the best first.
  if (text.best_at !== undefined && text.sort === "avg_score") dropSort(text);
}

function toUnderstood(text: SearchIntent): SearchIntent["understood"] {
  const { filters, sort, order, best_at, min_benchmark_score } = text;
  const { min: min_unit_price, max: max_unit_price } = text.unit_price ?? {};
  const ranking = { best_at, min_benchmark_score, sort, order };
  const values = Object.entries({ ...filters, min_unit_price, max_unit_price, ...ranking });
  return Object.fromEntries(
    values.flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === "object" ? value.join() : value]],
    ),
  );
}
