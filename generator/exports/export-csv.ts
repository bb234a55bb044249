/** Dataset → rows → CSV: RFC 4180, LF, a header row, empty for null, formulas escaped. */
import type { DuckDBConnection } from "@duckdb/node-api";
import { stringify } from "csv-stringify/sync";
import { z } from "zod";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { readChunks } from "../../build/model/catalog/read-catalog.ts";
import type { Dataset } from "./dataset.ts";
import { tableOf } from "./export-table.ts";
import { madeRows } from "./made-rows.ts";

export type ExportRow = Record<string, unknown>;
/** The Parquet's casts check the types of the same rows; looking at every cell here takes 0.1 s. */
const AnyRow = z.custom<ExportRow>();

/** Rows of a dataset in their order, some thousand at a time. */
export async function* rowsOf(
  { name, rows }: Dataset,
  catalog: Catalog,
  db: DuckDBConnection,
): AsyncGenerator<readonly ExportRow[]> {
  if (typeof rows === "string") yield madeRows(catalog)[rows];
  else yield* readChunks(db, tableOf(name), AnyRow);
}

/** @param isFirst Of the file: the header stands before them. */
export function toCsv({ columns }: Dataset, rows: readonly ExportRow[], isFirst: boolean): string {
  return stringify([...rows], {
    header: isFirst,
    columns: columns.map(({ name }) => name),
    escape_formulas: true,
    cast: { boolean: String },
  });
}
