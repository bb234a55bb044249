/** What holds of the items that data/ has, in every test: they can be asked, and their answers can be read. */
import { describe, expect, test } from "vitest";
import { readLiveItems } from "../../test/builders/live-items.ts";
import { ASKED_TESTS } from "./asked-registry.ts";
import { type Item, withItems } from "./asked-test.ts";
import { OWN_TESTS } from "./registry.ts";

const FACTS = readLiveItems();
const SUBJECT = { model: "m", lab: "openai" };

test("every test of ours has its items, and no other folder has any", () => {
  const wanted = OWN_TESTS.map(({ test }) => test).sort();
  expect(FACTS.experiments.map(({ test }) => test)).toEqual(wanted);
});

describe.each(ASKED_TESTS.map((definition) => [definition.about.test, definition] as const))(
  "%s",
  (_, definition) => {
    const { items, parse, isCorrect } = withItems(definition, FACTS);
    const isRight = (plain: string, item: Item): boolean | null => {
      const parsed = parse(plain, item, SUBJECT);
      return parsed === null ? null : isCorrect(parsed, item);
    };

    test("asks nothing twice, and without odd spaces", () => {
      expect(new Set(items.map(({ item_id }) => item_id)).size).toBe(items.length);
      expect(new Set(items.map(({ prompt }) => prompt)).size).toBe(items.length);
      for (const { prompt } of items) expect(prompt).toBe(prompt.replace(/\s+/g, " ").trim());
    });

    test("reads its own answers as right, and its questions as nothing", () => {
      for (const item of items) {
        expect(isRight(item.prompt, item), item.prompt).not.toBe(true);
        if (item.answer === null || item.answer === "self") continue;
        expect(isRight(item.answer, item), item.item_id).toBe(true);
      }
    });
  },
);
