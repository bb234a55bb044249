/** Scores on benchmarks → how able each model is and how hard each benchmark, on one scale. */
import { compareByCodePoint, getItemAt, groupBy } from "../../schema/collections.ts";

/** One model's result on one benchmark; at most one for each pair. */
export interface ScoreObservation {
  model: string;
  benchmark: string;
  /** 0 is chance, 100 the best possible score. */
  normalised: number;
  /** False where the model's own maker reported it. */
  is_independent: boolean;
}

/** A model with its estimated ability. */
export interface FittedModel {
  slug: string;
  /** Sorted by benchmark. */
  scores: FittedScore[];
  /** Estimated ability; values spread around 0. */
  ability: number;
}

interface FittedBenchmark {
  slug: string;
  /** Index among the benchmarks, from 0. */
  place: number;
  /** Sorted by model. */
  scores: FittedScore[];
  /** How strongly the scores depend on ability. */
  slope: number;
  /** Expected logit of the score for a model of ability 0. */
  ease: number;
}

export interface FittedScore extends Pick<ScoreObservation, "normalised" | "is_independent"> {
  model: FittedModel;
  benchmark: FittedBenchmark;
  /** Index among the scores, from 0. */
  place: number;
  /** The value that is fitted: the logit of the score minus the mean logit of all scores. */
  value: number;
  /** `value` minus what the fit expects. */
  residual: number;
}

/** Models and benchmarks are sorted by slug, scores by model, then benchmark, whatever the order of the input. */
export interface ScoreFit {
  models: readonly FittedModel[];
  benchmarks: readonly FittedBenchmark[];
  scores: readonly FittedScore[];
}

/** Chosen by tenfold cross-validation on the catalogue's scores; half or twice as much changes little. */
export const SCORE_FIT_OPTIONS = {
  /** Weight of the squared abilities relative to the squared errors. */
  ridge: 0.1,
  /** Scores closer than this to 0 or 1 are moved to this distance, because the logit of 0 and 1 is infinite. */
  clip: 0.02,
  /** Pulls slopes towards 1, as strongly as this much squared deviation of abilities would. */
  slopeRidge: 3,
};

/** With fewer models, peculiarities of these models would count as the benchmark's difficulty. */
export const MIN_MODELS_PER_BENCHMARK = 5;
/** The lower limit leaves every benchmark a little weight; the upper one keeps one with few models from dominating. */
export const MIN_SLOPE = 0.1;
export const MAX_SLOPE = 4;
/** The fit stops when no slope changes by more than this. */
export const TOLERANCE = 1e-4;
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

function logit(fraction: number, clip: number): number {
  const inside = Math.min(1 - clip, Math.max(clip, fraction));
  return Math.log(inside / (1 - inside));
}

/** Leaves out benchmarks with too few models, and scores that are not linked to the largest group of models. */
function prepareScoreFit(observations: readonly ScoreObservation[]): ScoreFit {
  const byBenchmark = groupBy([...observations].sort(inOrder), ({ benchmark }) => benchmark);
  const large = [...byBenchmark.values()].filter((own) => own.length >= MIN_MODELS_PER_BENCHMARK);
  const rows = findLargestLinkedGroup(large).sort(inOrder);
  const models = new Map(
    rows.map(({ model }): [string, FittedModel] => [
      model,
      { slug: model, scores: [], ability: 0 },
    ]),
  );
  const slugs = [...new Set(rows.map(({ benchmark }) => benchmark))].sort();
  const benchmarks = slugs.map(
    (slug, place): FittedBenchmark => ({ slug, place, scores: [], slope: 1, ease: 0 }),
  );
  const benchmarkOf = new Map(benchmarks.map((benchmark) => [benchmark.slug, benchmark]));
  const scores: FittedScore[] = [];
  for (const row of rows) {
    const model = models.get(row.model);
    const benchmark = benchmarkOf.get(row.benchmark);
    if (!model || !benchmark) continue;
    const { normalised, is_independent } = row;
    const score = { model, benchmark, normalised, is_independent, place: scores.length };
    scores.push({ ...score, value: 0, residual: 0 });
  }
  for (const score of scores) {
    score.model.scores.push(score);
    score.benchmark.scores.push(score);
  }
  return { models: [...models.values()], benchmarks, scores };
}

const inOrder = (one: ScoreObservation, other: ScoreObservation): number =>
  compareByCodePoint(one.model, other.model) || compareByCodePoint(one.benchmark, other.benchmark);

/** Groups of benchmarks that share no model have no common scale. Only the group with the most scores stays. */
function findLargestLinkedGroup(benchmarks: readonly ScoreObservation[][]): ScoreObservation[] {
  let groups: ScoreObservation[][] = [];
  for (const rows of benchmarks) {
    const models = new Set(rows.map(({ model }) => model));
    const linked = groups.filter((group) => group.some(({ model }) => models.has(model)));
    groups = [...groups.filter((group) => !linked.includes(group)), [...linked.flat(), ...rows]];
  }
  return groups.sort((a, b) => b.length - a.length)[0] ?? [];
}

