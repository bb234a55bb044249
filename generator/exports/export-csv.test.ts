import { stringify } from "csv-stringify/sync";
import { expect, test } from "vitest";
import type { Column } from "./datasets.ts";
import { toCsv } from "./export-csv.ts";

const column = (name: string): Column => ({ name, type: "string", description: "" });
const DATASET = { columns: [column("one"), column("two")] };
const VALUES = [
  ...[
    "",
    "a",
    "a,b",
    'a"b',
    "a\nb",
    "a\r",
    " a ",
    "=1",
    "+1",
    "-1",
    "@a",
    "\t",
    "＝1",
    "é",
    "null",
  ],
  ...[0, -0, 1, -1, 1.5, 1e21, 1e-7, true, false, null, undefined, "1", "true"],
];

test("is what csv-stringify writes of the same rows", () => {
  const pairs = VALUES.flatMap((one) => VALUES.map((two) => [one, two]));
  const rows = pairs.map(([one, two]) => ({ two, one, more: "left out" }));
  const options = { escape_formulas: true, cast: { boolean: String } };
  expect(toCsv(DATASET, rows)).toBe(stringify([["one", "two"], ...pairs], options));
  expect(toCsv(DATASET, [])).toBe("one,two\n");
});
