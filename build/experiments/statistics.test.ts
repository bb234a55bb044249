import { expect, test } from "vitest";
import { getDefined } from "../../test/builders/get.ts";
import {
  bootstrapInterval,
  createSeededRandom,
  median,
  quantile,
  roundToDecimals,
  wilsonInterval,
} from "./statistics.ts";

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

test("Wilson's interval stays within 0 and 1, and is null without trials", () => {
  expect(wilsonInterval(0, 10)?.low).toBe(0);
  expect(wilsonInterval(10, 10)?.high).toBe(1);
  expect(wilsonInterval(0, 0)).toBeNull();
});

test("the bootstrap of a mean is as wide as theory says", () => {
  const random = createSeededRandom(1);
  const values = Array.from({ length: 400 }, () => random());
  const meanOf = (drawn: readonly number[]) =>
    mean(drawn.map((index) => values[index] ?? Number.NaN));
  const { low, high } = getDefined(bootstrapInterval(values.length, meanOf, 2), "interval");
  // Uniform on 0 to 1: standard deviation √(1/12), so 2 · 1.645 · 0.2887 / √400 = 0.0475.
  expect(high - low).toBeGreaterThan(0.042);
  expect(high - low).toBeLessThan(0.053);
  expect(bootstrapInterval(values.length, meanOf, 2)).toEqual({ low, high });
  expect(bootstrapInterval(1, meanOf, 2)).toBeNull();
});

test("quantiles and medians are interpolated between two values", () => {
  expect(quantile([1, 2, 3, 4, 5], 0.1)).toBeCloseTo(1.4, 12);
  expect(median([5, 1, 3])).toBe(3);
  expect(median([4, 1, 3, 2])).toBe(2.5);
});

test("halves in decimal notation are rounded up, even if the stored number is lower", () => {
  const rounded = [1.005, 2.675, 0.1 + 0.2, -1.234].map((value) => roundToDecimals(value, 2));
  expect(rounded).toEqual([1.01, 2.68, 0.3, -1.23]);
  expect(roundToDecimals(1.5e-7, 9)).toBe(1.5e-7);
});
