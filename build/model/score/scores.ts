/** The fit → each ranked model's overall score, its rank and interval; and the average score of any model. */

import {
  CONFIDENCE_LEVEL,
  createSeededRandom,
  quantile,
  roundToDigits,
} from "../../experiments/statistics.ts";
import { getItemAt } from "../../schema/collections.ts";
import type { FittedModel, FittedScore, ScoreFit } from "./design.ts";
import { predictScore, SCORE_FIT_OPTIONS } from "./fit.ts";
import { prepareLeastSquares } from "./least-squares.ts";

export interface ComputedOverallModelScore {
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

/** A model with fewer benchmarks has neither an overall score nor an average. */
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
export function computeOverallModelScores(fit: ScoreFit): Map<string, ComputedOverallModelScore> {
  const ranked = rankedModels(fit);
  const toScore = scaleOf(ranked.map(({ ability }) => ability));
  const scores = ranked.map(({ ability }) => toScore(ability));
  const ranks = ranksOf(scores);
  const deviations = resampledDeviations(fit);
  return new Map(
    ranked.map((model, place) => {
      const independent = countIndependent(model.scores);
      const provisional = isProvisional(independent);
      const factor = provisional ? PROVISIONAL_INTERVAL_FACTOR : 1;
      const bound = (fraction: number) =>
        toScore(model.ability + factor * quantile(getItemAt(deviations, place), fraction));
      return [
        model.slug,
        {
          score: getItemAt(scores, place),
          provisional,
          rank: getItemAt(ranks, place),
          ranked: ranked.length,
          benchmarks: model.scores.length,
          independent,
          low: bound((1 - CONFIDENCE_LEVEL) / 2),
          high: bound((1 + CONFIDENCE_LEVEL) / 2),
        },
      ];
    }),
  );
}

const rankedModels = ({ models }: ScoreFit): FittedModel[] =>
  models.filter(({ scores }) => scores.length >= MIN_BENCHMARKS_FOR_MODEL_SCORE);

const countIndependent = (scores: readonly FittedScore[]): number =>
  scores.filter(({ isIndependent }) => isIndependent).length;

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
function resampledDeviations(fit: ScoreFit): Float64Array[] {
  const errors = stretched(fit);
  const solve = prepareLeastSquares(fit, SCORE_FIT_OPTIONS.ridge);
  const places = rankedModels(fit).map((model) => fit.models.indexOf(model));
  const random = createSeededRandom(SEED);
  const deviations = places.map(() => new Float64Array(SCORE_INTERVAL_RESAMPLES));
  for (let resample = 0; resample < SCORE_INTERVAL_RESAMPLES; resample++) {
    const drawn = errors.map(() => getItemAt(errors, Math.floor(random() * errors.length)));
    const { abilities } = solve(drawn);
    const ranked = places.map((place) => getItemAt(abilities, place));
    const mean = ranked.reduce((sum, ability) => sum + ability, 0) / ranked.length;
    for (const [rank, ability] of ranked.entries())
      getItemAt(deviations, rank)[resample] = ability - mean;
  }
  return deviations.map((values) => values.sort());
}

/** Residuals are smaller than the errors they come from, since every fitted effect takes its share. */
function stretched({ models, benchmarks, scores }: ScoreFit): Float64Array {
  const free = scores.length - models.length - 2 * benchmarks.length;
  const stretch = free > 0 ? Math.sqrt(scores.length / free) : MAX_STRETCH;
  return Float64Array.from(scores, ({ residual }) => residual * Math.min(MAX_STRETCH, stretch));
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
  const benchmarks = fit.benchmarks.filter(({ slug }) => common.has(slug));
  const models = new Map(fit.models.map((model) => [model.slug, model]));
  return (slug) => {
    const model = models.get(slug);
    const taken = model?.scores.filter(({ benchmark }) => common.has(benchmark.slug)) ?? [];
    const known = new Map(taken.map(({ benchmark, normalised }) => [benchmark, normalised]));
    const sum =
      model &&
      benchmarks.reduce(
        (total, benchmark) => total + (known.get(benchmark) ?? predictScore(model, benchmark)),
        0,
      );
    const hasEnough = taken.length >= MIN_BENCHMARKS_FOR_MODEL_SCORE;
    return {
      score: hasEnough && sum !== undefined ? roundToDigits(sum / benchmarks.length, 2) : null,
      measured: taken.length,
      benchmarks: benchmarks.length,
      provisional: isProvisional(countIndependent(taken)),
    };
  };
}
