/** The order of what a query finds by its names and its words. */
import { getEditDistance, isTransposition } from "../../build/identity/nearest-names.ts";
import { removeCaseAndAccents, splitNameTerms } from "../../build/identity/terms.ts";
import { compareByCodePoint, getItemAt, groupBy } from "../../build/schema/collections.ts";
import {
  findLowerBoundIndex,
  type IndexedDocument,
  PostingLists,
  removeSpaces,
  type SearchHitType,
  type SearchIndex,
} from "./search-index.ts";

/** Servers, skills and findings are many and often named after a model: theirs come after the models' own matches. */
type Class = "model" | "directory" | "other";

const classOf = (type: SearchHitType): Class =>
  type === "model" ? "model" : ["mcp", "skill", "finding"].includes(type) ? "directory" : "other";

const TIERS = {
  slug: { model: 9200, other: 9200, directory: 5700 },
  /** The name as it is written. */
  text: { model: 9000, other: 9000, directory: 5600 },
  "same words": { model: 8500, other: 8500, directory: 5500 },
  /** The name but for its spacing. */
  "same letters": { model: 8000, other: 8000, directory: 5400 },
  /** An alias; the maker's name before its models. */
  also: { model: 7000, other: 7200, directory: 5300 },
  /** The name goes on with another word. */
  begins: { model: 6000, other: 5200, directory: 3200 },
  /** The whole name is among the words of the query, the others are its maker, what it can do. */
  whole: { model: 5000, other: 4900, directory: 3100 },
  /** All words of the query stand in the name. */
  words: { model: 4500, other: 4200, directory: 3000 },
  "also begins": { model: 4150, other: 4050, directory: 2900 },
  /** The name goes on within a word. */
  "word begins": { model: 4000, other: 3900, directory: 2800 },
  /** All words of the query, some of them what the document is about. */
  all: { model: 3500, other: 3350, directory: 2500 },
  /** Some words; times the share of them, the rare ones weighing more. */
  some: { model: 1500, other: 1400, directory: 1200 },
} as const satisfies Record<string, Record<Class, number>>;
type Match = keyof typeof TIERS;

/** Of a name for whatever is newest: below every other name, for who writes `kimi` means the model of today. */
const POINTER_TIER = 4100;

/** Of what a lab derived from another's model: below all that the owner of the name makes, unless it is written out. */
const DERIVED_TIER = 4250;
const WRITTEN_OUT: ReadonlySet<Match> = new Set(["slug", "text", "same words", "same letters"]);

/** What prominence adds to a score at most: less than a step between the tiers. */
const PROMINENCE_POINTS = 90;

/** What it adds that all words of the query stand in the name. */
const NAMED_POINTS = 50;
/** Where the last word only begins one: `mini` is GPT-5.4 mini before any MiniMax, however many hosts sell that. */
const PREFIX_SHARE = 0.3;

/** What a match scores at least: one with the beginning of a name, or one with its words; below, in what is written of it. */
export const MIN_MATCH_SCORES = { beginning: TIERS.whole.other, name: DERIVED_TIER } as const;

/** A name that goes on within a word is one only from here on. */
const MIN_BEGINNING = 3;
/** Document → score; larger is better. */
type DocumentScores = Map<number, number>;

export class SearchRanker {
  readonly documents: readonly IndexedDocument[];
  readonly #index: SearchIndex;
  /** Names without spaces, sorted. */
  readonly #keys: readonly string[];
  readonly #pointers: ReadonlySet<number>;
  readonly #derived: ReadonlySet<number>;
  readonly #postings: PostingLists;
  readonly #correctionsOf: SpellingCorrector;
  readonly #nonLatinNames: RegExp;

  constructor(index: SearchIndex) {
    this.documents = index.documents;
    this.#index = index;
    this.#keys = index.names.map(removeSpaces);
    this.#pointers = new Set(index.pointers);
    this.#derived = new Set(index.derived);
    this.#postings = new PostingLists(index);
    this.#correctionsOf = createSpellingCorrector(index.terms);
    this.#nonLatinNames = toNamesPattern(Object.keys(index.scripts));
  }

