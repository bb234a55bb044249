import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
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

test("a sound tree has every fact of every kind", async () => {
  const facts = await readFacts(sample.data);
  expect(facts.offers.filter(({ file }) => file === "bazaar")).toHaveLength(3);
  expect(facts.models.map(({ slug }) => slug)).toContain("acme-large");
});

test("a file that cannot be read is one fault, not one for every fact that names it", async () => {
  const path = join(sample.data, "models/acme/acme-large.json");
  await writeFile(path, (await readFile(path, "utf8")).replace('"text"', "text"));
  expect(await faultsOf(sample.data)).toMatchObject([{ file: "models/acme/acme-large.json" }]);
});

test("all faults are reported at once, by file and line", async () => {
  await writeFile(join(sample.data, "offers/cumulus.csv"), "");
  await writeFile(join(sample.data, "glossary/token.json"), "{}\n");
  const files = (await faultsOf(sample.data)).map(({ file }) => file);
  expect([...new Set(files)]).toEqual(["glossary/token.json", "offers/cumulus.csv"]);
});
