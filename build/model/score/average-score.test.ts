import { describe, expect, test } from "vitest";
import { sampleScoreObservation } from "../../../test/builders/synthetic-scores.ts";
import { fitScores, type ScoreObservation } from "./fit.ts";
import { createAverageScoreGetter } from "./scores.ts";

/** Six models on six benchmarks, each model ten points above the one before. */
const LADDER: ScoreObservation[] = [20, 30, 40, 50, 60, 70].flatMap((score, model) =>
  ["b0", "b1", "b2", "b3", "b4", "b5"].map((name) =>
    sampleScoreObservation(`m${model}`, name, score),
  ),
);
const ALL = new Set(LADDER.map(({ benchmark }) => benchmark));
const averagesOf = (rows: readonly ScoreObservation[], common: ReadonlySet<string> = ALL) =>
  createAverageScoreGetter(fitScores(rows), common);
const without = (model: string, ...benchmarks: string[]): ScoreObservation[] =>
  LADDER.filter((row) => row.model !== model || !benchmarks.includes(row.benchmark));

describe("the average over the common benchmarks", () => {
  test("is the mean for a model that was tested on all of them", () => {
    const whole = { score: 70, measured: 6, benchmarks: 6, provisional: false };
    expect(averagesOf(LADDER)("m5")).toEqual(whole);
    const uneven = LADDER.map((row) =>
      row.model === "m5" && row.benchmark === "b0" ? { ...row, normalised: 73 } : row,
    );
    expect(averagesOf(uneven)("m5").score).toBe(70.5);
  });

  test("uses the fit's expected score for benchmarks on which a model was not tested", () => {
    const { score, measured, benchmarks } = averagesOf(without("m5", "b4", "b5"))("m5");
    expect([measured, benchmarks]).toEqual([4, 6]);
    // The model's estimated ability is pulled slightly towards that of the others.
    expect(score).toBeGreaterThan(67);
    expect(score).toBeLessThan(70);
  });

  test("is null with three scores, and provisional with only one independent score", () => {
    const none = { score: null, measured: 3, benchmarks: 6, provisional: false };
    expect(averagesOf(without("m5", "b3", "b4", "b5"))("m5")).toEqual(none);
    const reported = (others: number) =>
      LADDER.map((row) =>
        row.model === "m5" && Number(row.benchmark.slice(1)) >= others
          ? { ...row, is_independent: false }
          : row,
      );
    expect(averagesOf(reported(1))("m5")).toMatchObject({ score: 70, provisional: true });
    expect(averagesOf(reported(2))("m5")).toMatchObject({ score: 70, provisional: false });
    expect(averagesOf(LADDER)("nobody")).toMatchObject({ score: null, measured: 0, benchmarks: 6 });
    expect(averagesOf([])("nobody")).toMatchObject({ score: null, measured: 0, benchmarks: 0 });
  });
});
