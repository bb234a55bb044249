/** What holds of the passage that data/ has. */
import { expect, test } from "vitest";
import { readLiveItems } from "../../../test/builders/live-items.ts";

const SCRIPTS: Record<string, RegExp> = {
  ar: /\p{Script=Arabic}/u,
  hi: /\p{Script=Devanagari}/u,
  ja: /\p{Script=Hiragana}/u,
  ko: /\p{Script=Hangul}/u,
  ru: /\p{Script=Cyrillic}/u,
  th: /\p{Script=Thai}/u,
  zh: /\p{Script=Han}/u,
};
const [set] = readLiveItems().passageSets;
const passages = set?.passages ?? [];

test("has one passage of about 110 words in English and twelve other languages", () => {
  const languages = passages.map(({ language }) => language).sort();
  expect(languages).toEqual("ar de en es fr hi it ja ko pt ru th zh".split(" "));
  const english = passages.find(({ language }) => language === set?.original);
  const words = english?.sentences.join(" ").split(" ").length;
  expect([set?.original, words]).toEqual(["en", 112]);
  for (const { language, sentences } of passages) {
    expect(sentences, language).toHaveLength(8);
    expect(new Set(sentences).size, language).toBe(8);
  }
});

test("is in its own script, normalised, without odd spaces", () => {
  for (const { language, sentences } of passages)
    for (const sentence of sentences) {
      expect(sentence).toMatch(SCRIPTS[language] ?? /\p{Script=Latin}/u);
      if (SCRIPTS[language]) expect(sentence).not.toMatch(/\p{Script=Latin}/u);
      expect(sentence).toBe(sentence.normalize("NFC").trim());
      expect(sentence).not.toMatch(/\s\s|[^\S ]/);
    }
});