/** Fits abilities and eases to the scores, with fixed slopes. */
function fitEffects(fit: ScoreFit, ridge: number): void {
  const values = Float64Array.from(fit.scores, ({ value }) => value);
  const { abilities, eases } = prepareLeastSquares(fit, ridge)(values);
  for (const [place, model] of fit.models.entries()) model.ability = getItemAt(abilities, place);
  for (const benchmark of fit.benchmarks) benchmark.ease = getItemAt(eases, benchmark.place);
}

/** Least squares, pulled towards 1, then scaled so that the geometric mean of the slopes over all scores is 1. */
function fitSlopes({ scores, benchmarks }: ScoreFit, slopeRidge: number): void {
  let logs = 0;
  for (const benchmark of benchmarks) {
    const own = benchmark.scores;
    let abilities = 0;
    let values = 0;
    let squares = 0;
    let products = 0;
    for (const { model, value } of own) {
      abilities += model.ability;
      values += value;
      squares += model.ability ** 2;
      products += model.ability * value;
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

/**
 * Ridge least squares of `value = benchmark.slope · model.ability + benchmark.ease`, with fixed slopes. Prepares the
 * normal equations once, for any values. The abilities are eliminated first, since no equation contains two of them;
 * one unknown per benchmark remains.
 * @param ridge Weight of the squared abilities and eases relative to the squared errors; positive.
 * @returns A function from values, in the order of the fit's scores, to the abilities and eases that fit them best, in
 * the order of the models and of the benchmarks.
 */
export function prepareLeastSquares(
  { models, benchmarks, scores }: ScoreFit,
  ridge: number,
): (values: Float64Array) => { abilities: Float64Array; eases: Float64Array } {
  const size = benchmarks.length;
  // Flat lists, in the order of the scores, because the resampling solves the equations hundreds of times.
  const count = scores.length;
  const modelAt = new Float64Array(count);
  const benchmarkAt = new Float64Array(count);
  const slopes = new Float64Array(count);
  const shares = new Float64Array(count);
  // Lower half of the Schur complement. The benchmarks of a model are in ascending order, so every earlier one is a
  // column left of the diagonal.
  const matrix = new Float64Array(size * size);
  for (const { place } of benchmarks) matrix[place * (size + 1)] = ridge;
  for (const [modelIndex, { scores: own }] of models.entries()) {
    const information = own.reduce((sum, { benchmark }) => sum + benchmark.slope ** 2, ridge);
    for (const [index, { benchmark, place }] of own.entries()) {
      modelAt[place] = modelIndex;
      benchmarkAt[place] = benchmark.place;
      slopes[place] = benchmark.slope;
      shares[place] = benchmark.slope / information;
      const row = benchmark.place * size;
      add(matrix, row + benchmark.place, 1);
      for (const { benchmark: other } of own.slice(0, index + 1))
        add(matrix, row + other.place, -(benchmark.slope * other.slope) / information);
    }
  }
  const factor = factorise(matrix, size);
  return (values) => {
    const eases = new Float64Array(size);
    const abilities = new Float64Array(models.length);
    for (let place = 0; place < count; place++)
      add(abilities, at(modelAt, place), at(shares, place) * at(values, place));
    for (let place = 0; place < count; place++) {
      const expected = at(slopes, place) * at(abilities, at(modelAt, place));
      add(eases, at(benchmarkAt, place), at(values, place) - expected);
    }
    solveInPlace(factor, eases);
    for (let place = 0; place < count; place++)
      add(abilities, at(modelAt, place), -(at(shares, place) * at(eases, at(benchmarkAt, place))));
    return { abilities, eases };
  };
}

/** Cholesky factor, in place, of a positive definite matrix, row by row; only its lower half is read and written. */
function factorise(matrix: Float64Array, size: number): Float64Array {
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      const above = row * size;
      const left = column * size;
      let rest = at(matrix, above + column);
      for (let k = 0; k < column; k++) rest -= at(matrix, above + k) * at(matrix, left + k);
      matrix[above + column] = row === column ? Math.sqrt(rest) : rest / at(matrix, left + column);
    }
  }
  return matrix;
}

/** @param right The right-hand side; it is overwritten by the solution. */
function solveInPlace(factor: Float64Array, right: Float64Array): void {
  const size = right.length;
  for (let row = 0; row < size; row++) {
    let rest = at(right, row);
    for (let k = 0; k < row; k++) rest -= at(factor, row * size + k) * at(right, k);
    right[row] = rest / at(factor, row * size + row);
  }
  for (let row = size - 1; row >= 0; row--) {
    const solved = at(right, row) / at(factor, row * size + row);
    right[row] = solved;
    for (let k = 0; k < row; k++) add(right, k, -at(factor, row * size + k) * solved);
  }
}

/** Not `getItemAt`: it reads lists of every kind, which takes V8 three times as long. */
const at = (vector: Float64Array, place: number): number => vector[place] ?? Number.NaN;

function add(vector: Float64Array, place: number, amount: number): void {
  vector[place] = at(vector, place) + amount;
}
