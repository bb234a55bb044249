import { describe, expect, test } from "vitest";
import { getDefined } from "../../../test/builders/get.ts";
import { IS_LONG_TEST_RUN } from "../../../test/builders/runs.ts";
import { spearmanCorrelation } from "../../../test/builders/spearman.ts";
import { createSeededRandom } from "../../experiments/statistics.ts";
import { fitScores, type ScoreObservation } from "./fit.ts";
import { computeOverallModelScores, createAverageScoreGetter } from "./scores.ts";

const scoresOf = (observations: readonly ScoreObservation[]) =>
  computeOverallModelScores(fitScores(observations));
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const percent = (logit: number) => 100 / (1 + Math.exp(-logit));
/** A score that was not measured by the model's own maker. */
const observed = (model: string, benchmark: string, normalised: number): ScoreObservation => ({
  model,
  benchmark,
  normalised,
  is_independent: true,
});

/** Probability that a model runs a benchmark, by the distance of its ability from the difficulty: about 30 % overall. */
const CHANCES = {
  "at random": () => 0.3,
  "by strength": (distance: number) => 1 / (1 + Math.exp(3 * Math.abs(distance) - 2.4)),
};

/**
 * The scores of 200 made-up models on 40 benchmarks, each with the model's true ability. The observations follow a
 * logistic curve with noise and slopes of about 1.
 */
function runTrial(seed: number, missing: keyof typeof CHANCES) {
  const random = createSeededRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const names = (kind: string, count: number) =>
    Array.from({ length: count }, (_, place) => `${kind}-${String(place).padStart(3, "0")}`);
  const truth = new Map(names("model", 200).map((name) => [name, 1.5 * normal()]));
  const benchmarks = names("benchmark", 40).map((name) => ({
    name,
    difficulty: 1.5 * normal(),
    slope: Math.exp(0.3 * normal()),
  }));
  const observations = [...truth].flatMap(([model, ability]) =>
    benchmarks.flatMap(({ name, difficulty, slope }) => {
      const isTaken = random() < CHANCES[missing](ability - difficulty);
      const logit = slope * (ability - difficulty) + 0.5 * normal();
      return isTaken ? [observed(model, name, percent(logit))] : [];
    }),
  );
  const scored = [...scoresOf(observations)].map(([model, row]) => ({
    model,
    ...row,
    ability: getDefined(truth.get(model), model),
  }));
  return { observations, scored };
}

/** Share of the intervals with the true ability, which linear regression maps to the scale of the scores. */
function coverage(scored: ReturnType<typeof runTrial>["scored"]): number {
  const ability = mean(scored.map((row) => row.ability));
  const score = mean(scored.map((row) => row.score));
  const slope =
    mean(scored.map((row) => (row.ability - ability) * (row.score - score))) /
    mean(scored.map((row) => (row.ability - ability) ** 2));
  const hits = scored.filter(({ low, high, ability: one }) => {
    const wanted = Math.min(100, Math.max(0, score + slope * (one - ability)));
    return low <= wanted && wanted <= high;
  });
  return hits.length / scored.length;
}

describe.each(["at random", "by strength"] as const)("scores missing %s", (missing) => {
  const trials = Array.from({ length: IS_LONG_TEST_RUN ? 20 : 1 }, (_, index) =>
    runTrial(index + 1, missing),
  );

  test("do not change the order of the true abilities", () => {
    for (const { scored } of trials) {
      expect(scored.length).toBeGreaterThan(150);
      const pairs = scored.map(({ ability, score }) => [ability, score] as const);
      expect(spearmanCorrelation(pairs)).toBeGreaterThan(0.97);
    }
  });

  test("give intervals that contain the true ability about nine times in ten", () => {
    const share = mean(trials.map(({ scored }) => coverage(scored)));
    expect(share).toBeGreaterThan(0.8);
    expect(share).toBeLessThan(0.98);
  });
});

