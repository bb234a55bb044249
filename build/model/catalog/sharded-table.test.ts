import { describe, expect, test } from "vitest";
import { ShardedTable, toShardedTable } from "./sharded-table.ts";

interface Row {
  model: string;
  host: string;
  price: number | null;
}

/** Of model 0 one row, of model 1 two, and so on: some have more rows than a shard is begun with. */
const rowsOf = (models: number): Row[] =>
  Array.from({ length: models }, (_, index) =>
    Array.from({ length: index * 40 + 1 }, (_, at) => ({
      model: `m-${String(index).padStart(3, "0")}`,
      host: `h-${at % 7}`,
      price: at === 0 ? null : at / 10,
    })),
  ).flat();

/** The same table as somebody reads it who did not make it, and which shards were read for it. */
function reopened(table: ShardedTable<Row>): { table: ShardedTable<Row>; read: number[] } {
  const packed = [...table.packed()];
  const read: number[] = [];
  const outline = JSON.parse(JSON.stringify(table.outline)) as typeof table.outline;
  const readShard = (index: number) => {
    read.push(index);
    return packed[index] ?? new Uint8Array();
  };
  return { table: new ShardedTable<Row>(outline, readShard), read };
}

describe("a table in shards", () => {
  const rows = rowsOf(30);
  const made = toShardedTable("model", rows);

  test("has all its rows in their order, for whoever made it and whoever reads it", () => {
    expect(made.outline.shards.length).toBeGreaterThan(5);
    expect(made.length).toBe(rows.length);
    expect([...made]).toEqual(rows);
    expect([...reopened(made).table]).toEqual(rows);
  });

  test("finds the rows of each key, from one shard", () => {
    for (const model of new Set(rows.map((row) => row.model))) {
      const { table, read } = reopened(made);
      expect(table.of(model)).toEqual(rows.filter((row) => row.model === model));
      table.of(model);
      expect(read, model).toHaveLength(1);
    }
  });

  test("has none for a key that is not there, before the first and between others", () => {
    for (const model of ["", "m-0045", "z"]) expect(made.of(model)).toEqual([]);
    expect(toShardedTable<Row>("model", []).of("m-000")).toEqual([]);
  });

  test("finds rows by another column of a table that is too long to be held", () => {
    const many = Array.from(
      { length: 41_000 },
      (_, at): Row => ({
        model: `m-${String(Math.floor(at / 9)).padStart(5, "0")}`,
        host: `h-${at % 7}`,
        price: at,
      }),
    );
    const { table, read } = reopened(toShardedTable("model", many));
    for (const host of ["h-0", "h-6", "h-0", "nobody"])
      expect(table.where("host", host)).toEqual(many.filter((row) => row.host === host));
    expect(read).toHaveLength(table.outline.shards.length);
  });

  test("finds rows by another column, in their order", () => {
    const { table } = reopened(made);
    for (const host of ["h-0", "h-6", "h-0", "nobody"])
      expect(table.where("host", host)).toEqual(rows.filter((row) => row.host === host));
  });

  test("says what is made of its rows as a list would", () => {
    expect(made.map(({ price }) => price)).toEqual(rows.map(({ price }) => price));
    expect(made.filter(({ price }) => price === null)).toHaveLength(30);
    expect(made.flatMap(({ host }) => [host, host])).toHaveLength(2 * rows.length);
  });
});

test("a large table is not held: to read it again is to unpack it again", () => {
  const { table, read } = reopened(toShardedTable("model", rowsOf(60)));
  const count = table.outline.shards.length;
  expect(table.length).toBeGreaterThan(60_000);
  for (const _ of table);
  expect(read).toHaveLength(count);
  for (const _ of table);
  expect(read.length).toBeGreaterThan(1.5 * count);
  const last = read.length;
  table.of("m-059");
  expect(read, "what was read last is at hand").toHaveLength(last);
});
