/** Datasets → Parquet, by DuckDB itself: the rows of the CSV, each column of its own type. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { BuildError } from "../../build/facts/fault.ts";
import type { Catalog } from "../../build/read-model/catalog/catalog.ts";
import { literal } from "../../build/read-model/snapshot/sql-literal.ts";
import type { Column, Dataset } from "./dataset.ts";
import { tableOf } from "./export-table.ts";
import { madeRows } from "./made-rows.ts";

const SQL_TYPES: Readonly<Record<Column["type"], string>> = {
  string: "VARCHAR",
  number: "DOUBLE",
  integer: "BIGINT",
  boolean: "BOOLEAN",
  date: "DATE",
  object: "VARCHAR",
};

/**
 * The same rows give the same bytes.
 * @throws BuildError when a value is not of its column's type.
 */
export async function exportParquet(
  dataset: Dataset,
  catalog: Catalog,
  db: DuckDBConnection,
): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), "almanac-parquet-"));
  const file = join(folder, dataset.name);
  try {
    const target = `${literal(file)} (FORMAT parquet, COMPRESSION zstd)`;
    await db.run(`COPY (${selectSql(dataset, catalog)}) TO ${target}`);
    return await readFile(file);
  } catch (error) {
    throw new BuildError(
      `the Parquet of ${dataset.name} cannot be written: ${(error as Error).message}; fix the rows, or the column's type in generator/exports/datasets.ts`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function selectSql({ name, rows, columns }: Dataset, catalog: Catalog): string {
  if (typeof rows === "string") {
    const structure = Object.fromEntries(columns.map(({ name, type }) => [name, SQL_TYPES[type]]));
    const made = JSON.stringify(madeRows(catalog)[rows]);
    // Strict: a field that is missing or cannot be read as its type stops the build.
    return `SELECT unnest(from_json_strict(${literal(made)}::JSON, ${literal(JSON.stringify([structure]))}), max_depth := 2)`;
  }
  const typed = columns.map(({ name, type }) => `"${name}"::${SQL_TYPES[type]} AS "${name}"`);
  return `SELECT ${typed.join(", ")} FROM ${tableOf(name)} ORDER BY rowid`;
}
