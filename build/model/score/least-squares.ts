/** Ridge least squares of `value = benchmark.slope · model.ability + benchmark.ease`, with fixed slopes. */
import type { ScoreFit } from "./design.ts";

/** In the order of the models and of the benchmarks. */
interface LeastSquaresSolution {
  abilities: Float64Array;
  eases: Float64Array;
}

/**
 * Prepares the normal equations once, for any values. The abilities are eliminated first, since no equation contains
 * two of them; one unknown per benchmark remains.
 * @param ridge Weight of the squared abilities and eases relative to the squared errors; positive.
 * @returns A function from values, in the order of the fit's scores, to the abilities and eases that fit them best.
 */
export function prepareLeastSquares(
  { models, benchmarks, scores }: ScoreFit,
  ridge: number,
): (values: Float64Array) => LeastSquaresSolution {
  const size = benchmarks.length;
  // One entry for each score, in the order of the fit.
  const places = new Float64Array(scores.map(({ benchmark }) => benchmark.place));
  const slopes = new Float64Array(scores.map(({ benchmark }) => benchmark.slope));
  const shares = new Float64Array(scores.length);
  // Lower half of the Schur complement. The benchmarks of a model are in ascending order, so every earlier one is a
  // column left of the diagonal.
  const matrix = new Float64Array(size * size);
  for (const { place } of benchmarks) matrix[place * (size + 1)] = ridge;
  let next = 0;
  const spans = models.map((model) => {
    const first = next;
    next += model.scores.length;
    const information = slopes
      .subarray(first, next)
      .reduce((sum, slope) => sum + slope ** 2, ridge);
    for (let own = first; own < next; own++) {
      const row = at(places, own) * size;
      shares[own] = at(slopes, own) / information;
      add(matrix, row + at(places, own), 1);
      for (let other = first; other <= own; other++) {
        const shared = (at(slopes, own) * at(slopes, other)) / information;
        add(matrix, row + at(places, other), -shared);
      }
    }
    return { first, end: next };
  });
  const factor = factorise(matrix, size);
  return (values) => {
    const eases = new Float64Array(size);
    const abilities = new Float64Array(models.length);
    for (const [model, { first, end }] of spans.entries()) {
      for (let own = first; own < end; own++)
        add(abilities, model, at(shares, own) * at(values, own));
      const ability = at(abilities, model);
      for (let own = first; own < end; own++)
        add(eases, at(places, own), at(values, own) - at(slopes, own) * ability);
    }
    solveInPlace(factor, eases);
    for (const [model, { first, end }] of spans.entries())
      for (let own = first; own < end; own++)
        add(abilities, model, -(at(shares, own) * at(eases, at(places, own))));
    return { abilities, eases };
  };
}

/**
 * Computes the Cholesky factor in place, in the lower half of the matrix.
 * @param matrix Row by row, `size` × `size`, positive definite; only its lower half is read.
 */
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

/**
 * @param factor Result of `factorise`.
 * @param right The right-hand side; it is overwritten by the solution.
 */
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
