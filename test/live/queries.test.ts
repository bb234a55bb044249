/** What free text finds in the facts of today: the queries of each file were written before the parser was read. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openBuiltSite } from "../contract/harness.ts";
import { readEveryModelDetail, readEveryModelEntry } from "../contract/walk.ts";
import { judgeQueries } from "./judge-queries.ts";

const MIN_MRR = 0.95;
const FILES = readdirSync(import.meta.dirname).filter((name) => /^queries-.*\.csv$/.test(name));

test.each(FILES)("the answers to %s are right and keep every condition", async (name) => {
  const site = await openBuiltSite();
  const details = await readEveryModelDetail(site);
  const bySlug = new Map(details.map((detail) => [detail.slug, detail]));
  const models = (await readEveryModelEntry(site, "")).flatMap((entry) => {
    const detail = bySlug.get(entry.slug);
    return detail ? ([[entry.slug, { entry, detail }]] as const) : [];
  });
  const { benchmarks } = site.context.catalog;
  const found = await judgeQueries(readFileSync(new URL(name, import.meta.url), "utf8"), {
    models: new Map(models),
    categories: new Map(benchmarks.map(({ slug, category }) => [slug, category])),
    ask: async (address) => (await site.ask(address)).body,
  });
  console.log(name, found);
  const { mrr, violations, silent, empty } = found;
  expect({ violations, silent, empty }).toEqual({ violations: [], silent: [], empty: [] });
  expect(mrr.all ?? 1).toBeGreaterThanOrEqual(MIN_MRR);
});
