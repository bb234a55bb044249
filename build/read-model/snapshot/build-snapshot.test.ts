import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BuildError } from "../../facts/fault.ts";
import { CATALOG_TABLES } from "../catalog/rows.ts";
import { type Building, Snapshot, SnapshotBuilder } from "./build-snapshot.ts";

let folder: string;
let snapshot: Snapshot;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "almanac-snapshot-"));
  snapshot = await Snapshot.open(null);
});
afterEach(async () => {
  snapshot.close();
  await rm(folder, { recursive: true });
});

const build = (): Building => new SnapshotBuilder(snapshot, folder).begin({});
/** By another connection, which does not wait for what the first one is at. */
const countOf = async (table: string): Promise<number> => {
  const db = await snapshot.connect();
  const reader = await db.runAndReadAll(`SELECT count(*)::INTEGER FROM ${table}`);
  db.closeSync();
  return reader.getRows()[0]![0] as number;
};

describe("the snapshot", () => {
  it("makes each table once, those of the read model among them", async () => {
    const { tables, everything } = build();
    await everything;
    expect(new Set(tables).size).toBe(tables.length);
    expect(tables).toEqual(
      expect.arrayContaining(Object.keys(CATALOG_TABLES).map((name) => `catalog_${name}`)),
    );
    for (const table of tables) expect(await countOf(table)).toBeGreaterThanOrEqual(0);
  });

  it("has a table when it says so", async () => {
    const building = build();
    for (const table of building.tables) {
      await building.made(table);
      await countOf(table);
    }
  });

  it("names what fails, whichever table is waited for", async () => {
    await mkdir(join(folder, "offers"));
    await writeFile(join(folder, "offers/openai.csv"), "model,model_id\ngpt-4o,gpt-4o\n");
    const building = build();
    for (const waited of [building.made("ability_scores"), building.everything]) {
      const error = await waited.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(BuildError);
      expect(String(error)).toContain("the CSV files of data/:");
    }
  });
});
