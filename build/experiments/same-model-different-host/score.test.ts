import { expect, test } from "vitest";
import { ITEM_FACTS } from "../../../test/builders/experiment-facts.ts";
import { scoreRun } from "../answers/score-run.ts";
import { type Item, type ScoreContext, withItems } from "../asked-test.ts";
import { gradeOf } from "../definition.ts";
import { SAME_MODEL_DIFFERENT_HOST } from "./about.ts";
import { SAME_MODEL_DIFFERENT_HOST_ASKED } from "./asked.ts";
import { hostGap } from "./score.ts";

const CONTEXT: ScoreContext = { subject: { model: "m", lab: "l" }, first: null };
const ASKED = withItems(SAME_MODEL_DIFFERENT_HOST_ASKED, ITEM_FACTS);
const run = (raws: Record<string, string | null>) =>
  scoreRun(
    ASKED,
    Object.entries(raws).map(([item_id, raw]) => ({ item_id, raw })),
    CONTEXT,
  );

test("an empty reply is wrong and one that never came is left out", () => {
  const { score, interval, metrics, n_items, n_valid } = run({
    "count-3": "3",
    "product-1": "100,001",
    "product-2": "I cannot multiply.",
    "reverse-3": "",
    "reverse-4": null,
  });
  // 2 right of 4 with a reply. Wilson at 90 %, z² = 2.7055: (0.5 + 0.3382 ± 1.645 · √(0.0625 + 0.0423)) / 1.6764
  expect(score).toBe(50);
  expect(interval).toEqual({ low: 18.2, high: 81.8 });
  expect([n_items, n_valid]).toEqual([5, 3]);
  expect(metrics).toEqual({
    kinds: {
      count: { asked: 1, right: 1 },
      product: { asked: 2, right: 1 },
      reverse: { asked: 1, right: 0 },
      sort: { asked: 0, right: 0 },
    },
    empty: 1,
  });
});

test("a host that answers everything has 100, one that echoes has 0", () => {
  const all = (raw: (item: Item) => string | null) =>
    run(Object.fromEntries(ASKED.items.map((item) => [item.item_id, raw(item)]))).score;
  expect(all(({ answer }) => answer)).toBe(100);
  expect(all(({ prompt }) => prompt)).toBe(0);
  expect(all(() => "")).toBe(0);
});

test("without replies there is no score", () => {
  expect(run({})).toMatchObject({ score: null, interval: null });
  expect(run({ "count-1": null })).toMatchObject({ score: null, interval: null });
});

test("the gap is between the best and the worst host, with Newcombe's interval", () => {
  // The paper's first example, 56 of 70 and 48 of 80, at 90 %. Wilson, z² = 2.7055:
  // 0.8: (0.8 + 0.01933 ± 1.645 · √(0.16/70 + 2.7055/19600)) / 1.03865 = 0.7109 to 0.8668
  // 0.6: (0.6 + 0.01691 ± 1.645 · √(0.24/80 + 2.7055/25600)) / 1.03382 = 0.5081 to 0.6854
  // 0.2 − √(0.0891² + 0.0854²) = 0.0766; 0.2 + √(0.0668² + 0.0920²) = 0.3137
  const routes = [
    { route: "b", right: 48, asked: 80 },
    { route: "c", right: 7, asked: 10 },
    { route: "a", right: 56, asked: 70 },
  ];
  expect(hostGap(routes)).toEqual({
    gap: 20,
    best: "a",
    worst: "b",
    interval: { low: 7.7, high: 31.4 },
  });
  expect(hostGap(routes.toReversed())).toEqual(hostGap(routes));
});

test("hosts that are alike are named by slug, and are two", () => {
  const alike = ["c", "a", "b"].map((route) => ({ route, right: 9, asked: 10 }));
  const gap = hostGap(alike);
  expect(gap).toMatchObject({ gap: 0, best: "a", worst: "b" });
  expect(gap?.interval.low).toBe(-(gap?.interval.high ?? 0));
  const perfect = { route: "y", right: 5, asked: 5 };
  const nothing = { route: "x", right: 0, asked: 5 };
  expect(hostGap([perfect, nothing])).toMatchObject({ gap: 100, best: "y", worst: "x" });
  // 92 of 100 and 11 of 13: 92 − 84.615 = 7.385
  const uneven = [
    { route: "x", right: 92, asked: 100 },
    { route: "y", right: 11, asked: 13 },
  ];
  expect(hostGap(uneven)?.gap).toBe(7.4);
});

test("one host has no gap", () => {
  expect(hostGap([])).toBeNull();
  expect(hostGap([{ route: "a", right: 1, asked: 2 }])).toBeNull();
  const silent = { route: "b", right: 0, asked: 0 };
  expect(hostGap([{ route: "a", right: 1, asked: 2 }, silent])).toBeNull();
});

test("a small gap earns a good grade", () => {
  const grades = [0, 2, 2.1, 5, 10, 20, 20.1].map((gap) => gradeOf(SAME_MODEL_DIFFERENT_HOST, gap));
  expect(grades).toEqual(["A", "A", "B", "B", "C", "D", "F"]);
});
