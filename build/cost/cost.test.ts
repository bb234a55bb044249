import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toPropertyRunCount } from "../../test/builders/runs.ts";
import { type CostOptions, cost, type RateCard } from "./cost.ts";
import { parseRates, type Rate } from "./rates.ts";
import type { Usage } from "./usage.ts";

/** A rate card from the ledger's text form; the four basic prices are written in the same form (`input=3`). */
function card(text: string, rest: Partial<RateCard> = {}): RateCard {
  const plain = /^(input|output|cache_read|cache_write)=([\d.]+)$/;
  const rates = text.split("; ").map((entry): Rate => {
    const [, meter, price] = plain.exec(entry) ?? [];
    const [rate] = parseRates(meter === undefined ? entry : "reasoning=1");
    if (rate === undefined) throw new Error(entry);
    return meter === undefined
      ? rate
      : { ...rate, meter: meter as Rate["meter"], price: Number(price) };
  });
  return { service_tier: "standard", billing: "tokens", rates, ...rest };
}

const CLAUDE = card(
  "input=3; output=15; cache_read=0.3; cache_write=3.75; cache_write@1h=6; input@>200000=6; output@>200000=22.5; input@batch=1.5; output@batch=7.5; search=10/1k searches",
);

/** The cost in USD, or the reasons why it is not known. */
function costOf(usage: Usage, rates: RateCard | string, options?: CostOptions): number | string {
  const { usd, missing } = cost(usage, typeof rates === "string" ? card(rates) : rates, options);
  expect(missing.length > 0).toBe(usd === null);
  return usd ?? missing.map(({ reason }) => reason).join(" | ");
}

describe("a request", () => {
  test("is charged in two parts where the higher rate is only for the tokens above a size", () => {
    const excess = card(
      "input=1; output=2; cache_read=0.5; input@excess>1000=3; cache_read@excess>1000=0.7",
    );
    const { usd, parts } = cost({ cache_read: 600, input: 900, output: 10 }, excess);
    expect(parts.map(({ meter, quantity, rate }) => [meter, quantity, rate])).toEqual([
      ["input", 400, 1],
      ["input", 500, 3],
      ["output", 10, 2],
      ["cache_read", 600, 0.5],
    ]);
    expect(usd).toBe(0.00222);
  });

  test("in a region with its own price has no price in a tier that has none for that region", () => {
    const inRegion = (region: string, serviceTier?: "batch") =>
      costOf({ input: 1e6 }, "input=5; input@region:us=5.5; input@batch=2.5", {
        region,
        serviceTier,
      });
    expect(inRegion("us")).toBe(5.5);
    expect(inRegion("us", "batch")).toBe("no batch price for input is known in the region us");
    expect(inRegion("eu", "batch")).toBe(2.5);
  });

  test("pays the fee of its variant", () => {
    const voice = "input_audio=0.05/minute; request@variant:message=4/1k requests";
    expect(costOf({ minute: 10 }, voice)).toBe(0.5);
    expect(costOf({ minute: 10 }, voice, { variant: "message" })).toBe(0.504);
    expect(costOf({ request: 2 }, voice)).toBe("the price depends on the variant: message");
    const search = "request=5/1k requests; request@variant:high=12/1k requests";
    expect(costOf({}, search)).toBe(0.005);
    expect(costOf({}, search, { variant: "high" })).toBe(0.012);
  });

  test("above a size charges reasoning like output, unless reasoning has its own price", () => {
    const same = card("input=1; input@>1000=2; output=10; output@>1000=15; reasoning=10");
    const usage = { input: 2000, output: 1000 };
    expect(cost({ ...usage, reasoning: 1000 }, same)).toEqual({
      ...cost({ ...usage, output: 2000 }, same),
      parts: [...cost(usage, same).parts, expect.objectContaining({ rate: 15, usd: 0.015 })],
    });
    expect(costOf({ input: 1000, reasoning: 1000 }, same)).toBe(0.011);
    const own = "input=1; input@>1000=2; input_audio=3; output=10; output@>1000=15; reasoning=12";
    expect(costOf({ input: 2000, input_audio: 1, reasoning: 1 }, own)).toBe(
      "no price for reasoning is known for prompts above 1000 tokens | no price for input_audio is known for prompts above 1000 tokens",
    );
    const sized = "input=1; input@>1000=2; output=10; reasoning=12; reasoning@>1000=18";
    expect(costOf({ input: 2000, reasoning: 1000 }, sized)).toBe(0.022);
  });

  test("for an image pays the price of a generated image where the model generates images", () => {
    expect(costOf({ image: 1 }, "input=2; output_image=120; input_image=0.0011/image")).toBe(
      "the host's price for image is not known; it charges output_image by the token",
    );
    expect(costOf({ image: 1 }, "input=2; input_image=0.0011/image")).toBe(0.0011);
    expect(costOf({ image: 1 }, "output_image=0.04/image; input_image=0.0011/image")).toBe(0.04);
    // A number that JavaScript writes with an exponent.
    expect(costOf({ image: 1e6 }, "input_image=0.0000000125/image")).toBe(0.0125);
  });

  test("for a minute has no known price where audio and video have different prices", () => {
    for (const usage of [{ minute: 1 }, { second: 1 }])
      expect(costOf(usage, "input_audio=0.01/minute; input_video=0.001/second")).toBe(
        "the price depends on the kind: input_video, input_audio",
      );
  });
});

