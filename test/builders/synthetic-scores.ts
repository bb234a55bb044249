/** Scores of models whose true ability is known, for the tests. */

import { createSeededRandom } from "../../build/experiments/statistics.ts";
import type { ScoreObservation } from "../../build/model/score/design.ts";

/** A score that somebody else than the model's maker measured. */
export const sampleScoreObservation = (
  model: string,
  benchmark: string,
  normalised: number,
): ScoreObservation => ({
  model,
  benchmark,
  normalised,
  is_independent: true,
});

export interface SyntheticScores {
  observations: ScoreObservation[];
  /** Model → true ability. */
  truth: Map<string, number>;
}

/** `at random`: any model on any benchmark. `by strength`: able models take hard benchmarks, weak ones easy ones. */
export type MissingScorePattern = "at random" | "by strength";

const [MODELS, BENCHMARKS, TAKEN] = [200, 40, 0.3];
/** Standard deviations, in logits: of abilities and difficulties, of one score's luck. */
const [SPREAD, NOISE] = [1.5, 0.5];

/** 200 models and 40 benchmarks, of which a model takes about 30 %; logistic, with noise, slopes about 1. */
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

/** By strength: four in five near the model's level, almost none far from it; 30 % on the whole. */
const chance = (distance: number, missing: MissingScorePattern): number =>
  missing === "at random" ? TAKEN : 1 / (1 + Math.exp(3 * Math.abs(distance) - 2.4));

const names = (kind: string, count: number): string[] =>
  Array.from({ length: count }, (_, place) => `${kind}-${String(place).padStart(3, "0")}`);
