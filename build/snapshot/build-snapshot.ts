/** Facts → DuckDB with every view of `views/` materialised, in the order of their numbers. */
import { readFile, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import glob from "fast-glob";
import { BuildError } from "../facts/fault.ts";

const VIEWS = new URL("./views/", import.meta.url);

/** An open snapshot. Close it when its rows are read. */
export class Snapshot {
  readonly #instance: DuckDBInstance;
  readonly db: DuckDBConnection;

  private constructor(instance: DuckDBInstance, db: DuckDBConnection) {
    this.#instance = instance;
    this.db = db;
  }

  /** @param file Where to keep the database, replaced when it exists; null: in memory only. */
  static async open(file: string | null): Promise<Snapshot> {
    if (file) await rm(file, { force: true });
    const instance = await DuckDBInstance.create(file ?? ":memory:", {
      threads: "2",
      preserve_insertion_order: "true",
    });
    return new Snapshot(instance, await instance.connect());
  }

  /** A second connection, so that one query can run while another's rows are parsed. */
  connect(): Promise<DuckDBConnection> {
    return this.#instance.connect();
  }

  close(): void {
    this.db.closeSync();
    this.#instance.closeSync();
  }
}

/** Runs the views over loaded facts. @throws BuildError that names the view when its SQL fails. */
export async function buildViews({ db }: Snapshot): Promise<void> {
  for (const view of (await glob("*.sql", { cwd: fileURLToPath(VIEWS) })).sort()) {
    const sql = await readFile(new URL(view, VIEWS), "utf8");
    try {
      await db.run(sql);
    } catch (error) {
      throw new BuildError(`build/snapshot/views/${view}: ${(error as Error).message}`);
    }
  }
}
