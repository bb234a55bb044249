import { expect, test } from "vitest";
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { createPricedCatalog, statedRates } from "../../../../test/builders/priced-catalog.ts";
import { html, htmlToText } from "../../components/html.ts";
import { makeComparisonPage } from "./compare-page.ts";

/**
 * @param prices A batch costs half.
 * @param results Scores of each benchmark, that of A first: `2/1 -/3`; `2*` is self-reported.
 * @param overall Overall scores, each with an interval of 2 points on both sides.
 */
function makePage(
  prices: number[],
  results = "",
  model_type: "text" | "embedding" = "text",
  overall: number[] = [],
  names = ["A", "B", "C", "D"],
) {
  const slugs = names.slice(0, prices.length);
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
    scores: scores.split("/"),
  }));
  const scoresOf = (model: string) =>
    benchmarks.flatMap(({ slug: benchmark, scores }) => {
      const [digits, own] = (scores[slugs.indexOf(model)] ?? "").split("*");
      const score = Number(digits);
      const row = { model, benchmark, score, is_default: true, self_reported: own !== undefined };
      return score ? row : [];
    });
  const serviceScore = (model: string) => {
    const score = overall[slugs.indexOf(model)];
    return score && { model, score, low: score - 2, high: score + 2, rank: 1, provisional: false };
  };
  const none = { value: () => [] };
  const catalog: Catalog = Object.create(
    createPricedCatalog({
      models: slugs.map((slug) => ({ slug, model_type, list_host: "shop" })),
      offers,
    }),
    {
      serviceScore: { value: serviceScore },
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
  [[3, 6], "A costs 50 % less than B. Prices are blended 3:1."],
  [[3, 6, 3, 4], "A and C cost 50 % less than B. Prices are blended 3:1."],
  [[0.01, 6], "A costs more than 99 % less than B. Prices are blended 3:1."],
  [[3, 6, 6], "A costs 50 % less than B and C. Prices are blended 3:1."],
  [[3, 6], "less than B. Prices are blended 3:1; input price where output is not", "embedding"],
])("prices %s: %s", (prices, claim, model_type) => {
  const { heading, lead } = makePage(prices, "", model_type);
  expect(htmlToText(html`${heading}. ${lead}`)).toContain(claim);
});

test.each([
  [
    [90, 80],
    "A costs 50 % less than B; A has the higher overall score. Prices are blended 3:1. A scores 90.0, B 80.0.",
  ],
  [
    [90, 91],
    "the overall scores do not show which model is better. Prices are blended 3:1. The 90 %",
  ],
])("the scores %s are in the heading: %s", (scores, claim) => {
  const { heading, lead } = makePage([3, 6], "", "text", scores);
  expect(htmlToText(html`${heading}. ${lead}`)).toContain(claim);
});

test("a heading begins with a capital, unless it begins with the name of a model", () => {
  const headingOf = (prices: number[]) =>
    htmlToText(html`${makePage(prices, "", "text", [90, 91], ["text-1", "B"]).heading}`);
  expect(headingOf([3, 3])).toBe("The overall scores do not show which model is better");
  expect(headingOf([3, 6])).toMatch(/^text-1 costs 50 % less than B; the/);
});

test.each([
  ["2/1/1 2/1/1", "A has the best result on 2 of 2 benchmarks that all models took"],
  ["2*/1/1 2/1/1", "on 2 of 2 benchmarks that all models took, 1 of them self-reported"],
  ["2/1 2*/1", "A has a better result than B on 2 of 2 shared benchmarks, 1 of them self-reported"],
  // A did not take the benchmarks on which B is better than C.
  ["3/2/1 -/2/1 -/2/1", "Results of A, B and C on 3 shared benchmarks"],
])("results %s: %s", (results, title) => {
  const models = results.split(" ")[0]?.split("/") ?? [];
  expect(
    String(
      makePage(
        models.map(() => 1),
        results,
      ).main,
    ),
  ).toContain(title);
});

test("rows in which all models are equal are marked", () => {
  const text = String(makePage([4, 2, 2], "5/5/5 3/5/3 -/4/4").main);
  const rows = [...text.matchAll(/<tr( class="same")?><th scope="row">(.*?)<td/gs)];
  const sameOf = (title: string) => rows.filter(([row]) => row.includes(title)).map(([, is]) => is);
  expect(["Tool calling", ">B0<"].flatMap(sameOf)).toEqual([' class="same"', ' class="same"']);
  expect(["Input price", ">B1<", ">B2<"].flatMap(sameOf)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("rows of cost, score, limits and release have a heading, and the lowest batch price is marked", () => {
  const text = String(makePage([4, 2]).main);
  const headings = [...text.matchAll(/<tr class="group"><th [^>]*>([^<]*)/g)].map(([, one]) => one);
  expect(headings).toEqual(["Cost", "Score", "Limits", "Release"]);
  const [, cells = ""] = /Batch output(.*?)<tr/s.exec(text) ?? [];
  expect(cells.split("<td").map((cell) => cell.includes("best"))).toEqual([false, false, true]);
});
