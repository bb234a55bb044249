/** All models on a benchmark as one row of figures, against which a model's score is shown. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { BenchmarkRow } from "../../../../build/model/catalog/rows.ts";
import { rankedScores } from "../../../endpoints/benchmarks/benchmarks.ts";
import { perCatalog } from "../../../http/endpoint.ts";
import { round } from "../../components/charts/plot.ts";
import { type Html, html } from "../../components/html.ts";

export interface Field {
  benchmark: BenchmarkRow;
  /** The best first, one for each model. */
  scores: readonly number[];
  /** Place of the best one in the `scores` of the benchmark's answer. */
  bestAt: number;
}

/** Slug of a benchmark → its field. */
export const fields = perCatalog(
  (catalog) =>
    new Map(catalog.benchmarks.map((benchmark) => [benchmark.slug, toField(benchmark, catalog)])),
);

function toField(benchmark: BenchmarkRow, catalog: Catalog): Field {
  const listed = rankedScores(benchmark, catalog).map(({ score }) => score);
  const sign = benchmark.higher_is_better ? -1 : 1;
  const scores = listed.toSorted((a, b) => sign * (a - b));
  return { benchmark, scores, bestAt: listed.indexOf(scores[0] ?? 0) };
}

/** 1 is the best; equal scores share a place. */
export const placeOf = (score: number, { scores }: Field): number => scores.indexOf(score) + 1;

/** Units of the strip: from the worst score to the best, and its height. */
const [WIDTH, HEIGHT] = [120, 12];

/** The whole field as a line, its middle half as a thicker one, the model as a stroke across. */
export function strip(score: number, { scores }: Field): Html {
  const [best = 0, worst = 0] = [scores[0], scores.at(-1)];
  const at = (value: number | undefined): number =>
    best === worst ? WIDTH / 2 : round((WIDTH * ((value ?? 0) - worst)) / (best - worst));
  const quarter = (share: number) => at(scores[Math.round(share * (scores.length - 1))]);
  return html`<svg class="strip" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" aria-hidden="true"><path d="M0 6H${WIDTH}"/><path class="middle" d="M${quarter(0.75)} 6H${quarter(0.25)}"/><path class="here" d="M${at(score)} 1v10"/></svg>`;
}
