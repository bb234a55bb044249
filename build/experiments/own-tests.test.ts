import { describe, expect, test } from "vitest";
import { type OwnTest, pointsOf, toScorecard } from "./own-tests.ts";

const graded = (test: string, higher_is_better: boolean): OwnTest => ({
  ...{ test, lab: null, name: test, question: "", version: "1", headline_rule: "" },
  scoring: {
    ...{ rule: "", unit: "", higher_is_better },
    grades: higher_is_better ? { A: 95, B: 85, C: 70, D: 50 } : { A: 10, B: 20, C: 30, D: 50 },
  },
  methodology: [],
});
const HIGHER = graded("higher", true);
const LOWER = graded("lower", false);
const UNGRADED: OwnTest = { ...HIGHER, test: "none", scoring: { ...HIGHER.scoring, grades: null } };

describe("points", () => {
  test.each([
    [HIGHER, 100, 100],
    [HIGHER, 97.5, 95], // half way from 95 (90 points) to 100 (100 points)
    [HIGHER, 90, 82.5], // half way from 85 (75) to 95 (90)
    [HIGHER, 25, 20], // half way from 0 (0) to 50 (40)
    [HIGHER, 0, 0],
    [LOWER, 0, 100],
    [LOWER, -3, 100],
    [LOWER, 40, 50], // half way from 30 (60) to 50 (40)
    [LOWER, 75, 20], // half way from 50 (40) to 100 (0)
    [LOWER, 1000, 0],
  ])("of %o at %d are %d", (of, score, points) => {
    expect(pointsOf(of, score)).toBeCloseTo(points, 9);
  });
});

describe("the scorecard", () => {
  test("means the points of the tests that a model took, the best first", () => {
    const rows = toScorecard([
      { test: HIGHER, model: "b", score: 95, interval: { low: 90, high: 97.5 } },
      { test: LOWER, model: "b", score: 40, interval: { low: 20, high: 75 } },
      { test: UNGRADED, model: "b", score: 99, interval: null },
      { test: HIGHER, model: "a", score: 100, interval: null },
      { test: LOWER, model: "a", score: 20, interval: null },
    ]);
    expect(rows).toEqual([
      // (100 + 75) / 2
      {
        model: "a",
        // No interval, no doubt to add.
        overall: { grade: "B", score: 87.5, interval: { low: 87.5, high: 87.5 } },
        grades: { higher: "A", lower: "B" },
        tests_taken: 2,
      },
      // (90 + 50) / 2. Ends of 82.5 and 95 points, and of 20 and 75: (82.5 + 20) / 2 and (95 + 75) / 2.
      {
        model: "b",
        overall: { grade: "C", score: 70, interval: { low: 51.3, high: 85 } },
        grades: { higher: "A", lower: "D" },
        tests_taken: 2,
      },
    ]);
  });

  test("leaves out who took fewer than two graded tests", () => {
    expect(
      toScorecard([
        { test: HIGHER, model: "a", score: 100, interval: null },
        { test: UNGRADED, model: "a", score: 100, interval: null },
        { test: LOWER, model: "a", score: null, interval: null },
      ]),
    ).toEqual([]);
  });
});
