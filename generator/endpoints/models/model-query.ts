/** The query of the model list: its parameters, and the matching models in order (SPEC 5, Filters). */

import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { ModelRow, OfferRow } from "../../../build/model/catalog/rows.ts";
import { compareByCodePoint, groupBy } from "../../../build/schema/collections.ts";
import {
  CAPABILITY_FLAG_SCHEMAS,
  ENUM_FIELD_SCHEMAS,
} from "../../../build/schema/field-schemas.ts";
import { type AnswerContext, memoizePerCatalog, memoizePerRow } from "../../http/endpoint.ts";
import { findModelByName, findRowOrProblem } from "../../http/names.ts";
import {
  badParameterProblem,
  dayParameter,
  decimalParameter,
  flagParameter,
  integerParameter,
  limitParameter,
  namesParameter,
  type QueryParameter,
  type QueryValues,
  strictChoiceParameter,
  textParameter,
} from "../../http/parameter.ts";
import { isProblem, type Problem, quoteInput } from "../../http/problem.ts";
import type { SearchResults } from "../../search/search.ts";
import type { ParsedSearch } from "../../search/search-draft.ts";
import { pluralize } from "../../site/components/parts.ts";
import { type BenchmarkRanking, rankModelsByBenchmark } from "../benchmarks/benchmarks.ts";
import {
  createModelSortComparator,
  type FilterableModel,
  isOneOf,
  isStillSold,
  KINDS_OF_INPUT,
  MODEL_FILTERS,
  MODEL_SORT_BY_ANY_NAME,
  MODEL_SORTS,
  type ModelFilterDefinition,
  type ModelFilterName,
  type ModelSortName,
  type ParsedModelFilterValue,
  PROPRIETARY_LICENSE,
  passesModelFilters,
  sortByUnitPrice,
  toFilterableModelFacts,
  toFilterablePrices,
  toLicenseFilterValuesOfModel,
  toLicenseSlug,
  toLicenseSlugs,
} from "./model-filters.ts";
import { findNonTokenRateOfOffer, toModelPricing } from "./model-parts.ts";

type Direction = "asc" | "desc";
const directionOf = (sort: unknown): Direction =>
  MODEL_SORTS[sort as ModelSortName]?.order ?? "desc";

/** Absent is not the default: with `q` or `best_at`, models are then sorted by relevance or by that benchmark. */
const sort: QueryParameter<ModelSortName | `-${ModelSortName}` | ""> = {
  description:
    "Order of the models: `avg_score` (highest mean over one common set of benchmarks first), `service_score` (highest overall score first), `pricing_input` or `price`, `pricing_output`, `pricing_blended` (cheapest first), `offers` (most hosts first), `parameters` (most parameters first), `context_window` (largest first), `release_date` or `newest` (newest first; `first_seen` is used when `release_date_basis` is `first_seen`). For an unknown value, the default order is used. `meta.sort` names the order that was used",
  schema: { type: "string", enum: Object.keys(MODEL_SORT_BY_ANY_NAME), default: "avg_score" },
  read: (raw = "") => {
    const name = raw.replace(/^-/, "");
    const known = Object.hasOwn(MODEL_SORT_BY_ANY_NAME, name)
      ? MODEL_SORT_BY_ANY_NAME[name]
      : undefined;
    return known === undefined ? "" : raw === name ? known : `-${known}`;
  },
  write: (value, { q, best_at }) => {
    const name = withoutSign(value);
    const isUsual = name === "avg_score" && q === undefined && best_at === undefined;
    return name === "" || isUsual ? undefined : name;
  },
};

const withoutSign = (sort: string) => sort.replace("-", "");
/** The direction that the request gives: `-price` means `desc`. */
const orderOf = (sort: string, order: Direction | undefined): Direction | undefined =>
  order ?? (sort.startsWith("-") ? "desc" : undefined);

const order: QueryParameter<Direction | undefined> = {
  ...strictChoiceParameter({
    description:
      "Direction of the order; in both directions, models with an unknown value come last. `sort=-price` is the same as `sort=price&order=desc`",
    values: ["asc", "desc"],
  }),
  // Without a sort, the text of `q` decides the default direction.
  write: (value, { sort, q }) => {
    const name = withoutSign(String(sort));
    const wanted = orderOf(String(sort), value);
    return wanted === directionOf(name) && (name !== "" || q === undefined) ? undefined : wanted;
  },
};

