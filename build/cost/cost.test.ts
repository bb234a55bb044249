import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toPropertyRunCount } from "../../test/builders/runs.ts";
import type { RateCard } from "./cost.ts";
import { type Cost, cost } from "./cost.ts";
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
const reasons = ({ usd, missing }: Cost) => ({ usd, missing: missing.map(({ reason }) => reason) });

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
    const regional = card("input=5; input@region:us=5.5; input@batch=2.5");
    const inUs = (serviceTier?: "batch") =>
      cost({ input: 1e6 }, regional, { region: "us", serviceTier });
    expect(inUs().usd).toBe(5.5);
    expect(reasons(inUs("batch"))).toEqual({
      usd: null,
      missing: ["no batch price for input is known in the region us"],
    });
    expect(cost({ input: 1e6 }, regional, { region: "eu", serviceTier: "batch" }).usd).toBe(2.5);
  });

  test("pays the fee of its variant", () => {
    const voice = card("input_audio=0.05/minute; request@variant:message=4/1k requests");
    expect(cost({ minute: 10 }, voice).usd).toBe(0.5);
    expect(cost({ minute: 10 }, voice, { variant: "message" }).usd).toBe(0.504);
    expect(reasons(cost({ request: 2 }, voice))).toEqual({
      usd: null,
      missing: ["the price depends on the variant: message"],
    });
    const search = card("request=5/1k requests; request@variant:high=12/1k requests");
    expect(cost({}, search).usd).toBe(0.005);
    expect(cost({}, search, { variant: "high" }).usd).toBe(0.012);
  });

  test("above a size charges reasoning like output, unless reasoning has its own price", () => {
    const same = card("input=1; input@>1000=2; output=10; output@>1000=15; reasoning=10");
    const usage = { input: 2000, output: 1000 };
    expect(cost({ ...usage, reasoning: 1000 }, same)).toEqual({
      ...cost({ ...usage, output: 2000 }, same),
      parts: [...cost(usage, same).parts, expect.objectContaining({ rate: 15, usd: 0.015 })],
    });
    expect(cost({ input: 1000, reasoning: 1000 }, same).usd).toBe(0.011);
    const reason = (field: string) =>
      `no price for ${field} is known for prompts above 1000 tokens`;
    const own = card(
      "input=1; input@>1000=2; input_audio=3; output=10; output@>1000=15; reasoning=12",
    );
    expect(reasons(cost({ input: 2000, input_audio: 1, reasoning: 1 }, own))).toEqual({
      usd: null,
      missing: [reason("reasoning"), reason("input_audio")],
    });
    const sized = card("input=1; input@>1000=2; output=10; reasoning=12; reasoning@>1000=18");
    expect(cost({ input: 2000, reasoning: 1000 }, sized).usd).toBe(0.022);
  });

  test("for an image pays the price of a generated image where the model generates images", () => {
    const maker = card("input=2; output=12; output_image=120; input_image=0.0011/image");
    expect(reasons(cost({ image: 1 }, maker))).toEqual({
      usd: null,
      missing: ["the host's price for image is not known; it charges output_image by the token"],
    });
    expect(cost({ image: 1 }, card("input=2; input_image=0.0011/image")).usd).toBe(0.0011);
    const both = card("output_image=0.04/image; input_image=0.0011/image");
    expect(cost({ image: 1 }, both).usd).toBe(0.04);
    // A number that JavaScript writes with an exponent.
    expect(cost({ image: 1e6 }, card("input_image=0.0000000125/image")).usd).toBe(0.0125);
  });

  test("for a minute has no known price where audio and video have different prices", () => {
    const both = card("input_audio=0.01/minute; input_video=0.001/second");
    for (const usage of [{ minute: 1 }, { second: 1 }])
      expect(reasons(cost(usage, both))).toEqual({
        usd: null,
        missing: ["the price depends on the kind: input_video, input_audio"],
      });
  });
});

test("cached audio has the price of cached text only where uncached audio and text cost the same", () => {
  const usage = { cache_read_audio: 1_000_000 };
  expect(cost(usage, card("input=1; input_audio=1; cache_read=0.1")).usd).toBe(0.1);
  expect(cost(usage, card("input=1; cache_read=0.1; cache_read@variant:audio=0.4")).usd).toBe(0.4);
  for (const text of ["input=1; input_audio=3; cache_read=0.1", "input=1; cache_read=0.1"])
    expect(reasons(cost(usage, card(text)))).toEqual({
      usd: null,
      missing: ["the host's price for cache_read_audio is not known"],
    });
});

describe("a rate that is not known", () => {
  test.each<[string, Usage, RateCard, Parameters<typeof cost>[2], string]>([
    [
      "tier of a meter that is not a token",
      { page: 1 },
      card("input=0.004/page"),
      { serviceTier: "batch" },
      "no batch price for page is known",
    ],
    ["tier", { input: 1 }, CLAUDE, { serviceTier: "flex" }, "no flex price for input is known"],
    [
      "lifetime",
      { cache_write: 1 },
      card("cache_write=1"),
      { cacheTtl: "1h" },
      "no price is known for cache_write that the cache keeps for 1h",
    ],
    [
      "cache price above a prompt size",
      { cache_read: 300_000 },
      CLAUDE,
      {},
      "no price for cache_read is known for prompts above 200000 tokens",
    ],
    [
      "cache price below the smallest prompt size",
      { cache_read: 1000 },
      card("input=2; cache_read@>200000=0.4"),
      {},
      "no price for cache_read is known for prompts of up to 200000 tokens",
    ],
    [
      "region",
      { input: 1 },
      card("input@region:eu=1; input@region:us=2"),
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
  ])("gives no cost but a reason: %s", (_, usage, rates, options, reason) => {
    expect(reasons(cost(usage, rates, options))).toEqual({ usd: null, missing: [reason] });
  });

  test("does not matter for a meter with no usage, and a rate of zero is free", () => {
    expect(cost({ input: 0, input_audio: 0 }, card("output=1")).usd).toBe(0);
    expect(cost({ input: 5 }, card("input=0"))).toMatchObject({ usd: 0, missing: [] });
  });
});

test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])(
  "a count of %s tokens is refused",
  (count) => {
    expect(() => cost({ input: count }, CLAUDE)).toThrow(`input: ${count} is not a valid count`);
  },
);

/** The expected cost is computed without the engine, from prices as whole numbers. */
test("random usages cost the same as in whole-number arithmetic", () => {
  const count = fc.nat(3_000_000);
  const price = fc.nat(99_999_999);
  fc.assert(
    fc.property(
      fc.record({ input: count, cache_read: count, cache_write: count, output: count }),
      fc.record({
        input: price,
        cache_read: price,
        cache_write: price,
        output: price,
        large: price,
      }),
      fc.integer({ min: 1, max: 3_000_000 }),
      fc.integer({ min: 1, max: 1000 }),
      (usage, millionths, size, requests) => {
        const usd = (of: number) => (of / 1_000_000).toFixed(6);
        const text = (["input", "cache_read", "cache_write", "output"] as const)
          .flatMap((meter) => [
            `${meter}=${usd(millionths[meter])}`,
            `${meter}@>${size}=${usd(millionths.large)}`,
          ])
          .join("; ");
        const isLarge = usage.input + usage.cache_read + usage.cache_write > size;
        const total = (["input", "cache_read", "cache_write", "output"] as const).reduce(
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
