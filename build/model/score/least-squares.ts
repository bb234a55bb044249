/** Ridge least squares of `value = benchmark.slope · model.ability + benchmark.ease`, slopes given. */
import type { ScoreFit } from "./design.ts";

/**
 * Prepares the normal equations once, for any values. Abilities are eliminated, since each stands in its own equation
 * only; what is left has one unknown a benchmark.
 * @param ridge Weight of the squared abilities and eases beside the squared errors; positive.
 * @returns Sets the abilities and eases that fit the values of the scores best.
 */
export function prepareLeastSquares({ models, benchmarks }: ScoreFit, ridge: number): () => void {
  const size = benchmarks.length;
  const equations = models.map((model) => ({
    model,
    information: model.scores.reduce((sum, { benchmark }) => sum + benchmark.slope ** 2, ridge),
  }));
  // The Schur complement, lower half: benchmarks of a model are in ascending order, so that every earlier one is a column.
  const matrix = new Float64Array(size * size);
  for (const { place } of benchmarks) matrix[place * (size + 1)] = ridge;
  for (const { model, information } of equations)
    for (const [index, { benchmark: row }] of model.scores.entries()) {
      addToVectorElement(matrix, row.place * (size + 1), 1);
      for (const { benchmark: column } of model.scores.slice(0, index + 1)) {
        const shared = (row.slope * column.slope) / information;
        addToVectorElement(matrix, row.place * size + column.place, -shared);
      }
    }
  const factor = factorise(matrix, size);
  return () => {
    const eases = new Float64Array(size);
    for (const { model, information } of equations) {
      model.ability = 0;
      for (const { benchmark, value } of model.scores)
        model.ability += (benchmark.slope / information) * value;
      for (const { benchmark, value } of model.scores)
        addToVectorElement(eases, benchmark.place, value - benchmark.slope * model.ability);
    }
    solveInPlace(factor, eases);
    for (const benchmark of benchmarks) benchmark.ease = getVectorValue(eases, benchmark.place);
    for (const { model, information } of equations)
      for (const { benchmark } of model.scores)
        model.ability -= (benchmark.slope / information) * benchmark.ease;
  };
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

/** @throws RangeError past the end: the place was computed wrongly. */
function getVectorValue(vector: Float64Array, place: number): number {
  const value = vector[place];
  if (value === undefined)
    throw new RangeError(
      `the vector has ${vector.length} numbers, and none with the index ${place}`,
    );
  return value;
}

function addToVectorElement(vector: Float64Array, place: number, amount: number): void {
  vector[place] = getVectorValue(vector, place) + amount;
}
