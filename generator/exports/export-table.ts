/** The rows of a dataset as a table of the snapshot: CSV and Parquet hold the same, in the same order. */
import type { DuckDBConnection } from "@duckdb/node-api";
import { BuildError } from "../../build/facts/fault.ts";
import type { Dataset } from "./dataset.ts";

/** `price-history` → `export_price_history`. */
export const tableOf = (name: string): string => `export_${name.replaceAll("-", "_")}`;

/** Does nothing for rows that are made in code. @throws BuildError when the query of a dataset fails. */
export async function createExportTable(
  { name, rows }: Dataset,
  db: DuckDBConnection,
): Promise<void> {
  if (typeof rows === "string") return;
  await db.run(`CREATE OR REPLACE TABLE ${tableOf(name)} AS ${rows.sql}`).catch((error: Error) => {
    throw new BuildError(
      `the rows of ${name}: ${error.message}; fix their query in generator/exports/datasets.ts`,
    );
  });
}