/** Filter values that do not depend on the catalogue. */
export const MODEL_FILTER_CHOICES: { [K in ModelFilterName]?: readonly string[] } = {
  model_type: ENUM_FIELD_SCHEMAS.model_type.options,
};

const MAX_NAMES = 200;

function toFilterParameter([name, { kind, ...filter }]: [string, ModelFilterDefinition]) {
  const { description, example } = filter;
  const about = { description, ...(example && { example }) };
  const values = MODEL_FILTER_CHOICES[name as ModelFilterName];
  const parameters = {
    name: values ? strictChoiceParameter({ ...about, values }) : textParameter(about),
    names: namesParameter({ description, example, min: 0, max: MAX_NAMES }),
    flag: flagParameter({ ...about, on: "true" }),
    number: decimalParameter({ description, example }),
    day: dayParameter(about),
  };
  return [name, parameters[kind]];
}

export const MAX_MODELS_PER_PAGE = 200;

export const MODEL_QUERY_PARAMETERS = {
  q: textParameter({
    description:
      "Names and conditions of models in free text: `cheapest vision model under $1 with 200k context`. `meta.understood` has the conditions that were understood, `meta.ignored` the words that were not used. If another parameter contradicts the search text, the parameter applies. Typing errors in names are tolerated",
    example: "claude sonnet",
  }),
  ...(Object.fromEntries(Object.entries(MODEL_FILTERS).map(toFilterParameter)) as Record<
    ModelFilterName,
    QueryParameter<ParsedModelFilterValue | undefined>
  >),
  best_at: textParameter({
    description:
      "A benchmark or a category of benchmarks; only models that were tested on it are listed. The best model comes first unless `sort` is given",
    example: "coding",
  }),
  min_benchmark_score: decimalParameter({
    description:
      "With `best_at`: only models whose score on its benchmark is at least this, in the unit of the benchmark",
    example: "80",
  }),
  sort,
  order,
  limit: limitParameter("models per page", { default: 50, max: MAX_MODELS_PER_PAGE }),
  page: integerParameter({
    description: "Page number, from 1; a page after the last page has an empty list",
    default: 1,
    min: 1,
  }),
};
export type ModelQuery = QueryValues<typeof MODEL_QUERY_PARAMETERS>;

interface QueriedModel {
  model: ModelRow;
  /** The offer of the host that is filtered by. */
  offer: OfferRow | undefined;
}

/** What a text means: conditions and an order without those that the request gives itself, and the models it names. */
export interface SearchIntent extends ParsedSearch {
  /** Slugs of the models that the text names, or of similar ones, the best first; undefined without any. */
  ranked: readonly string[] | undefined;
  /** Parameter → value as in a query string; also `alternatives_to` and `cheaper_than`, whose values are slugs. */
  understood: Record<string, string | number | boolean>;
  /** The search results by which models are ranked; undefined when they are not ranked by words. */
  found: (SearchResults & { words: string }) | undefined;
}

export interface ModelQueryResult {
  models: readonly QueriedModel[];
  sort: ModelSortName | "relevance" | "best_at";
  order: Direction;
  /** The filters that were applied, with names resolved to slugs. */
  filters: Partial<Record<ModelFilterName, ParsedModelFilterValue>>;
  ranking: BenchmarkRanking | undefined;
  /** How `q` was interpreted; undefined without `q`. */
  text: SearchIntent | undefined;
  /** Why no model matches, and which models come nearest; or why the model that `q` names is not among the matches. */
  hint: string | undefined;
}