describe("the output", () => {
  const { observations, scored } = runTrial(11, "at random");
  const all = new Map(scored.map(({ model, ability: _, ...row }) => [model, row]));

  test("is the same to the last bit for rows in any order", () => {
    const random = createSeededRandom(4);
    const keyed = observations.map((row) => ({ row, key: random() }));
    const shuffled = keyed.sort((a, b) => a.key - b.key).map(({ row }) => row);
    expect([...scoresOf(shuffled)]).toEqual([...all]);
  });

  test("has scores from 0 to 100, ranks in their order and intervals that contain them", () => {
    expect(Math.min(...scored.map(({ score }) => score))).toBe(0);
    expect(Math.max(...scored.map(({ score }) => score))).toBe(100);
    for (const { score, rank, ranked, low, high, benchmarks } of scored) {
      expect(rank).toBe(1 + scored.filter((other) => other.score > score).length);
      expect(ranked).toBe(scored.length);
      expect(benchmarks).toBeGreaterThanOrEqual(4);
      const ends = [0, low, score, high, 100];
      expect(ends.toSorted((a, b) => a - b)).toEqual(ends);
    }
  });

  test("has a model with one independent score as provisional, with an interval twice as wide", () => {
    const inside = scored.find(({ low, high }) => low > 20 && high < 80 && high - low < 20);
    const { model } = getDefined(inside, "model with a narrow interval");
    const withIndependent = (count: number) => {
      const others = observations.filter((row) => row.model === model).slice(count);
      const rows = observations.map((row) => ({ ...row, is_independent: !others.includes(row) }));
      return getDefined(scoresOf(rows).get(model), model);
    };
    const two = withIndependent(2);
    const one = withIndependent(1);
    expect(two).toMatchObject({ provisional: false, independent: 2 });
    expect(all.get(model)).toEqual({ ...two, independent: two.benchmarks });
    const { score, benchmarks } = two;
    expect(one).toMatchObject({ score, benchmarks, provisional: true, independent: 1 });
    expect((one.high - one.low) / (two.high - two.low)).toBeCloseTo(2, 1);
  });
});

/** Every model on every benchmark, as scores of a table: rows are models. */
const table = (rows: readonly (readonly number[])[]): ScoreObservation[] =>
  rows.flatMap((scores, m) => scores.map((score, b) => observed(`m${m}`, `b${b}`, score)));
/** Six models, each ten points above the one before, on as many benchmarks. */
const ladder = (benchmarks: number) =>
  [20, 30, 40, 50, 60, 70].map((score) => Array<number>(benchmarks).fill(score));

describe("the ranking", () => {
  const LADDER = ladder(4);

  test("leaves out a model with three benchmarks and does not count it", () => {
    const rows = table(LADDER).filter((row) => row.model + row.benchmark !== "m5b3");
    const scores = scoresOf(rows);
    expect([...scores.keys()]).toEqual(["m0", "m1", "m2", "m3", "m4"]);
    expect(scores.get("m4")).toMatchObject({ score: 100, rank: 1, ranked: 5, benchmarks: 4 });
    expect(scores.get("m0")).toMatchObject({ score: 0, rank: 5 });
  });

  test("ignores benchmarks with fewer than five models", () => {
    expect(scoresOf(table(LADDER.slice(0, 5))).get("m0")?.benchmarks).toBe(4);
    expect(scoresOf(table(LADDER.slice(0, 4))).size).toBe(0);
  });

  test("gives equal models the same score and rank", () => {
    const scores = scoresOf(table([...LADDER, ...LADDER.slice(5)]));
    expect(scores.get("m5")?.score).toBe(scores.get("m6")?.score);
    expect(["m5", "m6", "m4"].map((model) => scores.get(model)?.rank)).toEqual([1, 1, 3]);
  });

  test.each([0, 37, 100])("gives all models 50 when every score is %d", (score) => {
    const scores = scoresOf(table(Array.from({ length: 6 }, () => Array(5).fill(score))));
    const ranked = { provisional: false, rank: 1, ranked: 6, benchmarks: 5, independent: 5 };
    const row = { ...ranked, score: 50, low: 50, high: 50 };
    expect([...scores.values()]).toEqual(Array(6).fill(row));
  });
});

