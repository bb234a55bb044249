import { expect, test } from "vitest";
import type { ModelRow, ScoreRow, ServiceScoreRow } from "../catalog/rows.ts";
import { scoreFigures } from "./score-figures.ts";

const AVERAGES = { a: 10, b: 20, c: 30, d: null };
const REPORTED = [
  ["a", true],
  ["a", false],
  ["b", true],
  ["c", null],
] as const;

const services = new Map(
  Object.entries({ a: 3, b: 1, c: 1 }).map(([slug, score]) => [slug, { score } as ServiceScoreRow]),
);

test("compares each order with the index over the models that have both", () => {
  const figures = scoreFigures(
    {
      models: Object.entries(AVERAGES).map(
        ([slug, avg_score]) => ({ slug, avg_score }) as ModelRow,
      ),
      scores: REPORTED.map(([model, self_reported]) => ({ model, self_reported }) as ScoreRow),
      serviceScore: (slug) => services.get(slug),
    },
    new Map([
      ["a", 1],
      ["b", 2],
      ["c", 3],
      ["d", 4],
      ["unknown", 5],
    ]),
  );
  expect(figures.avg_score).toEqual({ correlation: 1, models: 3 });
  expect(figures.service_score.correlation).toBeCloseTo(-0.866, 3);
  // c is of unknown origin, which counts as not the maker's.
  expect([figures.models_with_score, figures.independent_share]).toEqual([3, 2 / 3]);
});
