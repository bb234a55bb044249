import { expect, test } from "vitest";
import { countPassageTokens, type PassageTokenCountInput } from "./count-tokens.ts";
import type { TokenizerTaxPassage } from "./items.ts";

const passage = (
  language: string,
  is_spaced: boolean,
  sentences: string[],
): TokenizerTaxPassage => ({ language, name: language, is_spaced, sentences });
const ENGLISH = passage("en", true, ["One two.", "Three four five."]);
const CHINESE = passage("zh", false, ["一二。", "三𠮷五。"]);
/** A word is a token, the space before it too. */
const countWords = (text: string): number => text.match(/ ?[^ ]+/g)?.length ?? 0;
const COUNTING: PassageTokenCountInput = {
  passages: [ENGLISH, CHINESE],
  tokenizer: { id: "words", name: "Words", package: "words-library", approximates: null },
  version: "7",
  packageVersion: "1.2.3",
  day: "2026-11-21",
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
});
