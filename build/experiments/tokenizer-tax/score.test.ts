import { expect, test } from "vitest";
import { gradeOf } from "../definition.ts";
import { TOKENIZER_TAX } from "./about.ts";
import { scoreTax, taxInterval, toScore, usdPer1kWords } from "./score.ts";

const COUNTS = [
  { language: "en", sentences: [10, 20] },
  { language: "de", sentences: [12, 25] },
  { language: "th", sentences: [30, 50] },
];

test("the score is the mean of rounded ratios, less one, in percent", () => {
  const tax = scoreTax(COUNTS);
  expect(tax?.tokens).toEqual({ en: 30, de: 37, th: 80 });
  // 37/30 = 1.2333 → 1.23; 80/30 = 2.6667 → 2.67; (1.23 + 2.67) / 2 = 1.95 → 95 %
  expect(tax?.ratios).toEqual({ en: 1, de: 1.23, th: 2.67 });
  expect(tax?.score).toBe(95);
});

test("the interval draws the same sentences in every language", () => {
  // Drawn: 1,1 → de 1.2, th 3 → 110 %; 2,2 → de 1.25, th 2.5 → 87.5 %; 1,2 → 95 %.
  expect(taxInterval(COUNTS)).toEqual({ low: 87.5, high: 110 });
  expect(taxInterval(COUNTS.slice(1))).toBeNull();
});

test("a cheaper language pulls the score below zero", () => {
  expect(toScore({ en: 1, zh: 0.9 })).toBe(-10);
});

test("there is no score without English or without another language", () => {
  expect(scoreTax([])).toBeNull();
  expect(scoreTax(COUNTS.slice(0, 1))).toBeNull();
  expect(scoreTax(COUNTS.slice(1))).toBeNull();
  expect(scoreTax([{ language: "en", sentences: [0] }, ...COUNTS.slice(1)])).toBeNull();
});

test("prices are for what takes 1,000 words in English", () => {
  // 30 tokens for 20 words: 1,500 tokens for 1,000 words, at $2 a million: $0.003.
  expect(usdPer1kWords({ en: 30, th: 80 }, 20, 2)).toEqual({ en: 0.003, th: 0.008 });
  expect(usdPer1kWords({ en: 30 }, 20, 0)).toEqual({ en: 0 });
  expect(usdPer1kWords({ en: 30 }, 20, null)).toBeNull();
});

test("grades go by the published cut-offs", () => {
  const grades = [-5, 25, 25.01, 50, 75, 100, 100.01].map((score) => gradeOf(TOKENIZER_TAX, score));
  expect(grades).toEqual(["A", "A", "B", "B", "C", "D", "F"]);
  expect(gradeOf(TOKENIZER_TAX, null)).toBeNull();
});