/** @returns The models of a query with what was made of its text; a problem for a value that filters nothing that is known. */
export function findModels(
  query: ModelQuery,
  text: SearchIntent | undefined,
  context: AnswerContext,
): ModelQueryResult | Problem {
  const { catalog } = context;
  const { best_at = text?.best_at, min_benchmark_score = text?.min_benchmark_score } = query;
  const filters = resolveFilters({ ...query, ...text?.filters }, context);
  if (isProblem(filters)) return filters;
  if (best_at === undefined && min_benchmark_score !== undefined)
    return badParameterProblem("min_benchmark_score", " needs a benchmark; send best_at, too.");
  const ranking =
    best_at === undefined
      ? undefined
      : rankModelsByBenchmark(best_at, catalog, min_benchmark_score);
  if (ranking && isProblem(ranking)) return ranking;
  const found = text?.ranked && new Set(text.ranked);
  const host = filters.host as string | undefined;
  const natural = ranking ? "best_at" : found ? "relevance" : "avg_score";
  const wanted = withoutSign(query.sort) || text?.sort;
  const isSort = Object.hasOwn(MODEL_SORTS, wanted ?? "");
  const sort = (isSort ? wanted : natural) as ModelQueryResult["sort"];
  const order = orderOf(query.sort, query.order) ?? text?.order ?? directionOf(sort);
  const ranked = sort === "best_at" ? ranking?.scores.keys() : sort === "relevance" && found;
  const slugs = ranked && (order === "desc" ? [...ranked] : [...ranked].reverse());
  const models = slugs
    ? slugs.map((slug) => toQueriedModel(catalog.getModel(slug), host, catalog))
    : listModelsSortedBy(sort as ModelSortName, catalog, order, host);
  const isNamed = ({ model: { slug } }: QueriedModel) =>
    (found?.has(slug) ?? true) && (ranking?.scores.has(slug) ?? true);
  const named = found || ranking ? models.filter(isNamed) : models;
  const fitting = fittingModels(named, filters, catalog);
  const hint =
    fitting.length > 0
      ? (hintForNamedModel(fitting, filters, text, context) ??
        hintForFreeOffers(named, filters, catalog))
      : hintForNoModel(named, filters, ranking, text, context);
  const sorted = sortByUnitPrice(fitting, { sort, order }, (one) => ({
    input: toFilteredModel(one, catalog).input,
    rate: one.offer ? findNonTokenRateOfOffer(one.offer) : toModelPricing(one.model, catalog).rate,
  }));
  return { models: sorted, sort, order, filters, ranking, text, hint };
}

type Filters = ModelQueryResult["filters"];

const fittingModels = (
  models: readonly QueriedModel[],
  filters: Filters,
  catalog: Catalog,
): readonly QueriedModel[] =>
  Object.keys(filters).length === 0
    ? models
    : models.filter((one) => passesModelFilters(toFilteredModel(one, catalog), filters));

const MAX_NEAR = 3;

/** For each condition: how many models match without it, and the nearest of them. */
function hintForNoModel(
  named: readonly QueriedModel[],
  filters: Filters,
  ranking: BenchmarkRanking | undefined,
  text: SearchIntent | undefined,
  { catalog }: AnswerContext,
): string | undefined {
  const { benchmark, minScore } = ranking ?? {};
  const least = minScore === undefined ? "" : ` and min_benchmark_score=${minScore}`;
  const conditions = { ...filters, ...(benchmark && { best_at: benchmark.slug + least }) };
  const { host, ...others } = filters;
  /** All models, or all that the text ranks. `named` has only those of the host and with a result on the benchmark. */
  const listAll = (at: string | undefined) =>
    text?.ranked?.map((slug) => toQueriedModel(catalog.getModel(slug), at, catalog)) ??
    listModelsSortedBy("avg_score", catalog, "desc", at);
  const parts = Object.entries(conditions).flatMap(([name, value]) => {
    const { [name as ModelFilterName]: _, ...rest } = filters;
    const isRelaxed = /^(host|best_at)$/.test(name);
    const from = isRelaxed ? listAll(name === "host" ? undefined : (host as string)) : named;
    const left = fittingModels(from, rest, catalog).filter(
      ({ model }) => name === "best_at" || (ranking?.scores.has(model.slug) ?? true),
    );
    if (left.length === 0) return [];
    const near = left.slice(0, MAX_NEAR).map((one) => describeNear(one, name, catalog));
    return `Without ${name}=${String(value)}: ${left.length} model${left.length === 1 ? "" : "s"}, such as ${near.join(", ")}.`;
  });
  if (typeof host === "string" && text?.found) {
    const ofHost = listModelsSortedBy("avg_score", catalog, "desc", host);
    const sold = fittingModels(ofHost, others, catalog).map(({ model }) => model.slug);
    const hosts = host.split(",").map((slug) => catalog.provider(slug)?.name ?? slug);
    const more = sold.length > 5 ? ` and ${sold.length - 5} more` : "";
    parts.push(
      sold.length > 0
        ? `No model at ${hosts.join(" or ")} matches ${quoteInput(text.found.words)}; the models there are ${sold.slice(0, 5).join(", ")}${more}.`
        : `No model at ${hosts.join(" or ")} passes the other conditions.`,
    );
  }
  const free = hintForFreeOffers(named, filters, catalog);
  if (free !== undefined) parts.push(free);
  const stated = Object.entries(conditions).map(([name, value]) => `${name}=${String(value)}`);
  if (stated.length === 0 && text && text.ignored.length > 0)
    return `No model has a name like ${quoteInput(text.ignored.join(" "))}, and no condition was found in it. Send fewer words, or search everything with /api/v1/search.`;
  if (stated.length === 0) return undefined;
  if (parts.length > 0) return `No model passes all conditions. ${parts.join(" ")}`;
  return `No model passes all conditions, even if one of them is left out: ${stated.join(", ")}.`;
}

