import { expect, test } from "vitest";
import type { ModelRow, OfferRow } from "../../build/model/catalog/rows.ts";
import { scoreGapBetweenHosts, summarizePriceSpreads, toHostPriceSpread } from "./measured.ts";

test("the gap is between the best and the worst host, with Newcombe's interval", () => {
  // The paper's first example, 56 of 70 and 48 of 80, at 90 %. Wilson, z² = 2.7055:
  // 0.8: (0.8 + 0.01933 ± 1.645 · √(0.16/70 + 2.7055/19600)) / 1.03865 = 0.7109 to 0.8668
  // 0.6: (0.6 + 0.01691 ± 1.645 · √(0.24/80 + 2.7055/25600)) / 1.03382 = 0.5081 to 0.6854
  // 0.2 − √(0.0891² + 0.0854²) = 0.0766; 0.2 + √(0.0668² + 0.0920²) = 0.3137
  const routes = [
    { route: "b", right: 48, asked: 80 },
    { route: "c", right: 7, asked: 10 },
    { route: "a", right: 56, asked: 70 },
  ];
  const gap = { gap: 20, best: "a", worst: "b", interval: { low: 7.7, high: 31.4 } };
  expect(scoreGapBetweenHosts(routes)).toEqual(gap);
  expect(scoreGapBetweenHosts(routes.toReversed())).toEqual(gap);
});

test("one host with replies has no gap", () => {
  expect(scoreGapBetweenHosts([])).toBeNull();
  const [one, none] = [
    { route: "a", right: 1, asked: 2 },
    { route: "b", right: 0, asked: 0 },
  ];
  expect(scoreGapBetweenHosts([one])).toBeNull();
  expect(scoreGapBetweenHosts([one, none])).toBeNull();
});

const PAID = {
  ...{ is_paid: true, billing: "tokens", service_tier: "standard", trust: "verified" },
  ...{ status: "active", quantization: null, context_window: null },
};

/** The prices of a model that is sold by hosts `a`, `b`, … */
function pricesOf(...offers: object[]) {
  const rows = offers.map((offer, index) => ({ ...PAID, host: "abcdef"[index], ...offer }));
  const catalog = { offersOf: () => rows as unknown as readonly OfferRow[] };
  return toHostPriceSpread({ slug: "m", is_open_source: true } as ModelRow, catalog)?.prices;
}

test("the spread of a model is its most expensive host over its cheapest, of three or more", () => {
  const small = { blended: 0.3, quantization: "fp8", context_window: 8192 };
  const large = { blended: 1, quantization: "bf16", context_window: 131072 };
  expect(pricesOf(small, small, large, { blended: 0 }, { blended: 9, is_paid: false })).toEqual({
    ...{ hosts: 3, blendedLowest: 0.3, cheapestHost: "a", blendedHighest: 1, dearestHost: "c" },
    ...{ ratio: 3.33, isPlausible: true, isOpenSource: true },
    ...{ quantizations: ["bf16", "fp8"], contextWindows: [131072, 8192] },
  });
  expect(pricesOf(small, large)).toBeUndefined();
});

test("the summary leaves out errors of units", () => {
  const spreads = (...ratios: number[]) =>
    ratios.map((ratio) => ({ ratio, isPlausible: ratio <= 100 }));
  expect(summarizePriceSpreads(spreads(1, 2, 4, 500))).toMatchObject({
    ...{ models: 3, median_ratio: 2, twice_percent: 66.7 },
    // Wilson at 90 % for 2 of 3, z² = 2.7055: (2/3 + 0.4509 ± 1.645 · √(0.0741 + 0.0752)) / 1.9018
    twice_percent_interval: { low: 25.4, high: 92.2 },
    median_ratio_interval: { low: 1, high: 4 },
  });
  expect(summarizePriceSpreads(spreads(500))).toBeNull();
});
