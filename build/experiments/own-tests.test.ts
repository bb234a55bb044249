import { expect, test } from "vitest";
import { getDefined } from "../../test/builders/get.ts";
import { countPassageTokens, type PassageTokenCountInput } from "./count-tokens.ts";
import {
  bootstrapTokenizerTaxInterval,
  TOKENIZER_TAX_TEST,
  toPointsOfTestScore,
} from "./own-tests.ts";
import {
  bootstrapInterval,
  createSeededRandom,
  median,
  quantile,
  roundToDecimals,
  toPercentWithInterval,
} from "./statistics.ts";

test("Wilson's interval stays within 0 and 100 %, and is null without trials", () => {
  expect(toPercentWithInterval(0, 10).interval?.low).toBe(0);
  expect(toPercentWithInterval(10, 10).interval?.high).toBe(100);
  expect(toPercentWithInterval(0, 0)).toEqual({ score: null, interval: null });
});

test("the bootstrap of a mean is as wide as theory says", () => {
  const random = createSeededRandom(1);
  const values = Array.from({ length: 400 }, () => random());
  const meanOf = (drawn: readonly number[]) =>
    drawn.reduce((sum, value) => sum + value, 0) / drawn.length;
  const { low, high } = getDefined(bootstrapInterval(values, meanOf), "interval");
  // Uniform on 0 to 1: standard deviation √(1/12), so 2 · 1.645 · 0.2887 / √400 = 0.0475.
  expect(high - low).toBeGreaterThan(0.042);
  expect(high - low).toBeLessThan(0.053);
  expect(bootstrapInterval(values, meanOf)).toEqual({ low, high });
  expect(bootstrapInterval([1], meanOf)).toBeNull();
});

test("quantiles and medians are interpolated between two values", () => {
  expect(quantile([1, 2, 3, 4, 5], 0.1)).toBeCloseTo(1.4, 12);
  expect(median([5, 1, 3])).toBe(3);
  expect(median([4, 1, 3, 2])).toBe(2.5);
});

test("halves in decimal notation are rounded up, even if the stored number is lower", () => {
  const rounded = [1.005, 2.675, 0.1 + 0.2, -1.234].map((value) => roundToDecimals(value, 2));
  expect(rounded).toEqual([1.01, 2.68, 0.3, -1.23]);
  expect(roundToDecimals(1.5e-7, 9)).toBe(1.5e-7);
});

const graded = (higher_is_better: boolean) => {
  const grades = higher_is_better ? { A: 95, B: 85, C: 70, D: 50 } : { A: 10, B: 20, C: 30, D: 50 };
  const scoring = { ...TOKENIZER_TAX_TEST.scoring, higher_is_better, grades };
  return { ...TOKENIZER_TAX_TEST, scoring };
};

test.each([
  ["higher", 100, 100],
  ["higher", 97.5, 95], // half way from 95 (90 points) to 100 (100 points)
  ["higher", 90, 82.5], // half way from 85 (75) to 95 (90)
  ["higher", 25, 20], // half way from 0 (0) to 50 (40)
  ["lower", 40, 50], // half way from 30 (60) to 50 (40)
  ["lower", 75, 20], // half way from 50 (40) to 100 (0)
  ["lower", 1000, 0],
])("if %s is better, a score of %d gives %d points", (better, score, points) => {
  expect(toPointsOfTestScore(graded(better === "higher"), score)).toBeCloseTo(points, 9);
});

const COUNTS = [
  { language: "en", tokens: [10, 20] },
  { language: "de", tokens: [12, 25] },
  { language: "th", tokens: [30, 50] },
];

test("the interval of the tokenizer tax draws the same sentences in every language", () => {
  // Drawn: 1,1 → de 1.2, th 3 → 110 %; 2,2 → de 1.25, th 2.5 → 87.5 %; 1,2 → 95 %.
  expect(bootstrapTokenizerTaxInterval(COUNTS)).toEqual({ low: 87.5, high: 110 });
  expect(bootstrapTokenizerTaxInterval(COUNTS.slice(1))).toBeNull();
});

/** A word is a token, the space before it too. */
const countWords = (text: string): number => text.match(/ ?[^ ]+/g)?.length ?? 0;
const COUNTING: PassageTokenCountInput = {
  passages: [
    { language: "en", name: "en", is_spaced: true, sentences: ["One two.", "Three four five."] },
    { language: "zh", name: "zh", is_spaced: false, sentences: ["一二。", "三𠮷五。"] },
  ],
  tokenizer: { id: "words", name: "Words", package: "words-library", approximates: null },
  version: "7",
  packageVersion: "1.2.3",
  day: "2026-11-21",
  recorded: [],
};

test.each([
  ["words", countWords, [2, 3, 1, 0]],
  // " Three" has a space before it, "三" has none; 𠮷 is two units.
  ["letters", (text: string) => text.length, [8, 17, 3, 5]],
])("a sentence counts the tokens that it adds to the passage: %s", (...row) => {
  const [, count, tokens] = row;
  expect(countPassageTokens(COUNTING, count).map((one) => one.tokens)).toEqual(tokens);
});

test("a row records the text, its version, the library and the day", () => {
  const rows = countPassageTokens(COUNTING, countWords);
  expect(rows[3]).toEqual({
    run_date: "2026-11-21",
    language: "zh",
    sentence: 2,
    passage_version: "7",
    tokens: 0,
    // Code points: 𠮷 is one.
    characters: 4,
    package: "words-library",
    package_version: "1.2.3",
    source: "operator",
  });
  // A recount is recorded only if a count is another.
  const again = { ...COUNTING, day: "2026-12-01", recorded: rows };
  expect(countPassageTokens(again, countWords)).toEqual([]);
  expect(countPassageTokens(again, (text) => text.length)).toHaveLength(4);
});