  /** Everything that matches as it is written; else what the best of the other ways to read the query finds. */
  rank(query: string): { scores: DocumentScores; isPartial: boolean } {
    const written = toQueryVariant(query);
    const latin = this.replaceNonLatinNames(query);
    const knows = (term: string) => this.#postings.knows(term);
    const ways = [
      () => [
        ...unchangedQueryVariants(query),
        ...(latin === undefined ? [] : [toQueryVariant(latin)]),
      ],
      () => respacedVariants(written, knows),
      () => spellingCorrectedVariants(written.terms, this.#correctionsOf, knows),
    ];
    let found: DocumentScores = new Map();
    for (const way of ways) {
      const scores: DocumentScores = new Map();
      for (const variant of way()) this.#rankVariant(variant, scores);
      // `comand a` holds the words `com` and `and`, but a name with one error says more.
      if (bestScore(scores) > bestScore(found)) found = scores;
      if (bestScore(found) >= TIERS.words.model || (way === ways[0] && found.size > 0)) break;
    }
    if (found.size > 0) return { scores: found, isPartial: false };
    return { scores: this.#rankPartly(toQueryVariant(latin ?? query).terms), isPartial: true };
  }

  /** @returns The query with every known name in another script replaced; undefined when it holds none. */
  replaceNonLatinNames(query: string): string | undefined {
    const text = removeCaseAndAccents(query);
    if (!OTHER_LETTER.test(text)) return undefined;
    const { scripts } = this.#index;
    const latin = text.replace(this.#nonLatinNames, (name) => ` ${scripts[name]} `).trim();
    return latin === text.trim() ? undefined : latin;
  }

  /** Whether it is the name of a model or a benchmark; not whether it is an alias or a maker. */
  isOwnName(name: string): boolean {
    return this.#namesOf(splitNameTerms(name).join("")).some((at) => {
      const document = getItemAt(this.#index.owners, at);
      const { type } = getItemAt(this.documents, document);
      const isOwn = this.#index.nameKinds[at] !== "other" && !this.#pointers.has(document);
      return isOwn && (type === "model" || type === "benchmark");
    });
  }

  /** What has this name, or another name that is as good; not servers, skills and findings, which have any name. */
  documentsCalled(name: string): number[] {
    const found = this.#namesOf(splitNameTerms(name).join("")).map((at) =>
      getItemAt(this.#index.owners, at),
    );
    return [...new Set(found)].filter(
      (document) => classOf(getItemAt(this.documents, document).type) !== "directory",
    );
  }

  /** Positions of the names with this key. */
  #namesOf(key: string): number[] {
    const found: number[] = [];
    for (let at = findLowerBoundIndex(this.#keys, key); this.#keys[at] === key; at++)
      found.push(at);
    return found;
  }

  /** What a document is worth beside others that match alike. */
  #prominencePoints(document: number): number {
    return getItemAt(this.documents, document).prominence * PROMINENCE_POINTS;
  }

  #tierOf(match: Match, document: number): number {
    const tier = TIERS[match][classOf(getItemAt(this.documents, document).type)];
    const isPointer = match !== "slug" && this.#pointers.has(document);
    if (isPointer) return Math.min(tier, POINTER_TIER);
    const isDerived = this.#derived.has(document) && !WRITTEN_OUT.has(match);
    return isDerived ? Math.min(tier, DERIVED_TIER) : tier;
  }

  #rankVariant(variant: QueryVariant, scores: DocumentScores): void {
    const { terms, penalty } = variant;
    if (terms.length === 0) return;
    const add = (document: number, match: Match, more = 0, share = 1) => {
      const points = (this.#prominencePoints(document) + more) * share;
      const score = this.#tierOf(match, document) + points - penalty;
      if (score > (scores.get(document) ?? 0)) scores.set(document, score);
    };
    this.#matchNames(variant, add);
    for (const { document, mayBeWhole, named, isPrefix } of this.#postings.matchingAll(terms)) {
      const isWhole = mayBeWhole && this.#hasWholeName(document, terms);
      const match = isWhole ? "whole" : named === 1 ? "words" : "all";
      add(document, match, named * NAMED_POINTS, isPrefix ? PREFIX_SHARE : 1);
    }
  }

  #matchNames({ text, terms }: QueryVariant, add: (document: number, match: Match) => void): void {
    const key = terms.join("");
    const spaced = terms.join(" ");
    const { names, owners, nameKinds } = this.#index;
    for (let at = findLowerBoundIndex(this.#keys, key); this.#keys[at]?.startsWith(key); at++) {
      const document = getItemAt(owners, at);
      const kind = nameKinds[at];
      const name = getItemAt(names, at);
      if (this.#keys[at] === key)
        add(document, kind === "other" ? "also" : this.#exactly(document, text, name === spaced));
      else if (kind === "maker and own") continue;
      else if (endsWithWord(name, key.length))
        add(document, kind === "other" ? "also begins" : "begins");
      else if (key.length >= MIN_BEGINNING && kind === "own") add(document, "word begins");
    }
  }

  /** `opt-13b` and `opt-1.3b` are the same letters, in different words. */
  #exactly(document: number, text: string, hasSameWords: boolean): Match {
    const { name, slug } = getItemAt(this.documents, document);
    if (slug === text) return "slug";
    if (removeCaseAndAccents(name) === text) return "text";
    return hasSameWords ? "same words" : "same letters";
  }

  #hasWholeName(document: number, terms: readonly string[]): boolean {
    const { name, slug } = getItemAt(this.documents, document);
    return [name, slug].some((own) => splitNameTerms(own).every((term) => terms.includes(term)));
  }

  /** By some of the words: the rarer ones say more. */
  #rankPartly(terms: readonly string[]): DocumentScores {
    const words = terms.map((term) =>
      this.#postings.knows(term) ? [term] : this.#correctionsOf(term).map(({ word }) => word),
    );
    return new Map(
      [...this.#postings.matchingSome(words)].map(([document, share]) => [
        document,
        this.#tierOf("some", document) * share + this.#prominencePoints(document),
      ]),
    );
  }
}