/** The price of a model is its list price, although other hosts may offer it for free. */
function hintForFreeOffers(
  named: readonly QueriedModel[],
  { max_input_price, max_output_price: _, ...others }: Filters,
  catalog: Catalog,
): string | undefined {
  if (max_input_price !== 0 || others.host !== undefined) return undefined;
  const free = fittingModels(named, others, catalog)
    .filter(({ model }) => toModelPricing(model, catalog).input !== 0)
    .flatMap(({ model }) =>
      catalog.offersOf(model.slug).filter((one) => one.is_free && isStillSold(one)),
    );
  const hosts = Array.from(
    groupBy(free, ({ host }) => host),
    ([host, { length }]) => ({ length, text: `host=${host} (${pluralize(length, "model")})` }),
  );
  if (hosts.length === 0) return undefined;
  const most = hosts.sort((a, b) => b.length - a.length).slice(0, MAX_NEAR);
  return `Some hosts offer models for free that have another list price; add ${most.map(({ text }) => text).join(" or ")}.`;
}

/** `norn-4 under $1`: the conditions that the named model does not pass, if only models with similar names pass them. */
function hintForNamedModel(
  fitting: readonly QueriedModel[],
  filters: Filters,
  text: SearchIntent | undefined,
  { catalog }: AnswerContext,
): string | undefined {
  const model = text?.found && findModelByName(text.found.words, catalog);
  if (!model || fitting.some((one) => one.model === model)) return undefined;
  const asked = toQueriedModel(model, filters.host as string | undefined, catalog);
  const missed = (Object.keys(filters) as ModelFilterName[])
    .filter((name) => fittingModels([asked], { [name]: filters[name] }, catalog).length === 0)
    .map((name) => `${name}=${String(filters[name])}`);
  if (missed.length === 0) return undefined;
  return `${model.slug} does not pass ${missed.join(" and ")}. The listed models have similar names.`;
}

/** The slug, followed by the value that the condition tests if that is a number or a day. */
function describeNear(one: QueriedModel, name: string, catalog: Catalog): string {
  const field = MODEL_FILTERS[name as ModelFilterName]?.of;
  const value = field && toFilteredModel(one, catalog)[field];
  const { slug } = one.model;
  return typeof value === "number" || typeof value === "string" ? `${slug} (${value})` : slug;
}

/** Filters by any names of rows → the kind of row, in the order in which unknown names are reported. */
const ROW_FILTERS = [
  ["host", "host"],
  ["slugs", "model"],
  ["exclude_provider", "provider"],
  ["exclude_host", "provider"],
] as const;

