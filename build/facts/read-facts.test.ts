import { hash } from "node:crypto";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { writeSampleFacts } from "../../test/builders/sample-facts.ts";
import { FactsError } from "./fault.ts";
import { readFacts } from "./read-facts.ts";
import { checkFrozenTestItems } from "./references.ts";
import { reformatFactFiles } from "./write-facts.ts";

const MODEL = "models/acme/acme-large.json";
const OFFERS = "offers/bazaar.csv";

let sample: Awaited<ReturnType<typeof writeSampleFacts>>;
beforeEach(async () => {
  sample = await writeSampleFacts();
});

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(sample.data, path)), { recursive: true });
  await writeFile(join(sample.data, path), text);
}

const read = (path: string) => readFile(join(sample.data, path), "utf8");

async function faultsOf(data: string, run: (data: string) => Promise<unknown> = readFacts) {
  const failure = await run(data).catch((error: unknown) => error);
  return failure instanceof FactsError ? failure.faults : [];
}

test("a file or folder that cannot be read is one fault, not one for every fact that names it", async () => {
  await write(MODEL, (await read(MODEL)).replace('"text"', "text"));
  expect(await faultsOf(sample.data)).toMatchObject([{ file: MODEL }]);
  await expect(readFacts(join(sample.data, "no"))).rejects.toThrow("has no files; name the folder");
  await symlink("/no/such/file", join(sample.data, "held.csv"));
  await expect(readFacts(sample.data)).rejects.toThrow(
    /held\.csv is a symbolic link that leads to/,
  );
});

const CORRECTIONS = "corrections/corrections.csv";
const HEADER = "kind,key,field,expected,value,reason,source_url";

test.each([
  ["model,acme-large,context_window,,lots", "value", /"lots" cannot be the context_window of a/],
  ["model,acme-large,knowledge_cutof,,2023-10-01", "field", /no field "knowledge_cutof"; write/],
  ["model,acme-larg,context_window,,8000", "key", /unknown model "acme-larg"/],
  ["score,nothing/acme-large/,score,,5", "key", /unknown benchmark "nothing"/],
  ["model,acme-large,context_window,100000,128000", null, /^/],
  ['model,acme-large,input_modalities,[],"[""image"",""text""]"', null, /^/],
  ["model,acme-large,input_modalities,[],image+text", "value", /"image\+text" cannot be/],
  ['model,acme-large,parameters,,"{""total"":7,""active"":null}"', null, /^/],
])("the correction %s is checked", async (row, field, message) => {
  await write(CORRECTIONS, `${HEADER}\n${row},the page says so,https://acme.example/docs\n`);
  const fault = { file: CORRECTIONS, line: 2, field };
  expect(await faultsOf(sample.data)).toEqual(
    field === null ? [] : [{ ...fault, message: expect.stringMatching(message) }],
  );
});

test("a price that a person recorded without an https URL is a fault in its note", async () => {
  const ledger = await read("prices/acme.csv");
  const row = "2026-06-10,,acme-large-v1,operator,stated,5,20,,,,http://acme.example";
  await write("prices/acme.csv", `${ledger}${row}\n`);
  expect(await faultsOf(sample.data)).toMatchObject([
    { field: "note", message: expect.stringContaining('found "http://acme.example"') },
  ]);
});

test("an accepted rule that does not exist is a fault with its row and what to do", async () => {
  const file = "corrections/accepted.csv";
  const row = "2026-06-10,no_such_rule,operator,,looked at";
  await write(file, `date,rule,source,host,reason\n${row}\n`);
  const message = 'data/rules.csv has no "no_such_rule"; add it there or fix the name';
  expect(await faultsOf(sample.data)).toEqual([{ file, line: 2, field: "rule", message }]);
});

const ITEMS = "experiments/sums/items.csv";
const TEXT = "item_id,prompt\na,Why?\n";
const CHANGED = `${TEXT}b,How?\n`;
const ABOUT = {
  path: "experiments/sums/about.json",
  rows: [{ test: "sums", version: "9", items_sha256: hash("sha256", TEXT) }],
};

test.each([
  ["unchanged items", [ABOUT], { [ITEMS]: TEXT }, []],
  ["runs alone", [], { "experiments/sums/runs/a.json": TEXT }, []],
  [
    "changed items",
    [ABOUT],
    { [ITEMS]: CHANGED },
    [
      `${ITEMS}: the items differ from those of version 9; restore them, or write version "10" and items_sha256 "${hash("sha256", CHANGED)}" into ${ABOUT.path}`,
    ],
  ],
  [
    "items without a version",
    [],
    { [ITEMS]: TEXT },
    [`${ITEMS}: this folder has no about.json; add it, with the version of the questions`],
  ],
  [
    "a version without items",
    [ABOUT],
    {},
    [`${ABOUT.path}: this folder has no items.csv or items.json; add the test's questions`],
  ],
])("the check of a test's questions accepts or refuses %s", (_, experiments, files, faults) => {
  const found = checkFrozenTestItems(experiments, new Map(Object.entries(files)));
  expect(found.map(({ file, message }) => `${file}: ${message}`)).toEqual(faults);
});

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
    const faults = await faultsOf(sample.data, run);
    expect(faults.filter(({ file }) => file === path)).toMatchObject(expected);
  }
  expect(await read(path)).toBe(text);
});