const bestScore = (scores: DocumentScores): number =>
  [...scores.values()].reduce((best, score) => Math.max(best, score), 0);

/** Whether a word of the name ends after so many of its letters. */
function endsWithWord(name: string, letters: number): boolean {
  let at = 0;
  for (let seen = 0; seen < letters; at++) if (name[at] !== " ") seen++;
  return name[at] === " ";
}

// Other ways to read a query: without the path before a name, in Latin script, with spaces elsewhere, corrected.

interface QueryVariant {
  /** Folded: no case, no accents. */
  text: string;
  terms: readonly string[];
  /** Score that it costs that the query was not written so. */
  penalty: number;
}

/** Corrections of several words multiply. */
const MAX_CORRECTED = 12;
/** By the number of errors: a name with two is further than anything with one. */
const ERROR_PENALTIES = [0, 100, 1500];
/** More terms than any name has; the rest of a pasted page would only cost time. */
const MAX_TERMS = 12;
/** Shorter parts are found in any word. */
const MIN_PART = 3;
const RESPACING_PENALTY = 50;

const toQueryVariant = (text: string, penalty = 0): QueryVariant => ({
  text: removeCaseAndAccents(text.trim()),
  terms: splitNameTerms(text).slice(0, MAX_TERMS),
  penalty,
});

/** As written, and the name alone of `meta-llama/Llama-3.3-70B-Instruct` and `openai: gpt-4o`. */
function unchangedQueryVariants(query: string): QueryVariant[] {
  const name = query.slice(Math.max(query.lastIndexOf("/"), query.lastIndexOf(": ")) + 1);
  const whole = toQueryVariant(query);
  return name === query || name.trim() === "" ? [whole] : [whole, toQueryVariant(name, 10)];
}

/**
 * `open router auto` as `openrouter auto`, `claudeopus 4` as `claude opus 4`, where the index knows such words; `haiku45`
 * as `haiku 4 5`.
 */
function respacedVariants(
  { terms }: QueryVariant,
  knows: (term: string) => boolean,
): QueryVariant[] {
  const ways: string[][] = [];
  for (const [at, term] of terms.entries()) {
    const joined = `${term}${terms[at + 1] ?? ""}`;
    if (joined !== term && knows(joined)) ways.push(terms.toSpliced(at, 2, joined));
    if (/^\d\d$/.test(term)) ways.push(terms.toSpliced(at, 1, ...term));
    if (knows(term)) continue;
    for (let cut = MIN_PART; cut <= term.length - MIN_PART; cut++) {
      const parts = [term.slice(0, cut), term.slice(cut)];
      if (parts.every(knows)) ways.push(terms.toSpliced(at, 1, ...parts));
    }
  }
  return ways.map((way) => ({ text: way.join(" "), terms: way, penalty: RESPACING_PENALTY }));
}

