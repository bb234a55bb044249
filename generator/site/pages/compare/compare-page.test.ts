import { expect, test } from "vitest";
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { createPricedCatalog } from "../../../../test/builders/priced-catalog.ts";
import { makeComparisonPage } from "./compare-page.ts";

test.each<[prices: number[], claim: string, model_type?: "embedding"]>([
  [[3, 3], "A and B have no overall score."],
  [[3, 6], "A costs 50 % less than B (blended 3:1)."],
  [[3, 6, 3, 4], "A and C cost 50 % less than B (blended 3:1)."],
  [[3, 6, 6], "A costs 50 % less than B and C (blended 3:1)."],
  [[3, 6], "A costs 50 % less than B (blended 3:1; input price where output is", "embedding"],
])("prices %s: %s", (prices, claim, model_type) => {
  const names = ["A", "B", "C", "D"].slice(0, prices.length);
  const offers = names.map((name, at) => ({
    model: name.toLowerCase(),
    host: "shop",
    model_id: name,
    input: prices[at] ?? 0,
    // One host of an embedding model states an output price of 0, another none.
    output: model_type === undefined ? (prices[at] ?? 0) : at > 0 ? null : 0,
  }));
  const none = { value: () => [] };
  const catalog: Catalog = Object.create(
    createPricedCatalog({
      models: names.map((name) => ({
        slug: name.toLowerCase(),
        name,
        model_type: model_type ?? "text",
        list_host: "shop",
      })),
      offers,
    }),
    {
      serviceScore: { value: () => undefined },
      scoresOf: none,
      pricesOf: none,
      scores: { value: [] },
      service_scores: { value: [] },
    },
  );
  const { lead } = makeComparisonPage(catalog.models, catalog, {
    path: "/compare",
    answer: "/api",
  });
  expect(String(lead)).toContain(claim);
});
