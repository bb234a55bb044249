import { expect, test } from "vitest";
import type { Column } from "./datasets.ts";
import { toCsv } from "./export-csv.ts";

const column = (name: string): Column => ({ name, type: "string", description: "" });
const csvOf = (value: unknown): string => {
  const dataset = { columns: [column("first"), column("value")] };
  return toCsv(dataset, [{ value, first: 1, more: "left out" }]);
};

test("has a header in the order of the columns, even without rows", () => {
  expect(toCsv({ columns: [column("one"), column("two")] }, [])).toBe("one,two\n");
});

test.each([
  ["plain", "plain"],
  [" with blanks ", " with blanks "],
  ["a,b", '"a,b"'],
  ['say "a"', '"say ""a"""'],
  ["two\nlines", '"two\nlines"'],
  ["=1+1", "'=1+1"],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@a", "'@a"],
  ["\ta", "'\ta"],
  ["＝1", "'＝1"],
  ["é 通", "é 通"],
  [0, "0"],
  [-1.5, "-1.5"],
  [1e-7, "1e-7"],
  [true, "true"],
  [false, "false"],
  [null, ""],
  [undefined, ""],
  ["", ""],
])("writes %j as %s", (value, cell) => {
  expect(csvOf(value)).toBe(`first,value\n1,${cell}\n`);
});
