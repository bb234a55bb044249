/** Ridge least squares of `value = benchmark.slope · model.ability + benchmark.ease`, slopes given. */
import { getItemAt } from "../../schema/collections.ts";
import type { ScoreFit } from "./design.ts";

/** By model and by benchmark, in their order. */
interface LeastSquaresSolution {
  abilities: Float64Array;
  eases: Float64Array;
}

/**
 * Prepares the normal equations once, for any values. Abilities are eliminated, since each stands in its own equation
 * only; what is left has one unknown a benchmark.
 * @param ridge Weight of the squared abilities and eases beside the squared errors; positive.
 * @returns The abilities and eases that fit values of the scores, in the order of the fit, best.
 */
export function prepareLeastSquares(
  { models, benchmarks }: ScoreFit,
  ridge: number,
): (values: Float64Array) => LeastSquaresSolution {
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
  return (values) => {
    const eases = new Float64Array(size);
    const abilities = new Float64Array(models.length);
    let first = 0;
    for (const [place, { model, information }] of equations.entries()) {
      const own = values.subarray(first, first + model.scores.length);
      first += own.length;
      for (const [at, { benchmark }] of model.scores.entries())
        addToVectorElement(abilities, place, (benchmark.slope / information) * getItemAt(own, at));
      const ability = getItemAt(abilities, place);
      for (const [at, { benchmark }] of model.scores.entries())
        addToVectorElement(eases, benchmark.place, getItemAt(own, at) - benchmark.slope * ability);
    }
    solveInPlace(factor, eases);
    for (const [place, { model, information }] of equations.entries())
      for (const { benchmark } of model.scores) {
        const share = (benchmark.slope / information) * getItemAt(eases, benchmark.place);
        addToVectorElement(abilities, place, -share);
      }
    return { abilities, eases };
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
      let rest = getItemAt(matrix, above + column);
      for (let k = 0; k < column; k++)
        rest -= getItemAt(matrix, above + k) * getItemAt(matrix, left + k);
      matrix[above + column] =
        row === column ? Math.sqrt(rest) : rest / getItemAt(matrix, left + column);
    }
  }
  return matrix;
}

/** @param factor Of `factorise`. @param right The right-hand side; becomes the solution. */
function solveInPlace(factor: Float64Array, right: Float64Array): void {
  const size = right.length;
  for (let row = 0; row < size; row++) {
    let rest = getItemAt(right, row);
    for (let k = 0; k < row; k++) rest -= getItemAt(factor, row * size + k) * getItemAt(right, k);
    right[row] = rest / getItemAt(factor, row * size + row);
  }
  for (let row = size - 1; row >= 0; row--) {
    const solved = getItemAt(right, row) / getItemAt(factor, row * size + row);
    right[row] = solved;
    for (let k = 0; k < row; k++)
      addToVectorElement(right, k, -getItemAt(factor, row * size + k) * solved);
  }
}

function addToVectorElement(vector: Float64Array, place: number, amount: number): void {
  vector[place] = getItemAt(vector, place) + amount;
}
