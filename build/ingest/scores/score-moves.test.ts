import { expect, test } from "vitest";
import { checkScores } from "../gates/scores.ts";
import type { ScoreMove } from "./score-moves.ts";
import { whyImpossible } from "./score-moves.ts";

const move = (before: number | null, now: number, scale: Partial<ScoreMove> = {}): ScoreMove => ({
  ...{ key: "a", source: "aider", benchmark: "quiz", scope: "quiz quark-7", before, now },
  ...{ maximum: 100, minimum: 12.5, date: "2026-03-01", dateBefore: null },
  ...scale,
});

test.each([
  [-1, "below 0"],
  [5, "below half of what chance gives"],
  [12.5, null],
  [100, null],
  [101, "above the maximum of the benchmark"],
])("a new score of %d: %s", (now, expected) => {
  expect(whyImpossible(move(null, now))).toBe(expected);
});

test("a score that stands and falls below half of what chance gives is held", () => {
  const gatesOf = (one: ScoreMove) =>
    checkScores("aider", [one], new Map(), "2026-06-01").map(({ gate }) => gate);
  expect(gatesOf(move(14, 12))).toEqual(["below-minimum"]);
  expect(gatesOf(move(14, 13))).toEqual([]);
  expect(gatesOf(move(14, 12, { maximum: null, minimum: null }))).toEqual([]);
});
