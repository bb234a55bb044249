/** Scores on benchmarks → how able each model is and how hard each benchmark, on one scale. */
import { type ScoreFitDesign, type ScoreObservation, toScoreFitDesign } from "./design.ts";
import {
  addToVectorElement,
  type FittedScoreEffects,
  getInt32ArrayValue,
  getVectorValue,
  prepareLeastSquares,
} from "./least-squares.ts";

interface FitOptions {
  /** Weight of the squared abilities beside the squared errors. */
  ridge: number;
  /** Scores nearer than this to 0 or 1 count as this near: the logit of 0 and 1 is infinite. */
  clip: number;
  /** Draws slopes to 1 as strongly as this much squared deviation of abilities would. */
  slopeRidge: number;
}

/** Chosen by tenfold cross-validation on the catalogue's scores; half or twice as much changes little. */
export const SCORE_FIT_OPTIONS: FitOptions = { ridge: 0.1, clip: 0.02, slopeRidge: 3 };

export interface ScoreFit extends FittedScoreEffects {
  design: ScoreFitDesign;
  slopes: Float64Array;
  /** Logit minus its fitted value, one a score. */
  residuals: Float64Array;
}

/** A benchmark hardly related to ability keeps a little weight; one with few models is not taken for a ruler. */
const [MIN_SLOPE, MAX_SLOPE] = [0.1, 4];
const TOLERANCE = 1e-4;
const MAX_ROUNDS = 60;

/** The fit of the catalogue's scores, which the service score and the average score are read from. */
export const fitCatalogScores = (observations: readonly ScoreObservation[]): ScoreFit =>
  fitLogitScores(toScoreFitDesign(observations), SCORE_FIT_OPTIONS);

/** The score, 0 to 100, that the fit expects of a model on a benchmark; both by their places in the design. */
export function toExpectedScore(
  { abilities, slopes, eases }: ScoreFit,
  model: number,
  benchmark: number,
): number {
  const logit =
    getVectorValue(slopes, benchmark) * getVectorValue(abilities, model) +
    getVectorValue(eases, benchmark);
  return 100 / (1 + Math.exp(-logit));
}

/** Alternates between effects, slopes given, and slopes, effects given, until no slope moves. */
export function fitLogitScores(design: ScoreFitDesign, options: FitOptions): ScoreFit {
  const logits = design.normalised.map((value) => logit(value / 100, options.clip));
  const average = logits.reduce((sum, value) => sum + value, 0) / Math.max(1, logits.length);
  const values = logits.map((value) => value - average);
  let slopes = new Float64Array(design.benchmarks.length).fill(1);
  let effects = prepareLeastSquares(design, slopes, options.ridge)(values);
  for (let round = 0, moved = 1; moved > TOLERANCE && round < MAX_ROUNDS; round++) {
    const next = toSlopes(design, values, effects.abilities, options.slopeRidge);
    const before = slopes;
    moved = Math.max(
      0,
      ...next.map((slope, place) => Math.abs(slope - getVectorValue(before, place))),
    );
    slopes = next;
    effects = prepareLeastSquares(design, slopes, options.ridge)(values);
  }
  const residuals = residualsOf(design, values, effects, slopes);
  return {
    design,
    ...effects,
    eases: effects.eases.map((ease) => ease + average),
    slopes,
    residuals,
  };
}

/** Least squares within each benchmark, drawn to 1; then their geometric mean over all scores is made 1. */
function toSlopes(
  { benchmarkOf, modelOf, benchmarks }: ScoreFitDesign,
  values: Float64Array,
  abilities: Float64Array,
  slopeRidge: number,
): Float64Array<ArrayBuffer> {
  const zeros = () => new Float64Array(benchmarks.length);
  const [counts, abilitySums, valueSums] = [zeros(), zeros(), zeros()];
  const [squares, products] = [zeros(), zeros()];
  benchmarkOf.forEach((benchmark, score) => {
    const [ability, value] = [
      getVectorValue(abilities, getInt32ArrayValue(modelOf, score)),
      getVectorValue(values, score),
    ];
    addToVectorElement(counts, benchmark, 1);
    addToVectorElement(abilitySums, benchmark, ability);
    addToVectorElement(valueSums, benchmark, value);
    addToVectorElement(squares, benchmark, ability * ability);
    addToVectorElement(products, benchmark, ability * value);
  });
  const slopes = counts.map((count, place) => {
    const sum = getVectorValue(abilitySums, place);
    const square = getVectorValue(squares, place) - sum ** 2 / count;
    const product =
      getVectorValue(products, place) - (sum * getVectorValue(valueSums, place)) / count;
    return Math.min(MAX_SLOPE, Math.max(MIN_SLOPE, (product + slopeRidge) / (square + slopeRidge)));
  });
  const logs = slopes.reduce(
    (sum, slope, place) => sum + getVectorValue(counts, place) * Math.log(slope),
    0,
  );
  const unit = Math.exp(logs / benchmarkOf.length);
  return slopes.map((slope) => slope / unit);
}

const residualsOf = (
  { modelOf, benchmarkOf }: ScoreFitDesign,
  values: Float64Array,
  { abilities, eases }: FittedScoreEffects,
  slopes: Float64Array,
): Float64Array =>
  values.map((value, score) => {
    const benchmark = getInt32ArrayValue(benchmarkOf, score);
    const ability = getVectorValue(abilities, getInt32ArrayValue(modelOf, score));
    return value - getVectorValue(slopes, benchmark) * ability - getVectorValue(eases, benchmark);
  });

function logit(fraction: number, clip: number): number {
  const inside = Math.min(1 - clip, Math.max(clip, fraction));
  return Math.log(inside / (1 - inside));
}
