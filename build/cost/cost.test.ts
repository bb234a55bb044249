import fc from "fast-check";
import { expect, test } from "vitest";
import { toPropertyRunCount } from "../../test/builders/runs.ts";
import { type CostOptions, cost, type RateCard } from "./cost.ts";
import { createUsageLogPricer } from "./log-cost.ts";
import { createRate, parseRates } from "./rates.ts";
import type { Usage } from "./usage.ts";

/** A rate card from the ledger's text form; the four basic prices are written in the same form (`input=3`). */
function card(text: string, rest: Partial<RateCard> = {}): RateCard {
  const rates = text.split("; ").flatMap((entry) => {
    const plain = /^(input|output|cache_read|cache_write)=([\d.]+)$/.exec(entry);
    if (plain === null) return parseRates(entry);
    return createRate(plain[1] as "input", Number(plain[2]));
  });
  return { service_tier: "standard", billing: "tokens", rates, ...rest };
}

const REGIONAL = "input=5; input@region:us=5.5; input@batch=2.5";
const AUDIO = "input_audio=0.05/minute; request@variant:message=4/1k requests";
const SEARCH = "request=5/1k requests; request@variant:high=12/1k requests";
const SIZED = "input=1; input@>1000=2; input_audio=3; output=10; output@>1000=15";
const TIER = "input=1; output=2; output@batch=1; input@flex=1; input@flex@>1000=9";
const SIZED_CACHE = "input=2; input@>32000=3; cache_read=0.1; cache_read@>16000=0.2";
const NIGHT = "input=1; input@hours:22:00-02:00 Fri-Sun=2";
const PEAK = "output=1; reasoning=1; output@hours:22:00-02:00=2";
const IMAGE = "input=2; input_image=0.0011/image";
const BY_MEDIUM = "input_audio=0.01/minute; input_video=0.001/second";
const CACHED_AUDIO = { cache_read_audio: 1e6 };
const CACHED_IMAGE = { cache_read_image: 1e6 };
const BATCH = { serviceTier: "batch" } as const;

