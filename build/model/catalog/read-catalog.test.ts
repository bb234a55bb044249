import { DuckDBInstance } from "@duckdb/node-api";
import { expect, test } from "vitest";
import { z } from "zod";
import { readChunks } from "./read-catalog.ts";

test.each([0, 1, 20_000, 45_000])(
  "a table of %i rows is read in its order, no row twice",
  async (count) => {
    const db = await (await DuckDBInstance.create(":memory:", { threads: "1" })).connect();
    await db.run(`CREATE TABLE numbers AS SELECT range::INTEGER AS n FROM range(${count})`);
    const read: number[] = [];
    let largest = 0;
    for await (const rows of readChunks(db, "numbers", z.object({ n: z.int() }))) {
      largest = Math.max(largest, rows.length);
      for (const { n } of rows) read.push(n);
    }
    db.closeSync();
    expect(read).toEqual(Array.from({ length: count }, (_, index) => index));
    expect(largest).toBeLessThanOrEqual(20_000);
  },
);
