/** The rows of a dataset as a table of the snapshot: CSV and Parquet hold the same, in the same order. */
import type { DuckDBConnection } from "@duckdb/node-api";
import { BuildError } from "../../build/facts/fault.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { literal } from "../../build/model/snapshot/sql-literal.ts";
import type { Column, Dataset } from "./dataset.ts";
import { madeRows } from "./made-rows.ts";

export const SQL_TYPES: Readonly<Record<Column["type"], string>> = {
  string: "VARCHAR",
  number: "DOUBLE",
  integer: "BIGINT",
  boolean: "BOOLEAN",
  date: "DATE",
  object: "VARCHAR",
};

/** `price-history` → `export_price_history`. */
export const tableOf = (name: string): string => `export_${name.replaceAll("-", "_")}`;

/** @throws BuildError when the query of a dataset fails, or a row that is made in code is not of its columns' types. */
export async function createExportTable(
  dataset: Dataset,
  catalog: Catalog,
  db: DuckDBConnection,
): Promise<void> {
  const { name, rows } = dataset;
  const created =
    typeof rows === "string"
      ? insertMade(dataset, madeRows(catalog)[rows], db)
      : db.run(`CREATE OR REPLACE TABLE ${tableOf(name)} AS ${rows.sql}`);
  await created.catch((error: Error) => {
    throw new BuildError(
      `the rows of ${name}: ${error.message}; fix them, or the column's type in generator/exports/datasets.ts`,
    );
  });
}

/** So many rows go into the table at once. */
const ROWS_AT_ONCE = 5_000;

async function insertMade(
  dataset: Dataset,
  rows: readonly object[],
  db: DuckDBConnection,
): Promise<void> {
  const table = tableOf(dataset.name);
  const columns = dataset.columns.map(({ name, type }) => `"${name}" ${SQL_TYPES[type]}`);
  await db.run(`CREATE OR REPLACE TABLE ${table} (${columns.join(", ")})`);
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await db.run(`INSERT INTO ${table} ${madeSql(dataset)}`, [
      JSON.stringify(rows.slice(from, from + ROWS_AT_ONCE)),
    ]);
}

/** The rows come as a parameter: a megabyte within the query takes as long to parse as to convert. */
function madeSql({ columns }: Dataset): string {
  const structure = Object.fromEntries(columns.map(({ name, type }) => [name, SQL_TYPES[type]]));
  // Strict: a field that is missing or cannot be read as its type stops the build.
  return `SELECT unnest(from_json_strict($1::JSON, ${literal(JSON.stringify([structure]))}), max_depth := 2)`;
}
