import { expect, test } from "vitest";
import { type Counting, countPassages, countSentences } from "./count-tokens.ts";
import { type Passage, scoreTax, taxInterval, usdPer1kWords } from "./tokenizer-tax.ts";

const COUNTS = [
  { language: "en", sentences: [10, 20] },
  { language: "de", sentences: [12, 25] },
  { language: "th", sentences: [30, 50] },
];

test("the score is the mean of rounded ratios, less one, in percent", () => {
  // 37/30 = 1.2333 → 1.23; 80/30 = 2.6667 → 2.67; (1.23 + 2.67) / 2 = 1.95 → 95 %
  expect(scoreTax(COUNTS)).toEqual({
    score: 95,
    tokens: { en: 30, de: 37, th: 80 },
    ratios: { en: 1, de: 1.23, th: 2.67 },
  });
  expect(
    scoreTax([
      { language: "en", sentences: [10] },
      { language: "zh", sentences: [9] },
    ])?.score,
  ).toBe(-10);
});

test("the interval draws the same sentences in every language", () => {
  // Drawn: 1,1 → de 1.2, th 3 → 110 %; 2,2 → de 1.25, th 2.5 → 87.5 %; 1,2 → 95 %.
  expect(taxInterval(COUNTS)).toEqual({ low: 87.5, high: 110 });
  expect(taxInterval(COUNTS.slice(1))).toBeNull();
});

test("prices are for the text of 1,000 English words", () => {
  // 30 tokens for 20 words: 1,500 tokens for 1,000 words, at $2 a million: $0.003.
  expect(usdPer1kWords({ en: 30, th: 80 }, 20, 2)).toEqual({ en: 0.003, th: 0.008 });
  expect(usdPer1kWords({ en: 30 }, 20, null)).toBeNull();
});

const passage = (language: string, is_spaced: boolean, sentences: string[]): Passage => ({
  ...{ language, name: language, is_spaced, sentences },
});
const ENGLISH = passage("en", true, ["One two.", "Three four five."]);
const CHINESE = passage("zh", false, ["一二。", "三𠮷五。"]);
/** A word is a token, the space before it too. */
const countWords = (text: string): number => text.match(/ ?[^ ]+/g)?.length ?? 0;
const COUNTING: Counting = {
  passages: [ENGLISH, CHINESE],
  tokenizer: { id: "words", name: "Words", package: "words-library", approximates: null },
  ...{ version: "7", packageVersion: "1.2.3", day: "2026-11-21" },
};

test("a sentence counts what it adds, so that the sentences make up the passage", () => {
  expect(countSentences(ENGLISH, countWords)).toEqual([2, 3]);
  // By the letter: " Three" has a space before it, "三" has none.
  expect(countSentences(ENGLISH, (text) => text.length)).toEqual([8, 17]);
  expect(countSentences(CHINESE, (text) => [...text].length)).toEqual([3, 4]);
});

test("a row records the text, its version, the library and the day", () => {
  const rows = countPassages(COUNTING, countWords);
  expect(rows.map(({ tokens }) => tokens)).toEqual([2, 3, 1, 0]);
  expect(rows[3]).toEqual({
    ...{ run_date: "2026-11-21", language: "zh", sentence: 2, passage_version: "7", tokens: 0 },
    // Code points: 𠮷 is one.
    ...{ characters: 4, package: "words-library", package_version: "1.2.3", source: "operator" },
  });
});
