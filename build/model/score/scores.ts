/** The fit → each ranked model's service score, its rank and interval; and the average score of any model. */

import {
  CONFIDENCE_LEVEL,
  createSeededRandom,
  quantile,
  roundToDigits,
} from "../../experiments/statistics.ts";
import { getItemAt } from "../../schema/collections.ts";
import type { ScoreFitDesign } from "./design.ts";
import { SCORE_FIT_OPTIONS, type ScoreFit, toExpectedScore } from "./fit.ts";
import { getVectorValue, prepareLeastSquares } from "./least-squares.ts";

export interface ComputedServiceScoreOfModel {
  /** 0 is the least able ranked model, 100 the most able; one decimal. Equal differences are equal differences of ability. */
  score: number;
  /** Fewer than two of its benchmarks were measured by others than its maker. */
  provisional: boolean;
  /** 1 is the best; equal scores share a rank. */
  rank: number;
  /** How many models have a score. */
  ranked: number;
  /** Benchmarks that count for this model. */
  benchmarks: number;
  /** How many of them its maker did not report. */
  independent: number;
  /** 90 % interval of the score, within 0 and 100. */
  low: number;
  high: number;
}

/** A model with fewer benchmarks has neither a service score nor an average. */
export const MIN_BENCHMARKS_FOR_MODEL_SCORE = 4;
/** With fewer that others measured, both are provisional. */
export const PROVISIONAL_BELOW_INDEPENDENT_COUNT = 2;
/** How many times wider the interval of a provisional score is: what a maker publishes is selected. */
export const PROVISIONAL_INTERVAL_FACTOR = 2;
/** Errors drawn anew for the intervals. */
export const SCORE_INTERVAL_RESAMPLES = 500;
/** Any number will do; this one has always been used, so results repeat. */
const SEED = 20_261_121;
/** Below this, abilities differ by rounding errors only. */
const NO_SPREAD = 1e-9;
/** Residuals are not stretched further, however few scores there are for each effect. */
const MAX_STRETCH = 2;

/** @returns Model → score, by model; only of ranked models. Empty when none has enough benchmarks. */
export function computeServiceScores(fit: ScoreFit): Map<string, ComputedServiceScoreOfModel> {
  const { models } = fit.design;
  const counts = countScores(fit.design);
  const ranked = [...models.keys()].filter(
    (model) => getItemAt(counts, model).benchmarks >= MIN_BENCHMARKS_FOR_MODEL_SCORE,
  );
  const toScore = scaleOf(ranked.map((model) => getVectorValue(fit.abilities, model)));
  const scores = ranked.map((model) => toScore(getVectorValue(fit.abilities, model)));
  const ranks = ranksOf(scores);
  const deviations = resampledDeviations(fit, ranked);
  return new Map(
    ranked.map((model, place) => {
      const count = getItemAt(counts, model);
      const provisional = isProvisional(count.independent);
      const factor = provisional ? PROVISIONAL_INTERVAL_FACTOR : 1;
      const bound = (fraction: number) =>
        toScore(
          getVectorValue(fit.abilities, model) +
            factor * quantile(getItemAt(deviations, place), fraction),
        );
      return [
        getItemAt(models, model),
        {
          score: getItemAt(scores, place),
          provisional,
          rank: getItemAt(ranks, place),
          ranked: ranked.length,
          ...count,
          low: bound((1 - CONFIDENCE_LEVEL) / 2),
          high: bound((1 + CONFIDENCE_LEVEL) / 2),
        },
      ];
    }),
  );
}

type Counts = Pick<ComputedServiceScoreOfModel, "benchmarks" | "independent">;

/** One a model of the design. */
function countScores({ models, modelOf, isIndependent }: ScoreFitDesign): Counts[] {
  const counts = models.map(() => ({ benchmarks: 0, independent: 0 }));
  modelOf.forEach((model, score) => {
    const count = getItemAt(counts, model);
    count.benchmarks += 1;
    if (isIndependent[score]) count.independent += 1;
  });
  return counts;
}

const isProvisional = (independent: number): boolean =>
  independent < PROVISIONAL_BELOW_INDEPENDENT_COUNT;

/** 1 + how many are higher, one a score. */
function ranksOf(scores: readonly number[]): number[] {
  const descending = [...scores].sort((a, b) => b - a);
  return scores.map((score) => 1 + descending.indexOf(score));
}

