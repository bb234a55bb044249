/** How often values occur. */
import { byText } from "../schema/collections.ts";

/** How many claims say a value. */
export interface Count<T> {
  value: T;
  claims: number;
}

/** Most first; equals by their text, so that no order of hosts decides. */
export function count<T>(values: readonly T[]): Count<T>[] {
  const counts = new Map<string, Count<T>>();
  for (const value of values) {
    const key = JSON.stringify(value);
    counts.set(key, { value, claims: (counts.get(key)?.claims ?? 0) + 1 });
  }
  return [...counts]
    .sort(([a, left], [b, right]) => right.claims - left.claims || byText(a, b))
    .map(([, counted]) => counted);
}

/** Null for a tie, as for silence. */
export function mostFrequent<T>([first, second]: readonly Count<T>[]): T | null {
  if (first === undefined || first.claims === second?.claims) return null;
  return first.value;
}
