/** What the table can be filtered by. */
import { toLongDate } from "../../components/format.ts";
import type { ModelRecord } from "./model-record.ts";

interface Named {
  key: string;
  label: string;
  /** Wording of "no filter". */
  any: string;
}

/** Models that have a value. */
interface ChoiceFacet extends Named {
  kind: "choice";
  values(record: ModelRecord): readonly string[];
  /** As people read a value. */
  text(value: string, record: ModelRecord): string;
}

/** Models on one side of a bound; one without a value is on neither. */
interface BoundFacet extends Named {
  kind: "least" | "most";
  value(record: ModelRecord): number | null;
  /** Bounds to choose from, as the address has them. */
  options(records: readonly ModelRecord[]): readonly string[];
  /** Of a bound. */
  toNumber(value: string): number;
  text(value: string): string;
}

export type Facet = ChoiceFacet | BoundFacet;

const flag = (value: boolean | null): readonly string[] =>
  value === null ? [] : [value ? "1" : "0"];

const YES_NO = (yes: string, no: string) => (value: string) => (value === "1" ? yes : no);

/** `2026-07-01` and `2026-07` as numbers in the order of time. */
const dayNumber = (day: string): number => Number(day.replaceAll("-", "").padEnd(8, "0"));

/** The last eight that begin before the newest release. */
function halfYears(records: readonly ModelRecord[]): string[] {
  const newest = records.reduce(
    (day, { released }) => ((released ?? "") > day ? (released ?? "") : day),
    "",
  );
  const year = Number(newest.slice(0, 4));
  return Array.from({ length: 5 }, (_, back) => [`${year - back}-07`, `${year - back}-01`])
    .flat()
    .filter((month) => month <= newest)
    .slice(0, 8);
}

export const FACETS: readonly Facet[] = [
  {
    ...{ kind: "choice", key: "lab", label: "Lab", any: "Any lab" },
    values: ({ lab }) => [lab],
    text: (_, { lab_name }) => lab_name,
  },
  {
    ...{ kind: "choice", key: "open", label: "Weights", any: "Open or not" },
    values: ({ is_open_source }) => flag(is_open_source),
    text: YES_NO("Open weights", "Not open"),
  },
  {
    ...{ kind: "choice", key: "takes", label: "Takes", any: "Anything" },
    values: ({ takes }) => (takes === "" ? [] : takes.split(" ")),
    text: (value: string) => value,
  },
  {
    ...{ kind: "choice", key: "type", label: "Makes", any: "Anything" },
    values: ({ model_type }) => [model_type],
    text: (value: string) => value,
  },
  {
    ...{ kind: "choice", key: "tools", label: "Calls tools", any: "Yes or no" },
    values: ({ tools }) => flag(tools),
    text: YES_NO("Calls tools", "Does not"),
  },
  {
    ...{ kind: "least", key: "context", label: "Context at least", any: "Any size" },
    value: ({ context_window }) => context_window,
    options: () => ["32000", "128000", "200000", "400000", "1000000"],
    toNumber: Number,
    text: (value: string) => `${Number(value) / 1000}k tokens`.replace("1000k", "1M"),
  },
  {
    ...{ kind: "most", key: "price", label: "Input price at most", any: "Any price" },
    value: ({ input }) => input,
    options: () => ["0", "0.1", "0.25", "0.5", "1", "2", "5", "10"],
    toNumber: Number,
    text: (value: string) => (Number(value) === 0 ? "free" : `$${value}`),
  },
  {
    ...{ kind: "least", key: "since", label: "Released since", any: "Any time" },
    value: ({ released }) => (released === null ? null : dayNumber(released)),
    options: halfYears,
    toNumber: dayNumber,
    text: toLongDate,
  },
  {
    ...{ kind: "least", key: "score", label: "Service score at least", any: "Any or none" },
    value: ({ service_score }) => service_score,
    options: () => ["90", "80", "70", "60", "50", "40"],
    toNumber: Number,
    text: (value: string) => value,
  },
];
