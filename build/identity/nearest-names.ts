/** Finds names that are similar to a name that does not exist, for suggestions. */
import { distance } from "fastest-levenshtein";
import { compareByCodePoint, groupBy, memoizePerObject } from "../schema/collections.ts";
import {
  isHigherVersion,
  parseModelFamilyAndVersion,
  splitNameTerms,
  toNameComparisonKey,
} from "./terms.ts";

export const MAX_NAME_SUGGESTIONS = 3;
/** Longer names are not slugs; comparing them would only cost time. */
const MAX_COMPARED_NAME_LENGTH = 100;

/** A model as suggestions need it. */
interface SuggestableModel extends RowWithName {
  lab: string;
  offers: number;
  model_type: string | null;
  release_date: string | null;
}

/**
 * Models that a name without a certain meaning may mean, the likeliest first: those that have the name, those of its
 * version or the nearest one, those with all its words, those with a similar spelling.
 * @param meant Slugs of the models that have the name, if several have it.
 * @returns Slugs.
 */
export function listLikelyModels(
  name: string,
  meant: readonly string[],
  {
    models,
    aliases,
  }: { models: readonly SuggestableModel[]; aliases: ReadonlyMap<string, string> },
): string[] {
  if (name.length > MAX_COMPARED_NAME_LENGTH) return [];
  const own = name.slice(name.lastIndexOf("/") + 1).replace(FINE_TUNED, "$1");
  const similar = [...new Set([name, own])]
    .flatMap((one) => findNearestNames(one, models, aliases))
    .map(({ slug }) => slug);
  // `gpt-40` is not a version.
  const look = (text: string) => toSpelling(text).look;
  const likely = new Set([
    ...meant,
    ...similar.filter((slug) => look(slug) === look(own)),
    ...findModelsNearVersion(own, models).slugs,
    ...findModelsWithWords(own, models, (all, word) => all.has(word)),
    ...similar,
  ]);
  if (likely.size >= MAX_NAME_SUGGESTIONS) return [...likely];
  // `cluade-sonet` has errors in two words, so that no whole name is similar enough.
  const isClose = (all: ReadonlySet<string>, word: string) =>
    [...all].some(
      // `qwan`: any error in the first word, the name of the family.
      (one, at) =>
        isWordWithTypo(one, word) || (at === 0 && word.length > 3 && distance(one, word) === 1),
    );
  return [...new Set([...likely, ...findModelsWithWords(own, models, isClose)])];
}

/** `ft:gpt-4o-mini-2024-07-18:acme::abc123`: OpenAI's ids of fine-tuned models. */
const FINE_TUNED = /^ft:([^:]+):.*$/;

const toWords = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const partsOfNames = memoizePerObject((models: readonly SuggestableModel[]) =>
  models.map((model) => {
    const { family, version } = parseModelFamilyAndVersion({ slug: model.slug, lab: "" });
    const words = toWords(model.slug);
    return {
      model,
      count: words.length,
      words: new Set([...splitNameTerms(model.slug), ...words]),
      family: new Set(family.split(" ")),
      version,
    };
  }),
);

/** Word of a family → the models on sale whose families have it. A search looks here with each text that is no name. */
const partsByFamilyWord = memoizePerObject((models: readonly SuggestableModel[]) => {
  const sold = partsOfNames(models).filter(({ model }) => model.offers > 0);
  return groupBy(
    sold.flatMap((parts) => Array.from(parts.family, (word) => ({ word, parts }))),
    ({ word }) => word,
  );
});

/** The lab that has the most offers of these models: the one whose name `llama` is, although others sell their own. */
export function findLabWithMostOffers(
  models: readonly Pick<SuggestableModel, "lab" | "offers">[],
): string | undefined {
  const sold = new Map<string, number>();
  for (const { lab, offers } of models) sold.set(lab, (sold.get(lab) ?? 0) + offers);
  const [[lab, offers] = ["", 0]] = [...sold].sort(([, a], [, b]) => b - a);
  return offers > 0 ? lab : undefined;
}

/**
 * Models with all words of the name: those without other words first, then those on sale, those of the lab that owns
 * the name, and text models; among these, the newest.
 */
function findModelsWithWords(
  name: string,
  models: readonly SuggestableModel[],
  hasWord: (all: ReadonlySet<string>, word: string) => boolean,
): string[] {
  const wanted = toWords(name);
  if (wanted.length === 0) return [];
  const named = partsOfNames(models).filter(({ words }) =>
    wanted.every((word) => hasWord(words, word)),
  );
  const owner = findLabWithMostOffers(named.map(({ model }) => model));
  return named
    .map(({ model: { slug, lab, offers, model_type, release_date }, count }) => ({
      slug,
      rank: `${count === wanted.length} ${offers > 0} ${lab === owner} ${model_type === "text"} ${release_date ?? ""} ${String(offers).padStart(4)} ${slug}`,
    }))
    .sort((a, b) => compareByCodePoint(b.rank, a.rank))
    .map(({ slug }) => slug);
}

/**
 * Models on sale whose names have the same words, beside any version: those of exactly this version, first the ones with
 * the most hosts; if there are none, those of the nearest main version, the highest version first.
 */
