import { expect, test } from "vitest";
import { summarizePriceSpreads, toHostScoreGapResult } from "./measured.ts";

type HostRun = Parameters<typeof toHostScoreGapResult>[0][number];

test("the gap is between the best and the worst host, from the last run of each, with Newcombe's interval", () => {
  // The paper's first example, 56 of 70 and 48 of 80, at 90 %: Wilson 71.1 to 86.7 and 50.8 to 68.5.
  // 20 − √(8.9² + 8.5²) = 7.7; 20 + √(6.7² + 9.2²) = 31.4
  const at = (route: string, score: number, low: number, high: number) =>
    ({ model: "m", name: "M", lab: "l", route, score, interval: { low, high } }) as HostRun;
  const runs = [at("b", 60, 50.8, 68.5), at("c", 70, 45, 85), at("a", 80, 71.1, 86.7)];
  const gap = {
    score: 20,
    grade: "D",
    interval: { low: 7.7, high: 31.4 },
    metrics: { routes: { a: 80, c: 70, b: 60 }, bestHost: "a", worstHost: "b" },
  };
  expect(toHostScoreGapResult(runs, undefined)).toMatchObject(gap);
  expect(toHostScoreGapResult([at("b", 1, 0, 2), ...runs], undefined)).toMatchObject(gap);
  expect(toHostScoreGapResult(runs.slice(0, 1), undefined)).toBeNull();
});

test("the summary leaves out implausible spreads", () => {
  const spreads = (...ratios: number[]) =>
    ratios.map((ratio) => ({ ratio, isPlausible: ratio <= 100 }));
  expect(summarizePriceSpreads(spreads(1, 2, 4, 500))).toMatchObject({
    models: 3,
    median_ratio: 2,
    twice_percent: 66.7,
    // Wilson at 90 % for 2 of 3, z² = 2.7055: (2/3 + 0.4509 ± 1.645 · √(0.0741 + 0.0752)) / 1.9018
    twice_percent_interval: { low: 25.4, high: 92.2 },
    median_ratio_interval: { low: 1, high: 4 },
  });
  expect(summarizePriceSpreads(spreads(500))).toBeNull();
});
