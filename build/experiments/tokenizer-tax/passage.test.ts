import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { ENGLISH_WORDS, PASSAGE_VERSION, PASSAGES, textOf } from "./passage.ts";

/** sha256 of all passages by version. A change of text is a new version and a new line here, never a new hash. */
const FROZEN: Record<string, string> = {
  "1": "bbcc06e6907f294c5ca1a116b086f3bbc6169336f430d7c2dad7711841dc26b6",
};

test("the passages are frozen: another text is another version", () => {
  const text = JSON.stringify(PASSAGES.map((passage) => [passage.language, textOf(passage)]));
  expect(createHash("sha256").update(text).digest("hex")).toBe(FROZEN[PASSAGE_VERSION]);
});

test("the English one has about 110 words and is the only original", () => {
  expect(ENGLISH_WORDS).toBeGreaterThanOrEqual(105);
  expect(ENGLISH_WORDS).toBeLessThanOrEqual(115);
  expect(PASSAGES.filter(({ isTranslation }) => !isTranslation).map((p) => p.language)).toEqual([
    "en",
  ]);
});

test("it is translated sentence by sentence into twelve languages or more", () => {
  const languages = PASSAGES.map(({ language }) => language);
  expect(new Set(languages).size).toBe(languages.length);
  for (const wanted of "ar de es fr hi it ja ko pt ru th zh".split(" "))
    expect(languages).toContain(wanted);
  for (const { language, sentences } of PASSAGES) {
    expect(sentences, language).toHaveLength(PASSAGES[0]!.sentences.length);
    expect(new Set(sentences).size, language).toBe(sentences.length);
  }
});

test("every language is in its own script, normalised, without odd spaces", () => {
  const SCRIPTS: Record<string, RegExp> = {
    ar: /\p{Script=Arabic}/u,
    hi: /\p{Script=Devanagari}/u,
    ja: /\p{Script=Hiragana}/u,
    ko: /\p{Script=Hangul}/u,
    ru: /\p{Script=Cyrillic}/u,
    th: /\p{Script=Thai}/u,
    zh: /\p{Script=Han}/u,
  };
  for (const { language, sentences } of PASSAGES)
    for (const sentence of sentences) {
      expect(sentence).toMatch(SCRIPTS[language] ?? /\p{Script=Latin}/u);
      if (SCRIPTS[language]) expect(sentence).not.toMatch(/\p{Script=Latin}/u);
      expect(sentence).toBe(sentence.normalize("NFC").trim());
      expect(sentence).not.toMatch(/\s\s|[^\S ]/);
    }
});
