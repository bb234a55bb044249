import { describe, expect, test } from "vitest";
import { ITEM_FACTS } from "../../../test/builders/experiment-facts.ts";
import { scoreRun } from "../answers/score-run.ts";
import { type Item, type Judged, withItems } from "../asked-test.ts";
import { gradeOf } from "../definition.ts";
import { KNOWLEDGE_HORIZON } from "./about.ts";
import { KNOWLEDGE_HORIZON_ASKED } from "./asked.ts";
import { horizonOf, scoreHorizon } from "./score.ts";

const rate = (month: string, right: number, asked = 4) => [month, { right, asked }] as const;

/** Answers of one month: `r` right, `u` unknown, `w` wrong, `-` unusable, `x` without a reply. */
const month = (name: string, answers: string): Judged[] =>
  [...answers].map((kind, at) => ({
    item: {
      item_id: `${name}-${at}`,
      prompt: "?",
      answer: "A",
      meta: { month: name, kind: at === 0 ? "release" : "event" },
    },
    raw: kind === "x" ? null : "text",
    parsed: { r: "A", u: "unknown", w: "other:b" }[kind] ?? null,
    correct: { r: true, u: false, w: false }[kind] ?? null,
  }));

describe("the horizon", () => {
  test("is the last month whose three pooled months are half right", () => {
    // 01–03: 11/12; 02–04: 4+3+2 = 9/12; 03–05: 3+2+1 = 6/12 = 50 %, kept; 04–06: 2+1+0 = 3/12, over.
    const months = [
      rate("2022-01", 4),
      rate("2022-02", 4),
      rate("2022-03", 3),
      rate("2022-04", 2),
      rate("2022-05", 1),
      rate("2022-06", 0),
    ];
    expect(horizonOf(months)).toBe("2022-05");
    expect(horizonOf(months.slice(0, 3))).toBe("2022-03");
  });

  test("pools answers, not rates", () => {
    // 1/1, 0/1 and 3/8: the mean of the rates is 46 %, the pool 4/10 = 40 %; with 5/8 it is 6/10.
    expect(horizonOf([rate("2022-01", 1, 1), rate("2022-02", 0, 1), rate("2022-03", 3, 8)])).toBe(
      null,
    );
    expect(horizonOf([rate("2022-01", 1, 1), rate("2022-02", 0, 1), rate("2022-03", 5, 8)])).toBe(
      "2022-03",
    );
  });

  test("ends at the first dip, whatever comes after it", () => {
    const rights = [4, 4, 4, 0, 0, 0, 4, 4, 4];
    // 02–04: 8/12; 03–05: 4/12: over at 2022-04.
    expect(horizonOf(rights.map((right, at) => rate(`2022-0${at + 1}`, right)))).toBe("2022-04");
  });

  test("is not there when the first three months fail or are missing", () => {
    expect(horizonOf([rate("2022-01", 1), rate("2022-02", 2), rate("2022-03", 2)])).toBeNull();
    expect(horizonOf([rate("2022-01", 4), rate("2022-02", 4)])).toBeNull();
    expect(horizonOf([])).toBeNull();
  });

  test("passes over months without questions", () => {
    expect(horizonOf([rate("2022-11", 4), rate("2022-12", 2), rate("2023-04", 0)])).toBe("2023-04");
  });
});

/** All items of a made-up test: so many, and those of a month that is thin. */
const itemsOf = (count: number, thin: readonly string[] = []): Item[] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ item_id: String(index), prompt: "?", answer: "A" },
    meta: { month: thin[index] ?? "2022-11", thin: index < thin.length },
  }));

