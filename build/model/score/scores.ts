/** The fit → each ranked model's overall score, its rank and interval; and the average score of any model. */

import {
  CONFIDENCE_LEVEL,
  createSeededRandom,
  quantile,
  RESAMPLING_SEED,
  roundToDecimals,
} from "../../experiments/statistics.ts";
import { getItemAt } from "../../schema/collections.ts";
import {
  type FittedModel,
  type FittedScore,
  MAX_SLOPE,
  MIN_MODELS_PER_BENCHMARK,
  MIN_SLOPE,
  predictScore,
  prepareLeastSquares,
  SCORE_FIT_OPTIONS,
  type ScoreFit,
  TOLERANCE,
} from "./fit.ts";

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
const PROVISIONAL_BELOW_INDEPENDENT_COUNT = 2;
/** Factor by which the interval of a provisional score is widened, because makers choose which results they publish. */
const PROVISIONAL_INTERVAL_FACTOR = 2;
/** Number of bootstrap resamples for the intervals. */
const SCORE_INTERVAL_RESAMPLES = 500;
/** Below this, abilities differ by rounding errors only. */
const NO_SPREAD = 1e-9;
/** Upper limit for scaling the residuals, however few scores there are per fitted effect. */
const MAX_STRETCH = 2;

/** @returns Model → score, sorted by model; only ranked models. Empty when none has enough benchmarks. */
export function computeOverallModelScores(fit: ScoreFit): Map<string, ComputedOverallModelScore> {
  const ranked = rankedModels(fit);
  const toScore = scaleOf(ranked.map(({ ability }) => ability));
  const scores = ranked.map(({ ability }) => toScore(ability));
  const deviations = resampledDeviations(fit);
  return new Map(
    ranked.map((model, place) => {
      const score = getItemAt(scores, place);
      const independent = countIndependent(model.scores);
      const provisional = isProvisional(independent);
      const factor = provisional ? PROVISIONAL_INTERVAL_FACTOR : 1;
      const bound = (fraction: number) =>
        toScore(model.ability + factor * quantile(getItemAt(deviations, place), fraction));
      return [
        model.slug,
        {
          score,
          provisional,
          rank: 1 + scores.filter((other) => other > score).length,
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
  scores.filter(({ is_independent }) => is_independent).length;

const isProvisional = (independent: number): boolean =>
  independent < PROVISIONAL_BELOW_INDEPENDENT_COUNT;

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
  const random = createSeededRandom(RESAMPLING_SEED);
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

/** Residuals, scaled up: they are smaller than the errors, since every fitted effect absorbs part of them. */
function stretched({ models, benchmarks, scores }: ScoreFit): Float64Array {
  const free = scores.length - models.length - 2 * benchmarks.length;
  const stretch = free > 0 ? Math.sqrt(scores.length / free) : MAX_STRETCH;
  return Float64Array.from(scores, ({ residual }) => residual * Math.min(MAX_STRETCH, stretch));
}

export interface ComputedAverageScore {
  /** Mean over the common set, each benchmark scaled from 0 to 100; two decimals. Null when too few were measured. */
  score: number | null;
  /** How many common benchmarks have a score for the model; for the others, the mean has the predicted one. */
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

/** The explanation of the overall score on its page: headings, each with a paragraph of plain text. */
export const OVERALL_SCORE_METHOD_TEXT: readonly (readonly [heading: string, text: string])[] = [
  [
    "Why one score",
    "Models are seldom tested on the same benchmarks, so a plain mean of their results favours models that took easy tests. The overall score estimates the ability of every model and the difficulty of every benchmark together, so that a result on a hard benchmark counts for more.",
  ],
  [
    "What goes in",
    `The overall score uses one result per model and benchmark. If a model has several results on a benchmark, the overall score uses a run in the default configuration if there is one, else an independent run, else the best run. Each result is rescaled from 0 (random guessing) to 1 (the best possible score). A rescaled result below ${SCORE_FIT_OPTIONS.clip} counts as ${SCORE_FIT_OPTIONS.clip}, and a rescaled result above ${1 - SCORE_FIT_OPTIONS.clip} counts as ${1 - SCORE_FIT_OPTIONS.clip}. The overall score uses a benchmark if at least ${MIN_MODELS_PER_BENCHMARK} models were tested on it. The overall score does not use results given as Elo ratings or as durations, because they have no best possible value. If the overall score of a model uses the total result of a benchmark, it does not use the results on the parts of this benchmark. If a model has only a self-reported result on a benchmark, this result counts as much as an independent one, because self-reported results were hardly higher than independent ones when we chose the method.`,
  ],
  [
    "Scale and provisional scores",
    `A model is ranked by overall score if it has results on at least ${MIN_BENCHMARKS_FOR_MODEL_SCORE} of the benchmarks that the overall score uses. A score is provisional if the model has fewer than ${PROVISIONAL_BELOW_INDEPENDENT_COUNT} independent results. The lowest ability among the ranked models is mapped to 0 and the highest to 100, linearly. An overall score shows the position of a model between the weakest and the strongest ranked model, and changes when either of these two models changes. Overall scores have one decimal; models with equal scores share a rank.`,
  ],
  [
    "Formula",
    "If p is the result of a model on a benchmark, rescaled from 0 to 1, the formula of the overall score is log(p / (1 - p)) = slope × (ability - difficulty) + error. The fit of the formula computes an ability for each model, and a difficulty and a slope for each benchmark. A benchmark on which strong and weak models have similar results gets a small slope in the formula, and therefore a small weight in the overall score.",
  ],
  [
    "Fit",
    `The abilities of models, and the difficulties and slopes of benchmarks, are fitted by alternating least squares: first abilities and difficulties for fixed slopes, then slopes for fixed abilities, and so on until no slope changes by more than ${TOLERANCE}. Each result enters the fit as its target value: log(p / (1 - p)) minus the mean of log(p / (1 - p)) over all results. A benchmark has the intercept -slope × difficulty. A ridge penalty of ${SCORE_FIT_OPTIONS.ridge} times the sum of all squared abilities and intercepts is added to the squared errors; it pulls the ability of each model slightly towards the mean of all models. The slope of a benchmark is (C + ${SCORE_FIT_OPTIONS.slopeRidge}) / (V + ${SCORE_FIT_OPTIONS.slopeRidge}), so it is pulled slightly towards 1: V is the sum of the squared deviations of its models' abilities from their mean, and C is the sum of the products of each deviation and the target value of the result. Slopes below ${MIN_SLOPE} count as ${MIN_SLOPE}, and slopes above ${MAX_SLOPE} as ${MAX_SLOPE}; then all slopes are divided by their geometric mean over all results. Models that share no benchmark with other models have no score.`,
  ],
  [
    "90 % interval",
    `The 90 % interval of an overall score comes from ${SCORE_INTERVAL_RESAMPLES} bootstrap rounds with a fixed seed. Each bootstrap round draws errors with replacement from all residuals (scaled up to correct for the fitted parameters) and fits the formula again with the same slopes. The interval of a provisional score is widened to ${PROVISIONAL_INTERVAL_FACTOR} times its width, but kept between 0 and 100.`,
  ],
  [
    "Average score",
    `The average score is the mean of a model's results on one set of benchmarks, which is the same for all models. The average score uses every benchmark that is measured in percent, was taken by at least 15 models, and is not part of another benchmark. Each result is rescaled from 0 (chance) to 100 (the best possible score); a result below chance counts as 0. For a benchmark on which a model was not tested, the average score uses a result that is predicted from the model's overall score. A model has an average score if it was tested on at least ${MIN_BENCHMARKS_FOR_MODEL_SCORE} of the benchmarks that the average score uses. The API field \`avg_score_basis\` states how many results were measured rather than predicted, and whether the average is provisional.`,
  ],
  [
    "Limits",
    "The overall score describes ability with a single number, so a model that is strong at code but weak at images gets a score in between. Benchmarks that resemble each other are counted as if their results were independent, so the true uncertainty of a score is somewhat larger than its 90 % interval shows. The 90 % interval of a score does not include errors from different prompts, different reasoning effort, test questions in the training data, or labs that publish only their best results. A result counts as self-reported if its source says so, or if the model's own lab published it; if the source does not say who ran the test, the result counts as independent.",
  ],
];
