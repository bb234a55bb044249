/** What the table of models can be filtered by. */
import { toLongDate } from "../../components/format.ts";
import type { ModelRecord } from "./model-record.ts";

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

type Named = readonly [key: string, label: string, any: string];

/** @param textOf A value as people read it, by a record that has it. */
function choice(
  [key, label, any]: Named,
  valuesOf: (record: ModelRecord) => readonly string[],
  textOf: (value: string, record: ModelRecord) => string = (value) => value,
): Filter {
  const options = (records: readonly ModelRecord[]) => {
    const found = new Map<string, string>();
    for (const record of records)
      for (const value of valuesOf(record))
        if (!found.has(value)) found.set(value, textOf(value, record));
    return new Map([...found].sort(([, a], [, b]) => a.localeCompare(b, "en")));
  };
  return {
    ...{ key, label, any, options },
    text: (value) => value,
    isValid: () => true,
    passes: (record, value) => valuesOf(record).includes(value),
  };
}

function flag(named: Named, field: "is_open_source" | "tools", yes: string, no: string): Filter {
  const valuesOf = ({ [field]: value }: ModelRecord) => (value === null ? [] : [value ? "1" : "0"]);
  return choice(named, valuesOf, (value) => (value === "1" ? yes : no));
}

/** @param side Models with a value on that side of the bound. */
function bound(
  [key, label, any]: Named,
  side: "least" | "most",
  numberOf: (record: ModelRecord) => number | null,
  options: (records: readonly ModelRecord[]) => readonly string[],
  text: (value: string) => string,
  toNumber: (value: string) => number = Number,
): Filter {
  return {
    ...{ key, label, any, text },
    options: (records) => new Map(options(records).map((value) => [value, text(value)])),
    isValid: (value) => Number.isFinite(toNumber(value)),
    passes(record, value) {
      const own = numberOf(record);
      if (own === null) return false;
      return side === "least" ? own >= toNumber(value) : own <= toNumber(value);
    },
  };
}

/** `2026-07-01` and `2026-07` as numbers in the order of time. */
const dayNumber = (day: string): number => Number(day.replaceAll("-", "").padEnd(8, "0"));

/** The last eight that begin before the newest release. */
function halfYears(records: readonly ModelRecord[]): string[] {
  const newest = records.reduce(
    (day, { released }) => (released !== null && released > day ? released : day),
    "",
  );
  const year = Number(newest.slice(0, 4));
  return Array.from({ length: 5 }, (_, back) => [`${year - back}-07`, `${year - back}-01`])
    .flat()
    .filter((month) => month <= newest)
    .slice(0, 8);
}

/** `200000` → `200k tokens`. */
export const tokensText = (tokens: string): string =>
  `${Number(tokens) / 1000}k tokens`.replace("1000k", "1M");

export const CONTEXT_OPTIONS = ["32000", "128000", "200000", "400000", "1000000"];
export const SCORE_OPTIONS = ["90", "80", "70", "60", "50", "40"];
const PRICE_OPTIONS = ["0", "0.1", "0.25", "0.5", "1", "2", "5", "10"];

export const FILTERS: readonly Filter[] = [
  choice(
    ["lab", "Lab", "Any lab"],
    ({ lab }) => [lab],
    (_, { lab_name }) => lab_name,
  ),
  flag(["open", "Weights", "Open or closed"], "is_open_source", "Open weights", "Closed"),
  choice(["takes", "Input", "Any input"], ({ takes }) => takes.split(" ").filter(Boolean)),
  choice(["type", "Output", "Any output"], ({ model_type }) => [model_type]),
  flag(["tools", "Tool calling", "Yes or no"], "tools", "Yes", "No"),
  bound(
    ["context", "Min context", "Any size"],
    "least",
    ({ context_window }) => context_window,
    () => CONTEXT_OPTIONS,
    tokensText,
  ),
  bound(
    ["price", "Max input price", "Any price"],
    "most",
    ({ input }) => input,
    () => PRICE_OPTIONS,
    (value) => (Number(value) === 0 ? "free" : `$${value}`),
  ),
  bound(
    ["since", "Released since", "Any time"],
    "least",
    ({ released }) => (released === null ? null : dayNumber(released)),
    halfYears,
    toLongDate,
    dayNumber,
  ),
  bound(
    ["score", "Min service score", "Any or none"],
    "least",
    ({ service_score }) => service_score,
    () => SCORE_OPTIONS,
    (value) => value,
  ),
];
