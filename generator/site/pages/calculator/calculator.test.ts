import { beforeAll, describe, expect, test } from "vitest";
import { getSharedSampleCatalog } from "../../../../test/builders/sample-catalog.ts";
import { toModelDetail } from "../../../endpoints/models/get-model.ts";
import type { LoadedCatalog } from "../../../pipeline/load.ts";
import { makePricesTableFile } from "./calculator-page.ts";
import {
  CALCULATOR_DEFAULTS,
  type CalculatorPrice,
  costOfUsage,
  monthlyTokenUsage,
  NO_TOKEN_USAGE,
  parseCalculatorQuery,
  rankOffersByCost,
  toCalculatorPrices,
  toCalculatorQuery,
} from "./ranking.ts";

let loaded: LoadedCatalog;
let records: CalculatorPrice[];
beforeAll(async () => {
  loaded = await getSharedSampleCatalog();
  records = toCalculatorPrices(makePricesTableFile(loaded.catalog).body);
});

const MILLION = { ...NO_TOKEN_USAGE, input: 1_000_000, output: 1_000_000 };
const ANY = { ...CALCULATOR_DEFAULTS, verified: false, tokens: false, text: false };
const names = (ranking: ReturnType<typeof rankOffersByCost>) =>
  ranking.offers.map(({ record, cost }) => [record.model.slug, record.host.slug, cost.usd]);

describe("the file of all prices", () => {
  test("holds what the API answers", () => {
    const answered = loaded.catalog.models.flatMap((model) =>
      toModelDetail(model, loaded.catalog).providers.map((offer) => ({
        ...{ model: model.slug, host: offer.provider_slug, input: offer.input },
        ...{ output: offer.output, cache_read: offer.cache_read, trust: offer.trust },
      })),
    );
    expect(
      records.map(({ model, host, input, output, cache_read, trust }) => ({
        ...{ model: model.slug, host: host.slug, input, output, cache_read, trust },
      })),
    ).toEqual(answered.filter(({ input }) => input !== null));
  });
});

describe("cost", () => {
  const rates = { input: 2, output: 10, cache_read: 0.5, cache_write: null };
  test("is each kind of tokens at its price", () => {
    const usage = { input: 1_000_000, cache_read: 2_000_000, cache_write: 0, output: 100_000 };
    expect(costOfUsage(usage, rates)).toEqual({ usd: 4, atInputPrice: [] });
  });

  test("takes the input price where a kind has none, and says so", () => {
    const usage = { ...NO_TOKEN_USAGE, cache_write: 1_000_000 };
    expect(costOfUsage(usage, rates)).toEqual({ usd: 2, atInputPrice: ["cache_write"] });
  });

  test("is none where output has no price, unless there is none", () => {
    const embedding = { ...rates, output: null };
    expect(costOfUsage(MILLION, embedding)).toBeNull();
    expect(costOfUsage({ ...NO_TOKEN_USAGE, input: 1_000_000 }, embedding)?.usd).toBe(2);
  });
});

describe("a ranking", () => {
  test("has the cheapest first, and what is free before it", () => {
    expect(names(rankOffersByCost(records, MILLION, ANY))).toEqual([
      ["acme-small", "acme", 0],
      ["delta-7b", "cumulus", expect.closeTo(0.6)],
      ["delta-7b", "bazaar", 3],
      ["acme-large", "bazaar", 21],
      ["acme-large", "acme", 24],
    ]);
  });

  test.each([
    ["tokens only", { tokens: true }, 4],
    ["open weights", { open: true }, 2],
    ["text", { text: true, q: "acme" }, 3],
    ["a context that two have", { context: 50_000 }, 3],
    ["labs", { kind: "lab" }, 2],
    ["each model once", { each: true }, 3],
    ["words of model and host", { q: "delta cumu" }, 1],
    ["a score that none has", { score: 101 }, 0],
  ])("of %s", (_, choice, count) => {
    expect(rankOffersByCost(records, MILLION, { ...ANY, ...choice }).offers).toHaveLength(count);
  });

  test("counts what it leaves out for want of a price", () => {
    const [first] = records;
    const ranking = rankOffersByCost(first ? [{ ...first, output: null }] : [], MILLION, ANY);
    expect([ranking.offers.length, ranking.unpriced]).toEqual([0, 1]);
  });
});

describe("a question", () => {
  test.each(["", "in=5000&cached=1000&per=day&open=1&verified=0&context=200000&kind=lab&q=gpt"])(
    "is the same after it was an address: %j",
    (query) =>
      expect(String(toCalculatorQuery(parseCalculatorQuery(new URLSearchParams(query))))).toBe(
        query,
      ),
  );

  test("takes what is no number for its default", () => {
    expect(parseCalculatorQuery(new URLSearchParams("in=-5&out=many&requests="))).toEqual(
      CALCULATOR_DEFAULTS,
    );
  });

  test("of a day is 30 times that; more cached than sent is none", () => {
    expect(monthlyTokenUsage({ ...CALCULATOR_DEFAULTS, cached: 4_000, per: "day" })).toEqual({
      ...{ input: 18_000_000, cache_read: 12_000_000, cache_write: 0, output: 6_000_000 },
    });
    expect(monthlyTokenUsage({ ...CALCULATOR_DEFAULTS, cached: 10_001 })).toBeNull();
  });
});
