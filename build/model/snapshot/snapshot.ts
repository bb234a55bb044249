/** Facts → DuckDB with every table of `views/`, file by file in the order of their numbers. */
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { CommandError } from "../../facts/fault.ts";
import type { Facts } from "../../facts/kinds.ts";
import { compareByCodePoint } from "../../schema/collections.ts";
import { loadFactsIntoTables } from "./load-facts.ts";

const VIEWS = "build/model/views";
/** Runs after the views that it reads, and before those that read its results. */
const PRICE_RULES = "build/rules/prices.sql";

/** An open snapshot. Close it when its rows are read. */
export interface FactsDatabase {
  db: DuckDBConnection;
  close(): void;
}

/**
 * @param file Where to keep the database, replaced when it exists; null: in memory only.
 * @throws CommandError when the file cannot be written, another program has it open, or a view fails.
 */
export async function buildFactsDatabase(
  facts: Facts,
  file: string | null,
): Promise<FactsDatabase> {
  const snapshot = await openSnapshot(file);
  try {
    await loadFactsIntoTables(snapshot.db, facts);
    for (const file of viewFiles()) await runView(snapshot.db, file);
    return snapshot;
  } catch (error) {
    snapshot.close();
    throw error;
  }
}

async function openSnapshot(file: string | null): Promise<FactsDatabase> {
  if (file) {
    await mkdir(dirname(file), { recursive: true });
    await rm(file, { force: true });
  }
  // Several threads take rows in any order, and the same facts must give the same bytes.
  const options = { threads: "1" };
  const instance = await DuckDBInstance.create(file ?? ":memory:", options).catch(
    (error: unknown) => {
      throw new CommandError(
        `${file ?? "the snapshot"} cannot be opened: ${String(error)}; close the program that has it open, or name another file`,
      );
    },
  );
  const db = await instance.connect();
  // In-memory tables are compressed only on request, to a quarter of their size.
  if (file === null) await db.run("ATTACH ':memory:' AS snapshot (COMPRESS); USE snapshot");
  return {
    db,
    close: () => {
      db.closeSync();
      instance.closeSync();
    },
  };
}

function viewFiles(): string[] {
  const views = readdirSync(VIEWS).sort(compareByCodePoint);
  const early = views.filter((name) => name < "22");
  const late = views.filter((name) => name >= "22");
  return [...early.map(toPath), PRICE_RULES, ...late.map(toPath)];
}

const toPath = (name: string): string => `${VIEWS}/${name}`;

/** One statement at a time, so that the one that fails can be named. */
async function runView(db: DuckDBConnection, file: string): Promise<void> {
  for (const statement of readFileSync(file, "utf8").split(/;$/m))
    await db.run(statement).catch((error: Error) => {
      const [, table] = /CREATE TABLE (\w+)/.exec(statement) ?? [];
      throw new CommandError(`${file}: table ${table}: ${error.message}`);
    });
}
