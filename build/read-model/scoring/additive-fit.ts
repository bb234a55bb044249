/** Ridge least squares of `value = slope[benchmark] · ability[model] + ease[benchmark]`, slopes given. */
import { factorise, solveInPlace } from "./cholesky.ts";
import type { Design } from "./design.ts";

export interface Effects {
  /** One a model, about 0. */
  abilities: Float64Array;
  /** One a benchmark: the value of a model of ability 0. */
  eases: Float64Array;
}

/**
 * Prepares the normal equations once, for any number of right-hand sides. Abilities are eliminated, since each
 * stands in its own equation only; what is left has one unknown a benchmark.
 * @param ridge Weight of the squared abilities and eases beside the squared errors; positive.
 * @returns Values, one a score in the order of the design → the effects that fit them best.
 */
export function prepareFit(
  design: Design,
  slopes: Float64Array,
  ridge: number,
): (values: Float64Array) => Effects {
  const { modelOf, benchmarkOf, models } = design;
  const informations = new Float64Array(models.length).fill(ridge);
  for (let score = 0; score < modelOf.length; score++)
    informations[modelOf[score]!]! += slopes[benchmarkOf[score]!]! ** 2;
  const factor = factorise(reduced(design, slopes, ridge, informations), slopes.length);
  const slopeAt = Float64Array.from(benchmarkOf, (benchmark) => slopes[benchmark]!);
  const shareAt = slopeAt.map((slope, score) => slope / informations[modelOf[score]!]!);
  return (values) => {
    const abilities = new Float64Array(models.length);
    const eases = new Float64Array(slopes.length);
    for (let score = 0; score < values.length; score++)
      abilities[modelOf[score]!]! += shareAt[score]! * values[score]!;
    for (let score = 0; score < values.length; score++)
      eases[benchmarkOf[score]!]! += values[score]! - slopeAt[score]! * abilities[modelOf[score]!]!;
    solveInPlace(factor, eases);
    for (let score = 0; score < values.length; score++)
      abilities[modelOf[score]!]! -= shareAt[score]! * eases[benchmarkOf[score]!]!;
    return { abilities, eases };
  };
}

/** The equations of the benchmarks once the models are eliminated: the Schur complement, lower half. */
function reduced(
  { modelOf, benchmarkOf }: Design,
  slopes: Float64Array,
  ridge: number,
  informations: Float64Array,
): Float64Array {
  const size = slopes.length;
  const matrix = new Float64Array(size * size);
  for (let benchmark = 0; benchmark < size; benchmark++) matrix[benchmark * (size + 1)] = ridge;
  for (let first = 0, score = 0; score < modelOf.length; score++) {
    const model = modelOf[score]!;
    if (modelOf[first] !== model) first = score;
    const row = benchmarkOf[score]!;
    matrix[row * (size + 1)]! += 1;
    // Benchmarks of a model are in ascending order, so that every earlier one is a column of the lower half.
    for (let earlier = first; earlier <= score; earlier++) {
      const column = benchmarkOf[earlier]!;
      matrix[row * size + column]! -= (slopes[row]! * slopes[column]!) / informations[model]!;
    }
  }
  return matrix;
}
