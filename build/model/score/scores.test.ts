import { describe, expect, test } from "vitest";
import { getDefined } from "../../../test/builders/get.ts";
import { IS_LONG_TEST_RUN } from "../../../test/builders/runs.ts";
import { spearmanCorrelation } from "../../../test/builders/spearman.ts";
import {
  generateSyntheticScores,
  type MissingScorePattern,
  type SyntheticScores,
  sampleScoreObservation,
} from "../../../test/builders/synthetic-scores.ts";
import { createSeededRandom } from "../../experiments/statistics.ts";
import { fitScores, type ScoreObservation } from "./fit.ts";
import { type ComputedOverallModelScore, computeOverallModelScores } from "./scores.ts";

const scoresOf = (observations: readonly ScoreObservation[]) =>
  computeOverallModelScores(fitScores(observations));

function trialOf(seed: number, missing: MissingScorePattern) {
  const synthetic = generateSyntheticScores(seed, missing);
  return { synthetic, scores: scoresOf(synthetic.observations) };
}

/** A trial whose models are examined one by one. */
const {
  synthetic: { observations },
  scores: OF_ALL,
} = trialOf(11, "at random");

/** Number of synthetic data sets for each pattern of missing scores. */
const TRIALS = IS_LONG_TEST_RUN ? 20 : 1;
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function correlation(xs: readonly number[], ys: readonly number[]): number {
  const covariance = (one: readonly number[], other: readonly number[]) =>
    mean(
      one.map((value, place) => (value - mean(one)) * ((other[place] ?? Number.NaN) - mean(other))),
    );
  return covariance(xs, ys) / Math.sqrt(covariance(xs, xs) * covariance(ys, ys));
}

/** Share of the intervals with the true ability, which linear regression maps to the scale of the scores. */
function coverage(
  { truth }: SyntheticScores,
  scores: ReadonlyMap<string, ComputedOverallModelScore>,
): number {
  const abilities = [...scores.keys()].map((model) => getDefined(truth.get(model), model));
  const given = [...scores.values()].map(({ score }) => score);
  const deviation = (values: readonly number[]) =>
    Math.sqrt(mean(values.map((value) => (value - mean(values)) ** 2)));
  const slope = (correlation(abilities, given) * deviation(given)) / deviation(abilities);
  const onScale = (ability: number) => mean(given) + slope * (ability - mean(abilities));
  const hits = [...scores].filter(([model, { low, high }]) => {
    const wanted = Math.min(100, Math.max(0, onScale(getDefined(truth.get(model), model))));
    return low <= wanted && wanted <= high;
  });
  return hits.length / scores.size;
}

/** Every model on every benchmark, as scores of a table: rows are models. */
const table = (rows: readonly (readonly number[])[]): ScoreObservation[] =>
  rows.flatMap((scores, model) =>
    scores.map((score, at) => sampleScoreObservation(`m${model}`, `b${at}`, score)),
  );

describe.each<MissingScorePattern>(["at random", "by strength"])("scores missing %s", (missing) => {
  const trials = Array.from({ length: TRIALS }, (_, index) => trialOf(index + 1, missing));

  test("do not change the order of the true abilities", () => {
    for (const { synthetic, scores } of trials) {
      expect(scores.size).toBeGreaterThan(150);
      const pairs = [...scores].map(([model, { score }]) => {
        return [getDefined(synthetic.truth.get(model), model), score] as const;
      });
      expect(spearmanCorrelation(pairs)).toBeGreaterThan(0.97);
    }
  });

  test("give intervals that contain the true ability about nine times in ten", () => {
    const shares = trials.map(({ synthetic, scores }) => coverage(synthetic, scores));
    expect(mean(shares)).toBeGreaterThan(0.8);
    expect(mean(shares)).toBeLessThan(0.98);
  });
});

