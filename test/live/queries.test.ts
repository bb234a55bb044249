/**
 * Judges what free text finds in the current facts. The queries of each file were written without knowledge of the
 * parser.
 */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openBuiltSite } from "../contract/harness.ts";
import { readEveryModelEntry, slugsOf } from "../contract/walk.ts";
import { judgeQueries } from "./judge-queries.ts";

const MIN_MRR = 0.95;
const FILES = readdirSync(import.meta.dirname).filter((name) => /^queries-.*\.csv$/.test(name));

test.each(FILES)("the answers to %s are right and meet every condition", async (name) => {
  const site = await openBuiltSite();
  const list = (query: string) => readEveryModelEntry(site, query);
  const found = await judgeQueries(readFileSync(new URL(name, import.meta.url), "utf8"), {
    models: new Map((await list("")).map((entry) => [entry.slug, entry])),
    list: async (query) => slugsOf(await list(String(query))),
    ask: async (address) => (await site.ask(address)).body,
  });
  console.log(name, found);
  const { mrr, violations, silent, empty } = found;
  expect({ violations, silent, empty }).toEqual({ violations: [], silent: [], empty: [] });
  expect(mrr.all).toBeGreaterThanOrEqual(MIN_MRR);
});
