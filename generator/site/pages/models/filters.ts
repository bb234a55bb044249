/** What the table of models can be filtered by. */
import { toLongDate } from "../../components/format.ts";
import type { ModelRecord } from "./columns.ts";

export interface Filter {
  key: string;
  label: string;
  /** Wording of "no filter". */
  any: string;
  /** Values to choose from, as the address has them, with their texts. */
  options(records: readonly ModelRecord[]): ReadonlyMap<string, string>;
  /** Of a value that is none of the options. */
  text(value: string): string;
  isValid(value: string): boolean;
  /** A model of which nothing is known passes no filter. */
  passes(record: ModelRecord, value: string): boolean;
}

/** @param textOf A value as people read it, by a record that has it. */
const choice = (
  key: string,
  label: string,
  any: string,
  valuesOf: (record: ModelRecord) => readonly string[],
  textOf: (value: string, record: ModelRecord) => string = (value) => value,
): Filter => ({
  ...{ key, label, any },
  options(records) {
    const texts = new Map<string, string>();
    for (const record of records)
      for (const value of valuesOf(record))
        if (!texts.has(value)) texts.set(value, textOf(value, record));
    return new Map([...texts].sort(([, a], [, b]) => a.localeCompare(b, "en")));
  },
  text: (value) => value,
  isValid: () => true,
  passes: (record, value) => valuesOf(record).includes(value),
});

const flagValues = (flag: boolean | null): string[] => (flag === null ? [] : [flag ? "1" : "0"]);

/** @param values Bounds to choose from. */
const bound = (
  key: string,
  label: string,
  any: string,
  values: readonly string[],
  text: (value: string) => string,
  passes: Filter["passes"],
): Filter => ({
  ...{ key, label, any, text, passes },
  options: () => new Map(values.map((value) => [value, text(value)])),
  isValid: (value) => Number.isFinite(Number(value)),
});

/** The last eight half-years that begin before the newest release, by their first month. */
function halfYears(records: readonly ModelRecord[]): string[] {
  const newest = records
    .map(({ released }) => released ?? "")
    .reduce((a, b) => (a > b ? a : b), "");
  const year = Number(newest.slice(0, 4));
  return Array.from({ length: 5 }, (_, back) => [`${year - back}-07`, `${year - back}-01`])
    .flat()
    .filter((month) => month <= newest)
    .slice(0, 8);
}

/** `200000` → `200k tokens`. */
export const tokensText = (tokens: string): string =>
  `${Number(tokens) / 1000}k tokens`.replace("1000k", "1M");

const priceText = (price: string): string => (Number(price) === 0 ? "free" : `$${price}`);

export const CONTEXT_OPTIONS = ["32000", "128000", "200000", "400000", "1000000"];
export const SCORE_OPTIONS = ["90", "80", "70", "60", "50", "40"];
const PRICE_OPTIONS = ["0", "0.1", "0.25", "0.5", "1", "2", "5", "10"];

const isAtLeast = (own: number | null, bound: string) => own !== null && own >= Number(bound);

export const FILTERS: readonly Filter[] = [
  choice(
    "lab",
    "Lab",
    "Any lab",
    ({ lab }) => [lab],
    (_, { lab_name }) => lab_name,
  ),
  choice(
    "open",
    "Weights",
    "Open or closed",
    ({ is_open_source }) => flagValues(is_open_source),
    (value) => (value === "1" ? "Open weights" : "Closed"),
  ),
  choice("takes", "Input", "Any input", ({ takes }) => takes.split(" ").filter(Boolean)),
  choice("type", "Output", "Any output", ({ model_type }) => [model_type]),
  choice(
    "tools",
    "Tool calling",
    "Yes or no",
    ({ tools }) => flagValues(tools),
    (value) => (value === "1" ? "Yes" : "No"),
  ),
  bound(
    "context",
    "Min context",
    "Any size",
    CONTEXT_OPTIONS,
    tokensText,
    ({ context_window }, value) => isAtLeast(context_window, value),
  ),
  bound(
    "price",
    "Max input price",
    "Any price",
    PRICE_OPTIONS,
    priceText,
    ({ input }, value) => input !== null && input <= Number(value),
  ),
  {
    ...bound(
      "since",
      "Released since",
      "Any time",
      [],
      toLongDate,
      ({ released }, value) => released !== null && released >= value,
    ),
    options: (records) => new Map(halfYears(records).map((month) => [month, toLongDate(month)])),
    isValid: (value) => /^\d{4}(-\d\d){0,2}$/.test(value),
  },
  bound(
    "score",
    "Min service score",
    "Any or none",
    SCORE_OPTIONS,
    String,
    ({ service_score }, value) => isAtLeast(service_score, value),
  ),
];
