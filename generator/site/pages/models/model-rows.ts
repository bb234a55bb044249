/** A model on the models page: its row in `/tables/models.json`, and the values that filters and sorting use. */
import type { PriceUnit } from "../../../../build/cost/rates.ts";
import { splitNameTerms, toNameComparisonKey } from "../../../../build/identity/terms.ts";
import { groupBy } from "../../../../build/schema/collections.ts";
import {
  compareWithNullLast,
  type FilterableModel,
  isOneOf,
  toFilterablePrices,
  toLicenseFilterValuesOfModel,
} from "../../../endpoints/models/model-filters.ts";
import { arraysByColumnToRows } from "../../components/table.ts";
import type { CostAtHost, PricesFile, PricesFileRow, UnknownCost } from "./workload-costs.ts";

/** A row of `/tables/models.json`. Null means unknown. Fields with several values separate them by spaces. */
export interface ModelsFileRow {
  slug: string;
  name: string;
  /** Slug and name of the model's lab. */
  lab: string;
  lab_name: string;
  model_type: string;
  input_modalities: string;
  output_modalities: string;
  supports: string;
  lacks: string;
  /** Values of the `status` filter that match the model. */
  status: string;
  license: string | null;
  is_open_source: boolean | null;
  context_window: number | null;
  max_output_tokens: number | null;
  /** Same as `pricing` in the API: the list price, or the price at the cheapest host if there is no list price. */
  input: number | null;
  output: number | null;
  basis: "list" | "cheapest_offer" | null;
  /** USD per `unit`: the input price, or the price in another unit if the model is not sold by token. */
  unit_price: number | null;
  unit: PriceUnit | null;
  service_score: number | null;
  /** 90 % interval of the score, and whether fewer than two of the model's results are independent. */
  score_low: number | null;
  score_high: number | null;
  is_provisional: boolean | null;
  /** For a model without a score: the score of the newest scored model of its line that was not released after it. */
  line_score: number | null;
  /** Whether the page lists the model before others: see `findModelsToListFirstOnPage`. */
  is_listed_first: boolean;
  avg_score: number | null;
  /** Billions of parameters. */
  parameters: number | null;
  /** Release date; if none is stated, the day first seen if that is the basis of the date (see `toModelSortDate`). */
  released: string | null;
  retirement_date: string | null;
  /** Name of the model that its lab recommends instead. */
  replacement: string | null;
  knowledge_cutoff: string | null;
  /** Number of hosts that sell the model, and name of the cheapest confirmed host. */
  offers: number;
  cheapest_host: string | null;
  /** Blended price at that host; for models without output tokens, the input price. */
  cheapest_blended: number | null;
  /** Change of the blended price over the last twelve months, in percent. */
  price_change: number | null;
  /** The next day on which the list price changes, and by how many percent, blended. */
  announced_date: string | null;
  announced_change: number | null;
}

export interface ModelTableItem {
  row: ModelsFileRow;
  values: FilterableModel;
  /** Text that is searched until the API has answered. */
  text: string;
}

const toNames = (text: string): string[] => text.split(" ").filter(Boolean);

export function toModelTableItem(row: ModelsFileRow): ModelTableItem {
  const values: FilterableModel = {
    hosts: [],
    ...row,
    ...toFilterablePrices(row, row),
    slug: [row.slug],
    words: row.slug.split("-"),
    lab: [row.lab],
    model_type: [row.model_type],
    input_modalities: toNames(row.input_modalities),
    output_modalities: toNames(row.output_modalities),
    supports: toNames(row.supports),
    lacks: toNames(row.lacks),
    status: toNames(row.status),
    license: toLicenseFilterValuesOfModel(row.license, row.is_open_source),
  };
  return { row, values, text: toSearchText([row.name, row.slug, row.lab, row.lab_name]) };
}

/** Price of a model at a host. A subscription has no price. */
export interface HostPrice extends Pick<PricesFileRow, "input" | "output" | "unit_price" | "unit"> {
  host: string;
  /** Whether a data-quality rule flags the price: a 0 may mean "unknown". */
  isDoubted: boolean;
}

const NO_PRICE = { input: null, output: null, unit_price: null, unit: null };

/** @returns Slug of a model → its price at each host. */
export function groupHostPricesByModel({ models, hosts, prices }: PricesFile) {
  const offers = arraysByColumnToRows(prices).map(({ billing, trust, ...price }) => ({
    ...price,
    ...(billing === "plan" && NO_PRICE),
    model: models.slug[price.model] ?? "",
    host: hosts.slug[price.host] ?? "",
    isDoubted: trust === "unverified",
  }));
  return groupBy(offers, ({ model }) => model);
}

/**
 * The model with its price at a host, and the list of its hosts for filters.
 * @param offers Offers at all hosts of the model.
 * @param host Slug of the host, or of several, separated by commas; if undefined, the row keeps its prices.
 */
export function withPricesOfHost(
  model: ModelTableItem,
  offers: readonly HostPrice[],
  host: string | undefined,
): ModelTableItem {
  // As in the API: of several hosts, the cheapest that charges.
  const paidOf = (offer: HostPrice) => toFilterablePrices(offer, model.row).blended || null;
  const [at] = offers
    .filter((offer) => isOneOf(host, offer.host))
    .sort((a, b) => compareWithNullLast(paidOf(a), paidOf(b), "asc"));
  const hosts = offers.map((offer) => offer.host);
  const values = { ...model.values, hosts, ...toFilterablePrices(at ?? model.row, model.row) };
  if (!at) return { ...model, values };
  const isUnknown = at.isDoubted && (at.input ?? at.unit_price) === 0;
  const { unit_price, unit, ...shown } = isUnknown ? NO_PRICE : at;
  const row = {
    ...model.row,
    input: shown.input,
    output: shown.output,
    unit_price: unit_price ?? shown.input,
    unit,
  };
  return { ...model, row, values };
}

/** The model with the host and prices from which the cost was computed, so that the figures in a row are consistent. */
export function withPricesOfCheapestHost(
  model: ModelTableItem,
  cost: CostAtHost | UnknownCost | undefined,
): ModelTableItem {
  if (!cost || cost.usd === null) return model;
  const { host: cheapest_host, input, output } = cost;
  const row = { ...model.row, cheapest_host };
  if (input === null) return { ...model, row };
  const values = { ...model.values, ...toFilterablePrices(cost, row) };
  return { ...model, row: { ...row, input, output, unit_price: input }, values };
}

const toSearchText = (names: readonly string[]): string =>
  ` ${[...splitNameTerms(names.join(" ")), ...names.map(toNameComparisonKey)].join(" ")}`;

/**
 * Whether each word is the beginning of a word in the names, or of a name without its spaces: `gpt5`, `gpt 5` and
 * `openai gpt` all find GPT-5 of OpenAI; `pt` does not.
 */
export const matchesAllWords = (text: string, words: readonly string[]): boolean =>
  words.every((word) => text.includes(` ${word}`));
