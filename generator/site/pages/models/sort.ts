/** Rows in the order of a column. What is not known comes last in both directions; equal rows keep the file's order. */
import type { ModelRecord } from "./model-record.ts";
import { type Direction, TABLE_COLUMNS } from "./table-columns.ts";

const { compare } = new Intl.Collator("en", { numeric: true });

export function sortRecords(
  records: readonly ModelRecord[],
  key: string,
  direction: Direction,
): ModelRecord[] {
  const column = TABLE_COLUMNS.find((one) => one.key === key);
  if (!column) return [...records];
  const keyed = records.map((record) => ({ record, value: column.value(record) }));
  const known = keyed.filter(({ value }) => value !== null);
  const unknown = keyed.filter(({ value }) => value === null);
  const sign = direction === "asc" ? 1 : -1;
  known.sort((a, b) => sign * compareValues(a.value, b.value));
  return [...known, ...unknown].map(({ record }) => record);
}

const compareValues = (a: string | number | null, b: string | number | null): number =>
  typeof a === "number" && typeof b === "number" ? a - b : compare(String(a), String(b));
