/** How often values occur. */
import { byText, getAt, groupBy } from "../schema/collections.ts";

/** How many claims state a value. */
export interface Count<T> {
  value: T;
  claims: number;
}

/** Most first; equals by their text, so that no order of hosts decides. */
export const count = <T>(values: readonly T[]): Count<T>[] =>
  [...groupBy(values, (value) => JSON.stringify(value))]
    .sort(([a, left], [b, right]) => right.length - left.length || byText(a, b))
    .map(([, same]) => ({ value: getAt(same, 0), claims: same.length }));

/** Null for a tie, as when nothing is claimed. */
export function mostFrequent<T>([first, second]: readonly Count<T>[]): T | null {
  if (first === undefined || first.claims === second?.claims) return null;
  return first.value;
}
