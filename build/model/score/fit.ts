/** Scores on benchmarks → how able each model is and how hard each benchmark, on one scale. */
import { type Design, type Observation, toDesign } from "./design.ts";
import { add, at, type Effects, placeAt, prepareFit } from "./least-squares.ts";

interface FitOptions {
  /** Weight of the squared abilities beside the squared errors. */
  ridge: number;
  /** Scores nearer than this to 0 or 1 count as this near: the logit of 0 and 1 is infinite. */
  clip: number;
  /** Draws slopes to 1 as strongly as this much squared deviation of abilities would. */
  slopeRidge: number;
}

/** Chosen by tenfold cross-validation on the catalogue's scores; half or twice as much changes little. */
export const FIT_OPTIONS: FitOptions = { ridge: 0.1, clip: 0.02, slopeRidge: 3 };

export interface Fit extends Effects {
  design: Design;
  slopes: Float64Array;
  /** Logit minus its fitted value, one a score. */
  residuals: Float64Array;
}

/** A benchmark hardly related to ability keeps a little weight; one with few models is not taken for a ruler. */
const [MIN_SLOPE, MAX_SLOPE] = [0.1, 4];
const TOLERANCE = 1e-4;
const MAX_ROUNDS = 60;

/** The fit of the catalogue's scores, which the service score and the average score are read from. */
export const fitScores = (observations: readonly Observation[]): Fit =>
  fitDesign(toDesign(observations), FIT_OPTIONS);

/** The score, 0 to 100, that the fit expects of a model on a benchmark; both by their places in the design. */
export function expectedScore(
  { abilities, slopes, eases }: Fit,
  model: number,
  benchmark: number,
): number {
  const logit = at(slopes, benchmark) * at(abilities, model) + at(eases, benchmark);
  return 100 / (1 + Math.exp(-logit));
}

/** Alternates between effects, slopes given, and slopes, effects given, until no slope moves. */
export function fitDesign(design: Design, options: FitOptions): Fit {
  const logits = design.normalised.map((value) => logit(value / 100, options.clip));
  const average = logits.reduce((sum, value) => sum + value, 0) / Math.max(1, logits.length);
  const values = logits.map((value) => value - average);
  let slopes = new Float64Array(design.benchmarks.length).fill(1);
  let effects = prepareFit(design, slopes, options.ridge)(values);
  for (let round = 0, moved = 1; moved > TOLERANCE && round < MAX_ROUNDS; round++) {
    const next = toSlopes(design, values, effects.abilities, options.slopeRidge);
    const before = slopes;
    moved = Math.max(0, ...next.map((slope, place) => Math.abs(slope - at(before, place))));
    slopes = next;
    effects = prepareFit(design, slopes, options.ridge)(values);
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
  { benchmarkOf, modelOf, benchmarks }: Design,
  values: Float64Array,
  abilities: Float64Array,
  slopeRidge: number,
): Float64Array<ArrayBuffer> {
  const zeros = () => new Float64Array(benchmarks.length);
  const [counts, abilitySums, valueSums] = [zeros(), zeros(), zeros()];
  const [squares, products] = [zeros(), zeros()];
  benchmarkOf.forEach((benchmark, score) => {
    const [ability, value] = [at(abilities, placeAt(modelOf, score)), at(values, score)];
    add(counts, benchmark, 1);
    add(abilitySums, benchmark, ability);
    add(valueSums, benchmark, value);
    add(squares, benchmark, ability * ability);
    add(products, benchmark, ability * value);
  });
  const slopes = counts.map((count, place) => {
    const sum = at(abilitySums, place);
    const square = at(squares, place) - sum ** 2 / count;
    const product = at(products, place) - (sum * at(valueSums, place)) / count;
    return Math.min(MAX_SLOPE, Math.max(MIN_SLOPE, (product + slopeRidge) / (square + slopeRidge)));
  });
  const logs = slopes.reduce((sum, slope, place) => sum + at(counts, place) * Math.log(slope), 0);
  const unit = Math.exp(logs / benchmarkOf.length);
  return slopes.map((slope) => slope / unit);
}

const residualsOf = (
  { modelOf, benchmarkOf }: Design,
  values: Float64Array,
  { abilities, eases }: Effects,
  slopes: Float64Array,
): Float64Array =>
  values.map((value, score) => {
    const benchmark = placeAt(benchmarkOf, score);
    const ability = at(abilities, placeAt(modelOf, score));
    return value - at(slopes, benchmark) * ability - at(eases, benchmark);
  });

function logit(fraction: number, clip: number): number {
  const inside = Math.min(1 - clip, Math.max(clip, fraction));
  return Math.log(inside / (1 - inside));
}
