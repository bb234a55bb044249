import { describe, expect, test } from "vitest";
import { sayingsOf } from "../../../test/builders/characters.ts";
import { ITEM_FACTS } from "../../../test/builders/experiment-facts.ts";
import { scoreRun } from "../answers/score-run.ts";
import { type Judged, withItems } from "../asked-test.ts";
import { gradeOf } from "../definition.ts";
import { MODEL_DRIFT_INDEX } from "./about.ts";
import { MODEL_DRIFT_ASKED } from "./asked.ts";
import { scoreDrift } from "./score.ts";

const named = (at: number) => `item-${String(at).padStart(2, "0")}`;

/** One answer a value; every second item has the key `a`. */
const judgedOf = (values: readonly (string | null)[]): Judged[] =>
  values.map((parsed, at) => {
    const answer = at % 2 === 0 ? "a" : null;
    return {
      item: { item_id: named(at), prompt: "?", answer, meta: {} },
      raw: parsed ?? "?",
      parsed,
      correct: parsed === null || answer === null ? null : parsed === answer,
    };
  });
const firstOf = (values: readonly (string | null)[]) =>
  new Map(values.map((parsed, at) => [named(at), parsed]));
const times = (count: number, value: string | null) => Array.from({ length: count }, () => value);

describe("the score", () => {
  test("is the percentage of changed values among those usable both times", () => {
    const now = [null, null, "b", ...times(10, "a")];
    const then = ["a", null, "a", ...times(10, "a")];
    // Of 13 items 0 and 1 fall out, unusable now; of the other 11 item 2 changed: 1 / 11 = 9.09 %.
    const { score, interval, metrics } = scoreDrift(judgedOf(now), firstOf(then));
    expect(score).toBe(9.1);
    // Wilson at 1.645: centre (1/11 + 2.7055/22) / (1 + 2.7055/11) = 0.17166,
    // half 1.645 · √(0.0909 · 0.9091 / 11 + 2.7055 / 484) / 1.24596 = 0.15113.
    expect(interval).toEqual({ low: 2.1, high: 32.3 });
    // Keys: items 0, 2, …, 12: seven; right those that are `a`: 4, 6, 8, 10, 12.
    expect(metrics).toEqual({
      compared: 11,
      changed: 1,
      changedItems: ["item-02"],
      right: 5,
      judged: 7,
    });
  });

  test("is null in the first run, whose right answers are counted all the same", () => {
    const run = scoreDrift(judgedOf(times(12, "a")), null);
    expect(run).toEqual({
      score: null,
      interval: null,
      metrics: { compared: 0, changed: 0, changedItems: [], right: 6, judged: 6 },
    });
  });

  test("is null with fewer than ten comparable items", () => {
    const then = firstOf(times(12, "a"));
    expect(scoreDrift(judgedOf(times(9, "b")), then)).toMatchObject({
      score: null,
      interval: null,
      metrics: { compared: 9, changed: 9 },
    });
    expect(scoreDrift(judgedOf(times(10, "b")), then).score).toBe(100);
    expect(scoreDrift([], then).score).toBeNull();
  });

  test("an item that was unusable or not asked the first time is not a change", () => {
    const then = firstOf([...times(10, "a"), null]);
    const { score, metrics } = scoreDrift(judgedOf(times(12, "a")), then);
    expect(score).toBe(0);
    expect(metrics).toMatchObject({ compared: 10, changed: 0, changedItems: [] });
  });

  test("grades go by the published cut-offs", () => {
    const grades = [0, 2, 2.1, 5, 10, 20, 20.1].map((score) => gradeOf(MODEL_DRIFT_INDEX, score));
    expect(grades).toEqual(["A", "A", "B", "B", "C", "D", "F"]);
    expect(gradeOf(MODEL_DRIFT_INDEX, null)).toBeNull();
  });
});

describe("a whole run", () => {
  const asked = withItems(MODEL_DRIFT_ASKED, ITEM_FACTS);
  const subject = { model: "m", lab: "l" };
  const say = sayingsOf(asked);
  const answers = asked.items.map(({ item_id, prompt }) => ({
    item_id,
    raw: say(prompt, "right"),
  }));

  test("compared with itself has not drifted", () => {
    const first = scoreRun(asked, answers, { subject, first: null });
    expect(first).toMatchObject({ score: null, n_items: 14, n_valid: 14 });
    const parsed = new Map(first.judged.map((one) => [one.item.item_id, one.parsed]));
    const again = scoreRun(asked, answers, { subject, first: parsed });
    expect(again).toMatchObject({ score: 0, metrics: { compared: 14, changed: 0 } });
    // Four choices, two guesses and a word have no key.
    expect(again.metrics).toMatchObject({ right: 7, judged: 7 });
  });

  test("of refusals compares nothing", () => {
    const first = new Map(answers.map(({ item_id, raw }) => [item_id, raw]));
    const refusals = answers.map(({ item_id }) => ({ item_id, raw: "I'm sorry, I can't." }));
    const run = scoreRun(asked, refusals, { subject, first });
    expect(run).toMatchObject({ score: null, metrics: { right: 0 } });
  });
});
