import { describe, expect, test } from "vitest";
import { getDefined } from "../../../test/builders/get.ts";
import { sampleScoreObservation } from "../../../test/builders/synthetic-scores.ts";
import { fitScores, type ScoreObservation } from "./fit.ts";

const percent = (logit: number) => 100 / (1 + Math.exp(-logit));
/** Abilities of eleven models, from -2 to 2. `exact` gives their scores without noise. */
const ABILITIES = Array.from({ length: 11 }, (_, place) => -2 + 0.4 * place);
const exact = (benchmark: string, logit: (ability: number) => number): ScoreObservation[] =>
  ABILITIES.map((ability, place) =>
    sampleScoreObservation(
      `m${String(place).padStart(2, "0")}`,
      benchmark,
      percent(logit(ability)),
    ),
  );
const NO_RIDGE = { ridge: 1e-6, clip: 1e-6, slopeRidge: 1e-6 };

describe("scores without noise", () => {
  const rows = [
    ...exact("easy", (ability) => ability + 1),
    ...exact("middling", (ability) => 2 * ability),
    ...exact("hard", (ability) => 0.5 * (ability - 3)),
  ];
  const { models, benchmarks } = fitScores(rows, NO_RIDGE);

  test("give the true abilities, difficulties and slopes back when hardly any ridge is used", () => {
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
});

test("scores of 0 and 100 give finite abilities, and no scores give none", () => {
  const rows = ABILITIES.flatMap((_, place) =>
    ["one", "two"].map((benchmark) =>
      sampleScoreObservation(`m${place}`, benchmark, place < 5 ? 0 : 100),
    ),
  );
  const { models, benchmarks } = fitScores(rows);
  const effects = [...models.map(({ ability }) => ability), ...benchmarks.map(({ ease }) => ease)];
  expect(effects.filter(Number.isFinite)).toHaveLength(ABILITIES.length + 2);
  expect(fitScores([]).models).toHaveLength(0);
});
