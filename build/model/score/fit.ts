/** Scores on benchmarks → how able each model is and how hard each benchmark, on one scale. */
import { getItemAt, groupBy } from "../../schema/collections.ts";
import {
  type FittedBenchmark,
  type FittedModel,
  prepareScoreFit,
  type ScoreFit,
  type ScoreObservation,
} from "./design.ts";
import { prepareLeastSquares } from "./least-squares.ts";

interface FitOptions {
  /** Weight of the squared abilities relative to the squared errors. */
  ridge: number;
  /** Scores closer than this to 0 or 1 are moved to this distance, because the logit of 0 and 1 is infinite. */
  clip: number;
  /** Pulls slopes towards 1, as strongly as this much squared deviation of abilities would. */
  slopeRidge: number;
}

/** Chosen by tenfold cross-validation on the catalogue's scores; half or twice as much changes little. */
export const SCORE_FIT_OPTIONS: FitOptions = { ridge: 0.1, clip: 0.02, slopeRidge: 3 };

/**
 * The lower limit leaves a little weight to a benchmark hardly related to ability. The upper limit keeps a benchmark
 * with few models from dominating.
 */
const MIN_SLOPE = 0.1;
const MAX_SLOPE = 4;
const TOLERANCE = 1e-4;
const MAX_ROUNDS = 60;

/** The score, 0 to 100, that the fit expects of a model on a benchmark. */
export const predictScore = ({ ability }: FittedModel, { slope, ease }: FittedBenchmark): number =>
  100 / (1 + Math.exp(-(slope * ability + ease)));

/**
 * Fits the catalogue's scores; the overall score and the average score are computed from the result. Alternates between
 * fitting abilities and eases with fixed slopes, and slopes with fixed abilities, until no slope changes any more.
 */
export function fitScores(
  observations: readonly ScoreObservation[],
  options = SCORE_FIT_OPTIONS,
): ScoreFit {
  const fit = prepareScoreFit(observations);
  const { scores, benchmarks } = fit;
  for (const score of scores) score.value = logit(score.normalised / 100, options.clip);
  const average = scores.reduce((sum, { value }) => sum + value, 0) / Math.max(1, scores.length);
  for (const score of scores) score.value -= average;
  fitEffects(fit, options.ridge);
  for (let round = 0, moved = 1; moved > TOLERANCE && round < MAX_ROUNDS; round++) {
    const before = benchmarks.map(({ slope }) => slope);
    fitSlopes(fit, options.slopeRidge);
    moved = Math.max(
      0,
      ...benchmarks.map(({ slope, place }) => Math.abs(slope - (before[place] ?? 0))),
    );
    fitEffects(fit, options.ridge);
  }
  for (const score of scores) {
    const { model, benchmark, value } = score;
    score.residual = value - benchmark.slope * model.ability - benchmark.ease;
  }
  for (const benchmark of benchmarks) benchmark.ease += average;
  return fit;
}

/** Fits abilities and eases to the scores, with fixed slopes. */
function fitEffects(fit: ScoreFit, ridge: number): void {
  const values = Float64Array.from(fit.scores, ({ value }) => value);
  const { abilities, eases } = prepareLeastSquares(fit, ridge)(values);
  for (const [place, model] of fit.models.entries()) model.ability = getItemAt(abilities, place);
  for (const benchmark of fit.benchmarks) benchmark.ease = getItemAt(eases, benchmark.place);
}

/**
 * Fits the slope of each benchmark by least squares, pulled towards 1, then scales all slopes so that their geometric
 * mean over all scores is 1.
 */
function fitSlopes({ scores, benchmarks }: ScoreFit, slopeRidge: number): void {
  const byBenchmark = groupBy(scores, ({ benchmark }) => benchmark);
  let logs = 0;
  for (const benchmark of benchmarks) {
    const own = byBenchmark.get(benchmark) ?? [];
    let abilities = 0;
    let values = 0;
    let squares = 0;
    let products = 0;
    for (const {
      model: { ability },
      value,
    } of own) {
      abilities += ability;
      values += value;
      squares += ability * ability;
      products += ability * value;
    }
    const square = squares - abilities ** 2 / own.length;
    const product = products - (abilities * values) / own.length;
    const slope = (product + slopeRidge) / (square + slopeRidge);
    benchmark.slope = Math.min(MAX_SLOPE, Math.max(MIN_SLOPE, slope));
    logs += own.length * Math.log(benchmark.slope);
  }
  const unit = Math.exp(logs / scores.length);
  for (const benchmark of benchmarks) benchmark.slope /= unit;
}

function logit(fraction: number, clip: number): number {
  const inside = Math.min(1 - clip, Math.max(clip, fraction));
  return Math.log(inside / (1 - inside));
}
