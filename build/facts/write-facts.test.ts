import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { writeSampleFacts } from "../../test/builders/sample-facts.ts";
import { FactsError } from "./fault.ts";
import { readFacts } from "./read-facts.ts";
import { reformatFactFiles } from "./write-facts.ts";

const MODEL = "models/acme/acme-large.json";
const OFFERS = "offers/bazaar.csv";

let sample: Awaited<ReturnType<typeof writeSampleFacts>>;
beforeEach(async () => {
  sample = await writeSampleFacts();
});

const read = (path: string) => readFile(join(sample.data, path), "utf8");
const write = (path: string, text: string) => writeFile(join(sample.data, path), text);

test("order, spacing, byte-order mark and line ends are corrected, and values are kept", async () => {
  const model = await read(MODEL);
  const offers = await read(OFFERS);
  const { slug, ...others } = JSON.parse(model);
  const [header = "", ...rows] = offers.trimEnd().split("\n");
  await write(MODEL, `\uFEFF${JSON.stringify({ ...others, slug })}`);
  await write(OFFERS, `${[header, ...rows.reverse()].join("\r\n")}\r\n`);
  expect((await reformatFactFiles(sample.data)).sort()).toEqual([MODEL, OFFERS]);
  expect([await read(MODEL), await read(OFFERS)]).toEqual([model, offers]);
});

test.each([
  [MODEL, "[1]", 1, /expected object/],
  [MODEL, '{\n  "slug": "acme-large", x', 2, /broken JSON/],
  [OFFERS, "model,model_id,colour\nacme-large,x,red\n", 1, /the header must be: model_id,/],
  ["prices/bazaar.csv", (text: string) => text.replace(",3,18,", ",$3,18,"), 3, /found "\$3"/],
  ["prices/bazaar.csv", (text: string) => text.replace(",3,18,", ",3,,18,"), 3, /check the commas/],
  ["prices/bazaar.csv", (text: string) => text.replace(",3,18,", ',3,"18,'), 3, /broken CSV/],
])("%s that cannot be read is named and left alone: %s", async (path, change, line, message) => {
  const text = typeof change === "string" ? change : change(await read(path));
  await write(path, text);
  const expected = [{ file: path, line, message: expect.stringMatching(message) }];
  for (const run of [reformatFactFiles, readFacts]) {
    const failure = await run(sample.data).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(FactsError);
    const { faults } = failure as FactsError;
    expect(faults.filter(({ file }) => file === path)).toMatchObject(expected);
  }
  expect(await read(path)).toBe(text);
});
