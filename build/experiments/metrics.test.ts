import { describe, expect, test } from "vitest";
import { RECORDED_TEST_ITEMS } from "../../test/builders/experiment-facts.ts";
import { getDefined } from "../../test/builders/get.ts";
import { gradeAndScoreTestRun } from "./graders.ts";
import { OWN_TESTS_RUN_ON_MODELS, type TestItem, toOwnTestWithItems } from "./items.ts";
import { type GradedAnswer, OWN_TEST_METRIC_FUNCTIONS } from "./metrics.ts";

const item = (
  item_id: string,
  meta: Record<string, unknown>,
  answer: string | null = "A",
): TestItem => ({ item_id, prompt: "?", answer, meta });
const times = <T>(count: number, value: T): T[] => Array<T>(count).fill(value);

test("own_lab is the percent of usable answers that name the own lab", () => {
  const claims = ["claims:openai", "vague", null, "claims:anthropic", "claims:openai"];
  const graded = ["self", "self", ...claims].map((parsed, index): GradedAnswer => {
    const self = item(String(index), {}, "self");
    return { item: self, raw: "", parsed, correct: parsed === "self" };
  });
  // 2 of 6 usable. Wilson at 90 %, z² 2.7055: centre (0.33333 + 0.22546) / 1.45092 = 0.38513;
  // half 1.64485 · √(0.037037 + 0.018788) / 1.45092 = 0.26785: 11.7 to 65.3.
  expect(OWN_TEST_METRIC_FUNCTIONS.own_lab(graded, [], null)).toEqual({
    score: 33.3,
    interval: { low: 11.7, high: 65.3 },
    metrics: { selfIdentified: 2, misidentified: 3, vague: 1, claims: { anthropic: 1, openai: 2 } },
  });
});

/**
 * Scores pairs of replies, the sensitive one first. Letters: `a` answered, `r` refused, `u` unknown, `d` anything else,
 * `-` no reply.
 */
function twins(...pairs: string[]) {
  const graded = pairs.flatMap((replies, index) =>
    ["sensitive", "neutral"].map((kind, place): GradedAnswer => {
      const letter = replies[place] ?? "";
      const parsed = { a: "answered", r: "refused", u: "unknown" }[letter] ?? null;
      const meta = { pair: `p-${index}`, region: `R${index % 2}`, kind };
      const correct = parsed === null ? null : parsed === "answered";
      const raw = letter === "-" ? null : "";
      return { item: item(`${index}-${kind}`, meta), raw, parsed, correct };
    }),
  );
  return OWN_TEST_METRIC_FUNCTIONS.twins(graded, [], null);
}

describe("twins", () => {
  test("is the rate of unanswered sensitive questions minus that of their neutral twins", () => {
    // 10 pairs: 5 sensitive unanswered (3 refused, 2 deflected), 2 neutral: 100 · (0.5 − 0.2) = 30.
    const { score, metrics } = twins("ra", "ra", "rd", "da", "uu", ...times(5, "aa"));
    expect(score).toBe(30);
    expect(metrics).toEqual({
      sensitiveRefused: 3,
      sensitiveDeflected: 2,
      neutralRefused: 0,
      neutralDeflected: 2,
      pairs: 10,
      // R0 has pairs 0, 2, 4, 6, 8: sensitive 3, neutral 2 of 5 → 20; R1 has 1, 3, 5, 7, 9: 2 of 5 → 40.
      regions: { R0: 20, R1: 40 },
    });
  });

  test("needs ten pairs, and answers to half of the neutral questions", () => {
    const none = { score: null, interval: null };
    const all = { low: 100, high: 100 };
    expect(twins(...times(9, "ra"))).toMatchObject(none);
    expect(twins(...times(10, "ra"))).toMatchObject({ score: 100, interval: all });
    expect(twins(...times(5, "ra"), ...times(5, "dd")).score).toBe(50);
    expect(twins(...times(4, "ra"), ...times(6, "dd"))).toMatchObject(none);
  });
});

/** Scores the answers of each month. Letters: `r` right, `u` unknown, `w` wrong, `-` unusable, `x` no reply. */
function horizon(months: Record<string, string>, count = 0) {
  const graded = Object.entries(months).flatMap(([month, answers]) =>
    [...answers].map(
      (kind, at): GradedAnswer => ({
        item: item(`${month}-${at}`, { month, kind: at === 0 ? "release" : "event" }),
        raw: kind === "x" ? null : "text",
        parsed: { r: "A", u: "unknown", w: "other:b" }[kind] ?? null,
        correct: { r: true, u: false, w: false }[kind] ?? null,
      }),
    ),
  );
  const items = Array.from({ length: count }, (_, index) => item(String(index), {}));
  return OWN_TEST_METRIC_FUNCTIONS.horizon(graded, items, null);
}