describe("the average over the common benchmarks", () => {
  const LADDER = table(ladder(6));
  const averageOf = (model: string, rows: readonly ScoreObservation[]) =>
    createAverageScoreGetter(fitScores(rows), new Set(["b0", "b1", "b2", "b3", "b4", "b5"]))(model);
  const without = (...benchmarks: string[]): ScoreObservation[] =>
    LADDER.filter(({ model, benchmark }) => model !== "m5" || !benchmarks.includes(benchmark));

  test("uses the fit's expected score for benchmarks on which a model was not tested", () => {
    const { score, measured, benchmarks } = averageOf("m5", without("b4", "b5"));
    expect([measured, benchmarks]).toEqual([4, 6]);
    // The model's estimated ability is pulled slightly towards that of the others.
    expect(score).toBeGreaterThan(67);
    expect(score).toBeLessThan(70);
  });

  test("is null with three scores, and provisional with only one independent score", () => {
    const none = { score: null, measured: 3, benchmarks: 6, provisional: false };
    expect(averageOf("m5", without("b3", "b4", "b5"))).toEqual(none);
    const reported = (independent: number) =>
      LADDER.map((row) => ({ ...row, is_independent: Number(row.benchmark.at(1)) < independent }));
    expect(averageOf("m5", reported(1))).toMatchObject({ score: 70, provisional: true });
    expect(averageOf("m5", reported(2))).toMatchObject({ score: 70, provisional: false });
    expect(averageOf("nobody", LADDER)).toMatchObject({ score: null, measured: 0, benchmarks: 6 });
    expect(averageOf("nobody", [])).toMatchObject({ score: null, measured: 0, benchmarks: 0 });
  });
});

/** Abilities of eleven models, from -2 to 2. */
const ABILITIES = Array.from({ length: 11 }, (_, place) => -2 + 0.4 * place);

test("the fit of scores without noise gives the true abilities, difficulties and slopes back", () => {
  const rows = ABILITIES.flatMap((ability, place) => {
    const model = `m${String(place).padStart(2, "0")}`;
    return [
      observed(model, "easy", percent(ability + 1)),
      observed(model, "middling", percent(2 * ability)),
      observed(model, "hard", percent(0.5 * (ability - 3))),
    ];
  });
  const { models, benchmarks } = fitScores(rows, { ridge: 1e-6, clip: 1e-6, slopeRidge: 1e-6 });
  // The slopes 1, 2 and 0.5 have a geometric mean of 1, so the scale's unit is the true one. Its zero is the average
  // score.
  const zero = getDefined(models[5], "m05").ability;
  expect(models.map(({ ability }) => Number((ability - zero).toFixed(2)) + 0)).toEqual(
    ABILITIES.map((ability) => Number(ability.toFixed(2))),
  );
  const estimates = benchmarks.map(({ slug, ease, slope }) => [
    slug,
    Math.round(-ease / slope - zero) + 0,
    Number(slope.toFixed(2)),
  ]);
  expect(estimates).toEqual([
    ["easy", -1, 1],
    ["hard", 3, 0.5],
    ["middling", 0, 2],
  ]);
});

test("scores of 0 and 100 give finite abilities, and no scores give none", () => {
  const { models, benchmarks } = fitScores(
    table(ABILITIES.map((_, place) => Array<number>(2).fill(place < 5 ? 0 : 100))),
  );
  const effects = [...models.map(({ ability }) => ability), ...benchmarks.map(({ ease }) => ease)];
  expect(effects.filter(Number.isFinite)).toHaveLength(ABILITIES.length + 2);
  expect(fitScores([]).models).toHaveLength(0);
});
