/** A view of the models page (search words, filters, order, workload), and its URLs on the page and in the API. */
import { toSlug } from "../../../../build/cost/rates.ts";
import { splitNameTerms } from "../../../../build/identity/terms.ts";
import {
  compareWithNullLast,
  createModelSortComparator,
  MODEL_FILTERS,
  MODEL_SORTS,
  type ModelFilterDefinition,
  type ModelFilterName,
  type ModelSortName,
  type ParsedModelFilterValue,
  parseModelFilterValue,
  passesModelFilter,
  sortByUnitPrice,
} from "../../../endpoints/models/model-filters.ts";
import type { PriceScorePoint } from "../../components/charts/frontier.ts";
import { type ModelsFileRow, type ModelTableItem, matchesAllWords } from "./model-rows.ts";
import {
  listInvalidWorkloadParameters,
  parseWorkloadQuery,
  toWorkloadParameters,
  type Workload,
} from "./workload.ts";
import type { CostByModel } from "./workload-costs.ts";

type Direction = "asc" | "desc";
/** Slug → rank in the API's search result. */
type RankBySlug = ReadonlyMap<string, number>;

export interface ModelsView {
  q: string;
  filters: Partial<Record<ModelFilterName, ParsedModelFilterValue>>;
  /**
   * Undefined: by relevance if there are search words, otherwise by overall score. `month` sorts by the cost of the
   * workload.
   */
  sort: ModelSortName | "month" | undefined;
  order: Direction | undefined;
  workload: Workload | undefined;
}

export const MODEL_FILTER_NAMES = Object.keys(MODEL_FILTERS) as ModelFilterName[];
const SORT_NAMES = [...(Object.keys(MODEL_SORTS) as ModelSortName[]), "month" as const];

/** Whether a filter refers to hosts, which needs the prices file. */
export const hasHostFilter = ({ host, exclude_host }: ModelsView["filters"]): boolean =>
  (host ?? exclude_host) !== undefined;

/** Default: models that are for sale and not superseded. A search by name finds models of any status. */
const DEFAULT_STATUS = ["current"];
export const getDefaultStatusFilter = (view: Pick<ModelsView, "q" | "filters">) =>
  view.q.trim() === "" && view.filters.slugs === undefined ? DEFAULT_STATUS : undefined;

/** Parses a filter of a query. A form sends each checked box as a separate parameter. */
function parseFilter(name: ModelFilterName, query: URLSearchParams) {
  const text = query.getAll(name).join();
  const isSlug = name === "provider" || name === "host";
  return parseModelFilterValue(
    MODEL_FILTERS[name],
    isSlug ? text.split(",").map(toSlug).join() : text,
  );
}

const findSort = (query: URLSearchParams) => SORT_NAMES.find((name) => name === query.get("sort"));
const findOrder = (query: URLSearchParams) =>
  (["asc", "desc"] as const).find((order) => order === query.get("order"));

/** Parameters that `parseModelsView` ignores: `min_context=200k`, `sort=price`, and `at` of old addresses. */
export const listInvalidParameters = (query: URLSearchParams): string[] =>
  listInvalidWorkloadParameters(query, [
    ...MODEL_FILTER_NAMES.filter(
      (name) => name !== "open_source" && parseFilter(name, query) === undefined,
    ),
    ...(findSort(query) ? [] : ["sort"]),
    ...(findOrder(query) ? [] : ["order"]),
    "at",
  ]);

/** Parses `?supports=tools&max_input_price=1&sort=pricing_input`. Unknown parameters and values are ignored. */
export function parseModelsView(query: URLSearchParams): ModelsView {
  const q = query.get("q") ?? "";
  const filters: ModelsView["filters"] = {};
  for (const name of MODEL_FILTER_NAMES) {
    const value = parseFilter(name, query);
    if (value !== undefined) filters[name] = value;
  }
  const usual = getDefaultStatusFilter({ q, filters });
  if (!query.has("status") && usual) filters.status = usual;
  return {
    q,
    filters,
    sort: findSort(query),
    order: findOrder(query),
    workload: parseWorkloadQuery(query),
  };
}

