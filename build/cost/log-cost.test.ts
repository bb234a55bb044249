import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RateCard } from "./cost.ts";
import { cost } from "./cost.ts";
import { createUsageLogPricer } from "./log-cost.ts";
import { createRate } from "./rates.ts";
import type { Usage } from "./usage.ts";

const card = (...rates: RateCard["rates"]): RateCard => ({
  service_tier: "standard",
  billing: "tokens",
  rates,
});
const TIERED = card(
  createRate("input", 3),
  createRate("output", 15),
  createRate("cache_read", 0.3),
  ...(["input", "output", "cache_read"] as const).map((meter) =>
    createRate(meter, 20, { above_input_tokens: 200_000 }),
  ),
);

const one = (usage: Usage) => ({ usage, requests: 1 });

describe("a log", () => {
  test("pays the fee of each request", () => {
    const withFee = card(createRate("input", 1), createRate("request", 5, { unit: "1k requests" }));
    const entries = [one({ input: 1 }), { usage: { input: 4 }, requests: 4 }];
    expect(createUsageLogPricer(entries)(withFee).usd).toBe(0.025005);
  });

  test("divides a sum equally among its requests, and assumes small requests if their number is unknown", () => {
    const day = { input: 400_000, output: 0 };
    const usd = (requests: number | null) =>
      createUsageLogPricer([{ usage: day, requests }])(TIERED).usd;
    expect([usd(1), usd(2), usd(null)]).toEqual([8, 1.2, 1.2]);
    const around = [one({ input: 200_000 }), one({ input: 200_001 })];
    expect(createUsageLogPricer(around)(TIERED).usd).toBe(4.60002);
  });

  test("has no cost if one request has none, and names the missing rate once", () => {
    const entries = [{ input: 1 }, { search: 1 }, { search: 2, input: 300_000 }].map(one);
    const missing = [{ meter: "search", reason: "the host's price for search is not known" }];
    expect(createUsageLogPricer(entries)(TIERED)).toMatchObject({ usd: null, missing });
  });

  test("counts cached tokens that a host has no price for as input, and says which", () => {
    const entries = [one({ input: 1000, cache_read: 1000, cache_write_1h: 1000 })];
    const { usd, as_input } = createUsageLogPricer(entries)(TIERED);
    expect([usd, as_input]).toEqual([0.0063, ["cache_write_1h"]]);
  });
});

const EXCESS = card(
  createRate("input", 1),
  createRate("output", 2),
  createRate("cache_read", 0.5),
  createRate("input", 9, { above_input_tokens: 1000, tier_mode: "excess" }),
  createRate("cache_read", 7, { above_input_tokens: 1000, tier_mode: "excess" }),
);

test.each([
  ["the whole request", TIERED],
  ["the tokens above a size", EXCESS],
])("costs what its requests cost one by one, where a size charges %s", (_, tiered) => {
  const count = fc.nat(250_000);
  const request = fc.record({ input: count, cache_read: count, output: count });
  fc.assert(
    fc.property(fc.array(request, { maxLength: 20 }), (requests) => {
      const usd = requests.reduce((sum, usage) => sum + (cost(usage, tiered).usd ?? Number.NaN), 0);
      expect(createUsageLogPricer(requests.map(one))(tiered).usd).toBeCloseTo(usd, 6);
    }),
    { numRuns: 200, seed: 26 },
  );
});