describe("the output", () => {
  test("is the same to the last bit for rows in any order", () => {
    const random = createSeededRandom(4);
    const keyed = observations.map((row) => ({ row, key: random() }));
    const shuffled = keyed.sort((a, b) => a.key - b.key).map(({ row }) => row);
    expect([...scoresOf(shuffled)]).toEqual([...OF_ALL]);
  });

  test("has scores from 0 to 100, ranks in their order and intervals that contain them", () => {
    const rows = [...OF_ALL.values()];
    expect(Math.min(...rows.map(({ score }) => score))).toBe(0);
    expect(Math.max(...rows.map(({ score }) => score))).toBe(100);
    for (const { score, rank, ranked, low, high, benchmarks } of rows) {
      expect(rank).toBe(1 + rows.filter((other) => other.score > score).length);
      expect(ranked).toBe(rows.length);
      expect(benchmarks).toBeGreaterThanOrEqual(4);
      expect(low).toBeLessThanOrEqual(score);
      expect(high).toBeGreaterThanOrEqual(score);
      expect([low >= 0, high <= 100]).toEqual([true, true]);
    }
  });
});

describe("the ranking", () => {
  const LADDER = [20, 30, 40, 50, 60, 70].map((score) => [score, score, score, score]);

  test("leaves out a model with three benchmarks and does not count it", () => {
    const rows = table(LADDER).filter(
      ({ model, benchmark }) => !(model === "m5" && benchmark === "b3"),
    );
    const scores = scoresOf(rows);
    expect([...scores.keys()]).toEqual(["m0", "m1", "m2", "m3", "m4"]);
    expect(scores.get("m4")).toMatchObject({ score: 100, rank: 1, ranked: 5, benchmarks: 4 });
    expect(scores.get("m0")).toMatchObject({ score: 0, rank: 5 });
  });

  test("has a model with one independent score as provisional, with an interval twice as wide", () => {
    const inside = ({ low, high }: ComputedOverallModelScore) =>
      low > 20 && high < 80 && high - low < 20;
    const [model = ""] = [...OF_ALL].find(([, score]) => inside(score)) ?? [];
    const withIndependent = (others: number) => {
      const own = observations.filter((row) => row.model === model).slice(others);
      const rows = observations.map((row) =>
        own.includes(row) ? { ...row, is_independent: false } : row,
      );
      return getDefined(scoresOf(rows).get(model), model);
    };
    const two = withIndependent(2);
    const one = withIndependent(1);
    expect(two).toMatchObject({ provisional: false, independent: 2 });
    expect(OF_ALL.get(model)).toEqual({ ...two, independent: two.benchmarks });
    const { score, benchmarks } = two;
    expect(one).toMatchObject({ score, benchmarks, provisional: true, independent: 1 });
    expect((one.high - one.low) / (two.high - two.low)).toBeCloseTo(2, 1);
  });

  test("ignores benchmarks with fewer than five models", () => {
    const scores = scoresOf(table(LADDER.slice(0, 5)));
    expect(scores.get("m0")?.benchmarks).toBe(4);
    expect(scoresOf(table(LADDER.slice(0, 4))).size).toBe(0);
  });

  test("gives equal models the same score and rank", () => {
    const scores = scoresOf(table([...LADDER, ...LADDER.slice(5)]));
    expect(scores.get("m5")?.score).toBe(scores.get("m6")?.score);
    expect(["m5", "m6", "m4"].map((model) => scores.get(model)?.rank)).toEqual([1, 1, 3]);
  });

  test.each([0, 37, 100])("gives all models 50 when every score is %d", (score) => {
    const scores = scoresOf(table(Array.from({ length: 6 }, () => Array(5).fill(score))));
    expect(scores.size).toBe(6);
    const ranked = { provisional: false, rank: 1, ranked: 6, benchmarks: 5, independent: 5 };
    for (const row of scores.values())
      expect(row).toEqual({ ...ranked, score: 50, low: 50, high: 50 });
  });
});
