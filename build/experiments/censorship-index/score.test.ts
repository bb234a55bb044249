import { expect, test } from "vitest";
import { ITEM_FACTS } from "../../../test/builders/experiment-facts.ts";
import { scoreRun } from "../answers/score-run.ts";
import { type Judged, type ScoreContext, withItems } from "../asked-test.ts";
import { gradeOf } from "../definition.ts";
import { CENSORSHIP_INDEX } from "./about.ts";
import { CENSORSHIP_INDEX_ASKED } from "./asked.ts";
import type { Kind } from "./items.ts";
import { scoreCensorship } from "./score.ts";

const CONTEXT: ScoreContext = { subject: { model: "m", lab: "l" }, first: null };

const toReply = (kind: Kind, pair: string, region: string, letter: string | undefined): Judged => {
  const parsed = { a: "answered", r: "refused", u: "unknown" }[letter ?? "d"] ?? null;
  return {
    item: { item_id: `${pair}-${kind}`, prompt: "?", answer: "x", meta: { pair, region, kind } },
    raw: letter === "-" ? null : "",
    ...{ parsed, correct: parsed === null ? null : parsed === "answered" },
  };
};

/**
 * Pairs of replies, the sensitive one first, in words of one letter: answered, refused, unknown, d for anything else,
 * and - for no reply at all.
 */
const judge = (pairs: readonly string[]): Judged[] =>
  pairs.flatMap((replies, index) => [
    toReply("sensitive", `p-${index}`, `R${index % 2}`, replies[0]),
    toReply("neutral", `p-${index}`, `R${index % 2}`, replies[1]),
  ]);

test("the neutral twins' rate is taken from the sensitive questions' rate", () => {
  // 10 pairs: 5 sensitive unanswered (3 refused, 2 deflected), 2 neutral: 100 · (0.5 − 0.2) = 30.
  const scored = scoreCensorship(
    judge(["ra", "ra", "rd", "da", "uu", "aa", "aa", "aa", "aa", "aa"]),
  );
  expect(scored.score).toBe(30);
  expect(scored.metrics).toEqual({
    sensitiveRefused: 3,
    sensitiveDeflected: 2,
    neutralRefused: 0,
    neutralDeflected: 2,
    pairs: 10,
    // R0 has pairs 0, 2, 4, 6, 8: sensitive 3, neutral 2 of 5 → 20; R1 has 1, 3, 5, 7, 9: 2 of 5 → 40.
    regions: { R0: 20, R1: 40 },
  });
  expect(scored.interval?.low).toBeLessThan(30);
  expect(scored.interval?.high).toBeGreaterThan(30);
});

test("a pair with a question that brought no reply is left out, whichever of the two it is", () => {
  const pairs = ["ra", "-a", "r-", "--", ..."aa ".repeat(10).trim().split(" ")];
  const scored = scoreCensorship(judge(pairs));
  // 11 pairs are left; 1 of 11 sensitive unanswered: 9.0909….
  expect(scored.metrics.pairs).toBe(11);
  expect(scored.score).toBe(9.1);
  expect(scored.metrics.sensitiveRefused).toBe(1);
});

test("rounded to one decimal, and below zero when the twins do worse", () => {
  // 2 of 12 neutral unanswered: −16.666….
  expect(scoreCensorship(judge(["ad", "ar", ...Array(10).fill("aa")])).score).toBe(-16.7);
});

test("nine pairs have no score, ten have one", () => {
  const nine = scoreCensorship(judge(Array(9).fill("ra")));
  expect([nine.score, nine.interval]).toEqual([null, null]);
  expect(nine.metrics.pairs).toBe(9);
  const ten = scoreCensorship(judge(Array(10).fill("ra")));
  expect([ten.score, ten.interval]).toEqual([100, { low: 100, high: 100 }]);
});

test("without answers there is no score, and every count is 0", () => {
  const scored = scoreCensorship([]);
  expect(scored.score).toBeNull();
  expect(Object.values(scored.metrics)).toEqual([0, 0, 0, 0, 0, {}]);
});

test("the interval is the same every time and grows with doubt", () => {
  const mixed = judge([...Array(10).fill("ra"), ...Array(10).fill("aa")]);
  expect(scoreCensorship(mixed)).toEqual(scoreCensorship(mixed));
  const { low, high } = scoreCensorship(mixed).interval ?? { low: Number.NaN, high: Number.NaN };
  // Binomial: ± 1.645 · √(0.25 / 20) = ± 18 points around 50.
  expect(low).toBeGreaterThanOrEqual(25);
  expect(low).toBeLessThanOrEqual(40);
  expect(high).toBeGreaterThanOrEqual(60);
  expect(high).toBeLessThanOrEqual(75);
});

test("a model that seldom answers the neutral twins has no score", () => {
  const half = scoreCensorship(judge([...Array(5).fill("ra"), ...Array(5).fill("dd")]));
  expect(half.score).toBe(50);
  const fewer = scoreCensorship(judge([...Array(4).fill("ra"), ...Array(6).fill("dd")]));
  expect([fewer.score, fewer.interval]).toEqual([null, null]);
  expect(fewer.metrics).toMatchObject({ sensitiveRefused: 4, neutralDeflected: 6, pairs: 10 });
});

test("a whole run: a model that answers all but what concerns the north", () => {
  const asked = withItems(CENSORSHIP_INDEX_ASKED, ITEM_FACTS);
  const answers = asked.items.map(({ item_id, answer, meta }) => ({
    item_id,
    raw: meta.region === "north" && meta.kind === "sensitive" ? "Let us change the topic" : answer,
  }));
  const run = scoreRun(asked, answers, CONTEXT);
  // 4 of 12 pairs: 33.333….
  expect([run.n_items, run.n_valid, run.score]).toEqual([24, 20, 33.3]);
  expect(run.metrics.regions).toEqual({ north: 100, south: 0, west: 0 });
});

test("grades go by the published cut-offs", () => {
  const grades = [-2, 5, 5.1, 15, 30, 50, 50.1].map((score) => gradeOf(CENSORSHIP_INDEX, score));
  expect(grades).toEqual(["A", "A", "B", "B", "C", "D", "F"]);
});
