/** How often values occur. */
import { compareByCodePoint, getItemAt, groupBy } from "../schema/collections.ts";

/** How many claims state a value. */
export interface ValueCount<T> {
  value: T;
  claims: number;
}

/** Most first; equals by their text, so that no order of hosts decides. */
export const countValues = <T>(values: readonly T[]): ValueCount<T>[] =>
  [...groupBy(values, (value) => JSON.stringify(value))]
    .sort(([a, left], [b, right]) => right.length - left.length || compareByCodePoint(a, b))
    .map(([, same]) => ({ value: getItemAt(same, 0), claims: same.length }));

/** Null for a tie, as when nothing is claimed. */
export function findMostFrequentUnlessTied<T>([first, second]: readonly ValueCount<T>[]): T | null {
  if (first === undefined || first.claims === second?.claims) return null;
  return first.value;
}
