/** One row by CONTRIBUTING's recipe "Fix a price": what a person appends to the ledger is reported everywhere, with its address. */
import { appendFile, cp } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { reformatFactFiles } from "../../build/facts/write-facts.ts";
import { toListPrice } from "../../generator/endpoints/models/model-parts.ts";
import { makeFeedFiles } from "../../generator/feeds/feeds.ts";
import type { LoadedCatalog } from "../../generator/pipeline/load.ts";
import { loadTestCatalog } from "../builders/sample-catalog.ts";
import { createTemporaryFolder } from "../builders/temporary-folder.ts";

const ADDRESS = "https://northwind.example/pricing";
const ROW = `2026-06-10,2026-06-08,norn-5,operator,stated,0.625,5,,,,${ADDRESS}\n`;

/** The golden facts with one row more. */
async function loadWithRow(): Promise<LoadedCatalog> {
  const dataFolder = createTemporaryFolder("hand-edit");
  await cp("test/golden/data", dataFolder, { recursive: true });
  await appendFile(join(dataFolder, "prices/northwind.csv"), ROW);
  expect(await reformatFactFiles(dataFolder)).toEqual([]);
  return loadTestCatalog(dataFolder);
}

const listPriceOf = ({ catalog }: LoadedCatalog) => {
  const model = catalog.model("norn-5");
  return model && toListPrice(model, catalog);
};
const lastOf = ({ catalog }: LoadedCatalog) =>
  catalog
    .pricesOf("norn-5")
    .filter(({ host }) => host === "northwind")
    .at(-1);
const newsOf = ({ catalog }: LoadedCatalog) =>
  catalog.changes.filter(({ type, model }) => type === "price_drop" && model === "norn-5");
const findingsOf = ({ catalog }: LoadedCatalog) =>
  catalog.findings.filter(({ kind, models }) => kind === "price_drop" && models[0] === "norn-5");

describe("a price by hand with a day in effective", () => {
  let edited: LoadedCatalog;
  beforeAll(async () => {
    edited = await loadWithRow();
  });

  test("is the list price at once, with the address that shows it", () => {
    expect(listPriceOf(edited)).toMatchObject({
      ...{ input: 0.625, output: 5, trust: "verified" },
      ...{ source: "operator", source_url: ADDRESS },
    });
  });

  test("is a change of the history and of the news", () => {
    const reported = { date: "2026-06-08", input: 0.625, change: "changed", source: "operator" };
    expect(lastOf(edited)).toMatchObject(reported);
    expect(newsOf(edited)).toMatchObject([
      {
        ...{ date: "2026-06-08", old_input: 1.25, new_input: 0.625 },
        ...{ source: "operator", source_url: ADDRESS },
      },
    ]);
  });

  test("is a finding, and stands in the feed", () => {
    expect(findingsOf(edited)).toMatchObject([{ date: "2026-06-08" }]);
    const feed = [...makeFeedFiles(edited.catalog)].find(({ path }) => path === "/feed.json");
    const { items } = JSON.parse(String(feed?.body)) as { items: { title: string }[] };
    expect(items.map(({ title }) => title)).toContain(findingsOf(edited)[0]?.title);
  });
});
