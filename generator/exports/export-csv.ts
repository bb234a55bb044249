/** Dataset → CSV: RFC 4180, LF, a header row, empty for null, formulas escaped. */
import type { DuckDBConnection } from "@duckdb/node-api";
import { stringify } from "csv-stringify/sync";
import { z } from "zod";
import type { Catalog } from "../../build/catalog/catalog.ts";
import { readRows } from "../../build/catalog/read-catalog.ts";
import { BuildError } from "../../build/facts/fault.ts";
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

export function toCsv(
  { name: dataset, columns }: Pick<Dataset, "name" | "columns">,
  rows: readonly ExportRow[],
): string {
  const names = columns.map(({ name }) => name);
  const textOf = cellTexts(
    dataset,
    rows.flatMap((row) => names.map((name) => row[name])),
  );
  const lines = rows.map((row) => names.map((name) => textOf(row[name])).join(","));
  return [names.join(","), ...lines, ""].join("\n");
}

/** Stands after every value, and in none. */
const END = "\0";

/**
 * What csv-stringify makes of each value. Most stand in many cells: asked for each of them once, it takes a sixth of
 * the time.
 */
function cellTexts(dataset: string, values: readonly unknown[]): (value: unknown) => string {
  const distinct = [...new Set(values)];
  const texts = stringify(
    distinct.map((value) => [value, END]),
    { escape_formulas: true, cast: { boolean: String } },
  ).split(`,${END}\n`);
  if (texts.length !== distinct.length + 1)
    throw new BuildError(`export ${dataset}: a text has the character NUL in it; mend the fact`);
  const textOf = new Map(distinct.map((value, index) => [value, texts[index]!]));
  return (value) => textOf.get(value)!;
}
