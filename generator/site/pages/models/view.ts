/** What the table of models shows: its words, filters, order and columns, as an address too. */
import { splitNameTerms } from "../../../../build/identity/terms.ts";
import {
  columnValue,
  type Direction,
  FILTERS,
  isNamed,
  MODEL_COLUMNS,
  type ModelRecord,
  naturalDirection,
  SHOWN_COLUMNS,
} from "./columns.ts";

/** Filter → value. */
type Choices = Readonly<Record<string, string>>;

export interface View {
  q: string;
  choices: Choices;
  sort: string;
  direction: Direction;
  /** Keys of columns, in the table's order. */
  columns: readonly string[];
}

/** Order of `/api/v1/models`, and so of the file. */
const DEFAULT_SORT = "average";

/** Reads `?open=1&context=200000&price=1&sort=input`; unknown parameters and values are left out. */
export function readView(query: URLSearchParams): View {
  const sort = columnOf(query.get("sort") ?? "")?.key ?? DEFAULT_SORT;
  const order = query.get("order");
  const wanted = query.get("columns")?.split(",") ?? SHOWN_COLUMNS;
  const chosen = FILTERS.map(({ key, isValid }) => [key, query.get(key) ?? "", isValid] as const)
    .filter(([, value, isValid]) => value !== "" && isValid(value))
    .map(([key, value]) => [key, value]);
  return {
    q: query.get("q") ?? "",
    choices: Object.fromEntries(chosen),
    sort,
    direction: order === "asc" || order === "desc" ? order : firstDirection(sort),
    columns: MODEL_COLUMNS.map(({ key }) => key).filter(
      (key) => key === "name" || wanted.includes(key),
    ),
  };
}

/** Only what differs from the defaults. */
export function writeView({ q, choices, sort, direction, columns }: View): URLSearchParams {
  const query = new URLSearchParams();
  if (q.trim() !== "") query.set("q", q.trim());
  for (const { key } of FILTERS) if (choices[key]) query.set(key, choices[key]);
  if (sort !== DEFAULT_SORT) query.set("sort", sort);
  if (direction !== firstDirection(sort)) query.set("order", direction);
  if (columns.join() !== SHOWN_COLUMNS.join()) query.set("columns", columns.join());
  return query;
}

const columnOf = (key: string) => MODEL_COLUMNS.find((column) => column.key === key);

const firstDirection = (sort: string): Direction => {
  const column = columnOf(sort);
  return column ? naturalDirection(column) : "asc";
};

/** After a click on a heading. */
export function sortedBy(view: View, sort: string): View {
  const other = view.direction === "asc" ? "desc" : "asc";
  return { ...view, sort, direction: view.sort === sort ? other : firstDirection(sort) };
}

const { compare } = new Intl.Collator("en", { numeric: true });

/** What is not known comes last in both directions; equal rows keep their order. */
export function sortRecords(
  records: readonly ModelRecord[],
  { sort, direction }: Pick<View, "sort" | "direction">,
): ModelRecord[] {
  const column = columnOf(sort);
  if (!column) return [...records];
  const sign = direction === "asc" ? 1 : -1;
  return records
    .map((record) => ({ record, value: columnValue(column, record) }))
    .sort(({ value: a }, { value: b }) => {
      if (a === null || b === null) return Number(a === null) - Number(b === null);
      const areNumbers = typeof a === "number" && typeof b === "number";
      return sign * (areNumbers ? a - b : compare(String(a), String(b)));
    })
    .map(({ record }) => record);
}

/** @param words As typed: each must begin a word of the model's name, slug or lab. */
export function filterRecords(
  records: readonly ModelRecord[],
  choices: Choices,
  words = "",
): ModelRecord[] {
  const wanted = splitNameTerms(words);
  const active = FILTERS.filter(({ key }) => choices[key] !== undefined);
  return records.filter(
    (record) =>
      isNamed([record.name, record.slug, record.lab, record.lab_name], wanted) &&
      active.every(({ key, passes }) => passes(record, choices[key] ?? "")),
  );
}

/** Filter → value → models that would be left if that filter alone were changed to that value. */
export function countChoices(
  records: readonly ModelRecord[],
  choices: Choices,
  words = "",
): Map<string, Map<string, number>> {
  const named = filterRecords(records, {}, words);
  return new Map(
    FILTERS.map((filter) => {
      const { [filter.key]: _, ...others } = choices;
      const left = filterRecords(named, others);
      const values = [...filter.options(records).keys()];
      const count = (value: string) => left.filter((record) => filter.passes(record, value)).length;
      return [filter.key, new Map(values.map((value) => [value, count(value)]))];
    }),
  );
}

/** The rows of a view as CSV (RFC 4180), safe to open in a spreadsheet. Slug and lab come first. */
export function toViewCsv(records: readonly ModelRecord[], columns: readonly string[]): string {
  const shown = MODEL_COLUMNS.filter(({ key }) => columns.includes(key) && key !== "lab");
  const head = ["slug", "lab", ...shown.map(({ key }) => key)];
  const rows = records.map((record) => [
    record.slug,
    record.lab_name,
    ...shown.map((column) => columnValue(column, record)),
  ]);
  return [head, ...rows].map((row) => `${row.map(toCsvField).join(",")}\r\n`).join("");
}

/** A text that a spreadsheet would take for a formula begins with an apostrophe. */
function toCsvField(value: string | number | null): string {
  if (value === null || typeof value === "number") return String(value ?? "");
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
