/** Symmetric positive definite systems, solved directly: exact, and always in the same order. */
import { add, at } from "./vector.ts";

/**
 * Cholesky's factor, in place of the lower half.
 * @param matrix Row by row, `size` × `size`, positive definite; only its lower half is read.
 */
export function factorise(matrix: Float64Array, size: number): Float64Array {
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      const [above, left] = [row * size, column * size];
      let rest = at(matrix, above + column);
      for (let k = 0; k < column; k++) rest -= at(matrix, above + k) * at(matrix, left + k);
      matrix[above + column] = row === column ? Math.sqrt(rest) : rest / at(matrix, left + column);
    }
  }
  return matrix;
}

/** @param factor Of `factorise`. @param right The right-hand side; becomes the solution. */
export function solveInPlace(factor: Float64Array, right: Float64Array): void {
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
