import { expect, test } from "vitest";
import type { ScoreContext } from "../asked-test.ts";
import { gradeOf } from "../definition.ts";
import { scoreRun } from "../judge.ts";
import { WORLD_MAP } from "./about.ts";
import { WORLD_MAP_ASKED } from "./asked.ts";
import { ITEMS } from "./items.ts";
import { KEY_CELLS } from "./key.ts";

const CONTEXT: ScoreContext = { subject: { model: "m", lab: "l" }, first: null };
const run = (raws: Record<string, string | null>) =>
  scoreRun(
    WORLD_MAP_ASKED,
    Object.entries(raws).map(([item_id, raw]) => ({ item_id, raw })),
    CONTEXT,
  );
const everywhere = (raw: string) => run(Object.fromEntries(ITEMS.map((i) => [i.item_id, raw])));

test("1,800 items, each with its own name and question", () => {
  expect(ITEMS).toHaveLength(1800);
  expect(new Set(ITEMS.map(({ item_id }) => item_id)).size).toBe(1800);
  expect(new Set(ITEMS.map(({ prompt }) => prompt)).size).toBe(1800);
});

test("an item gives the centre of its cell and the words that count", () => {
  expect(ITEMS.find(({ item_id }) => item_id === "r07c33")).toEqual({
    item_id: "r07c33",
    prompt:
      "Is the point 45° N, 21° E on land or in water? Lakes and rivers count as land, seas (the Caspian Sea is one) as water. Ice that rests on the ground counts as land, floating ice as water. Answer with one word: land or water.",
    answer: "land",
    meta: { row: 7, column: 33, latitude: 45, longitude: 21 },
  });
  expect(ITEMS[0]!.prompt).toMatch(/^Is the point 87° N, 177° W /);
  expect(ITEMS.at(-1)!.prompt).toMatch(/^Is the point 87° S, 177° E /);
});

test("the score is right over usable, recall right over asked", () => {
  // Key: land, land, land, water, water.
  const { score, interval, metrics, n_items, n_valid } = run({
    r07c33: "Land",
    r07c32: "Water",
    r07c34: "I cannot say.",
    r00c00: "water",
    r00c01: null,
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
  expect(answers.slice(0, 3)).toBe("0??");
  // Row 7, columns 31 to 35: 7 · 60 + 31 = 451.
  expect(answers.slice(451, 456)).toBe("?01??");
  expect(answers.replaceAll("?", "")).toBe("001");
});

test("who knows the key has 100, and its answers are the key", () => {
  const { score, metrics } = run(
    Object.fromEntries(ITEMS.map(({ item_id, answer }) => [item_id, answer])),
  );
  expect(score).toBe(100);
  expect(metrics).toMatchObject({
    ...{ accuracy: 1, landRecall: 1, waterRecall: 1 },
    points: 1800,
  });
  expect(metrics).toMatchObject({ valid: 1800, complete: true, answers: KEY_CELLS });
});

test("one word for all cells is an F", () => {
  // 1187 / 1800 = 65.94 %; 613 / 1800 = 34.06 %.
  const [water, land] = [everywhere("water"), everywhere("land")];
  expect([water.score, land.score]).toEqual([65.9, 34.1]);
  expect(water.metrics).toMatchObject({ landRecall: 0, waterRecall: 1 });
  expect([gradeOf(WORLD_MAP, water.score), gradeOf(WORLD_MAP, land.score)]).toEqual(["F", "F"]);
  expect(gradeOf(WORLD_MAP, water.interval!.high)).toBe("F");
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

test("the methodology tells the numbers that follow from the key", () => {
  const text = WORLD_MAP.methodology!.join(" ");
  expect(text).toContain("613 are land and 1,187 water");
  expect(text).toContain("65.9 percent");
  expect(text).toContain("34.1");
  expect(text).toContain(`${WORLD_MAP_ASKED.maxTokens} tokens`);
  const words = text.split(" ").length;
  expect(words).toBeGreaterThan(300);
  expect(words).toBeLessThan(610);
});
