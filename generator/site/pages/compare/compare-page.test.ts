import { expect, test } from "vitest";
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { createPricedCatalog } from "../../../../test/builders/priced-catalog.ts";
import { makeComparisonPage } from "./compare-page.ts";

test.each([
  [[3, 3], "A has no overall score"],
  [[3, 6], "A costs 50 % less than B (blended 3:1)."],
  [[3, 6, 3, 4], "A and C cost 50 % less than B (blended 3:1)."],
  [[3, 6, 6], "A costs 50 % less than B and C (blended 3:1)."],
])("prices %s: %s", (prices, claim) => {
  const names = ["A", "B", "C", "D"].slice(0, prices.length);
  const offers = names.map((name, at) => ({
    model: name.toLowerCase(),
    host: "shop",
    model_id: name,
    input: prices[at] ?? 0,
    output: prices[at] ?? 0,
  }));
  const none = { value: () => [] };
  const catalog: Catalog = Object.create(
    createPricedCatalog({
      models: names.map((name) => ({ slug: name.toLowerCase(), name, list_host: "shop" })),
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