describe("the score", () => {
  const judged = [
    ...month("2022-11", "rrrr"),
    ...month("2022-12", "rruw"),
    ...month("2023-01", "u-rx"),
    ...month("2023-02", "uuuw"),
  ];

  test("is the month as a number, with the tallies that made it", () => {
    // 2022-11 to 2023-01: 4 + 2 + 1 = 7 of 4 + 4 + 3 = 11; 2022-12 to 2023-02: 3 of 11.
    const { score, metrics } = scoreHorizon(judged, itemsOf(16, ["2023-01"]));
    expect(score).toBe(202301);
    expect(metrics).toEqual({
      horizon: "2023-01",
      months: {
        "2022-11": { asked: 4, right: 4, unknown: 0 },
        "2022-12": { asked: 4, right: 2, unknown: 1 },
        "2023-01": { asked: 3, right: 1, unknown: 1 },
        "2023-02": { asked: 4, right: 0, unknown: 3 },
      },
      kinds: {
        event: { asked: 11, right: 5, unknown: 3 },
        release: { asked: 4, right: 2, unknown: 2 },
      },
      thinMonths: ["2023-01"],
    });
  });

  test("has an interval of months, the same one again, across the turn of a year", () => {
    const { interval } = scoreHorizon(judged, itemsOf(16));
    expect(interval).toEqual(scoreHorizon(judged, itemsOf(16)).interval);
    // With X of 4 at 1/2 and Y of 3 at 1/3, a draw has a horizon when 4 + X + Y >= 5.5, so not for X + Y <= 1:
    // 1/16 · 20/27 + 4/16 · 8/27 = 12 %, more than 5 %. It goes on to 2023-02 for X + Y >= 6: 2.5 %, less than 5 %.
    expect(interval).toEqual({ low: 202210, high: 202301 });
    const sure = ["2022-11", "2022-12", "2023-01"].flatMap((name) => month(name, "rrrrr"));
    expect(scoreHorizon(sure, itemsOf(15)).interval).toEqual({ low: 202301, high: 202301 });
  });

  test("an interval that reaches below the first window ends at the month before the first", () => {
    // Half of six right: a draw fails in about a third of the cases, far more than 5 %.
    const even = ["2022-01", "2022-02", "2022-03"].flatMap((name) => month(name, "rw"));
    const { score, interval } = scoreHorizon(even, itemsOf(6));
    expect(score).toBe(202203);
    expect(interval).toEqual({ low: 202112, high: 202203 });
  });

  test("is null when fewer than half of the questions got a reply", () => {
    expect(scoreHorizon(judged, itemsOf(30)).score).toBe(202301);
    expect(scoreHorizon(judged, itemsOf(31))).toMatchObject({ score: null, interval: null });
    expect(scoreHorizon(judged, itemsOf(31)).metrics.horizon).toBeNull();
  });

  test("is null when nothing is usable, or nothing was asked", () => {
    const blank = ["2022-01", "2022-02", "2022-03"].flatMap((name) => month(name, "----"));
    expect(scoreHorizon(blank, itemsOf(12))).toMatchObject({ score: null, interval: null });
    expect(scoreHorizon([], itemsOf(12))).toMatchObject({ score: null, interval: null });
  });

  test("earns no grade", () => {
    expect(gradeOf(KNOWLEDGE_HORIZON, 202606)).toBeNull();
  });
});

describe("a whole run", () => {
  const asked = withItems(KNOWLEDGE_HORIZON_ASKED, ITEM_FACTS);
  const context = { subject: { model: "m", lab: "l" }, first: null };
  const answersUntil = (last: string) =>
    asked.items.map(({ item_id, answer, meta }) => ({
      item_id,
      raw: String(meta.month) <= last ? answer : "unknown",
    }));

  test("of a model that knows everything ends with the last month", () => {
    const run = scoreRun(asked, answersUntil("2024-04"), context);
    expect(run).toMatchObject({ score: 202404, n_valid: 20 });
    expect(run.interval).toEqual({ low: 202404, high: 202404 });
    expect(run.metrics.thinMonths).toEqual(["2024-04"]);
  });

  test("of a model that knows all up to February ends one month later, by the pool of three", () => {
    // 2024-01 to 03: 10 of 16; 2024-02 to 04: 5 of 15.
    expect(scoreRun(asked, answersUntil("2024-02"), context).score).toBe(202403);
  });

  test("of a model that only talks has no horizon", () => {
    const talk = "I am sorry, but I cannot help you with that question.";
    const answers = asked.items.map(({ item_id }) => ({ item_id, raw: talk }));
    const run = scoreRun(asked, answers, context);
    expect(run).toMatchObject({ score: null, interval: null, n_valid: 0 });
  });
});