test("cached audio has the price of cached text only where uncached audio and text cost the same", () => {
  const usage = { cache_read_audio: 1_000_000 };
  expect(costOf(usage, "input=1; input_audio=1; cache_read=0.1")).toBe(0.1);
  expect(costOf(usage, "input=1; cache_read=0.1; cache_read@variant:audio=0.4")).toBe(0.4);
  for (const text of ["input=1; input_audio=3; cache_read=0.1", "input=1; cache_read=0.1"])
    expect(costOf(usage, text)).toBe("the host's price for cache_read_audio is not known");
});

test.each<[rate: string, Usage, RateCard | string, CostOptions, reason: string]>([
  ["tier", { input: 1 }, CLAUDE, { serviceTier: "flex" }, "no flex price for input is known"],
  [
    "lifetime",
    { cache_write: 1 },
    "cache_write=1",
    { cacheTtl: "1h" },
    "no price is known for cache_write that the cache keeps for 1h",
  ],
  [
    "cache price above a prompt size",
    { cache_read: 300_000 },
    "input=1; input@>32000=2; input@>256000=4; cache_read=0.1; cache_read@>32000=0.2",
    {},
    "no price for cache_read is known for prompts above 256000 tokens",
  ],
  [
    "cache price below the smallest prompt size",
    { cache_read: 1000 },
    "input=2; cache_read@>200000=0.4",
    {},
    "no price for cache_read is known for prompts of up to 200000 tokens",
  ],
  [
    "region",
    { input: 1 },
    "input@region:eu=1; input@region:us=2",
    {},
    "the price depends on the region: eu, us",
  ],
  [
    "plan",
    { input: 1 },
    { ...CLAUDE, billing: "plan" },
    {},
    "sold by subscription: a request has no price of its own",
  ],
])("a rate that is not known gives no cost but a reason: %s", (_, usage, rates, options, reason) =>
  expect(costOf(usage, rates, options)).toBe(reason),
);

test("an unknown rate does not matter for a meter with no usage, and a rate of zero is free", () => {
  expect(costOf({ input: 0, input_audio: 0 }, "output=1")).toBe(0);
  expect(costOf({ input: 5 }, "input=0")).toBe(0);
});

test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])(
  "a count of %s tokens is refused",
  (count) => {
    expect(() => cost({ input: count }, CLAUDE)).toThrow(`input: ${count} is not a valid count`);
  },
);

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