test.each<[rates: string, Usage, expected: number | string, CostOptions?]>([
  [REGIONAL, { input: 1e6 }, 5.5, { region: "us" }],
  [REGIONAL, { input: 1e6 }, 2.5, { region: "eu", serviceTier: "batch" }],
  [
    REGIONAL,
    { input: 1 },
    "no batch price for input is known in the region us",
    { region: "us", serviceTier: "batch" },
  ],
  [
    "input=5; input@flex=2; input@flex@region:global=2; input@region:us=6",
    { input: 1e6 },
    5,
    { region: "global" },
  ],
  ["input@region:eu=1; input@region:us=2", { input: 1 }, "the price depends on the region: eu, us"],
  // The fee of a request, by its variant.
  [AUDIO, { minute: 10 }, 0.5],
  [AUDIO, { minute: 10 }, 0.504, { variant: "message" }],
  [AUDIO, { request: 2 }, "the price depends on the variant: message"],
  [SEARCH, {}, 0.005],
  [SEARCH, {}, 0.012, { variant: "high" }],
  // Above a size, reasoning costs what output costs, unless it has its own price.
  [`${SIZED}; reasoning=10`, { input: 2000, output: 1000, reasoning: 1000 }, 0.034],
  [`${SIZED}; reasoning=10`, { input: 1000, reasoning: 1000 }, 0.011],
  [`${SIZED}; reasoning=12; reasoning@>1000=18`, { input: 2000, reasoning: 1000 }, 0.022],
  [
    `${SIZED}; reasoning=12`,
    { input: 2000, input_audio: 1, reasoning: 1 },
    "no price for reasoning is known for prompts above 1000 tokens | no price for input_audio is known for prompts above 1000 tokens",
  ],
  // In a service tier without a price of its own, too.
  [`${TIER}; reasoning=2`, { reasoning: 1e6 }, 1, BATCH],
  [`${TIER}; reasoning=3`, { reasoning: 1 }, "no batch price for reasoning is known", BATCH],
  // A prompt size of another service tier says nothing about the price.
  [TIER, { input: 2e6 }, 2],
  [TIER, { input: 2e6 }, 18, { serviceTier: "flex" }],
  [`${SIZED}; reasoning=10; reasoning@batch@>1000=7`, { reasoning: 1e6 }, 15, { promptSize: 2000 }],
  [SIZED_CACHE, { cache_read: 17_000 }, 0.0034],
  [
    SIZED_CACHE,
    { cache_read: 33_000 },
    "no price for cache_read is known for prompts above 32000 tokens",
  ],
  [
    "input=2; cache_read@>200000=0.4",
    { cache_read: 1000 },
    "no price for cache_read is known for prompts of up to 200000 tokens",
  ],
  // Hours of weekdays belong to the day on which they begin. 2026-06-05 was a Friday.
  [NIGHT, { input: 1e6 }, 1, { time: "2026-06-04T23:00" }],
  [NIGHT, { input: 1e6 }, 1, { time: "2026-06-05T01:59" }],
  [NIGHT, { input: 1e6 }, 2, { time: "2026-06-05T22:00" }],
  [NIGHT, { input: 1e6 }, 1, { time: "2026-06-06T02:00" }],
  [NIGHT, { input: 1e6 }, 2, { time: "2026-06-08T01:59" }],
  [NIGHT, { input: 1e6 }, 1, { time: "2026-06-08T22:00" }],
  [NIGHT, { input: 1e6 }, 1, { time: "23:00" }],
  [PEAK, { reasoning: 1e6 }, 2, { time: "2026-06-05T22:00" }],
  [PEAK, { reasoning: 1e6 }, 1, { time: "2026-06-05T21:59" }],
  [
    PEAK.replace("reasoning=1", "reasoning=3"),
    { reasoning: 1e6 },
    "no price for reasoning is known for this time of day",
    { time: "2026-06-05T22:00" },
  ],
  // An image costs what a generated image costs, where the model generates images.
  [IMAGE, { image: 1 }, 0.0011],
  [`${IMAGE}; output_image=0.04/image`, { image: 1 }, 0.04],
  [
    `${IMAGE}; output_image=120`,
    { image: 1 },
    "the host's price for image is not known; it charges output_image by the token",
  ],
  // JavaScript writes this number with an exponent.
  ["input_image=0.0000000125/image", { image: 1e6 }, 0.0125],
  [BY_MEDIUM, { minute: 1 }, "the price depends on the kind: input_video, input_audio"],
  [BY_MEDIUM, { second: 1 }, "the price depends on the kind: input_video, input_audio"],
  // Cached audio costs what cached text costs, but only where audio and text have one price.
  ["input=1; input_audio=1; cache_read=0.1", CACHED_AUDIO, 0.1],
  ["input=1; cache_read=0.1; cache_read@variant:audio=0.4", CACHED_AUDIO, 0.4],
  [
    "input=1; input_audio=3; cache_read=0.1",
    CACHED_AUDIO,
    "the host's price for cache_read_audio is not known",
  ],
  // Images without a price of their own cost what text costs.
  ["input=1; cache_read=0.1", CACHED_IMAGE, 0.1],
  ["input=1; input_image=2; cache_read=0.1; cache_read@variant:image=0.2", CACHED_IMAGE, 0.2],
  [
    "input=1; input_image=2; cache_read=0.1",
    CACHED_IMAGE,
    "the host's price for cache_read_image is not known",
  ],
  [
    "cache_write=1",
    { cache_write: 1 },
    "no price is known for cache_write that the cache keeps for 1h",
    { cacheTtl: "1h" },
  ],
  // A rate that is not known does not matter without usage, and a rate of zero is free.
  ["output=1", { input: 0, input_audio: 0 }, 0],
  ["input=0", { input: 5 }, 0],
])("with the rates %s, %j costs %s", (rates, usage, expected, options) => {
  const { usd, missing } = cost(usage, card(rates), options);
  expect(usd ?? missing.map(({ reason }) => reason).join(" | ")).toBe(expected);
  expect(missing.length > 0).toBe(usd === null);
});

