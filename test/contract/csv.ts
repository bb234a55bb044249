/** Reads CSV exports as their users do. */
import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { expect } from "vitest";
import { memoizePerSite } from "./harness.ts";
import { compareText } from "./walk.ts";

export type CsvRow = Readonly<Record<string, string>>;

interface CsvFile {
  text: string;
  header: string;
  rows: readonly CsvRow[];
}

export const readCsvFile = (file: URL | string): CsvRow[] =>
  parse(readFileSync(file), { columns: true });

/** Requests a dataset and parses it, once per site. All cells stay text. */
export const readCsvExport = memoizePerSite(async ({ get }, dataset: string): Promise<CsvFile> => {
  const { status, headers, text } = await get(`/api/v1/export/${dataset}`);
  expect([status, headers.get("Content-Type")]).toEqual([200, "text/csv; charset=utf-8"]);
  const rows = parse(text, { columns: true }) as CsvRow[];
  return { text, header: text.slice(0, text.indexOf("\n")), rows };
});

/** Rows that should come before the row above them, by the text or number of the given columns. */
export function findMisplacedRows(rows: readonly CsvRow[], columns: readonly string[]): CsvRow[] {
  const compare = (a: CsvRow, b: CsvRow, column: string): number =>
    column === "input_usd_per_m"
      ? toNumber(a[column]) - toNumber(b[column])
      : compareText(a[column] ?? "", b[column] ?? "");
  return rows.filter((row, at) => {
    const before = rows[at - 1] ?? row;
    return columns.reduce((order, column) => order || compare(before, row, column), 0) > 0;
  });
}

/** Unknown prices stand last. */
const toNumber = (cell = ""): number => (cell === "" ? Number.MAX_VALUE : Number(cell));
