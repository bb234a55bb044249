import { getItemAt } from "../../build/schema/collections.ts";

/** Spearman (1904): Pearson's correlation of the ranks, where tied values share their mean rank. */
export function spearmanCorrelation(pairs: readonly (readonly [number, number])[]): number {
  const a = ranksOf(pairs.map(([one]) => one));
  const b = ranksOf(pairs.map(([, other]) => other));
  return product(a, b) / Math.sqrt(product(a, a) * product(b, b));
}

function ranksOf(values: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  return values.map((value) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2 + 1);
}

/** Sum of the products of their distances from the mean rank. */
function product(a: readonly number[], b: readonly number[]): number {
  const mean = (a.length + 1) / 2;
  return a.reduce((sum, rank, place) => sum + (rank - mean) * (getItemAt(b, place) - mean), 0);
}