/** The straight line that takes the lowest ability to 0 and the highest to 100; 50 for all when they are equal. */
function scaleOf(abilities: readonly number[]): (ability: number) => number {
  const lowest = Math.min(...abilities);
  const spread = Math.max(...abilities) - lowest;
  if (!(spread > NO_SPREAD)) return () => 50;
  return (ability) =>
    roundToDigits(Math.min(100, Math.max(0, (100 * (ability - lowest)) / spread)), 1);
}

/**
 * Residual bootstrap (Efron and Tibshirani 1993, chapter 9): errors drawn from all residuals, fitted as scores are.
 * The fit is linear once the slopes are known, so the errors alone are fitted, without what they are added to.
 * @returns One a ranked model: what the errors add to its ability, against the ranked models' mean, ascending.
 */
function resampledDeviations(fit: ScoreFit, ranked: readonly number[]): Float64Array[] {
  const { design, slopes } = fit;
  const errors = stretched(fit);
  const solve = prepareLeastSquares(design, slopes, SCORE_FIT_OPTIONS.ridge);
  const random = createSeededRandom(SEED);
  const deviations = ranked.map(() => new Float64Array(SCORE_INTERVAL_RESAMPLES));
  const drawn = new Float64Array(errors.length);
  for (let resample = 0; resample < SCORE_INTERVAL_RESAMPLES; resample++) {
    for (let score = 0; score < drawn.length; score++)
      drawn[score] = getVectorValue(errors, Math.floor(random() * errors.length));
    const { abilities } = solve(drawn);
    const mean =
      ranked.reduce((sum, model) => sum + getVectorValue(abilities, model), 0) / ranked.length;
    for (const [place, model] of ranked.entries())
      getItemAt(deviations, place)[resample] = getVectorValue(abilities, model) - mean;
  }
  return deviations.map((values) => values.sort());
}

/** Residuals are smaller than the errors they come from, since every fitted effect takes its share. */
function stretched({ design, residuals }: ScoreFit): Float64Array {
  const effects = design.models.length + 2 * design.benchmarks.length;
  const free = residuals.length - effects;
  const stretch = free > 0 ? Math.sqrt(residuals.length / free) : MAX_STRETCH;
  return residuals.map((residual) => residual * Math.min(MAX_STRETCH, stretch));
}

export interface ComputedAverageScore {
  /** Mean over the common set, each benchmark from 0 (chance) to 100 (the best); two decimals. Null when too little was measured. */
  score: number | null;
  /** How many of the benchmarks the model took; on the others the score is what the fit expects of it. */
  measured: number;
  /** Size of the common set. */
  benchmarks: number;
  /** Others than the model's maker measured fewer than two of them. */
  provisional: boolean;
}

/**
 * @param common Slugs of the common benchmarks; those that the fit leaves out do not count.
 * @returns The average of any model, by its slug.
 */
export function computeAverageScores(
  fit: ScoreFit,
  common: ReadonlySet<string>,
): (model: string) => ComputedAverageScore {
  const { design } = fit;
  const places = [...design.benchmarks.keys()].filter((place) =>
    common.has(getItemAt(design.benchmarks, place)),
  );
  const taken = scoresTaken(fit, new Set(places));
  const benchmarks = places.length;
  return (slug) => {
    const model = taken.get(slug);
    if (model === undefined) return { score: null, measured: 0, benchmarks, provisional: true };
    const { place, scores, independent } = model;
    const hasEnough = scores.size >= MIN_BENCHMARKS_FOR_MODEL_SCORE;
    const sum = (total: number, benchmark: number) =>
      total + (scores.get(benchmark) ?? toExpectedScore(fit, place, benchmark));
    const score = hasEnough ? roundToDigits(places.reduce(sum, 0) / benchmarks, 2) : null;
    return { score, measured: scores.size, benchmarks, provisional: isProvisional(independent) };
  };
}

interface Taken {
  /** Of the model in the design. */
  place: number;
  /** Place of a common benchmark → score. */
  scores: Map<number, number>;
  /** How many of them its maker did not report. */
  independent: number;
}

/** Model → what it took of the common benchmarks. */
function scoresTaken({ design }: ScoreFit, common: ReadonlySet<number>): Map<string, Taken> {
  const taken = design.models.map(
    (_, place): Taken => ({ place, scores: new Map(), independent: 0 }),
  );
  design.modelOf.forEach((model, score) => {
    const benchmark = getItemAt(design.benchmarkOf, score);
    if (!common.has(benchmark)) return;
    const one = getItemAt(taken, model);
    one.scores.set(benchmark, getItemAt(design.normalised, score));
    if (design.isIndependent[score]) one.independent += 1;
  });
  return new Map(design.models.map((model, place) => [model, getItemAt(taken, place)]));
}
