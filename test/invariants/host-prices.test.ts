/** The price part of same-model-different-host follows from public answers alone. */
import { describe, expect } from "vitest";
import { groupBy } from "../../build/schema/collections.ts";
import { expectEqual, getDefined, requireNonEmpty } from "../builders/get.ts";
import { verifies } from "../contract/harness.ts";
import {
  getHostComparisonRecords,
  getHostComparisonTest,
  roundToCents,
} from "../contract/measured.ts";

describe("same-model-different-host", () => {
  verifies("4.6-results", "is partial: prices, but no score, grade or rank", async (site) => {
    const data = await getHostComparisonTest(site);
    expect(data.status).toBe("partial");
    expect(data.headline).toMatch(/^The test has not yet compared the answers of .*90 % interval/);
    expect(data.models).toBe(data.results.length);
    for (const result of requireNonEmpty(data.results, "models")) {
      expect(result.metrics.hosts).toBeGreaterThanOrEqual(3);
      expect(result).toMatchObject({ grade: null, score: null, rank: null, interval: null });
      expectEqual([result.n_items, result.n_valid], [0, 0]);
    }
    const lab = await getHostComparisonRecords(site);
    expect(lab).toMatchObject({ status: "partial", runs: [] });
  });

  verifies("4.6-recompute", "every spread follows from the offers it lists", async (site) => {
    const { results } = await getHostComparisonTest(site);
    const { records } = await getHostComparisonRecords(site);
    const byModel = groupBy(records, ({ model }) => model);
    expect([...byModel.keys()]).toEqual(results.map(({ model_slug }) => model_slug));
    for (const { model_slug, metrics, run_date } of results) {
      const offers = getDefined(byModel.get(model_slug), `offers of ${model_slug}`);
      const prices = offers.map(({ blended }) => blended);
      const lowest = Math.min(...prices);
      const highest = Math.max(...prices);
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
      for (const { input, output, blended } of offers)
        expect(blended).toBeCloseTo((3 * input + output) / 4, 5);
    }
  });
});
