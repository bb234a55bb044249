/** Ridge least squares of `value = slope[benchmark] · ability[model] + ease[benchmark]`, slopes given. */
import type { ScoreFitDesign } from "./design.ts";

export interface FittedScoreEffects {
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
export function prepareLeastSquares(
  design: ScoreFitDesign,
  slopes: Float64Array,
  ridge: number,
): (values: Float64Array) => FittedScoreEffects {
  const { modelOf, benchmarkOf, models } = design;
  const informations = new Float64Array(models.length).fill(ridge);
  const slopeAt = Float64Array.from(benchmarkOf, (benchmark) => getVectorValue(slopes, benchmark));
  for (const [score, model] of modelOf.entries())
    addToVectorElement(informations, model, getVectorValue(slopeAt, score) ** 2);
  const factor = factorise(reduced(design, slopes, ridge, informations), slopes.length);
  const shareAt = slopeAt.map(
    (slope, score) => slope / getVectorValue(informations, getInt32ArrayValue(modelOf, score)),
  );
  return (values) => {
    const abilities = new Float64Array(models.length);
    const eases = new Float64Array(slopes.length);
    for (let score = 0; score < values.length; score++)
      addToVectorElement(
        abilities,
        getInt32ArrayValue(modelOf, score),
        getVectorValue(shareAt, score) * getVectorValue(values, score),
      );
    for (let score = 0; score < values.length; score++) {
      const explained =
        getVectorValue(slopeAt, score) *
        getVectorValue(abilities, getInt32ArrayValue(modelOf, score));
      addToVectorElement(
        eases,
        getInt32ArrayValue(benchmarkOf, score),
        getVectorValue(values, score) - explained,
      );
    }
    solveInPlace(factor, eases);
    for (let score = 0; score < values.length; score++)
      addToVectorElement(
        abilities,
        getInt32ArrayValue(modelOf, score),
        -getVectorValue(shareAt, score) *
          getVectorValue(eases, getInt32ArrayValue(benchmarkOf, score)),
      );
    return { abilities, eases };
  };
}

/** The equations of the benchmarks once the models are eliminated: the Schur complement, lower half. */
function reduced(
  { modelOf, benchmarkOf }: ScoreFitDesign,
  slopes: Float64Array,
  ridge: number,
  informations: Float64Array,
): Float64Array {
  const size = slopes.length;
  const matrix = new Float64Array(size * size);
  for (let benchmark = 0; benchmark < size; benchmark++) matrix[benchmark * (size + 1)] = ridge;
  for (let first = 0, score = 0; score < modelOf.length; score++) {
    const model = getInt32ArrayValue(modelOf, score);
    if (modelOf[first] !== model) first = score;
    const row = getInt32ArrayValue(benchmarkOf, score);
    addToVectorElement(matrix, row * (size + 1), 1);
    // Benchmarks of a model are in ascending order, so that every earlier one is a column of the lower half.
    for (let earlier = first; earlier <= score; earlier++) {
      const column = getInt32ArrayValue(benchmarkOf, earlier);
      const shared =
        (getVectorValue(slopes, row) * getVectorValue(slopes, column)) /
        getVectorValue(informations, model);
      addToVectorElement(matrix, row * size + column, -shared);
    }
  }
  return matrix;
}

/**
 * Cholesky's factor, in place of the lower half.
 * @param matrix Row by row, `size` × `size`, positive definite; only its lower half is read.
 */
function factorise(matrix: Float64Array, size: number): Float64Array {
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      const [above, left] = [row * size, column * size];
      let rest = getVectorValue(matrix, above + column);
      for (let k = 0; k < column; k++)
        rest -= getVectorValue(matrix, above + k) * getVectorValue(matrix, left + k);
      matrix[above + column] =
        row === column ? Math.sqrt(rest) : rest / getVectorValue(matrix, left + column);
    }
  }
  return matrix;
}

/** @param factor Of `factorise`. @param right The right-hand side; becomes the solution. */
function solveInPlace(factor: Float64Array, right: Float64Array): void {
  const size = right.length;
  for (let row = 0; row < size; row++) {
    let rest = getVectorValue(right, row);
    for (let k = 0; k < row; k++)
      rest -= getVectorValue(factor, row * size + k) * getVectorValue(right, k);
    right[row] = rest / getVectorValue(factor, row * size + row);
  }
  for (let row = size - 1; row >= 0; row--) {
    const solved = getVectorValue(right, row) / getVectorValue(factor, row * size + row);
    right[row] = solved;
    for (let k = 0; k < row; k++)
      addToVectorElement(right, k, -getVectorValue(factor, row * size + k) * solved);
  }
}

// As `getItemAt`, but of one kind of list each, which saves a fifth of the time of a fit.

/** @throws RangeError past the end: the place was computed wrongly. */
export function getVectorValue(vector: Float64Array, place: number): number {
  const value = vector[place];
  if (value === undefined)
    throw new RangeError(
      `the vector has ${vector.length} numbers, and none with the index ${place}`,
    );
  return value;
}

/** Of a list of places. */
export function getInt32ArrayValue(places: Int32Array, index: number): number {
  const place = places[index];
  if (place === undefined)
    throw new RangeError(`the list has ${places.length} entries, and none with the index ${index}`);
  return place;
}

export function addToVectorElement(vector: Float64Array, place: number, amount: number): void {
  vector[place] = getVectorValue(vector, place) + amount;
}
