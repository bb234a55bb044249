/** A model on the page of models: what is published of it in `/tables/models.json`, and what filters and orders look at. */
import type { PriceUnit } from "../../../../build/cost/rates.ts";
import { splitNameTerms, toNameComparisonKey } from "../../../../build/identity/terms.ts";
import { groupBy } from "../../../../build/schema/collections.ts";
import {
  type FilterableModel,
  toFilterablePrices,
  toLicenseFilterValuesOfModel,
} from "../../../endpoints/models/model-filters.ts";
import { arraysByColumnToRows } from "../../components/table.ts";
import type { CostAtHost, PricesFile, PricesFileRow } from "./workload-costs.ts";

/** An element of the arrays in `/tables/models.json`. Null where it is not known; several names have spaces between them. */
export interface ModelsFileRow {
  slug: string;
  name: string;
  /** Slug and name of the lab that made it. */
  lab: string;
  lab_name: string;
  model_type: string;
  input_modalities: string;
  output_modalities: string;
  supports: string;
  lacks: string;
  /** What the filter `status` finds it under. */
  status: string;
  license: string | null;
  is_open_source: boolean | null;
  context_window: number | null;
  max_output_tokens: number | null;
  /** `pricing`: the list price, else that of the cheapest host. */
  input: number | null;
  output: number | null;
  basis: "list" | "cheapest_offer" | null;
  /** USD per `unit`: the input price, or that of another unit where it is not sold by the token. */
  unit_price: number | null;
  unit: PriceUnit | null;
  service_score: number | null;
  /** Its 90 % interval, and whether fewer than two of its results are independent. */
  score_low: number | null;
  score_high: number | null;
  is_provisional: boolean | null;
  /** Of a model without a score: that of the newest scored model of its line that was not released after it. */
  line_score: number | null;
  /** One of the models of today, which the page lists before the others: see `findModelsToListFirstOnPage`. */
  is_listed_first: boolean;
  avg_score: number | null;
  /** In billions. */
  parameters: number | null;
  /** Release date, or where none is stated the day on which it was first seen. */
  released: string | null;
  retirement_date: string | null;
  /** Name of the model that its lab recommends instead. */
  replacement: string | null;
  knowledge_cutoff: string | null;
  /** Hosts that sell it, and the name of the cheapest confirmed one. */
  offers: number;
  cheapest_host: string | null;
  /** Blended price at that host; of a model without output the input price. */
  cheapest_blended: number | null;
  /** Percent by which the blended price has moved within twelve months. */
  price_change: number | null;
}

export interface ModelTableItem {
  row: ModelsFileRow;
  values: FilterableModel;
  /** Where words are looked for while the API has not answered. */
  text: string;
}

const toNames = (text: string): string[] => text.split(" ").filter(Boolean);

export function toModelTableItem(row: ModelsFileRow): ModelTableItem {
  const values: FilterableModel = {
    hosts: [],
    ...row,
    ...toFilterablePrices(row, row),
    ...{ slug: [row.slug], words: row.slug.split("-") },
    ...{ lab: [row.lab], model_type: [row.model_type] },
    input_modalities: toNames(row.input_modalities),
    output_modalities: toNames(row.output_modalities),
    supports: toNames(row.supports),
    lacks: toNames(row.lacks),
    status: toNames(row.status),
    license: toLicenseFilterValuesOfModel(row.license, row.is_open_source),
  };
  return { row, values, text: toSearchText([row.name, row.slug, row.lab, row.lab_name]) };
}

/** What a host charges for a model; a subscription has no price. */
export interface HostPrice extends Pick<PricesFileRow, "input" | "output" | "unit_price" | "unit"> {
  host: string;
  /** A rule doubts it: a 0 may mean "unknown". */
  isDoubted: boolean;
}

const NO_PRICE = { input: null, output: null, unit_price: null, unit: null };

/** @returns Slug of a model → its price at each host. */
export function groupHostPricesByModel({
  models,
  hosts,
  prices,
}: Pick<PricesFile, "models" | "hosts" | "prices">): Map<string, HostPrice[]> {
  const offers = arraysByColumnToRows(prices).map(({ billing, trust, ...price }) => ({
    ...price,
    ...(billing === "plan" && NO_PRICE),
    ...{ model: models.slug[price.model] ?? "", host: hosts.slug[price.host] ?? "" },
    isDoubted: trust === "unverified",
  }));
  return groupBy(offers, ({ model }) => model);
}

/** @param offers At all hosts of the model. @param host Whose prices count; absent: those of the row. */
export function withPricesOfHost(
  model: ModelTableItem,
  offers: readonly HostPrice[],
  host: string | undefined,
): ModelTableItem {
  const at = offers.find((offer) => offer.host === host);
  const hosts = offers.map((offer) => offer.host);
  const values = { ...model.values, hosts, ...toFilterablePrices(at ?? model.row, model.row) };
  if (!at) return { ...model, values };
  const isUnknown = at.isDoubted && (at.input ?? at.unit_price) === 0;
  const { unit_price, unit, ...shown } = isUnknown ? NO_PRICE : at;
  const row = {
    ...model.row,
    ...{ input: shown.input, output: shown.output },
    ...{ unit_price: unit_price ?? shown.input, unit },
  };
  return { ...model, row, values };
}

/** With the host and the prices that the cost is computed from, so that a row adds up. */
export function withPricesOfCheapestHost(
  model: ModelTableItem,
  cost: CostAtHost | undefined,
): ModelTableItem {
  if (!cost) return model;
  const { host: cheapest_host, input, output } = cost;
  const row = { ...model.row, cheapest_host };
  if (input === null) return { ...model, row };
  const values = { ...model.values, ...toFilterablePrices(cost, row) };
  return { ...model, row: { ...row, input, output, unit_price: input }, values };
}

const toSearchText = (names: readonly string[]): string =>
  ` ${[...splitNameTerms(names.join(" ")), ...names.map(toNameComparisonKey)].join(" ")}`;

/**
 * Whether each word begins a word of the names, or one of the names without its spaces: `gpt5`, `gpt 5` and `openai gpt`
 * all find GPT-5 of OpenAI; `pt` does not.
 */
export const matchesAllWords = (text: string, words: readonly string[]): boolean =>
  words.every((word) => text.includes(` ${word}`));
