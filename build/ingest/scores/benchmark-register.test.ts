/** Checks of the benchmarks in `data/benchmarks/`, which are maintained by hand. */
import { expect, test } from "vitest";
import { readFactsOfKinds } from "../../facts/read-facts.ts";

const { benchmarks } = readFactsOfKinds("data", ["benchmarks"]);

test.each(benchmarks)("$slug: chance scores below the maximum", ({ floor, max_score, unit }) => {
  expect(floor).toBeLessThan(max_score ?? Number.POSITIVE_INFINITY);
  if (unit === "%") expect(max_score).toBe(100);
});
