/** The rows of a view as CSV (RFC 4180), safe to open in a spreadsheet. */
import type { ModelRecord } from "./model-record.ts";
import { TABLE_COLUMNS } from "./table-columns.ts";

const LINE_END = "\r\n";

/** @param columns Keys; slug and lab stand before them. */
export function toViewCsv(records: readonly ModelRecord[], columns: readonly string[]): string {
  const shown = TABLE_COLUMNS.filter(({ key }) => columns.includes(key) && key !== "lab");
  const head = ["slug", "lab", ...shown.map(({ key }) => key)];
  const rows = records.map((record) => [
    record.slug,
    record.lab_name,
    ...shown.map((column) => column.value(record)),
  ]);
  return [head, ...rows].map((row) => row.map(toField).join(",") + LINE_END).join("");
}

/** A text that a spreadsheet would take for a formula begins with an apostrophe. */
function toField(value: string | number | null): string {
  if (value === null || typeof value === "number") return String(value ?? "");
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
