import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { readFacts } from "../facts/read-facts.ts";
import { checkInvariants, requireNoBrokenInvariant } from "./invariants.ts";
import { buildFactsDatabase, type FactsDatabase } from "./snapshot/snapshot.ts";

/** Rule → SQL that breaks it in the snapshot of the golden facts, → the first violation found. */
const CASES: Readonly<Record<string, string>> = {
  series_without_offer: `DELETE FROM catalog_offers WHERE model = 'norn-4' AND host = 'northwind'
    → prices/northwind.csv:2 norn-4 northwind`,
  offer_without_series: `UPDATE series_rows SET change = 'removed' WHERE model_id = 'norn-4'
    → prices/northwind.csv:2 norn-4 northwind norn-4`,
  differing_prices: `UPDATE catalog_offers SET cache_read = 0.01 WHERE model = 'norn-4' AND host = 'northwind'
    → prices/northwind.csv:2 norn-4 northwind norn-4`,
  list_price_off_history: `UPDATE catalog_models SET default_host = 'bazaar' WHERE slug = 'norn-4'
    → prices/northwind.csv:2 norn-4 northwind`,
  resold_list_prices: `INSERT INTO resold_prices SELECT offer, source, price, false FROM sound_statements
    → prices/northwind.csv:2 norn-4 northwind 2024-03-14`,
  moves_across_sources: `UPDATE price_moves SET price_before = 1 WHERE model = 'norn-4o' AND host = 'northwind'
    → prices/northwind.csv:7 norn-4o northwind 2025-10-02`,
  plans_among_free: `UPDATE offer_ids SET is_free = true, billing = 'plan' WHERE model = 'norn-4' AND host = 'northwind'
    → offers/northwind.csv:2 norn-4 northwind norn-4`,
  names_without_anything: `INSERT INTO models BY NAME SELECT * REPLACE ('norn-0' AS slug, NULL AS release_date) FROM models WHERE slug = 'norn-4'
    → models/northwind/norn-0.json:1 norn-0`,
  scores_out_of_range: `UPDATE scores SET score = 100.5 WHERE model = 'norn-5' AND benchmark = 'code-gauntlet-easy'
    → scores/code-gauntlet-easy.csv:3 norn-5 code-gauntlet-easy 100.5`,
  scales_out_of_range: `UPDATE benchmarks SET max_score = 1 WHERE slug = 'logic-prime'
    → benchmarks/logic-prime.json:1 logic-prime 1.0`,
  days_to_come: `UPDATE prices SET recorded = '2026-08-01' WHERE model_id = 'norn-4' AND host = 'northwind'
    → prices/northwind.csv:2 northwind norn-4 2026-08-01`,
  recorded_after_reading: `UPDATE prices SET recorded = '2026-07-31' WHERE model_id = 'norn-4o' AND host = 'northwind' AND recorded > '2025-09'
    → prices/northwind.csv:7 northwind norn-4o 2026-07-31`,
  retired_before_release: `UPDATE models SET retirement_date = release_date WHERE slug = 'norn-5'
    → models/northwind/norn-5.json:1 norn-5 2026-02-10 2026-02-10`,
};
const BROKEN = Object.entries(CASES).map(([name, text]) => {
  const [sql = "", expected] = text.split(/\s+→ /);
  return { name, sql, expected };
});

let snapshot: FactsDatabase;
beforeAll(async () => {
  snapshot = await buildFactsDatabase(await readFacts("test/golden/data"), null);
});
afterAll(() => snapshot.close());
beforeEach(async () => void (await snapshot.db.run("BEGIN")));
afterEach(async () => void (await snapshot.db.run("ROLLBACK")));

const brokenRules = async () =>
  (await checkInvariants(snapshot.db)).filter(({ cases }) => cases.length > 0);

test("the golden facts break no rule, and every rule has a case in this test", async () => {
  const rules = await checkInvariants(snapshot.db);
  expect(rules.filter(({ cases }) => cases.length > 0)).toEqual([]);
  expect(Object.keys(CASES)).toEqual(rules.map(({ name }) => name));
});

/** In each of so many batches no case hides another's. All rules are looked at once in each. */
const BATCHES = 7;

test.each(Array.from({ length: BATCHES }, (_, batch) => batch))(
  "each rule names the fact that breaks it, with file and line: batch %i",
  async (batch) => {
    const broken = BROKEN.filter((_, place) => place % BATCHES === batch);
    for (const { sql } of broken) await snapshot.db.run(sql);
    const found = new Map((await brokenRules()).map(({ name, cases: [first] }) => [name, first]));
    for (const { name, expected } of broken) {
      const first = found.get(name);
      expect(`${first?.file}:${first?.line} ${first?.example}`, name).toBe(expected);
    }
  },
);

test("dates in the future are found in offers, scores and models, with file and line", async () => {
  for (const sql of [
    "UPDATE offers SET as_of = '2027-01-01' WHERE model_id = 'norn-4'",
    "UPDATE scores SET as_of = '2027-01-01' WHERE model = 'norn-5' AND benchmark = 'code-gauntlet-easy'",
    "UPDATE models SET release_date = '2027-07-02' WHERE slug = 'norn-5'",
  ])
    await snapshot.db.run(sql);
  const rule = (await brokenRules()).find(({ name }) => name === "days_to_come");
  expect(rule?.cases.map(({ file, line }) => `${file}:${line}`).sort()).toEqual([
    "models/northwind/norn-5.json:1",
    "offers/northwind.csv:2",
    "scores/code-gauntlet-easy.csv:3",
  ]);
});

test("a date within a month, a release within a year, and scores below 0 or near chance break no rule", async () => {
  for (const sql of [
    "UPDATE prices SET recorded = '2026-07-31' WHERE model_id = 'norn-4'",
    "UPDATE models SET release_date = '2027-05-01' WHERE slug = 'norn-embed-3'",
    // It has no maximum.
    "UPDATE scores SET score = -3 WHERE benchmark = 'duel-arena'",
    "UPDATE scores SET score = 0.6 * 25 WHERE benchmark = 'logic-prime'",
  ])
    await snapshot.db.run(sql);
  const names = (await brokenRules()).map(({ name }) => name);
  expect(names).not.toContain("days_to_come");
  expect(names).not.toContain("scores_out_of_range");
});

test("a broken rule stops the build with file and line", async () => {
  await snapshot.db.run(BROKEN.find(({ name }) => name === "retired_before_release")?.sql ?? "");
  await expect(requireNoBrokenInvariant(snapshot.db)).rejects.toThrow(
    "1 fault in the facts:\nmodels/northwind/norn-5.json:1: norn-5 2026-02-10 2026-02-10 must not be published: it is one of the models retired on the day of their release or before it. ",
  );
});
