/** Dataset → CSV: RFC 4180, LF, a header row, empty for null, formulas escaped. */
import type { DuckDBConnection } from "@duckdb/node-api";
import { stringify } from "csv-stringify/sync";
import { z } from "zod";
import type { Catalog } from "../../build/catalog/catalog.ts";
import { readRows } from "../../build/catalog/read-catalog.ts";
import type { Dataset } from "./datasets.ts";
import { madeRows } from "./made-rows.ts";

type ExportRow = Record<string, unknown>;
/** The Parquet's casts check the types of the same rows; looking at every cell here takes 0.1 s. */
const AnyRow = z.custom<ExportRow>();

export async function exportCsv(
  dataset: Dataset,
  catalog: Catalog,
  db: DuckDBConnection,
): Promise<string> {
  const { rows } = dataset;
  return toCsv(
    dataset,
    typeof rows === "string" ? madeRows(catalog)[rows] : await readRows(db, rows.table, AnyRow),
  );
}

function toCsv(dataset: Dataset, rows: readonly ExportRow[]): string {
  const names = dataset.columns.map(({ name }) => name);
  const records = rows.map((row) => names.map((name) => row[name]));
  return stringify([names, ...records], { escape_formulas: true, cast: { boolean: String } });
}