/** The query with its unknown words corrected; with all words in doubt when it holds no unknown one. */
function spellingCorrectedVariants(
  terms: readonly string[],
  correctionsOf: SpellingCorrector,
  knows: (term: string) => boolean,
): QueryVariant[] {
  const unknown = terms.filter((term) => !knows(term));
  const doubted = unknown.length > 0 ? unknown : terms;
  let corrected: QueryVariant[] = [{ text: "", terms: [], penalty: 0 }];
  for (const term of terms) {
    const found = doubted.includes(term) ? correctionsOf(term) : [];
    const choices = found.length > 0 ? found : [{ word: term, errors: 0 }];
    corrected = corrected
      .flatMap((before) =>
        choices.map(({ word, errors }) => ({
          text: `${before.text} ${word}`.trimStart(),
          terms: [...before.terms, word],
          penalty: before.penalty + (ERROR_PENALTIES[errors] ?? 0),
        })),
      )
      .sort((a, b) => a.penalty - b.penalty)
      .slice(0, MAX_CORRECTED);
  }
  return corrected;
}

/** How many errors a word of so many letters may hold; in a shorter one only two letters that changed places. */
const allowed = (length: number): number => (length < 4 ? 0 : length < 6 ? 1 : 2);
/** More of them would be guesses. */
const MAX_CORRECTIONS = 8;

/** The words of the index that one with typing errors may stand for. */
type SpellingCorrector = (word: string) => { word: string; errors: number }[];

/**
 * The fewest errors first, else in the order of the terms. Words with a digit and very short ones have too many
 * neighbours.
 * @param terms The words that are right, sorted.
 */
function createSpellingCorrector(terms: readonly string[]): SpellingCorrector {
  const byLength = groupBy(
    terms.map((term) => ({ term, letters: lettersOf(term) })),
    ({ term }) => term.length,
  );
  return (word) => {
    const found: ReturnType<SpellingCorrector> = [];
    if (word.length < 3 || word.length > 40 || /\d/.test(word)) return found;
    const most = Math.max(1, allowed(word.length));
    const letters = lettersOf(word);
    for (let length = Math.max(3, word.length - most); length <= word.length + most; length++)
      for (const right of byLength.get(length) ?? []) {
        // One error changes two letters at most.
        if (countBits(letters ^ right.letters) > 2 * most) continue;
        const errors = errorsIn(word, right.term);
        if (errors <= most) found.push({ word: right.term, errors });
      }
    return found
      .sort((a, b) => a.errors - b.errors || compareByCodePoint(a.word, b.word))
      .slice(0, MAX_CORRECTIONS);
  };
}

/** A bit for each letter that a word has. Letters beyond the alphabet share the bits. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters |= 1 << word.charCodeAt(at);
  return letters;
}

/** In pairs, then in fours and bytes, which a multiplication adds up: a loop over the bits takes several times as long. */
function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function errorsIn(word: string, right: string): number {
  if (isTransposition(right, word)) return 1;
  const errors = getEditDistance(right, word);
  return errors <= allowed(Math.min(word.length, right.length + 1)) ? errors : Infinity;
}

/** Scripts that write without spaces: a name is found within a word, too (`百度文心`). */
const WITHOUT_SPACES = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー\u3099\u309a]+$/u;
const OTHER_LETTER = /(?!\p{sc=Latin})\p{L}/u;

function toNamesPattern(names: string[]): RegExp {
  // The longest first: `通义千问` before `通义`.
  const longestFirst = names.sort((a, b) => b.length - a.length);
  const alternatives = longestFirst.map((name) =>
    WITHOUT_SPACES.test(name) ? name : `(?<!\\p{L})${name}(?![\\p{L}\\p{M}])`,
  );
  return new RegExp(alternatives.join("|") || "(?!)", "gu");
}
