import { expect, test } from "vitest";
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { createPricedCatalog } from "../../../../test/builders/priced-catalog.ts";
import { makeComparisonPage } from "./compare-page.ts";

const NAMES = ["A", "B", "C", "D"];

/** @param results Scores of each model, A first; null where a model was not tested on the benchmark. */
function makePage(
  prices: number[],
  results: (number | null)[][] = [],
  model_type: "text" | "embedding" = "text",
) {
  const names = NAMES.slice(0, prices.length);
  const offers = names.map((name, at) => ({
    model: name.toLowerCase(),
    host: "shop",
    model_id: name,
    input: prices[at] ?? 0,
    // One host of an embedding model states an output price of 0, another none.
    output: model_type === "text" ? (prices[at] ?? 0) : at > 0 ? null : 0,
  }));
  const scores = results.flatMap((row, index) =>
    row.flatMap((score, at) =>
      score === null
        ? []
        : { model: NAMES[at]?.toLowerCase(), benchmark: `b${index}`, score, is_default: true },
    ),
  );
  const benchmarks = results.map((_, index) => ({
    slug: `b${index}`,
    name: `B${index}`,
    category: "other",
    unit: "%",
    higher_is_better: true,
  }));
  const none = { value: () => [] };
  const catalog: Catalog = Object.create(
    createPricedCatalog({
      models: names.map((name) => ({
        slug: name.toLowerCase(),
        name,
        model_type,
        list_host: "shop",
      })),
      offers,
    }),
    {
      serviceScore: { value: () => undefined },
      scoresOf: { value: (slug: string) => scores.filter(({ model }) => model === slug) },
      pricesOf: none,
      benchmarks: { value: benchmarks },
      benchmark: { value: (slug: string) => benchmarks.find((one) => one.slug === slug) },
      scores: { value: [] },
      service_scores: { value: [] },
    },
  );
  return makeComparisonPage(catalog.models, catalog, { path: "/compare", answer: "/api" });
}

test.each<[prices: number[], claim: string, model_type?: "embedding"]>([
  [[3, 3], "A and B have no overall score."],
  [[3, 6], "A costs 50 % less than B (blended 3:1)."],
  [[3, 6, 3, 4], "A and C cost 50 % less than B (blended 3:1)."],
  [[3, 6, 6], "A costs 50 % less than B and C (blended 3:1)."],
  [[3, 6], "A costs 50 % less than B (blended 3:1; input price where output is", "embedding"],
])("prices %s: %s", (prices, claim, model_type) => {
  expect(String(makePage(prices, [], model_type).lead)).toContain(claim);
});

test.each<[results: (number | null)[][], title: string]>([
  [
    [
      [2, 1, 1],
      [2, 1, 1],
    ],
    "A has the best result on 2 of 2 benchmarks that all models took",
  ],
  // A did not take the benchmarks on which B is better than C.
  [
    [
      [3, 2, 1],
      [null, 2, 1],
      [null, 2, 1],
    ],
    "Results on 3 shared benchmarks",
  ],
])("results %j: %s", (results, title) => {
  expect(String(makePage([1, 1, 1], results).main)).toContain(title);
});