export function findModelsNearVersion(
  name: string,
  models: readonly SuggestableModel[],
): { slugs: string[]; isKnown: boolean } {
  const slug = splitNameTerms(name).join("-");
  const wanted = parseModelFamilyAndVersion({ slug, lab: "" });
  const [main] = wanted.version;
  if (main === undefined || wanted.family === "") return { slugs: [], isKnown: false };
  const [first = "", ...others] = wanted.family.split(" ");
  const alike = (partsByFamilyWord(models).get(first) ?? [])
    .map(({ parts }) => parts)
    .filter(({ family }) => others.every((word) => family.has(word)));
  // `gpt-55` means 5.5.
  const same = alike.filter(
    ({ version }) => version.slice(0, 2).join("") === wanted.version.join(""),
  );
  const distance = ({ version: [own = 0] }: (typeof alike)[number]) => Math.abs(own - main);
  const near = (same.length > 0 ? same : alike).sort(
    (a, b) =>
      (same.length > 0 ? b.model.offers - a.model.offers : distance(a) - distance(b)) ||
      Number(b.model.model_type === "text") - Number(a.model.model_type === "text") ||
      Number(isHigherVersion(b.version, a.version)) -
        Number(isHigherVersion(a.version, b.version)) ||
      a.family.size - b.family.size ||
      compareByCodePoint(b.model.release_date ?? "", a.model.release_date ?? ""),
  );
  return {
    slugs: near.slice(0, MAX_NAME_SUGGESTIONS).map(({ model }) => model.slug),
    isKnown: near.some((one) => distance(one) === 0),
  };
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
  if (own.key.startsWith(asked.key) || own.look === asked.look) return difference / 10;
  // `gpt-5-minni` begins with `gpt-5`, but has one error in `gpt-5-mini`.
  if (asked.key.startsWith(own.key)) return 1 + difference / 10;
  const { length } = asked.key;
  const most = Math.max(allowed(length), length / 3);
  if (difference > most) return Number.POSITIVE_INFINITY;
  const errors = getEditDistance(own.key, asked.key);
  return errors > most ? Number.POSITIVE_INFINITY : errors;
}

/** Number of wrong, missing or extra letters; two swapped letters count as one error. */
const getEditDistance = (own: string, asked: string): number =>
  isTransposition(own, asked) ? 1 : distance(own, asked);

/** Whether two words are equal, or differ by one typing error; in a short word, by a swap, a missing or the last letter. */
export const isWordWithTypo = (own: string, word: string): boolean =>
  own === word ||
  (/^\p{L}{3,30}$/u.test(word) &&
    getEditDistance(own, word) === 1 &&
    (isTransposition(own, word) ||
      word.length >= MIN_FREELY_CORRECTED ||
      own.length > word.length ||
      (word.length > 3 && own.startsWith(word.slice(0, -1)))));

/** Whether two adjacent letters are swapped, the most common typing error: `gtp-5`. */
export function isTransposition(own: string, asked: string): boolean {
  let at = 0;
  while (at < own.length && own[at] === asked[at]) at++;
  const isSwapped = own[at] === asked[at + 1] && own[at + 1] === asked[at];
  return isSwapped && own.slice(at + 2) === asked.slice(at + 2);
}

/** Number of errors allowed in a word of this length. */
const allowed = (length: number): number => (length < 6 ? 1 : 2);
/** A shorter word must be more alike: `bard` is not `bart`, and `elon` not `elo`. */
const MIN_FREELY_CORRECTED = 6;
/** More corrections would be guesses. */
const MAX_CORRECTIONS = 8;

export type SpellingCorrector = ReturnType<typeof createSpellingCorrector>;

/**
 * Returns those of the words that a misspelt word may mean with the fewest errors. Words with a digit and very short words
 * stay: too many are similar. So do words whose first and last letter are both wrong, which are rare: comparing all words
 * would take a tenth of a search.
 */
export function createSpellingCorrector(
  terms: readonly string[],
  { isFamily = (_: string): boolean => false, mayStartWrong = true } = {},
) {
  /**
   * In a short word, two letters are swapped, one was forgotten, or many models have it: `lama`, `qwan`. In one of three
   * letters, many models have it and one was forgotten: `mni`.
   */
  const isAlike = (word: string, right: string, errors: number) =>
    (errors === 1 && isTransposition(right, word)) ||
    (errors <= allowed(Math.min(word.length, right.length + 1)) &&
      (word.length < 4
        ? isFamily(right) && right.length > word.length
        : word.length >= MIN_FREELY_CORRECTED ||
          isFamily(right) ||
          (word.charAt(0) === right.charAt(0) && right.length > word.length)));
  const mayBeAlike = (length: number, right: number) =>
    right >= 3 && Math.abs(right - length) <= allowed(Math.min(length, right + 1));
  const byFirst = groupBy(terms, (term) => term.charAt(0));
  const byLast = groupBy(mayStartWrong ? terms : [], (term) => term.slice(-1));
  return (word: string) => {
    if (word.length < 3 || word.length > 40 || /\d/.test(word)) return [];
    const alike = [byFirst.get(word.charAt(0)) ?? [], byLast.get(word.slice(-1)) ?? []].flat();
    const found = [...new Set(alike.filter(({ length }) => mayBeAlike(word.length, length)))]
      .map((right) => ({ word: right, errors: getEditDistance(right, word) }))
      .filter(({ word: right, errors }) => isAlike(word, right, errors))
      .sort((a, b) => a.errors - b.errors || compareByCodePoint(a.word, b.word));
    return found.filter(({ errors }) => errors === found[0]?.errors).slice(0, MAX_CORRECTIONS);
  };
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
