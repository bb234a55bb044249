/** Facts → DuckDB with every view of `views/` materialised, in the order of their numbers. */
import { readFile, rm } from "node:fs/promises";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import glob from "fast-glob";
import { BuildError } from "../facts/fault.ts";
import type { Facts } from "../facts/kinds.ts";
import { loadFacts } from "./load-facts.ts";

const VIEWS = new URL("./views/", import.meta.url);

/** An open snapshot. Close it when its rows are read. */
export interface Snapshot {
  db: DuckDBConnection;
  close(): void;
}

/**
 * @param file Where to keep the database, replaced when it exists; null: in memory only.
 * @throws BuildError that names the view when its SQL fails.
 */
export async function buildSnapshot(
  dataFolder: string,
  facts: Facts,
  file: string | null,
): Promise<Snapshot> {
  if (file) await rm(file, { force: true });
  const instance = await DuckDBInstance.create(file ?? ":memory:", {
    threads: "2",
    preserve_insertion_order: "true",
  });
  const db = await instance.connect();
  await loadFacts(db, dataFolder, facts);
  for (const view of (await glob("*.sql", { cwd: VIEWS.pathname })).sort()) {
    const sql = await readFile(new URL(view, VIEWS), "utf8");
    try {
      await db.run(sql);
    } catch (error) {
      throw new BuildError(`build/snapshot/views/${view}: ${(error as Error).message}`);
    }
  }
  return {
    db,
    close: () => {
      db.closeSync();
      instance.closeSync();
    },
  };
}