test("a request is charged in two parts where the higher rate is for the tokens above a size", () => {
  const excess = "input=1; output=2; cache_read=0.5; input@excess>1000=3; cache_read@excess>1000=7";
  const { usd, parts } = cost({ cache_read: 600, input: 900, output: 10 }, card(excess));
  expect(parts.map(({ meter, quantity, rate }) => [meter, quantity, rate])).toEqual([
    ["input", 400, 1],
    ["input", 500, 3],
    ["output", 10, 2],
    ["cache_read", 600, 0.5],
  ]);
  expect(usd).toBe(0.00222);
});

const TIERED = card(
  "input=3; output=15; cache_read=0.3; input@>200000=20; output@>200000=20; cache_read@>200000=20",
);
const EXCESS = card(
  "input=1; output=2; cache_read=0.5; input@excess>1000=9; cache_read@excess>1000=7",
);
const one = (usage: Usage) => ({ usage, requests: 1 });

test("a log pays the fee of each request", () => {
  const withFee = card("input=1; request=5/1k requests");
  const entries = [one({ input: 1 }), { usage: { input: 4 }, requests: 4 }];
  expect(createUsageLogPricer(entries)(withFee).usd).toBe(0.025005);
});

test("a log divides a sum equally among its requests, and assumes small ones of an unknown number", () => {
  const usage = { input: 400_000, output: 0 };
  const usd = (requests: number | null) => createUsageLogPricer([{ usage, requests }])(TIERED).usd;
  expect([usd(1), usd(2), usd(null)]).toEqual([8, 1.2, 1.2]);
});

test("a log has no cost if one request has none, and names the missing rate once", () => {
  const entries = [{ input: 1 }, { search: 1 }, { search: 2, input: 300_000 }].map(one);
  const missing = [{ meter: "search", reason: "the host's price for search is not known" }];
  expect(createUsageLogPricer(entries)(TIERED)).toMatchObject({ usd: null, missing });
});

test("a log counts cached tokens that a host has no price for as input", () => {
  const entries = [one({ input: 1000, cache_read: 1000, cache_write_1h: 1000 })];
  expect(createUsageLogPricer(entries)(TIERED).usd).toBe(0.0063);
  const others = [one({ cache_read_image: 1000, cache_read_audio: 1000 })];
  expect(createUsageLogPricer(others)(card("input_image=5; input_audio=7")).usd).toBe(0.012);
});

test.each([
  ["the whole request", TIERED],
  ["the tokens above a size", EXCESS],
])("a log costs what its requests cost one by one, where a size charges %s", (_, tiered) => {
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

/** The expected cost is computed without the engine, from prices as whole numbers. */
test("random usages cost the same as in whole-number arithmetic", () => {
  const METERS = ["input", "cache_read", "cache_write", "output"] as const;
  const recordOf = (value: fc.Arbitrary<number>) =>
    fc.record({ input: value, cache_read: value, cache_write: value, output: value, large: value });
  fc.assert(
    fc.property(
      recordOf(fc.nat(3_000_000)),
      recordOf(fc.nat(99_999_999)),
      fc.integer({ min: 1, max: 3_000_000 }),
      fc.integer({ min: 1, max: 1000 }),
      ({ large: _, ...usage }, millionths, size, requests) => {
        const usd = (of: number) => (of / 1_000_000).toFixed(6);
        const text = METERS.flatMap((meter) => [
          `${meter}=${usd(millionths[meter])}`,
          `${meter}@>${size}=${usd(millionths.large)}`,
        ]).join("; ");
        const isLarge = usage.input + usage.cache_read + usage.cache_write > size;
        const total = METERS.reduce(
          (all, meter) =>
            all + BigInt(usage[meter]) * BigInt(isLarge ? millionths.large : millionths[meter]),
          0n,
        );
        // `total` is in 1e-12 USD; the result is rounded half up to 1e-8 USD.
        const expected = (total * BigInt(requests) + 5000n) / 10_000n;
        expect(cost(usage, card(text), { requests }).usd).toBe(Number(`${expected}e-8`));
      },
    ),
    { numRuns: toPropertyRunCount(500), seed: 26 },
  );
});
