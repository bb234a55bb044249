import { expect, test } from "vitest";
import { getDefined } from "../../../test/builders/get.ts";
import { observation, synthesise } from "../../../test/builders/synthetic-scores.ts";
import { prepareFit } from "./additive-fit.ts";
import { toDesign } from "./design.ts";

test("one benchmark: values about 0 are drawn to it by 1 / (1 + ridge)", () => {
  const rows = [0, 1, 2, 3, 4].map((model) => observation(`m${model}`, "b", 50));
  const solve = prepareFit(toDesign(rows), Float64Array.of(1), 0.25);
  // Ease: c · (5 + 0.25) = Σ (v - a) with a = (v - c) / 1.25 and Σ v = 0, so c = 0 and a = 0.8 · v.
  const { abilities, eases } = solve(Float64Array.of(-2, -1, 0, 1, 2));
  expect([...eases].map((ease) => Math.abs(ease) < 1e-12)).toEqual([true]);
  expect([...abilities].map((ability) => Number(ability.toFixed(12)))).toEqual([
    -1.6, -0.8, 0, 0.8, 1.6,
  ]);
});

test("at the solution no effect can be moved to a smaller sum of squares", () => {
  const design = toDesign(synthesise(21, "by strength").observations);
  const slopes = Float64Array.from(design.benchmarks, (_, place) => 0.5 + (place % 7) / 4);
  const values = design.normalised.map((value) => value / 20 - 2.5);
  const ridge = 0.3;
  const { abilities, eases } = prepareFit(design, slopes, ridge)(values);
  const at = (numbers: ArrayLike<number>, place: number) => getDefined(numbers[place], "number");
  const scores = [...values].map((value, score) => {
    const [model, benchmark] = [at(design.modelOf, score), at(design.benchmarkOf, score)];
    const slope = at(slopes, benchmark);
    const residual = value - slope * at(abilities, model) - at(eases, benchmark);
    return { model, benchmark, slope, residual };
  });
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  const byModel = [...abilities].map((ability, place) => {
    const own = scores.filter(({ model }) => model === place);
    return sum(own.map(({ slope, residual }) => slope * residual)) - ridge * ability;
  });
  const byBenchmark = [...eases].map((ease, place) => {
    const own = scores.filter(({ benchmark }) => benchmark === place);
    return sum(own.map(({ residual }) => residual)) - ridge * ease;
  });
  for (const slack of [...byModel, ...byBenchmark]) expect(Math.abs(slack)).toBeLessThan(1e-9);
});
