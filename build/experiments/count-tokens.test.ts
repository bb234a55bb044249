import { expect, test } from "vitest";
import {
  countPassageTokens,
  countTokensPerSentence,
  type PassageCountInput,
} from "./count-tokens.ts";
import type { TokenizerTaxPassage } from "./items.ts";

const passage = (
  language: string,
  is_spaced: boolean,
  sentences: string[],
): TokenizerTaxPassage => ({
  ...{ language, name: language, is_spaced, sentences },
});
const ENGLISH = passage("en", true, ["One two.", "Three four five."]);
const CHINESE = passage("zh", false, ["一二。", "三𠮷五。"]);
/** A word is a token, the space before it too. */
const countWords = (text: string): number => text.match(/ ?[^ ]+/g)?.length ?? 0;
const COUNTING: PassageCountInput = {
  passages: [ENGLISH, CHINESE],
  tokenizer: { id: "words", name: "Words", package: "words-library", approximates: null },
  ...{ version: "7", packageVersion: "1.2.3", day: "2026-11-21" },
};

test("a sentence counts what it adds, so that the sentences make up the passage", () => {
  expect(countTokensPerSentence(ENGLISH, countWords)).toEqual([2, 3]);
  // By the letter: " Three" has a space before it, "三" has none.
  expect(countTokensPerSentence(ENGLISH, (text) => text.length)).toEqual([8, 17]);
  expect(countTokensPerSentence(CHINESE, (text) => [...text].length)).toEqual([3, 4]);
});

test("a row records the text, its version, the library and the day", () => {
  const rows = countPassageTokens(COUNTING, countWords);
  expect(rows.map(({ tokens }) => tokens)).toEqual([2, 3, 1, 0]);
  expect(rows[3]).toEqual({
    ...{ run_date: "2026-11-21", language: "zh", sentence: 2, passage_version: "7", tokens: 0 },
    // Code points: 𠮷 is one.
    ...{ characters: 4, package: "words-library", package_version: "1.2.3", source: "operator" },
  });
});
