import { expect, test } from "vitest";
import { spearman } from "./spearman.ts";

const correlation = (a: readonly number[], b: readonly number[]) =>
  Number(spearman(a.map((value, place) => [value, b[place] ?? 0])).toFixed(4));

test("only the order counts", () => {
  expect(correlation([1, 2, 3, 4], [10, 20, 300, 4000])).toBe(1);
  expect(correlation([1, 2, 3, 4], [4, 3, 2, 1])).toBe(-1);
});

test("ties share their mean rank", () => {
  // Ranks 1, 2.5, 2.5, 4 and 1, 2, 3, 4: 4.5 / √(4.5 · 5).
  expect(correlation([1, 5, 5, 9], [1, 2, 3, 4])).toBe(0.9487);
});

test("there is none without an order", () => {
  expect(spearman([])).toBeNaN();
  expect(correlation([1, 1, 1], [1, 2, 3])).toBeNaN();
});
