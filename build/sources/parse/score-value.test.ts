import { expect, test } from "vitest";
import { findNumber, withoutNoise } from "./score-value.ts";

test.each([
  ["79.83%", 79.83],
  ["5.3 %", 5.3],
  ["0.42", 0.42],
  ["1e-3", 0.001],
  ["-1", -1],
  ["N/A", undefined],
  ["", undefined],
  ["None", undefined],
])("%j reads as %s", (cell, value) => {
  expect(findNumber(cell)).toBe(value);
});

test("float noise goes, digits stay", () => {
  expect(withoutNoise(0.8458 * 100)).toBe(84.58);
  expect(withoutNoise(718.80683)).toBe(718.80683);
});
