/** Scores of the graded tests → one row a model. */
import { byText, groupBy } from "../schema/collections.ts";
import { type Grade, gradeOf, type OwnTest, pointsOf } from "./own-tests.ts";
import { type Interval, round } from "./statistics.ts";

export const SCORECARD: OwnTest = {
  test: "scorecard",
  lab: null,
  name: "Scorecard",
  question: "How does each model do over all of our own tests?",
  scoring: {
    rule: "Mean of the points of the graded tests that a model took, at least two",
    unit: "points of 100",
    higher_is_better: true,
    grades: { A: 90, B: 75, C: 60, D: 40 },
  },
  headline_rule: "The model with the most points",
  methodology: [
    "The scorecard asks nothing of its own. It puts the grades of our tests side by side, one row a model, and adds them up for the models that took two graded tests or more. A model that took one has a grade on that test's own page and no row here.",
    "Scores of different tests have different units, so each is first brought to points from 0 to 100 by its own published cut-offs: the score that just earns an A is worth 90 points, a B 75, a C 60, a D 40. Between two cut-offs the points follow a straight line. The best score that can be had is worth 100. Nothing is earned by a score of 0 where higher is better, and by twice the cut-off of D where lower is better. Overall is the plain mean of these points over the tests that the model took, and its grade is read from the same scale. Its interval runs from the mean of the points at the lower ends of the tests' 90 % intervals to the mean at the upper ends: as if all tests erred the same way, which is wide rather than narrow.",
    "Only the newest run of a model counts, of the present version of a test. A test without grades takes no part: the knowledge horizon has none, because an older model is not a worse one. Of the tests that compare something, such as hosts of one model, only models with a score take part.",
    "What it cannot tell: the tests ask very different things, and their mean weighs them alike because no other weight would be less arbitrary. Two models that took different tests are compared on different grounds; the number of tests stands beside every row for that reason, and the grades of each test tell more than the mean. A difference of a few points is within the doubt of the scores themselves, whose intervals are on the pages of the tests.",
  ],
};

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
