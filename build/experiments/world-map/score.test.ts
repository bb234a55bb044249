import { expect, test } from "vitest";
import { ITEM_FACTS } from "../../../test/builders/experiment-facts.ts";
import { scoreRun } from "../answers/score-run.ts";
import { type ScoreContext, withItems } from "../asked-test.ts";
import { gradeOf } from "../definition.ts";
import { WORLD_MAP } from "./about.ts";
import { WORLD_MAP_ASKED } from "./asked.ts";
import { toKey, toWorldMapItems } from "./items.ts";

/** A made-up world, where every third cell of a diagonal pattern is land: 600 of 1,800. */
const ASKED = withItems(WORLD_MAP_ASKED, ITEM_FACTS);
const KEY = ITEM_FACTS.worldMapQuestions.map(toKey).join("");
const CONTEXT: ScoreContext = { subject: { model: "m", lab: "l" }, first: null };
const run = (raws: Record<string, string | null>) =>
  scoreRun(
    ASKED,
    Object.entries(raws).map(([item_id, raw]) => ({ item_id, raw })),
    CONTEXT,
  );
const everywhere = (raw: string) =>
  run(Object.fromEntries(ASKED.items.map(({ item_id }) => [item_id, raw])));

test("there are 1,800 items, each with its own name and question", () => {
  expect(ASKED.items).toHaveLength(1800);
  expect(new Set(ASKED.items.map(({ item_id }) => item_id)).size).toBe(1800);
  expect(new Set(ASKED.items.map(({ prompt }) => prompt)).size).toBe(1800);
});

test("an item gives the centre of its cell, from 87° N, 177° W to 87° S, 177° E", () => {
  expect(ASKED.items.find(({ item_id }) => item_id === "r07c32")).toEqual({
    ...{ item_id: "r07c32", prompt: "Is 45° N, 15° E land or water?", answer: "land" },
    meta: { row: 7, column: 32, latitude: 45, longitude: 15 },
  });
  expect(ASKED.items[0]?.prompt).toBe("Is 87° N, 177° W land or water?");
  expect(ASKED.items.at(-1)?.prompt).toBe("Is 87° S, 177° E land or water?");
});

test("a key of another size is refused", () => {
  for (const rows of [["01"], Array<string>(30).fill("01"), Array<string>(29).fill("0".repeat(60))])
    expect(() => toWorldMapItems({ prompt: "{point}?", rows })).toThrow(/not 30 rows of 60/);
});

test("the score is right over usable, recall right over asked", () => {
  // Key: land, land, land, water, water.
  const { score, interval, metrics, n_items, n_valid } = run({
    r07c32: "Land",
    r07c35: "Water",
    r07c38: "I cannot say.",
    r00c01: "water",
    r00c02: null,
  });
  // 2 of 3 usable: 66.7. Wilson at 90 %, z² = 2.7055: (2/3 + 0.4509 ± 1.645 · √(0.0741 + 0.0752)) / 1.9018
  expect(score).toBe(66.7);
  expect(interval).toEqual({ low: 25.4, high: 92.2 });
  expect([n_items, n_valid]).toEqual([5, 3]);
  // Land: 1 of 3. Water: 1 of 2.
  expect(metrics).toMatchObject({
    ...{ accuracy: 0.6667, landRecall: 0.3333, waterRecall: 0.5 },
    // Wilson with z = 1.6449: centre (1/3 + z²/6) / (1 + z²/3) = 0.4124, half width 0.3341.
    landRecallInterval: { low: 0.0783, high: 0.7465 },
    ...{ points: 5, valid: 3, complete: false },
  });
  const answers = metrics.answers as string;
  expect(answers).toHaveLength(1800);
  expect(answers.slice(0, 3)).toBe("?0?");
  // Row 7, columns 31 to 35: 7 · 60 + 31 = 451.
  expect(answers.slice(451, 456)).toBe("?1??0");
  expect(answers.replaceAll("?", "")).toBe("010");
});

test("who knows the key has 100, and its answers are the key", () => {
  const { score, metrics } = run(
    Object.fromEntries(ASKED.items.map(({ item_id, answer }) => [item_id, answer])),
  );
  expect(score).toBe(100);
  expect(metrics).toMatchObject({
    ...{ accuracy: 1, landRecall: 1, waterRecall: 1 },
    points: 1800,
  });
  expect(metrics).toMatchObject({ valid: 1800, complete: true, answers: KEY });
});

test("one word for all cells is an F", () => {
  const [water, land] = [everywhere("water"), everywhere("land")];
  expect([water.score, land.score]).toEqual([66.7, 33.3]);
  expect(water.metrics).toMatchObject({ landRecall: 0, waterRecall: 1 });
  expect([gradeOf(WORLD_MAP, water.score), gradeOf(WORLD_MAP, land.score)]).toEqual(["F", "F"]);
  expect(gradeOf(WORLD_MAP, water.interval?.high ?? null)).toBe("F");
});

test("grades go by the published cut-offs", () => {
  const grades = [100, 90, 89.9, 85, 80, 70, 69.9].map((score) => gradeOf(WORLD_MAP, score));
  expect(grades).toEqual(["A", "A", "B", "B", "C", "D", "F"]);
});

test("without a usable answer there is no score", () => {
  expect(run({})).toMatchObject({ score: null, interval: null, n_items: 0 });
  expect(run({}).metrics).toMatchObject({ accuracy: null, landRecall: null, waterRecall: null });
  const { score, interval, metrics } = everywhere("I cannot answer.");
  expect([score, interval]).toEqual([null, null]);
  expect(metrics).toMatchObject({ accuracy: null, landRecall: 0, waterRecall: 0, valid: 0 });
  expect(metrics.answers).toBe("?".repeat(1800));
});
