/** Facts → DuckDB with every table of `views/`, file by file in the order of their numbers. */
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { BuildError } from "../../facts/fault.ts";
import type { Facts } from "../../facts/kinds.ts";
import type { FactRows } from "../../facts/read-facts.ts";
import { byText } from "../../schema/collections.ts";
import { loadFacts } from "./load-facts.ts";

const VIEWS = "build/model/views";

/** An open snapshot. Close it when its rows are read. */
export interface Snapshot {
  db: DuckDBConnection;
  close(): void;
}

/**
 * @param file Where to keep the database, replaced when it exists; null: in memory only.
 * @throws BuildError when the file cannot be written, another program has it open, or a view fails.
 */
export const buildSnapshot = (facts: Facts, file: string | null): Promise<Snapshot> =>
  fillSnapshot(
    Object.entries(facts).map(([kind, rows]) => ({ kind, rows }) as unknown as FactRows),
    file,
  );

/**
 * As `buildSnapshot`, of facts that nobody holds.
 * @param batches All rows of a kind before those of the next.
 * @param onLoaded Called when all are taken, before the views are made.
 */
export async function fillSnapshot(
  batches: Iterable<FactRows>,
  file: string | null,
  onLoaded: () => void = () => {},
): Promise<Snapshot> {
  const snapshot = await openSnapshot(file);
  try {
    await loadFacts(snapshot.db, batches);
    onLoaded();
    for (const view of readViews()) await runView(snapshot.db, view);
    return snapshot;
  } catch (error) {
    snapshot.close();
    throw error;
  }
}

/** Tables above this go to the disk: four times what those of today take, and enough for a join of them a hundred times as large. */
const MEMORY_LIMIT = "640MB";

async function openSnapshot(file: string | null): Promise<Snapshot> {
  if (file) await rm(file, { force: true });
  // DuckDB makes it when tables become too large, and only then.
  const spill = join(tmpdir(), `almanac-snapshot-${randomUUID()}`);
  const options = {
    // Several take rows in any order, and the same facts must give the same bytes.
    threads: "1",
    memory_limit: MEMORY_LIMIT,
    temp_directory: spill,
  };
  const removeSpill = () => rmSync(spill, { recursive: true, force: true });
  const instance = await DuckDBInstance.create(file ?? ":memory:", options).catch(
    (error: unknown) => {
      removeSpill();
      throw new BuildError(
        `${file ?? "the snapshot"} cannot be opened: ${String(error)}; close the program that has it open, or name another file`,
      );
    },
  );
  const db = await instance.connect();
  return {
    db,
    close: () => {
      db.closeSync();
      instance.closeSync();
      removeSpill();
    },
  };
}

interface View {
  file: string;
  sql: string;
}

const readViews = (): View[] =>
  readdirSync(VIEWS)
    .sort(byText)
    .map((name) => ({ file: `${VIEWS}/${name}`, sql: readFileSync(join(VIEWS, name), "utf8") }));

/** One statement at a time, so that the one that fails can be named. */
async function runView(db: DuckDBConnection, { file, sql }: View): Promise<void> {
  for (const statement of sql.split(/;$/m))
    await db.run(statement).catch((error: Error) => {
      const [, table] = /CREATE TABLE (\w+)/.exec(statement) ?? [];
      throw new BuildError(`${file}: table ${table}: ${error.message}`);
    });
}
