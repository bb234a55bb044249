/** Datasets → Parquet, by DuckDB itself: the rows of the CSV, each column of its own type. */
import type { DuckDBConnection } from "@duckdb/node-api";
import { BuildError } from "../../build/facts/fault.ts";
import { literal } from "../../build/model/snapshot/sql-literal.ts";
import type { Dataset } from "./dataset.ts";
import { SQL_TYPES, tableOf } from "./export-table.ts";

/**
 * The same rows give the same bytes.
 * @param file Where to write it.
 * @throws BuildError when a value is not of its column's type.
 */
export async function exportParquet(
  dataset: Dataset,
  db: DuckDBConnection,
  file: string,
): Promise<void> {
  const target = `${literal(file)} (FORMAT parquet, COMPRESSION zstd)`;
  await db.run(`COPY (${selectSql(dataset)}) TO ${target}`).catch((error: Error) => {
    throw new BuildError(
      `the Parquet of ${dataset.name} cannot be written: ${error.message}; fix the rows, or the column's type in generator/exports/datasets.ts`,
    );
  });
}

function selectSql({ name, columns }: Dataset): string {
  const typed = columns.map(({ name, type }) => `"${name}"::${SQL_TYPES[type]} AS "${name}"`);
  return `SELECT ${typed.join(", ")} FROM ${tableOf(name)} ORDER BY rowid`;
}
