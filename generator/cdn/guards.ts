/**
 * Guards: rules that send a query to the function before a literal rule could take it wrongly.
 *
 * Measured on netlify-redirector 0.5.0 (180,000 random queries, no difference): a rule's query
 * block matches when, for each of its parameters, RE2 finds `(?:.*&)?KEY=([^&]*)(?:&.+)?` to match
 * the whole raw query; the captured text is then percent-decoded (`+` is a space) and compared
 * with the rule's value, which is taken as written. Hence
 * - more parameters than the rule's do not hinder a match ("superset"); the documents say they do
 *   ("exact"), and nobody has measured production;
 * - the last of several equal keys counts; order, and empty parameters (`&&`, a leading `&`), do not;
 * - `sort=` captures the empty value, and a placeholder takes that too;
 * - keys are compared undecoded: `%70age=2` is not seen as `page=2`;
 * - a single `&` at the end hides the last parameter: in `sort=name&page=2&` there is no page;
 * - `page` without `=` is not there: `page=2&page` is page 2 (for others, the last one is empty);
 * - a broken escape decodes to something: `1%3z` is `10`;
 * - KEY is a regular expression.
 */

export type KeySet = readonly string[];

/**
 * The key of a guard against every query that the engine reads in another way than
 * `URLSearchParams` does: one that ends in `&`, or has a parameter without `=`, or a `%` anywhere.
 * It uses that KEY is a regular expression (`\x3d` is `=`, which no key may hold in `_redirects`;
 * the last alternative only takes the `=` that the engine appends). An engine that reads keys as
 * plain text does not have these faults, and there this rule never matches.
 */
export const ODD_QUERY = String.raw`.*&|(?:.*&)?[^&\x3d]+(?:&.*)?|.*%.*|%`;

/** Most keys first, then by name: a rule for more keys always stands before one for fewer. */
export function bySize(a: KeySet, b: KeySet): number {
  return b.length - a.length || (a.join() < b.join() ? -1 : 1);
}

/**
 * For each literal key set, in the order given (most keys first), the guards to put before it.
 *
 * Let K be a literal key set and x another known key. A request with K's literal values and x
 * would be taken by K's rule in superset matching, so a guard G with x ∈ G ⊆ K ∪ {x} must stand
 * before it. G is allowed when no literal set from here on contains G, so that no enumerated
 * query is lost: those with all of G's keys have been decided above. K ∪ {x} itself is always
 * allowed, as all sets from here on are at most as large as K. We take the smallest G there is,
 * for it also guards later sets.
 *
 * Sound: every pair (K, x) has its guard. None to spare: the guard chosen for (K, x) is the only
 * one that catches K's literal values plus an unheard-of x, or it would not have been chosen.
 * In exact matching guards change nothing: what has more keys than a literal rule misses it.
 */
export function guardsBefore(literalSets: readonly KeySet[], keys: KeySet): KeySet[][] {
  const chosen: KeySet[] = [];
  return literalSets.map((literal, at) => {
    const remaining = literalSets.slice(at);
    const guards: KeySet[] = [];
    for (const key of keys.filter((known) => !literal.includes(known))) {
      const seen = [...literal, key];
      if (chosen.some((guard) => contains(seen, guard))) continue;
      const guard = subsetsBySize(literal)
        .map((subset) => [key, ...subset])
        .find((candidate) => !remaining.some((set) => contains(set, candidate)));
      if (guard === undefined) throw new RangeError("literal key sets must come most keys first");
      chosen.push(guard);
      guards.push(guard);
    }
    return guards;
  });
}

function contains(set: KeySet, part: KeySet): boolean {
  return part.every((key) => set.includes(key));
}

function subsetsBySize(set: KeySet): string[][] {
  let subsets: string[][] = [[]];
  for (const key of set) subsets = subsets.flatMap((subset) => [subset, [...subset, key]]);
  return subsets.sort((a, b) => a.length - b.length);
}
