/** Dataset → CSV: RFC 4180, LF, a header row, empty for null, formulas escaped. */
import type { DuckDBConnection } from "@duckdb/node-api";
import { stringify } from "csv-stringify/sync";
import { z } from "zod";
import type { Catalog } from "../../build/read-model/catalog/catalog.ts";
import { readRows } from "../../build/read-model/catalog/read-catalog.ts";
import type { Dataset } from "./datasets.ts";
import { madeRows } from "./made-rows.ts";

type ExportRow = Record<string, unknown>;
/** The Parquet's casts check the types of the same rows; looking at every cell here takes 0.1 s. */
const AnyRow = z.custom<ExportRow>();

export async function rowsOf(
  { rows }: Dataset,
  catalog: Catalog,
  db: DuckDBConnection,
): Promise<readonly ExportRow[]> {
  return typeof rows === "string" ? madeRows(catalog)[rows] : readRows(db, rows.table, AnyRow);
}

export function toCsv({ columns }: Pick<Dataset, "columns">, rows: readonly ExportRow[]): string {
  const names = columns.map(({ name }) => name);
  const textOf = cellText();
  const lines = rows.map((row) => names.map((name) => textOf(row[name])).join(","));
  return [names.join(","), ...lines, ""].join("\n");
}

/** Needs no quotes and begins no formula. */
const PLAIN = /^[A-Za-z0-9][^",\r\n]*$/;

/** As csv-stringify writes a cell. It is asked for the odd ones; most are plain, and take it 1 µs each. */
function cellText(): (value: unknown) => string {
  const odd = new Map<unknown, string>();
  return (value) => {
    if (value === null || value === undefined) return "";
    if (typeof value === "number" || (typeof value === "string" && PLAIN.test(value)))
      return String(value);
    const text = odd.get(value) ?? stringify([[value]], OPTIONS).slice(0, -1);
    odd.set(value, text);
    return text;
  };
}

const OPTIONS = { escape_formulas: true, cast: { boolean: String } };