/** Query of the page for a view. It contains only what differs from the defaults. */
export function toModelsQuery(view: ModelsView): string {
  const query = filterQuery(view);
  const { status } = view.filters;
  if (String(status ?? "") === String(getDefaultStatusFilter(view) ?? "")) query.delete("status");
  else if (status === undefined) query.set("status", "");
  const isUsualSort = view.sort === "service_score" && view.q.trim() === "";
  if (view.sort && !isUsualSort) query.set("sort", view.sort);
  if (view.order && view.order !== getDefaultSortDirection(view.sort))
    query.set("order", view.order);
  if (view.workload)
    for (const [name, value] of toWorkloadParameters(view.workload)) query.set(name, value);
  return toText(query);
}

/** API path for the same models. The API has the same orders, except `month` and the one with recent models first. */
export function toModelsViewApiPath(view: ModelsView): string {
  const query = filterQuery(view);
  const sort = view.sort ?? (view.q.trim() === "" ? "service_score" : undefined);
  if (sort && sort !== "month") query.set("sort", sort);
  if (sort !== "month" && view.order && view.order !== getDefaultSortDirection(sort))
    query.set("order", view.order);
  const text = toText(query);
  return `/api/v1/models${text && `?${text}`}`;
}

function filterQuery({ q, filters }: ModelsView): URLSearchParams {
  const query = new URLSearchParams();
  if (q.trim() !== "") query.set("q", q.trim());
  for (const name of MODEL_FILTER_NAMES)
    if (String(filters[name] ?? "") !== "") query.set(name, String(filters[name]));
  return query;
}

const toText = (query: URLSearchParams): string => String(query).replaceAll("%2C", ",");

export const getDefaultSortDirection = (sort: ModelsView["sort"]): Direction =>
  sort === undefined ? "desc" : sort === "month" ? "asc" : MODEL_SORTS[sort].order;

export function toViewAfterSortClick(
  view: ModelsView,
  sort: NonNullable<ModelsView["sort"]>,
): ModelsView {
  const order = view.order ?? getDefaultSortDirection(view.sort);
  const isSame = (view.sort ?? "service_score") === sort;
  return {
    ...view,
    sort,
    order: isSame ? (order === "asc" ? "desc" : "asc") : getDefaultSortDirection(sort),
  };
}

/** The view with other search words. A status filter with its default value gets the default for the new words. */
export function replaceModelsViewSearchText(view: ModelsView, q: string): ModelsView {
  const { status, ...others } = view.filters;
  if (String(status ?? "") !== String(getDefaultStatusFilter(view) ?? "")) return { ...view, q };
  const usual = getDefaultStatusFilter({ q, filters: others });
  return { ...view, q, filters: usual ? { ...others, status: usual } : others };
}

/** Removes a filter, or one of its values if it has several. */
export function toModelsViewWithoutFilterValue(
  view: ModelsView,
  name: ModelFilterName,
  one?: string,
): ModelsView {
  const { [name]: value, ...filters } = view.filters;
  const rest = Array.isArray(value) ? value.filter((item) => item !== one) : [];
  return { ...view, filters: rest.length > 0 ? { ...filters, [name]: rest } : filters };
}

/** Adds a value to a filter that accepts several; replaces the value of any other filter. */
export function toViewWithFilterValue(
  view: ModelsView,
  name: ModelFilterName,
  value: ParsedModelFilterValue,
): ModelsView {
  const own = view.filters[name];
  const all = Array.isArray(own) && Array.isArray(value) ? [...new Set([...own, ...value])] : value;
  return { ...view, filters: { ...view.filters, [name]: all } };
}

/** @param found If absent, the words are searched for in the names. */
export function filterModelTableItems(
  models: readonly ModelTableItem[],
  { q, filters }: Pick<ModelsView, "q" | "filters">,
  found?: RankBySlug,
): ModelTableItem[] {
  const words = splitNameTerms(q);
  const active = MODEL_FILTER_NAMES.flatMap(
    (name): [ModelFilterDefinition, ParsedModelFilterValue][] => {
      const value = filters[name];
      return value === undefined ? [] : [[MODEL_FILTERS[name], value]];
    },
  );
  return models.filter(
    ({ row, values, text }) =>
      (found ? found.has(row.slug) : matchesAllWords(text, words)) &&
      active.every(([filter, value]) => passesModelFilter(filter, values, value)),
  );
}

