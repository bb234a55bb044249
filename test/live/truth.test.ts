/** How true the published facts are: bounds that the live facts must keep. */
import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Facts } from "../../build/facts/kinds.ts";
import { readFacts } from "../../build/facts/read-facts.ts";
import { undeclaredLookAlikes } from "../../build/identity/look-alikes.ts";
import { notNormalized } from "../../build/identity/normalize-names.ts";
import { buildSnapshot, type Snapshot } from "../../build/model/snapshot/snapshot.ts";
import { JUDGED_SETS, judgeNames, precisionOf } from "../builders/judged-names.ts";
import { DATA } from "../contract/run-build.ts";

let facts: Facts;
let snapshot: Snapshot;
beforeAll(async () => {
  facts = await readFacts(DATA);
  snapshot = await buildSnapshot(facts, null);
});
afterAll(() => snapshot.close());

const rowsOf = async <T>(sql: string, row: z.ZodType<T>): Promise<T[]> =>
  z.array(row).parse(await (await snapshot.db.runAndReadAll(sql)).getRowObjectsJS());

const shareOf = async (condition: string, from: string): Promise<number> => {
  const sql = `SELECT (count(*) FILTER (WHERE ${condition}) / count(*))::DOUBLE AS share FROM ${from}`;
  return (await rowsOf(sql, z.object({ share: z.number() })))[0]?.share ?? Number.NaN;
};

/** What a lab's own page stated on a day, in USD per 1M tokens: written by hand, independent of every source. */
const LabPrice = z.object({
  model: z.string(),
  day: z.iso.date(),
  input: z.coerce.number(),
  output: z.coerce.number(),
  source_url: z.url({ protocol: /^https$/ }),
});
const LIST_HISTORY = `
  SELECT p.model, p.date, p.input, p.output
  FROM price_rows p JOIN default_series d USING (model, host)
  WHERE p.is_at_lab ORDER BY p.model, p.day`;
const ListPrice = z.object({
  model: z.string(),
  date: z.string(),
  input: z.number().nullable(),
  output: z.number().nullable(),
});

test("97 % of the list prices are as the labs state them", async () => {
  const file = readFileSync(new URL("./list-prices.csv", import.meta.url));
  const stated = z.array(LabPrice).parse(parse(file, { columns: true }));
  expect(new Set(stated.map(({ model }) => model)).size).toBeGreaterThanOrEqual(60);
  const history = await rowsOf(LIST_HISTORY, ListPrice);
  const wrong = stated.filter(({ model, day, input, output }) => {
    const row = history.findLast((one) => one.model === model && one.date <= day);
    return row?.input !== input || row.output !== output;
  });
  expect(wrong.length, JSON.stringify(wrong)).toBeLessThanOrEqual(0.03 * stated.length);
});

test("88 % of the prices by the token are verified", async () => {
  const tokenPrices = "offer_ids WHERE billing = 'tokens' AND input IS NOT NULL";
  expect(await shareOf("trust = 'verified'", tokenPrices)).toBeGreaterThanOrEqual(0.88);
});

test("at most 5 % of the models have an unknown maker", async () => {
  expect(await shareOf("lab = 'other'", "models")).toBeLessThanOrEqual(0.05);
});

test.each(JUDGED_SETS)("98 %% of the names in %s resolve rightly", (file) => {
  const judgement = judgeNames(file, facts);
  expect(precisionOf(judgement), judgement.wrong.join("\n")).toBeGreaterThanOrEqual(0.98);
});

test("the rules of names move no fact, and no models look alike undeclared", async () => {
  expect(notNormalized(facts)).toEqual([]);
  expect(await undeclaredLookAlikes(snapshot.db)).toEqual([]);
});