/** The filters that are set, with names resolved to slugs; a problem for an invalid value. */
function resolveFilters(query: ModelQuery, context: AnswerContext): Filters | Problem {
  const filters: Filters = {};
  for (const name of Object.keys(MODEL_FILTERS) as ModelFilterName[]) {
    const value = query[name];
    if (value !== undefined && isParameterGiven(value)) filters[name] = value;
  }
  for (const [name, kind] of ROW_FILTERS) {
    const slugs = new Set<string>();
    for (const sent of String(filters[name] ?? "").split(",")) {
      if (sent.trim() === "") continue;
      const row = findRowOrProblem(kind, sent, context, name);
      if (isProblem(row)) return row;
      slugs.add(row.slug);
    }
    if (slugs.size > 0) filters[name] = name === "host" ? [...slugs].join() : [...slugs];
  }
  for (const [name, value] of Object.entries(filters)) {
    const found = findUnknownFilterValue(name as ModelFilterName, value, context.catalog);
    if (!found) continue;
    const { wrong, allowed } = found;
    const next = `: ${quoteInput(wrong)} is not known; send one of ${allowed.join(", ")}, or leave the parameter out.`;
    return { ...badParameterProblem(name, next), allowed };
  }
  const { exclude_names, license } = filters;
  if (exclude_names) filters.exclude_names = String(exclude_names).toLowerCase().split(",");
  if (license) filters.license = toLicenseSlugs(String(license));
  return filters;
}

export const isParameterGiven = (value: unknown): boolean =>
  value !== undefined && value !== false && /[^\s,]/.test(String(value));

const toQueriedModel = (
  model: ModelRow,
  host: string | undefined,
  catalog: Catalog,
): QueriedModel => ({
  model,
  offer:
    host === undefined
      ? undefined
      : catalog.offersOf(model.slug).find((one) => isOneOf(host, one.host) && isStillSold(one)),
});

/** The filterable values of a model, with the price at the host of its offer. */
function toFilteredModel({ model, offer }: QueriedModel, catalog: Catalog): FilterableModel {
  const filtered = toFilterableModel(model, catalog);
  return offer ? { ...filtered, ...toFilterablePrices(offer, model) } : filtered;
}

export const toFilterableModel = memoizePerRow(
  (model: ModelRow, catalog: Catalog): FilterableModel => ({
    ...toFilterableModelFacts(model, catalog.offersOf(model.slug)),
    license: toLicenseFilterValuesOfModel(model.weights_license, model.is_open_source),
    ...toFilterablePrices(toModelPricing(model, catalog), model),
    service_score: catalog.serviceScore(model.slug)?.score ?? null,
    parameters: model.parameters?.total ?? null,
  }),
);

const orders = memoizePerCatalog(() => new Map<string, readonly QueriedModel[]>());

/**
 * All models, or those at a host, in order, with ties as in `createModelSortComparator`. Computed once per catalogue;
 * for a list of hosts each time, because requests could fill the memory with any number of lists.
 */
export function listModelsSortedBy(
  sort: ModelSortName,
  catalog: Catalog,
  order: "asc" | "desc" = MODEL_SORTS[sort].order,
  host?: string,
): readonly QueriedModel[] {
  const made = orders(catalog);
  const name = [sort, order, host].join();
  const known = made.get(name);
  if (known) return known;
  const sold = host?.split(",").flatMap(catalog.offersAt).filter(isStillSold);
  const slugs = sold && [...new Set(sold.map(({ model }) => model))];
  const rows = slugs?.map(catalog.getModel) ?? catalog.models;
  const compare = createModelSortComparator(sort, order);
  const sorted = rows
    .map((model) => toQueriedModel(model, host, catalog))
    .map((one) => ({ one, values: toFilteredModel(one, catalog) }))
    .sort((a, b) => compare(a.values, b.values))
    .map(({ one }) => one);
  if (!host?.includes(",")) made.set(name, sorted);
  return sorted;
}

/** Field of a model → the values that its filters accept, for fields that do not accept every value. */
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

/** The first value that the filter does not accept, and the accepted values; undefined when there is none. */
export function findUnknownFilterValue(
  name: ModelFilterName,
  value: ParsedModelFilterValue | undefined,
  catalog: Catalog,
): { wrong: string; allowed: readonly string[] } | undefined {
  const allowed = namesInUse(catalog)[MODEL_FILTERS[name].of];
  const isLicense = (sent: string) =>
    allowed?.some((one) => `${one}-`.startsWith(`${toLicenseSlug(sent)}-`));
  const isKnown = (sent: string) =>
    name === "license" ? isLicense(sent) : allowed?.includes(sent);
  const wrong = String(value)
    .split(",")
    .find((sent) => !isKnown(sent));
  return wrong === undefined || !allowed ? undefined : { wrong, allowed };
}