/** Score for sorting: the model's own, or else that of its line. */
export const getTableSortScore = ({ service_score, line_score }: ModelsFileRow): number | null =>
  service_score ?? line_score;

/** Group in the default order: recent models first, models without any score last. */
const listGroup = ({ row }: ModelTableItem): number =>
  row.is_listed_first ? 0 : getTableSortScore(row) === null ? 2 : 1;

export function sortModelTableItems(
  models: readonly ModelTableItem[],
  { sort, order }: Partial<Pick<ModelsView, "sort" | "order">>,
  { found, costs }: { found?: RankBySlug | undefined; costs?: CostByModel | undefined } = {},
): ModelTableItem[] {
  const direction = order ?? getDefaultSortDirection(sort);
  const tie = createModelSortComparator("offers");
  const by =
    (keyOf: (model: ModelTableItem) => number | null) => (a: ModelTableItem, b: ModelTableItem) =>
      compareWithNullLast(keyOf(a), keyOf(b), direction) || tie(a.values, b.values);
  if (sort === "month")
    return costs
      ? models.toSorted(by(({ row }) => costs.get(row.slug)?.usd ?? null))
      : // Until the costs are loaded, the default order.
        sortModelTableItems(models, {}, { found });
  if (sort === undefined && found)
    return models.toSorted(by(({ row }) => -(found.get(row.slug) ?? Number.POSITIVE_INFINITY)));
  if (sort === undefined || sort === "service_score") {
    const byScore = by(({ row }) => getTableSortScore(row));
    return models.toSorted((a, b) => listGroup(a) - listGroup(b) || byScore(a, b));
  }
  const compare = createModelSortComparator(sort, direction);
  const sorted = models.toSorted((a, b) => compare(a.values, b.values));
  return sortByUnitPrice(sorted, { sort, order: direction }, ({ values, row }) => ({
    input: values.input,
    rate: { unit: row.unit, price: row.unit_price },
  }));
}

/**
 * CSV of the models with all columns of their rows; if given, with their costs and the host with each cost.
 * @param costName Column name of the costs: those of a usage log are not the costs of a month.
 */
export function toModelsCsv(
  models: readonly ModelTableItem[],
  costs?: CostByModel,
  costName: "usd_a_month" | "usd_for_log" = "usd_a_month",
): string {
  const [first] = models;
  const names = Object.keys(first?.row ?? { slug: "" }) as (keyof ModelsFileRow)[];
  const head = [...names, ...(costs ? [costName, `${costName}_host`] : [])];
  const rows = models.map(({ row }) => {
    const { usd = null, host = null } = costs?.get(row.slug) ?? {};
    return [...names.map((name) => row[name]), ...(costs ? [usd, host] : [])];
  });
  return formatSpreadsheetSafeCsv([head, ...rows]);
}

/** CSV according to RFC 4180 that is safe to open in a spreadsheet. */
export const formatSpreadsheetSafeCsv = (rows: readonly (readonly CsvCellValue[])[]): string =>
  rows.map((row) => `${row.map(toCsvField).join(",")}\r\n`).join("");

export type CsvCellValue = string | number | boolean | null;

/** A text that a spreadsheet would interpret as a formula is prefixed with an apostrophe. */
function toCsvField(value: CsvCellValue): string {
  if (typeof value !== "string") return String(value ?? "");
  const safe = /^[=+\-@＝＋－＠\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Dots of the chart: text models with a price. @param costs Costs to use instead of the blended price. */
export const toPriceScorePoints = (
  models: readonly ModelTableItem[],
  costs?: CostByModel,
): PriceScorePoint[] =>
  models.flatMap(({ row, values }) => {
    const price = costs ? costs.get(row.slug)?.usd : values.blended;
    if (!price || row.model_type !== "text") return [];
    const { slug, name, lab, offers: hosts } = row;
    const { service_score: score, score_low: low, score_high: high } = row;
    const { input, output } = values;
    const isOpen = row.is_open_source === true;
    const isProvisional = row.is_provisional === true;
    const model = { slug, name, lab, price, hosts, input, output };
    return [{ ...model, score, low, high, isOpen, isProvisional }];
  });
