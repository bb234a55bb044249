/** Every score of tokenizer-tax follows from public answers alone. */
import { countTokens as countCl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { countTokens as countO200k } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect } from "vitest";
import type { TokenizerTaxResult } from "../../build/experiments/own-tests.ts";
import type { TokenCountRow } from "../../build/model/catalog/rows.ts";
import { groupBy } from "../../build/schema/collections.ts";
import { requireNonEmpty } from "../builders/get.ts";
import { type BuiltSite, verifies } from "./harness.ts";
import { readEveryModelDetail, roundToCents } from "./walk.ts";

const getTest = async ({ get }: BuiltSite) => (await get("/api/v1/own-tests/tokenizer-tax")).body;
async function getDataset({ get }: BuiltSite) {
  const { body } = await get("/api/lab/tokenizer-tax");
  const records = body.records as unknown as (TokenCountRow & { approximates: string | null })[];
  return { ...body, records };
}
interface PriceMetrics {
  tokens: TokenizerTaxResult["tokens"];
  usdPer1kWords: Record<string, number> | null;
  priceInPerM: number | null;
  priceBasis: string | null;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe("tokenizer-tax", () => {
  verifies("4.6-measured", "counts 6 tokenizers in 12 languages or more", async (site) => {
    const { records, items } = await getDataset(site);
    const languages = items.map(({ item_id }) => item_id).sort();
    const twelve = "ar de en es fr hi it ja ko pt th zh".split(" ");
    expect(languages).toEqual(expect.arrayContaining(twelve));
    const byTokenizer = groupBy(records, ({ tokenizer }) => tokenizer);
    expect(byTokenizer.size).toBeGreaterThanOrEqual(6);
    for (const [id, own] of byTokenizer)
      expect(own.map(({ language }) => language).sort(), id).toEqual(languages);
  });

  verifies("4.6-results", "has a headline, results and intervals", async (site) => {
    const data = await getTest(site);
    expect(data).toMatchObject({ status: "published", models: data.results.length });
    expect(data.headline).toMatch(/^On average over \d+ other languages, a text .*\d+ models/);
    const scores = data.results.map(({ score }) => score ?? Number.NaN);
    expect(scores).toEqual([...scores].sort((a, b) => a - b));
    for (const { interval, score, run_date } of data.results) {
      const range = [interval?.low, score, interval?.high].map((one) => one ?? Number.NaN);
      expect(range).toEqual(range.toSorted((a, b) => a - b));
      expect(run_date).toBe(data.as_of);
    }
  });

  verifies("4.6-recompute", "every score follows from the answers of its run", async (site) => {
    const { results, scoring } = await getTest(site);
    const { runs } = await getDataset(site);
    expect(runs.map(({ id }) => id)).toEqual(results.map(({ run_id }) => run_id));
    for (const [index, run] of requireNonEmpty(runs, "runs").entries()) {
      const tokens = Object.fromEntries(
        run.answers.map(({ item_id, parsed }) => [item_id, (parsed as { tokens: number }).tokens]),
      );
      const others = Object.entries(tokens).filter(([language]) => language !== "en");
      const ratios = others.map(([, count]) => roundToCents(count / (tokens.en ?? Number.NaN)));
      const score = roundToCents(100 * (sum(ratios) / ratios.length - 1));
      const better = results.filter((other) => (other.score ?? Number.NaN) < score);
      const [grade] = Object.entries(scoring.grades ?? {}).find(([, cut]) => score <= cut) ?? ["F"];
      expect(run.score).toBe(score);
      const rank = 1 + better.length;
      expect(results[index], run.id).toMatchObject({ score, grade, rank, metrics: { tokens } });
    }
  });

  verifies("4.6-recompute", "every run is made of the records of its tokenizer", async (site) => {
    const { runs, records, items } = await getDataset(site);
    for (const { model_id, answers } of requireNonEmpty(runs, "runs")) {
      const own = records.filter(({ tokenizer }) => tokenizer === model_id);
      expect(own.some((one) => one.approximates)).toBe(model_id === "claude-2");
      expect(answers.map(({ parsed }) => parsed)).toEqual(
        own.map(({ tokens }) => ({ tokens: sum(tokens), sentences: tokens })),
      );
    }
    const counters = { "o200k-base": countO200k, "cl100k-base": countCl100k };
    for (const [id, count] of Object.entries(counters))
      for (const { item_id, prompt } of items) {
        const record = records.find((row) => row.tokenizer === id && row.language === item_id);
        expect(sum(record?.tokens ?? []), `${id} ${item_id}`).toBe(count(prompt));
      }
  });

  verifies("4.6-recompute", "prices are the model's own, for 1,000 English words", async (site) => {
    const { results } = await getTest(site);
    const { items } = await getDataset(site);
    const english = items.find(({ item_id }) => item_id === "en");
    const words = english?.prompt.split(" ").length ?? Number.NaN;
    for (const { model_slug, metrics } of requireNonEmpty(results, "results")) {
      const { tokens, priceInPerM, priceBasis, usdPer1kWords } = metrics as unknown as PriceMetrics;
      const { pricing } = await site.read(`/api/v1/models/${model_slug}`);
      expect([priceInPerM, priceBasis], model_slug).toEqual([pricing.input, pricing.basis]);
      expect(usdPer1kWords === null).toBe(priceInPerM === null);
      for (const [language, usd] of Object.entries(usdPer1kWords ?? {})) {
        const exact = ((tokens[language] ?? Number.NaN) * 1000 * (priceInPerM ?? 0)) / words / 1e6;
        expect(Math.abs(usd - exact)).toBeLessThanOrEqual(1e-9);
      }
    }
  });
});

verifies("4.6-gecko-tests", "a model has the results of the tests it took", async (site) => {
  const { results } = await getTest(site);
  const taken = new Map(
    results.map(({ model_slug, grade, score, run_date: as_of }) => [
      model_slug,
      { "tokenizer-tax": { grade, score, as_of } },
    ]),
  );
  for (const { slug, gecko_tests } of await readEveryModelDetail(site))
    expect(gecko_tests, slug).toEqual(taken.get(slug) ?? null);
});