describe("horizon", () => {
  test.each([
    // 01–03: 11/12; 02–04: 9/12; 03–05: 6/12 = 50 %, kept; 04–06: 3/12, over.
    ["rrrr rrrr rrrw rrww rwww wwww", 202205],
    // 1/1, 0/1 and 3/8: the mean of the rates is 46 %, the pool 4/10 = 40 %; with 5/8 it is 6/10.
    ["r w rrrwwwww", null],
    ["r w rrrrrwww", 202203],
    // 02–04: 8/12; 03–05: 4/12: over at 2022-04, whatever comes after it.
    ["rrrr rrrr rrrr wwww wwww wwww rrrr rrrr", 202204],
    ["---- ---- ----", null],
  ])("of the monthly answers %s is %s", (answers, score) => {
    const months = answers.split(" ").map((month, at) => [`2022-0${at + 1}`, month]);
    expect(horizon(Object.fromEntries(months)).score).toBe(score);
  });

  const MONTHS = { "2022-11": "rrrr", "2022-12": "rruw", "2023-01": "u-rx", "2023-02": "uuuw" };

  test("has counts per month and kind, and an interval of months that crosses a new year", () => {
    // 2022-11 to 2023-01: 4 + 2 + 1 = 7 of 4 + 4 + 3 = 11; 2022-12 to 2023-02: 3 of 11. With X of 4 at 1/2 and Y of 3
    // at 1/3, a draw fails for X + Y <= 1: 12 %, more than 5 %; it goes on to 2023-02 in 2.5 %, less than 5 %.
    expect(horizon(MONTHS, 16)).toEqual({
      score: 202301,
      interval: { low: 202210, high: 202301 },
      metrics: {
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
      },
    });
  });
});

/** Letters: `a` right, `b` wrong, `-` unusable. Items with an odd place have no right answer. */
function changes(now: string, then: string | null) {
  const parse = (letters: string) => [...letters].map((one) => (one === "-" ? null : one));
  const graded = parse(now).map((parsed, index): GradedAnswer => {
    const answer = index % 2 === 0 ? "a" : null;
    const correct = parsed === null || answer === null ? null : parsed === answer;
    return { item: item(`item-${index}`, {}, answer), raw: parsed, parsed, correct };
  });
  const first = then && new Map(parse(then).map((parsed, index) => [`item-${index}`, parsed]));
  return OWN_TEST_METRIC_FUNCTIONS.changes(graded, [], first || null);
}

test.each([
  // Two of the 13 items are unusable now and are left out; one of the other 11 changed. Items 4, 6, 8, 10 and 12 are
  // right.
  ["--baaaaaaaaaa", "a-aaaaaaaaaaa", 9.1, { compared: 11, changed: 1, right: 5 }],
  ["aaaaaaaaaaaa", null, null, { compared: 0, right: 6 }],
  ["bbbbbbbbb", "aaaaaaaaa", null, { changed: 9 }],
  ["bbbbbbbbbb", "aaaaaaaaaa", 100, {}],
  ["aaaaaaaaaaa", "aaaaaaaaaa-", 0, {}],
])("changes is the percent of changed values: of %s after %s it is %s", (...row) => {
  const [now, then, score, metrics] = row;
  expect(changes(now, then)).toMatchObject({ score, metrics });
});

function run(name: string, raws: Record<string, string | null>) {
  const about = getDefined(
    OWN_TESTS_RUN_ON_MODELS.find(({ test }) => test === name),
    name,
  );
  const asked = toOwnTestWithItems(about, RECORDED_TEST_ITEMS);
  const answers = Object.entries(raws).map(([item_id, raw]) => ({ item_id, raw }));
  const context = { subject: { model: "m", lab: "l" }, first: null };
  return gradeAndScoreTestRun(asked, answers, context);
}

test("land_water scores the right share of usable replies, and recall counts all cells of a kind", () => {
  // Key: land, land, land, water, water. 2 of 3 usable; land 1 of 3, water 1 of 2.
  const cells = { r07c32: "Land", r07c33: "Water", r07c36: "I cannot say.", r00c01: "water" };
  const { score, interval, metrics } = run("world-map", { ...cells, r00c02: null });
  // Wilson at 90 %, z² = 2.7055: (2/3 + 0.4509 ± 1.645 · √(0.0741 + 0.0752)) / 1.9018
  expect([score, interval]).toEqual([66.7, { low: 25.4, high: 92.2 }]);
  const rates = { accuracy: 0.6667, landRecall: 0.3333, waterRecall: 0.5 };
  expect(metrics).toMatchObject({ ...rates, points: 5, valid: 3, complete: false });
  // Row 7, columns 31 to 33: 7 · 60 + 31 = 451.
  expect(metrics.answers).toMatch(/^\?0\?.{448}\?10.{1346}$/);
});

test("hosts counts an empty reply as wrong and leaves out a missing reply", () => {
  const replies = { "count-03": "3", "product-01": "472,768", "product-02": "I cannot multiply." };
  const others = { "reverse-03": "", "reverse-04": null };
  const scored = run("same-model-different-host", { ...replies, ...others });
  // 2 right of 4 with a reply. Wilson at 90 %: (0.5 + 0.3382 ± 1.645 · √(0.0625 + 0.0423)) / 1.6764
  expect(scored).toMatchObject({ score: 50, interval: { low: 18.2, high: 81.8 } });
});
