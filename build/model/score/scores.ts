/** The fit → each ranked model's overall score, its rank and interval; and the average score of any model. */

import {
  CONFIDENCE_LEVEL,
  createSeededRandom,
  quantile,
  roundToDecimals,
} from "../../experiments/statistics.ts";
import { getItemAt } from "../../schema/collections.ts";
import type { FittedModel, FittedScore, ScoreFit } from "./design.ts";
import { predictScore, SCORE_FIT_OPTIONS } from "./fit.ts";
import { prepareLeastSquares } from "./least-squares.ts";

export interface ComputedOverallModelScore {
  /** 0 for the least able ranked model, 100 for the most able; one decimal. Linear in ability. */
  score: number;
  /** Whether fewer than two of its benchmarks were measured by someone other than its maker. */
  provisional: boolean;
  /** 1 is the best; equal scores share a rank. */
  rank: number;
  /** How many models have a score. */
  ranked: number;
  /** Benchmarks that count for this model. */
  benchmarks: number;
  /** How many of these benchmarks were not reported by the model's maker. */
  independent: number;
  /** 90 % interval of the score, within 0 and 100. */
  low: number;
  high: number;
}

/** A model with fewer benchmarks has neither an overall score nor an average. */
export const MIN_BENCHMARKS_FOR_MODEL_SCORE = 4;
/** With fewer independently measured benchmarks, both scores are provisional. */
export const PROVISIONAL_BELOW_INDEPENDENT_COUNT = 2;
/** Factor by which the interval of a provisional score is widened, because makers choose which results they publish. */
export const PROVISIONAL_INTERVAL_FACTOR = 2;
/** Number of bootstrap resamples for the intervals. */
export const SCORE_INTERVAL_RESAMPLES = 500;
/** Arbitrary, but fixed, so that results repeat. */
const SEED = 20_261_121;
/** Below this, abilities differ by rounding errors only. */
const NO_SPREAD = 1e-9;
/** Upper limit for scaling the residuals, however few scores there are per fitted effect. */
const MAX_STRETCH = 2;

/** @returns Model → score, sorted by model; only ranked models. Empty when none has enough benchmarks. */
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

/** The rank of each score: 1 plus the number of higher scores. */
function ranksOf(scores: readonly number[]): number[] {
  const descending = [...scores].sort((a, b) => b - a);
  return scores.map((score) => 1 + descending.indexOf(score));
}

/** The linear scale from the lowest ability (0) to the highest (100); always 50 when all are equal. */
function scaleOf(abilities: readonly number[]): (ability: number) => number {
  const lowest = Math.min(...abilities);
  const spread = Math.max(...abilities) - lowest;
  if (!(spread > NO_SPREAD)) return () => 50;
  return (ability) =>
    roundToDecimals(Math.min(100, Math.max(0, (100 * (ability - lowest)) / spread)), 1);
}

/**
 * Residual bootstrap (Efron and Tibshirani 1993, chapter 9): errors are drawn from all residuals and fitted like
 * scores. With fixed slopes the fit is linear, so fitting the errors alone is enough.
 * @returns For each ranked model, what the errors add to its ability relative to the mean of the ranked models,
 * ascending.
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

/**
 * Residuals, scaled up: they are smaller than the errors they come from, since every fitted effect absorbs part of
 * them.
 */
function stretched({ models, benchmarks, scores }: ScoreFit): Float64Array {
  const free = scores.length - models.length - 2 * benchmarks.length;
  const stretch = free > 0 ? Math.sqrt(scores.length / free) : MAX_STRETCH;
  return Float64Array.from(scores, ({ residual }) => residual * Math.min(MAX_STRETCH, stretch));
}

export interface ComputedAverageScore {
  /**
   * Mean over the common set, each benchmark scaled from 0 (chance) to 100 (best possible); two decimals. Null when too
   * few benchmarks were measured.
   */
  score: number | null;
  /**
   * How many of the common benchmarks have a score for the model. The others enter the mean with the predicted score.
   */
  measured: number;
  /** Size of the common set. */
  benchmarks: number;
  /** Whether fewer than two of them were measured by someone other than the model's maker. */
  provisional: boolean;
}

/**
 * @param common Slugs of the common benchmarks; those that the fit leaves out do not count.
 * @returns A function from the slug of any model to its average score.
 */
export function createAverageScoreGetter(
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
      score: hasEnough && sum !== undefined ? roundToDecimals(sum / benchmarks.length, 2) : null,
      measured: taken.length,
      benchmarks: benchmarks.length,
      provisional: isProvisional(countIndependent(taken)),
    };
  };
}
