/** Synthetic scores of models whose true ability is known. */

import { createSeededRandom } from "../../build/experiments/statistics.ts";
import type { ScoreObservation } from "../../build/model/score/fit.ts";

/** A score that was not measured by the model's own maker. */
export const sampleScoreObservation = (
  model: string,
  benchmark: string,
  normalised: number,
): ScoreObservation => ({ model, benchmark, normalised, is_independent: true });

interface SyntheticScores {
  observations: ScoreObservation[];
  /** Model → true ability. */
  truth: Map<string, number>;
}

/**
 * `at random`: any model runs any benchmark. `by strength`: strong models run hard benchmarks, weak models easy ones.
 */
export type MissingScorePattern = "at random" | "by strength";

const MODELS = 200;
const BENCHMARKS = 40;
const TAKEN = 0.3;
/** Standard deviations, in logits: of abilities and difficulties, and of the noise in one score. */
const SPREAD = 1.5;
const NOISE = 0.5;

/**
 * 200 models and 40 benchmarks; each model has scores on about 30 % of them. Scores follow a logistic curve with noise
 * and slopes of about 1.
 */
export function generateSyntheticScores(
  seed: number,
  missing: MissingScorePattern,
): SyntheticScores {
  const random = createSeededRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const truth = new Map(names("model", MODELS).map((name) => [name, SPREAD * normal()]));
  const benchmarks = names("benchmark", BENCHMARKS).map((name) => ({
    name,
    difficulty: SPREAD * normal(),
    slope: Math.exp(0.3 * normal()),
  }));
  const observations = [...truth].flatMap(([model, ability]) =>
    benchmarks.flatMap(({ name, difficulty, slope }) => {
      const isTaken = random() < chance(ability - difficulty, missing);
      const logit = slope * (ability - difficulty) + NOISE * normal();
      return isTaken ? [sampleScoreObservation(model, name, 100 / (1 + Math.exp(-logit)))] : [];
    }),
  );
  return { observations, truth };
}

/**
 * Probability that a model runs a benchmark. By strength: above 0.9 at the model's level, near 0 far from it, and 30 %
 * overall.
 */
const chance = (distance: number, missing: MissingScorePattern): number =>
  missing === "at random" ? TAKEN : 1 / (1 + Math.exp(3 * Math.abs(distance) - 2.4));

const names = (kind: string, count: number): string[] =>
  Array.from({ length: count }, (_, place) => `${kind}-${String(place).padStart(3, "0")}`);
