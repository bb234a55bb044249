import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeSample } from "../../test/builders/sample-facts.ts";
import { FactsError } from "./fault.ts";
import { formatFiles } from "./format-files.ts";
import { readFacts } from "./read-facts.ts";

const MODEL = "models/acme/acme-large.json";
const OFFERS = "offers/bazaar.csv";

let sample: Awaited<ReturnType<typeof writeSample>>;
beforeEach(async () => {
  sample = await writeSample();
});
afterEach(() => sample.remove());

const read = (path: string) => readFile(join(sample.data, path), "utf8");
const write = (path: string, text: string) => writeFile(join(sample.data, path), text);

test("a formatted tree stays as it is", async () => {
  expect(await formatFiles(sample.data)).toEqual([]);
});

test("fields and columns that may be unknown, and that a file does not have yet, are added as unknown", async () => {
  const [model, offers] = [await read(MODEL), await read(OFFERS)];
  const { weights_license: _, supports, ...older } = JSON.parse(model);
  const { reasoning: __, ...olderSupports } = supports;
  await write(MODEL, JSON.stringify({ ...older, supports: olderSupports }));
  const column = offers.split("\n", 1)[0]?.split(",").indexOf("quantization");
  const withoutColumn = offers
    .split("\n")
    .map((line) => line.split(",").toSpliced(Number(column), 1));
  await write(OFFERS, withoutColumn.join("\n"));
  expect(await formatFiles(sample.data)).toEqual([MODEL, OFFERS]);
  expect([await read(MODEL), await read(OFFERS)]).toEqual([model, offers]);
  await readFacts(sample.data);
});

test.each([
  [MODEL, "[1]"],
  [MODEL, "{"],
  [OFFERS, "model,model_id,colour\nacme-large,x,red\n"],
  [OFFERS, "model\nacme-large\n"],
])("%s that cannot be read is named and left alone: %s", async (path, text) => {
  await write(path, text);
  const failure = await formatFiles(sample.data).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(FactsError);
  expect(failure).toMatchObject({ faults: [{ file: path, line: 1 }] });
  expect(await read(path)).toBe(text);
});
