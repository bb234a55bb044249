/** Datasets → Parquet, by DuckDB itself: the rows of the CSV, each column of its own type. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { BuildError } from "../../build/facts/fault.ts";
import { literal } from "../../build/read-model/snapshot/sql-literal.ts";
import type { Dataset } from "./dataset.ts";
import { SQL_TYPES, tableOf } from "./export-table.ts";

/**
 * The same rows give the same bytes.
 * @throws BuildError when a value is not of its column's type.
 */
export async function exportParquet(dataset: Dataset, db: DuckDBConnection): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), "almanac-parquet-"));
  const file = join(folder, dataset.name);
  try {
    const target = `${literal(file)} (FORMAT parquet, COMPRESSION zstd)`;
    await db.run(`COPY (${selectSql(dataset)}) TO ${target}`);
    return await readFile(file);
  } catch (error) {
    throw new BuildError(
      `the Parquet of ${dataset.name} cannot be written: ${(error as Error).message}; fix the rows, or the column's type in generator/exports/datasets.ts`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function selectSql({ name, columns }: Dataset): string {
  const typed = columns.map(({ name, type }) => `"${name}"::${SQL_TYPES[type]} AS "${name}"`);
  return `SELECT ${typed.join(", ")} FROM ${tableOf(name)} ORDER BY rowid`;
}
