/** Whatever a model may answer: no parser throws, the same text always says the same, and nothing is right by accident. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ITEM_FACTS } from "../../test/builders/experiment-facts.ts";
import {
  anyAnswer,
  expectPureAndTotal,
  STRANGE_ANSWERS,
} from "../../test/builders/strange-answers.ts";
import { scoreRun } from "./answers/score-run.ts";
import { ASKED_TESTS } from "./asked-registry.ts";
import { type AskedTest, type Item, withItems } from "./asked-test.ts";

const CONTEXT = { subject: { model: "gpt-4o", lab: "openai" }, first: null };

const judge = (asked: AskedTest, raw: (item: Item) => string | null) =>
  scoreRun(
    asked,
    asked.items.map((item) => ({ item_id: item.item_id, raw: raw(item) })),
    CONTEXT,
  );
const rightOf = (asked: AskedTest, raw: (item: Item) => string) =>
  judge(asked, raw).judged.filter(({ correct }) => correct === true);

describe.each(ASKED_TESTS.map((definition) => [definition.about.test, definition] as const))(
  "%s",
  (_, definition) => {
    const whole = withItems(definition, ITEM_FACTS);
    // The world map has 1,800 questions of one kind.
    const asked = { ...whole, items: whole.items.slice(0, 60) };

    test.each(Object.entries(STRANGE_ANSWERS))("%s is never right", (_name, raw) => {
      const { judged, n_valid, score, interval } = judge(asked, () => raw);
      expect(judged.filter(({ correct }) => correct === true)).toEqual([]);
      expect(n_valid).toBeLessThanOrEqual(asked.items.length);
      for (const value of [score, interval?.low, interval?.high])
        expect(Number.isNaN(value ?? 0)).toBe(false);
    });

    test("the question itself, however dressed, is never right", () => {
      for (const dress of ["%", "**%**", "You asked: %", "% % %", "« % »"])
        expect(
          rightOf(asked, ({ prompt }) => dress.replaceAll("%", prompt)),
          dress,
        ).toEqual([]);
    });

    test("the right answer denied, doubted or in a sentence is never right", () => {
      for (const dress of ["not %", "maybe %", "% or Zebulon", "It is %, I believe.", "%?? No: 7"])
        expect(
          rightOf(asked, ({ answer }) => dress.replaceAll("%", answer ?? "OpenAI")),
          dress,
        ).toEqual([]);
    });

    test("no answers at all give no score", () => {
      expect(judge(asked, () => null)).toMatchObject({ score: null, interval: null, n_valid: 0 });
      expect(scoreRun(asked, [], CONTEXT)).toMatchObject({ score: null, n_items: 0, n_valid: 0 });
    });

    test("any text at all is judged without a throw, and always alike", () => {
      fc.assert(
        fc.property(anyAnswer, fc.constantFrom(...asked.items), (raw, item) =>
          expectPureAndTotal(asked, item, raw),
        ),
        { numRuns: 200, seed: 20_261_121 },
      );
    });
  },
);
