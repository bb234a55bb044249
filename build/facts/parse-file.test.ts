import { expect, test } from "vitest";
import * as z from "zod";
import { optionalFactField } from "../schema/values.ts";
import { formatFactCsv } from "./format.ts";
import type { FactKindDefinition } from "./kinds.ts";
import { parseFactFile } from "./parse-file.ts";

const KIND: FactKindDefinition = {
  pattern: "*.csv",
  format: "csv",
  schema: z.strictObject({ key: z.string().nullable(), price: z.number().nullable() }),
  key: ["key"],
  file: null,
};

/** Texts of cells, numbers and file ends, correctly formatted or not, from which the test builds sorted files. */
const CELLS = [
  ...["a", " a", "a ", "=1", "'", "é", "a\tb", "", "-1", "true", "null", "1.50"],
  ...['"a"', '"a,b"', '"a""b"', '""', '" a"', '"a\rb"', "a\r"],
];
const NUMBERS = ["", "1", "1.5", "1.50", "01", "-0", "0", "1e21", "1e-7", "0.0000001", '"1"'];
const ENDS = ["\n", "", "\n\n", "\r\n"];

test("a file has no fault exactly when its text is what data:fmt writes", () => {
  const lines = CELLS.flatMap((key) => NUMBERS.map((price) => `${key},${price}`));
  const texts = lines.flatMap((line) => ENDS.map((end) => `key,price\n${line}${end}`));
  const results = ["key,price\n", '"key",price\na,1\n', ...texts].map((text) => {
    const { rows, faults } = parseFactFile(KIND, "x.csv", text);
    const isValid = faults.every(({ message }) => message.startsWith("not formatted"));
    if (isValid) expect(faults.length === 0, text).toBe(text === formatFactCsv(KIND, rows));
    return isValid && faults.length === 0;
  });
  expect(results.filter((isRight) => isRight).length).toBeGreaterThan(50);
  expect(results.filter((isRight) => !isRight).length).toBeGreaterThan(300);
});

test("an optional field is null when a file leaves it out, and is left out when it is null", () => {
  const schema = z.strictObject({ key: z.string(), size: optionalFactField(z.number()) });
  const csv: FactKindDefinition = { ...KIND, schema, key: ["key"] };
  const json: FactKindDefinition = { ...csv, pattern: "*.json", format: "json" };
  const texts: [FactKindDefinition, string][] = [
    [csv, "key\na\nb\n"],
    [csv, "key,size\na,\nb,2\n"],
    [json, '{\n  "key": "a"\n}\n'],
  ];
  for (const [kind, text] of texts)
    expect(parseFactFile(kind, "x", text)).toMatchObject({
      faults: [],
      rows: expect.arrayContaining([{ key: "a", size: null }]),
    });
  for (const text of ["key,size\na,\n", "size,key\n2,a\n"])
    expect(parseFactFile(csv, "x", text).faults).toMatchObject([
      { message: expect.stringMatching(/not formatted/) },
    ]);
  expect(parseFactFile(json, "x", '{\n  "key": "a",\n  "size": null\n}\n').faults).toHaveLength(1);
});
