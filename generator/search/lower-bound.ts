import { getAt } from "../../build/schema/collections.ts";

/** First position of a sorted list whose text is not before this one. */
export function lowerBound(sorted: readonly string[], text: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (getAt(sorted, middle) < text) low = middle + 1;
    else high = middle;
  }
  return low;
}
