import { expect, test } from "vitest";
import { z } from "zod";
import { getUpstreamText, parseCsvRows, parseJsonLines } from "./upstream-rows.ts";

const Row = z.object({ name: z.string().min(1), count: z.coerce.number() });
const csv = (text: string) =>
  parseCsvRows(new Map([["a.csv", text]]), { source: "up", file: "a.csv" }, Row);

test("CSV rows are read by their header, further columns ignored", () => {
  expect(csv('\uFEFFcount,name,note\n3,"a, b",x\n')).toEqual({
    rows: [{ name: "a, b", count: 3 }],
    rejected: [],
  });
});

test("a row of another shape is rejected with its place and reason, the others stay", () => {
  const { rows, rejected } = csv("name,count\na,1\n,2\nb,many\n");
  expect(rows).toEqual([{ name: "a", count: 1 }]);
  expect(rejected.map(({ source, place }) => `${source}: ${place}`)).toEqual([
    "up: a.csv, row 2",
    "up: a.csv, row 3",
  ]);
  expect(rejected[1]?.reason).toMatch(/^count: /);
});

test("a line that is no JSON is rejected like any other odd row", () => {
  const files = new Map([["a.jsonl", '{"name":"a","count":1}\n{"name":\n']]);
  const { rows, rejected } = parseJsonLines(files, { source: "up", file: "a.jsonl" }, Row);
  expect(rows).toHaveLength(1);
  expect(rejected).toHaveLength(1);
});

test("a missing file stops the run and names the next step", () => {
  expect(() => getUpstreamText(new Map(), { source: "up", file: "a.csv" })).toThrow(
    'up: no file "a.csv" came; check the folder that --from names',
  );
});
