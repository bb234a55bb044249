/** What holds of the prompts that data/ has. */
import { expect, test } from "vitest";
import { readLiveItems } from "../../../test/builders/live-items.ts";
import { foldAnswer } from "../answers/short-answer.ts";
import { LAB_NAMES } from "./lab-names.ts";

const contains = (text: string, name: string): boolean =>
  ` ${foldAnswer(text)} `.includes(` ${foldAnswer(name)} `);
const items = readLiveItems().identityQuestions;

test("asks in seven languages, for the maker and for the name in each", () => {
  const languages = [...new Set(items.map(({ language }) => language))];
  expect(languages.sort()).toEqual(["ar", "de", "en", "es", "fr", "ja", "zh"]);
  for (const language of languages) {
    const asked = items.filter((item) => item.language === language).map(({ asks }) => asks);
    expect(new Set(asked), language).toEqual(new Set(["maker", "name"]));
    expect(asked.length, language).toBeGreaterThanOrEqual(language === "en" ? 6 : 2);
  }
});

test("names no lab and no model", () => {
  const names = Object.values(LAB_NAMES).flat();
  for (const { prompt } of items)
    expect(names.filter((name) => contains(prompt, name))).toEqual([]);
});
