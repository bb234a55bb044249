import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { writeSampleFacts } from "../../test/builders/sample-facts.ts";
import { FactsError } from "./fault.ts";
import { readFacts } from "./read-facts.ts";

let sample: Awaited<ReturnType<typeof writeSampleFacts>>;
beforeEach(async () => {
  sample = await writeSampleFacts();
});

const faultsOf = (data: string) =>
  readFacts(data).then(
    () => [],
    (error: unknown) => {
      if (error instanceof FactsError) return error.faults;
      throw error;
    },
  );

test("a file that cannot be read is one fault, not one for every fact that names it", async () => {
  const path = join(sample.data, "models/acme/acme-large.json");
  await writeFile(path, (await readFile(path, "utf8")).replace('"text"', "text"));
  expect(await faultsOf(sample.data)).toMatchObject([{ file: "models/acme/acme-large.json" }]);
});

test.each([
  ["model,acme-large,context_window,,lots", "value", /"lots" cannot be the context_window of a/],
  ["model,acme-large,release_date,,2023-10", "value", /"2023-10" cannot be the release_date/],
  ["model,acme-large,knowledge_cutof,,2023-10-01", "field", /no field "knowledge_cutof"; write/],
  ["model,acme-larg,context_window,,8000", "key", /unknown model "acme-larg"/],
  ["score,nothing/acme-large/,score,,5", "key", /unknown benchmark "nothing"/],
  ["model,acme-large,context_window,100000,128000", null, null],
])("the correction %s is checked", async (row, field, message) => {
  const file = "corrections/corrections.csv";
  const path = join(sample.data, file);
  const header = "kind,key,field,expected,value,reason,source_url";
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${header}\n${row},the page says so,https://acme.example/docs\n`);
  const faults =
    field === null ? [] : [{ file, line: 2, field, message: expect.stringMatching(message ?? "") }];
  expect(await faultsOf(sample.data)).toEqual(faults);
});

test("a price that a person recorded without an https URL is a fault in its note", async () => {
  const path = join(sample.data, "prices/acme.csv");
  const row = "2026-06-10,,acme-large-v1,operator,stated,5,20,,,,http://acme.example";
  await writeFile(path, `${await readFile(path, "utf8")}${row}\n`);
  expect(await faultsOf(sample.data)).toMatchObject([
    { field: "note", message: expect.stringContaining('found "http://acme.example"') },
  ]);
});

test("an accepted rule that does not exist is a fault with its row and what to do", async () => {
  const file = "corrections/accepted.csv";
  await mkdir(join(sample.data, "corrections"), { recursive: true });
  const row = "2026-06-10,no_such_rule,operator,,looked at";
  await writeFile(join(sample.data, file), `date,rule,source,host,reason\n${row}\n`);
  const message = 'unknown rules "no_such_rule"; add it below data/rules.csv or fix the name';
  expect(await faultsOf(sample.data)).toEqual([{ file, line: 2, field: "rule", message }]);
});
