import { describe, expect, test } from "vitest";
import { getDefined } from "../../../test/builders/get.ts";
import { observation, synthesise } from "../../../test/builders/synthetic-scores.ts";
import { FIT_OPTIONS, fitAbilities, fitDesign } from "./abilities.ts";
import { type Observation, toDesign } from "./design.ts";

const percent = (logit: number) => 100 / (1 + Math.exp(-logit));
/** Eleven models of ability -2 to 2 on benchmarks of given difficulty, without luck. */
const ABILITIES = Array.from({ length: 11 }, (_, place) => -2 + 0.4 * place);
const exact = (benchmark: string, logit: (ability: number) => number): Observation[] =>
  ABILITIES.map((ability, place) =>
    observation(`m${String(place).padStart(2, "0")}`, benchmark, percent(logit(ability))),
  );
const NO_RIDGE = { ridge: 1e-6, clip: 1e-6, slopeRidge: 1e-6 };

describe("scores without luck", () => {
  const rows = [
    ...exact("easy", (ability) => ability + 1),
    ...exact("middling", (ability) => 2 * ability),
    ...exact("hard", (ability) => 0.5 * (ability - 3)),
  ];

  test("give abilities and difficulties back where hardly anything draws them elsewhere", () => {
    const { abilities, difficulties } = fitAbilities(rows, NO_RIDGE);
    // Slopes 1, 2 and 0.5: their geometric mean is 1, so the unit is the true one; the zero is the average score.
    const zero = getDefined(abilities.get("m05"), "m05");
    ABILITIES.forEach((ability, place) => {
      expect(([...abilities.values()][place] ?? Number.NaN) - zero).toBeCloseTo(ability, 2);
    });
    expect(getDefined(difficulties.get("easy"), "easy") - zero).toBeCloseTo(-1, 2);
    expect(getDefined(difficulties.get("middling"), "middling") - zero).toBeCloseTo(0, 2);
    expect(getDefined(difficulties.get("hard"), "hard") - zero).toBeCloseTo(3, 2);
  });

  test("leave no residual", () => {
    const { residuals, slopes, design } = fitDesign(toDesign(rows), NO_RIDGE);
    expect(Math.max(...residuals.map(Math.abs))).toBeLessThan(1e-3);
    expect(design.benchmarks).toEqual(["easy", "hard", "middling"]);
    expect([...slopes].map((slope) => Number(slope.toFixed(2)))).toEqual([1, 0.5, 2]);
  });
});

test("the ridge draws abilities together, never apart", () => {
  const rows = synthesise(31, "at random").observations;
  const spread = (ridge: number) => {
    const values = [...fitAbilities(rows, { ...FIT_OPTIONS, ridge }).abilities.values()];
    return Math.max(...values) - Math.min(...values);
  };
  expect(spread(1)).toBeLessThan(spread(0.1));
  expect(spread(10)).toBeLessThan(spread(1));
});

test("a benchmark that has nothing to do with ability has the smallest slope", () => {
  const { observations } = synthesise(32, "at random");
  const models = [...new Set(observations.map(({ model }) => model))];
  const chance = models.map((model, place) =>
    observation(model, "chance", 20 + ((place * 37) % 60)),
  );
  const { design, slopes } = fitDesign(toDesign([...observations, ...chance]), FIT_OPTIONS);
  expect(design.benchmarks[slopes.indexOf(Math.min(...slopes))]).toBe("chance");
});

test("scores of 0 and 100 are finite abilities, and nothing at all is empty maps", () => {
  const rows = ABILITIES.flatMap((_, place) =>
    ["one", "two"].map((benchmark) => observation(`m${place}`, benchmark, place < 5 ? 0 : 100)),
  );
  const { abilities, difficulties } = fitAbilities(rows);
  for (const value of [...abilities.values(), ...difficulties.values()])
    expect(Number.isFinite(value)).toBe(true);
  expect(fitAbilities([])).toEqual({ abilities: new Map(), difficulties: new Map() });
});
