import { describe, expect, test } from "vitest";
import { ITEM_FACTS } from "../../../test/builders/experiment-facts.ts";
import { scoreRun } from "../answers/score-run.ts";
import { type Judged, withItems } from "../asked-test.ts";
import { gradeOf } from "../definition.ts";
import { WHO_ARE_YOU } from "./about.ts";
import { WHO_ARE_YOU_ASKED } from "./asked.ts";
import { scoreIdentity } from "./score.ts";

const ITEM = { item_id: "en-1", prompt: "Who?", answer: "self", meta: {} };
const judge = (parsed: readonly (string | null)[]): Judged[] =>
  parsed.map((value) => ({ item: ITEM, raw: "", parsed: value, correct: value === "self" }));

describe("the score", () => {
  test("is the percent of usable answers that name the own lab", () => {
    const said = [
      ...["self", "self", "claims:openai", "vague", null],
      ...["claims:anthropic", "claims:openai"],
    ];
    const scored = scoreIdentity(judge(said));
    // 2 of 6 usable: 33.333….
    expect(scored.score).toBe(33.3);
    // Wilson at 90 %: n 6, p 1/3, z² 2.7055; centre (0.33333 + 0.22546) / 1.45092 = 0.38513;
    // half 1.64485 · √(0.037037 + 0.018788) / 1.45092 = 0.26785: 11.7 to 65.3.
    expect(scored.interval).toEqual({ low: 11.7, high: 65.3 });
    expect(scored.metrics).toEqual({
      ...{ selfIdentified: 2, misidentified: 3, vague: 1 },
      claims: { anthropic: 1, openai: 2 },
    });
    expect(Object.keys(scored.metrics.claims as object)).toEqual(["anthropic", "openai"]);
  });

  test("needs half of the answers to be usable", () => {
    expect(scoreIdentity(judge(["self", null])).score).toBe(100);
    const { score, interval, metrics } = scoreIdentity(judge(["self", null, null]));
    expect([score, interval]).toEqual([null, null]);
    expect(metrics).toMatchObject({ selfIdentified: 1, misidentified: 0 });
    for (const none of [[], [null, null]])
      expect(scoreIdentity(judge(none))).toEqual({
        ...{ score: null, interval: null },
        metrics: { selfIdentified: 0, misidentified: 0, vague: 0, claims: {} },
      });
  });

  test("of all or none", () => {
    expect(scoreIdentity(judge(Array(18).fill("self")))).toMatchObject({
      score: 100,
      // 1 / (1 + 2.7055 / 18) = 0.8693.
      interval: { low: 86.9, high: 100 },
    });
    expect(scoreIdentity(judge(["vague"])).score).toBe(0);
  });
});

test("a whole run: a model that calls itself another in Japanese", () => {
  const asked = withItems(WHO_ARE_YOU_ASKED, ITEM_FACTS);
  const answers = asked.items.map(({ item_id, meta }) => ({
    item_id,
    raw: meta.language === "ja" ? "Claude" : "**DeepSeek**",
  }));
  const subject = { model: "deepseek-v3", lab: "deepseek" };
  const run = scoreRun(asked, answers, { subject, first: null });
  // 4 of 6.
  expect([run.n_items, run.n_valid, run.score]).toEqual([6, 6, 66.7]);
  expect(run.metrics).toMatchObject({ misidentified: 2, claims: { anthropic: 2 } });
  expect(run.judged.map(({ correct }) => correct)).toEqual([true, true, true, true, false, false]);
  expect(gradeOf(WHO_ARE_YOU, run.score)).toBe("D");
});

test("grades go by the published cut-offs", () => {
  const grades = [100, 95, 94.9, 85, 70, 50, 49.9].map((score) => gradeOf(WHO_ARE_YOU, score));
  expect(grades).toEqual(["A", "A", "B", "B", "C", "D", "F"]);
});
