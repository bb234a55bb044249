/** The price part of same-model-different-host follows from public answers alone. */
import { expect } from "vitest";
import type { OfferRow } from "../../build/model/catalog/rows.ts";
import { groupBy } from "../../build/schema/collections.ts";
import type { HostPriceSpread } from "../../generator/experiments/measured.ts";
import { expectEqual, getDefined } from "../builders/get.ts";
import { verifies } from "../contract/harness.ts";
import { readEveryModelDetail, roundToCents, toExpectedBlendedPrice } from "../contract/walk.ts";

verifies("4.6-recompute", "every spread follows from the offers it lists", async (site) => {
  const { results } = (await site.get("/api/v1/own-tests/same-model-different-host")).body;
  const dataset = await site.get("/api/lab/same-model-different-host");
  const records = dataset.body.records as unknown as (OfferRow & { blended: number })[];
  const byModel = groupBy(records, ({ model }) => model);
  const details = await readEveryModelDetail(site);
  expect([...byModel.keys()]).toEqual(results.map(({ model_slug }) => model_slug));
  for (const { model_slug, run_date, ...result } of results) {
    const metrics = result.metrics as unknown as HostPriceSpread;
    const offers = getDefined(byModel.get(model_slug), `offers of ${model_slug}`);
    const prices = offers.map(({ blended }) => blended);
    const lowest = Math.min(...prices);
    const highest = Math.max(...prices);
    const priceAt = (slug: string) => offers.find(({ host }) => host === slug)?.blended;
    expectEqual(metrics.hosts >= 3, true, model_slug);
    const ends = [metrics.cheapestHost, metrics.mostExpensiveHost].map(priceAt);
    expectEqual(ends, [lowest, highest], model_slug);
    const windows = offers.flatMap(({ context_window }) => context_window ?? []);
    const quantizations = offers.flatMap(({ quantization }) => quantization ?? []);
    expect(metrics, model_slug).toMatchObject({
      hosts: new Set(offers.map(({ host }) => host)).size,
      blendedLowest: lowest,
      blendedHighest: highest,
      ratio: roundToCents(highest / lowest),
      isPlausible: highest / lowest <= 100,
      contextWindows: [...new Set(windows)].sort((a, b) => b - a),
      quantizations: [...new Set(quantizations)].sort(),
    });
    const days = offers.map(({ as_of }) => as_of).sort();
    expectEqual(run_date, days.at(-1), model_slug);
    const found = details.find(({ slug }) => slug === model_slug);
    const model = getDefined(found, model_slug);
    for (const { blended, ...offer } of offers)
      expectEqual(blended, toExpectedBlendedPrice(offer, model), model_slug);
  }
});
