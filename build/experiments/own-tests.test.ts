import { expect, test } from "vitest";
import {
  bootstrapTokenizerTaxInterval,
  type OwnTestDescription,
  scoreTokenizerTax,
  toPointsOfTestScore,
} from "./own-tests.ts";

const graded = (test: string, higher_is_better: boolean): OwnTestDescription => ({
  test,
  lab: null,
  name: test,
  question: "",
  headline_rule: "",
  scoring: {
    rule: "",
    unit: "",
    higher_is_better,
    grades: higher_is_better ? { A: 95, B: 85, C: 70, D: 50 } : { A: 10, B: 20, C: 30, D: 50 },
  },
  methodology: [],
});

test.each([
  ["higher", 100, 100],
  ["higher", 97.5, 95], // half way from 95 (90 points) to 100 (100 points)
  ["higher", 90, 82.5], // half way from 85 (75) to 95 (90)
  ["higher", 25, 20], // half way from 0 (0) to 50 (40)
  ["lower", 40, 50], // half way from 30 (60) to 50 (40)
  ["lower", 75, 20], // half way from 50 (40) to 100 (0)
  ["lower", 1000, 0],
])("if %s is better, a score of %d gives %d points", (better, score, points) => {
  expect(toPointsOfTestScore(graded(better, better === "higher"), score)).toBeCloseTo(points, 9);
});

const COUNTS = [
  { language: "en", tokens: [10, 20] },
  { language: "de", tokens: [12, 25] },
  { language: "th", tokens: [30, 50] },
];

test("the tokenizer tax is the mean of the rounded ratios minus one, in percent", () => {
  // 37/30 = 1.2333 → 1.23; 80/30 = 2.6667 → 2.67; (1.23 + 2.67) / 2 = 1.95 → 95 %
  expect(scoreTokenizerTax(COUNTS)).toEqual({
    score: 95,
    tokens: { en: 30, de: 37, th: 80 },
    ratios: { en: 1, de: 1.23, th: 2.67 },
  });
  expect(
    scoreTokenizerTax([
      { language: "en", tokens: [10] },
      { language: "zh", tokens: [9] },
    ])?.score,
  ).toBe(-10);
});

test("the interval of the tokenizer tax draws the same sentences in every language", () => {
  // Drawn: 1,1 → de 1.2, th 3 → 110 %; 2,2 → de 1.25, th 2.5 → 87.5 %; 1,2 → 95 %.
  expect(bootstrapTokenizerTaxInterval(COUNTS)).toEqual({ low: 87.5, high: 110 });
  expect(bootstrapTokenizerTaxInterval(COUNTS.slice(1))).toBeNull();
});
