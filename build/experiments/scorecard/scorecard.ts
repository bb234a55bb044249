/** Scores of the graded tests → one row a model. */
import { byText, groupBy } from "../../schema/collections.ts";
import { type Interval, round } from "../../statistics/statistics.ts";
import { type Grade, gradeOf, type OwnTest, pointsOf } from "../definition.ts";
import { SCORECARD } from "./about.ts";

/** Tests taken, below which a mean would be the grade of one test under another name. */
const MIN_TESTS = 2;

export interface TakenTest {
  test: OwnTest;
  model: string;
  score: number | null;
  /** Of the score. */
  interval: Interval | null;
}

export interface Overall {
  model: string;
  overall: { grade: Grade | null; score: number; interval: Interval };
  /** Of the graded tests that it took. */
  grades: Record<string, Grade>;
  tests_taken: number;
}

/** @returns The best first, ties by slug. */
export function toScorecard(taken: readonly TakenTest[]): Overall[] {
  return [...groupBy(taken, ({ model }) => model)]
    .flatMap(([model, tests]) => toRow(model, tests) ?? [])
    .sort((a, b) => b.overall.score - a.overall.score || byText(a.model, b.model));
}

function toRow(model: string, tests: readonly TakenTest[]): Overall | null {
  const graded = tests.flatMap(({ test, score, interval }) => {
    const [grade, points] = [gradeOf(test, score), pointsOf(test, score)];
    if (grade === null || points === null) return [];
    const ends = [interval?.low ?? score, interval?.high ?? score].map((end) =>
      pointsOf(test, end),
    ) as number[];
    return [{ test: test.test, grade, points, low: Math.min(...ends), high: Math.max(...ends) }];
  });
  if (graded.length < MIN_TESTS) return null;
  const meanOf = (name: "points" | "low" | "high") =>
    round(graded.reduce((sum, one) => sum + one[name], 0) / graded.length, 1);
  const score = meanOf("points");
  const interval = { low: meanOf("low"), high: meanOf("high") };
  return {
    model,
    overall: { grade: gradeOf(SCORECARD, score), score, interval },
    grades: Object.fromEntries(graded.map(({ test, grade }) => [test, grade])),
    tests_taken: graded.length,
  };
}
