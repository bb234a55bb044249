/** Finds names that are similar to a name that does not exist, for suggestions. */
import { distance } from "fastest-levenshtein";
import { compareByCodePoint, memoizePerObject } from "../schema/collections.ts";
import { toNameComparisonKey } from "./terms.ts";

export const MAX_NAME_SUGGESTIONS = 3;
/** Longer names are not slugs; comparing them would only cost time. */
export const MAX_COMPARED_NAME_LENGTH = 100;

/** Searches with the whole name, then with the part after its last slash. */
export function findModelsOfSimilarName(
  text: string,
  { models, aliases }: { models: Iterable<RowWithName>; aliases: ReadonlyMap<string, string> },
): RowWithName[] {
  const own = text.slice(text.lastIndexOf("/") + 1);
  const near = findNearestNames(text, models, aliases);
  return own === text ? near : [...near, ...findNearestNames(own, models, aliases)];
}

const NONE: ReadonlyMap<string, string> = new Map();

export interface RowWithName {
  slug: string;
  name: string;
  status?: string | null;
}

/** Less than a typing error, more than most differences of names that begin alike: there, retired ones come last. */
const RETIRED_COST = 0.9;

/** The most similar names: first those that begin alike, then those with the fewest typing errors. */
export function findNearestNames(
  wanted: string,
  candidates: Iterable<RowWithName>,
  aliases: ReadonlyMap<string, string> = NONE,
): RowWithName[] {
  const asked = toSpelling(wanted.slice(0, MAX_COMPARED_NAME_LENGTH));
  if (asked.key === "") return [];
  const best = new Map<RowWithName, number>();
  for (const { candidate, spelling } of spelledOf(candidates)(aliases)) {
    const cost = costOf(asked, spelling) + (candidate.status === "retired" ? RETIRED_COST : 0);
    if (cost < (best.get(candidate) ?? Number.POSITIVE_INFINITY)) best.set(candidate, cost);
  }
  return [...best]
    .sort(([a, cost], [b, other]) => cost - other || compareByCodePoint(a.slug, b.slug))
    .slice(0, MAX_NAME_SUGGESTIONS)
    .map(([candidate]) => candidate);
}

/** Like `findNearestNames`, for words without a slug. */
export const findNearestWords = (wanted: string, words: readonly string[]): string[] =>
  findNearestNames(
    wanted,
    words.map((word) => ({ slug: word, name: word })),
  ).map(({ slug }) => slug);

interface Spelling {
  key: string;
  /** `gpt-40` looks like `gpt-4o`: zero and o are equal here, and so are one and l. */
  look: string;
}

function toSpelling(text: string): Spelling {
  const key = toNameComparisonKey(text);
  return { key, look: key.replaceAll("0", "o").replaceAll("1", "l") };
}

/** Infinite if the names are too different. */
function costOf(asked: Spelling, own: Spelling): number {
  const difference = Math.abs(own.key.length - asked.key.length);
  const starts = own.key.startsWith(asked.key) || asked.key.startsWith(own.key);
  if (starts || own.look === asked.look) return difference / 10;
  const most = Math.max(2, asked.key.length / 3);
  if (difference > most) return Number.POSITIVE_INFINITY;
  const errors = getEditDistance(own.key, asked.key);
  return errors > most ? Number.POSITIVE_INFINITY : errors;
}

/** Number of wrong, missing or extra letters; two swapped letters count as one error. */
export const getEditDistance = (own: string, asked: string): number =>
  isTransposition(own, asked) ? 1 : distance(own, asked);

/** Whether two words are equal, or `word` has 4 to 30 letters and is `own` with one typing error. */
export const isWordWithTypo = (own: string, word: string): boolean =>
  own === word || (/^\p{L}{4,30}$/u.test(word) && getEditDistance(own, word) === 1);

/** Whether two adjacent letters are swapped, the most common typing error: `gtp-5`. */
export function isTransposition(own: string, asked: string): boolean {
  let at = 0;
  while (at < own.length && own[at] === asked[at]) at++;
  const isSwapped = own[at] === asked[at + 1] && own[at + 1] === asked[at];
  return isSwapped && own.slice(at + 2) === asked.slice(at + 2);
}

/** Cached, because spelling thousands of names again took most of the time of a 404. */
const spelledOf = memoizePerObject((candidates: Iterable<RowWithName>) =>
  memoizePerObject((aliases: ReadonlyMap<string, string>) => {
    const bySlug = new Map(Array.from(candidates, (candidate) => [candidate.slug, candidate]));
    const names = [...[...bySlug.keys()].map((slug) => [slug, slug] as const), ...aliases];
    return names.flatMap(([name, slug]) => {
      const candidate = bySlug.get(slug);
      return candidate ? [{ candidate, spelling: toSpelling(name) }] : [];
    });
  }),
);
