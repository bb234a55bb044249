/** Helpers for lists (order, groups, items) and for values that are computed when they are first needed. */

/** Code-point order, the same on every machine: no locale. */
export const compareByCodePoint = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** `Map.groupBy`, which Node 20 does not have: groups of at least one item, in the order of their first items. */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Every subset of the items, smallest first; of the same size, those of the last items first. */
export function listSubsetsBySize<T>(items: readonly T[]): T[][] {
  let subsets: T[][] = [[]];
  for (const item of items) subsets = subsets.flatMap((subset) => [subset, [...subset, item]]);
  return subsets.sort((a, b) => a.length - b.length);
}

/** Made at the first call, and kept. */
export function createLazyValue<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Made once of each object, and kept as long as the object is. */
export function memoizePerObject<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const made = new WeakMap<K, V>();
  return (key) => {
    if (!made.has(key)) made.set(key, make(key));
    return made.get(key) as V;
  };
}

/** Made once of each key, and kept as long as the function is. */
export function memoizePerKey<K, V>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>();
  return (key) => {
    const found = made.get(key);
    if (found !== undefined) return found;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}

/** @throws RangeError when the list has no item there: a wrong index, or an empty list. */
export function getItemAt<T>(list: ArrayLike<T>, index: number): T {
  const item = list[index];
  if (item === undefined)
    throw new RangeError(`the list has ${list.length} items, and none with the index ${index}`);
  return item;
}

/**
 * Processes the items with limited concurrency and returns the results in the order of the items. After the first
 * failure no further item is started; running ones are awaited before the error is thrown.
 */
export async function mapWithConcurrency<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  atOnce = 4,
): Promise<R[]> {
  const results = new Array<R>(items.length);
  const failures: unknown[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) {
      if (failures.length > 0) return;
      results[index] = await work(item);
    }
  };
  const fail = (error: unknown) => void failures.push(error);
  await Promise.all(Array.from({ length: atOnce }, () => worker().catch(fail)));
  if (failures.length > 0) throw failures[0];
  return results;
}

export interface ValueWithClaimCount<T> {
  value: T;
  claims: number;
}

/** The most frequent value first; ties by their JSON text, so that the order of the input does not matter. */
export const countOccurrencesByValue = <T>(values: readonly T[]): ValueWithClaimCount<T>[] =>
  [...groupBy(values, (value) => JSON.stringify(value))]
    .sort(([a, left], [b, right]) => right.length - left.length || compareByCodePoint(a, b))
    .map(([, same]) => ({ value: getItemAt(same, 0), claims: same.length }));

/** The most frequent value; null when two are tied or nothing is claimed. */
export function findMostCountedUnlessTied<T>([
  first,
  second,
]: readonly ValueWithClaimCount<T>[]): T | null {
  if (first === undefined || first.claims === second?.claims) return null;
  return first.value;
}
