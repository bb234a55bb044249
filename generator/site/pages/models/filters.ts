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

const flag = (
  key: string,
  label: string,
  any: string,
  field: "is_open_source" | "tools",
  yes: string,
  no: string,
): Filter => {
  const valuesOf = ({ [field]: value }: ModelRecord) => (value === null ? [] : [value ? "1" : "0"]);
  return choice(key, label, any, valuesOf, (value) => (value === "1" ? yes : no));
};

/** @param side Models with a value on that side of the bound. */
const bound = (
  key: string,
  label: string,
  any: string,
  field: "context_window" | "input" | "service_score",
  side: "least" | "most",
  values: readonly string[],
  text: (value: string) => string,
): Filter => ({
  ...{ key, label, any, text },
  options: () => new Map(values.map((value) => [value, text(value)])),
  isValid: (value) => Number.isFinite(Number(value)),
  passes({ [field]: own }, value) {
    if (own === null) return false;
    return side === "least" ? own >= Number(value) : own <= Number(value);
  },
});

const since: Filter = {
  ...{ key: "since", label: "Released since", any: "Any time", text: toLongDate },
  options: (records) => new Map(halfYears(records).map((month) => [month, toLongDate(month)])),
  isValid: (value) => /^\d{4}(-\d\d){0,2}$/.test(value),
  passes: ({ released }, value) => released !== null && released >= value,
};

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

const labOf = ({ lab }: ModelRecord): string[] => [lab];

export const FILTERS: readonly Filter[] = [
  choice("lab", "Lab", "Any lab", labOf, (_, { lab_name }) => lab_name),
  flag("open", "Weights", "Open or closed", "is_open_source", "Open weights", "Closed"),
  choice("takes", "Input", "Any input", ({ takes }) => takes.split(" ").filter(Boolean)),
  choice("type", "Output", "Any output", ({ model_type }) => [model_type]),
  flag("tools", "Tool calling", "Yes or no", "tools", "Yes", "No"),
  bound(
    "context",
    "Min context",
    "Any size",
    "context_window",
    "least",
    CONTEXT_OPTIONS,
    tokensText,
  ),
  bound("price", "Max input price", "Any price", "input", "most", PRICE_OPTIONS, priceText),
  since,
  bound(
    "score",
    "Min service score",
    "Any or none",
    "service_score",
    "least",
    SCORE_OPTIONS,
    String,
  ),
];
