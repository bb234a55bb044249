import { expect, test } from "vitest";
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { createPricedCatalog, statedRates } from "../../../../test/builders/priced-catalog.ts";
import { makeComparisonPage } from "./compare-page.ts";

/** @param prices A batch costs half. @param results Scores of each benchmark, that of A first: `2/1 -/3`. */
function makePage(prices: number[], results = "", model_type: "text" | "embedding" = "text") {
  const slugs = ["A", "B", "C", "D"].slice(0, prices.length);
  const offers = prices.map((price, at) => ({
    model: slugs[at] ?? "",
    host: "shop",
    model_id: `m${at}`,
    input: price,
    // One host of an embedding model states an output price of 0, another none.
    output: model_type === "text" ? price : at > 0 ? null : 0,
    cards: statedRates(`input@batch=${price / 2}; output@batch=${price / 2}`),
  }));
  const benchmarks = results.split(" ").map((scores, index) => ({
    slug: `b${index}`,
    name: `B${index}`,
    category: "other",
    unit: "%",
    higher_is_better: true,
    scores: scores.split("/").map(Number),
  }));
  const scoresOf = (model: string) =>
    benchmarks.flatMap(({ slug: benchmark, scores }) => {
      const score = scores[slugs.indexOf(model)];
      return score ? { model, benchmark, score, is_default: true } : [];
    });
  const none = { value: () => [] };
  const catalog: Catalog = Object.create(
    createPricedCatalog({
      models: slugs.map((slug) => ({ slug, model_type, list_host: "shop" })),
      offers,
    }),
    {
      serviceScore: { value: () => undefined },
      scoresOf: { value: scoresOf },
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
  [[0.01, 6], "A costs more than 99 % less than B (blended 3:1)."],
  [[3, 6, 6], "A costs 50 % less than B and C (blended 3:1)."],
  [[3, 6], "A costs 50 % less than B (blended 3:1; input price where output is", "embedding"],
])("prices %s: %s", (prices, claim, model_type) => {
  expect(String(makePage(prices, "", model_type).lead)).toContain(claim);
});

test.each([
  ["2/1/1 2/1/1", "A has the best result on 2 of 2 benchmarks that all models took"],
  // A did not take the benchmarks on which B is better than C.
  ["3/2/1 -/2/1 -/2/1", "Results of A, B and C on 3 shared benchmarks"],
])("results %s: %s", (results, title) => {
  expect(String(makePage([1, 1, 1], results).main)).toContain(title);
});

test("rows of cost, score, limits and release have a heading, and the lowest batch price is marked", () => {
  const text = String(makePage([4, 2]).main);
  const headings = [...text.matchAll(/<tr class="group"><th [^>]*>([^<]*)/g)].map(([, one]) => one);
  expect(headings).toEqual(["Cost", "Score", "Limits", "Release"]);
  const [, cells = ""] = /Batch output(.*?)<tr/s.exec(text) ?? [];
  expect(cells.split("<td").map((cell) => cell.includes("best"))).toEqual([false, false, true]);
});
