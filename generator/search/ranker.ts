import {
  createSpellingCorrector,
  type SpellingCorrector,
} from "../../build/identity/nearest-names.ts";
import { removeCaseAndAccents, splitNameTerms } from "../../build/identity/terms.ts";
import { getItemAt } from "../../build/schema/collections.ts";
import {
  findLowerBoundIndex,
  type IndexedDocument,
  PostingLists,
  removeSpaces,
  type SearchHitType,
  type SearchIndex,
} from "./search-index.ts";

/** Directory entries are numerous and often named after a model, so they rank below models with the same match. */
type Class = "model" | "directory" | "other";

const classOf = (type: SearchHitType): Class =>
  type === "model" ? "model" : ["mcp", "skill", "finding"].includes(type) ? "directory" : "other";

const TIERS = {
  slug: { model: 9200, other: 9200, directory: 5700 },
  text: { model: 9000, other: 9000, directory: 5600 },
  "same words": { model: 8500, other: 8500, directory: 5500 },
  /** The same name with other spaces. */
  "same letters": { model: 8000, other: 8000, directory: 5400 },
  /** An alias. The name of a maker ranks before its models. */
  also: { model: 7000, other: 7200, directory: 5300 },
  /** The name continues with another word. */
  begins: { model: 6000, other: 5200, directory: 3200 },
  /** All words of the name are in the query. The other words name the maker or a capability, for example. */
  whole: { model: 5000, other: 4900, directory: 3100 },
  /** All words of the query are in the name. */
  words: { model: 4500, other: 4200, directory: 3000 },
  "also begins": { model: 4150, other: 4050, directory: 2900 },
  /** The name continues within the word. */
  "word begins": { model: 4000, other: 3900, directory: 2800 },
  /** The document contains all words of the query, some of them outside its name. */
  all: { model: 3500, other: 3350, directory: 2500 },
  /** The document contains some of the words; multiplied by their share, in which rare words weigh more. */
  some: { model: 1500, other: 1400, directory: 1200 },
} as const satisfies Record<string, Record<Class, number>>;
type Match = keyof typeof TIERS;

/**
 * Highest tier of aliases that point to the newest model, unless the query is their slug. They rank below models whose
 * name has all words of the query, because users who write `kimi` mean the current model.
 */
const POINTER_TIER = 4100;

/** Tier of models derived from another lab's model, below those of the name's owner unless the full name is written. */
const DERIVED_TIER = 4250;
const WRITTEN_OUT: ReadonlySet<Match> = new Set(["slug", "text", "same words", "same letters"]);

/** Maximum points for prominence; smaller than the steps between tiers. */
const PROMINENCE_POINTS = 90;

/** What it adds that a name has exactly the version at the end of the query: `gpt 6` is GPT-6 Sol before GPT-6.2 Sol. */
const VERSION_POINTS = 100;
const VERSIONED: ReadonlySet<Match> = new Set(["begins", "whole", "words"]);

/** What it adds that all words of the query stand in the name. */
const NAMED_POINTS = 50;
/** Where the last word only begins one: `mini` is GPT-5.4 mini before any MiniMax, however many hosts sell that. */
const PREFIX_SHARE = 0.3;

/** Lowest scores of matches with the beginning of a name and with its words; lower ones match other text. */
export const MIN_MATCH_SCORES = {
  alias: TIERS.also.model,
  beginning: TIERS.whole.other,
  name: DERIVED_TIER,
} as const;

/** From this length on, a query may match the beginning of a word in a name. */
const MIN_BEGINNING = 3;
/** `8b`, a number of parameters; not that of the active ones in `a3b`. */
const SIZE = /(?<![\da.])\d+(?:\.\d+)?b\b/;
/** `Qwen3.8-27B` has the words `8` and `b`, but is no model of 8b. */
const isOfSize = ({ name, slug }: IndexedDocument, size?: string): boolean =>
  size === undefined || (SIZE.exec(name.toLowerCase()) ?? SIZE.exec(slug))?.[0] === size;

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
    const models = index.documents.findLastIndex(({ type }) => type === "model") + 1;
    const isFamily = (term: string) => this.#postings.isInManyNames(term, models);
    this.#correctionsOf = createSpellingCorrector(index.terms, { isFamily });
    this.#nonLatinNames = toNamesPattern(Object.keys(index.scripts));
  }

  /** All matches of the query as written, or else the best matches of other readings of it; `read` is the best reading. */
  rank(query: string): { scores: DocumentScores; isPartial: boolean; read: string } {
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
    let read = query;
    for (const way of ways) {
      const scores: DocumentScores = new Map();
      // `comand a` contains the words `com` and `and`, but a name with one spelling error is a better match.
      let best = found.size > 0 ? Math.max(bestScore(found), MIN_MATCH_SCORES.name) : 0;
      for (const variant of way()) {
        this.#rankVariant(variant, scores);
        if (bestScore(scores) <= best) continue;
        [best, read, found] = [bestScore(scores), variant.text, scores];
      }
      // `opsu` begins the name of a skill, but is no word of any name.
      const isKnown = best >= TIERS.all.model || written.terms.every(knows);
      if (best >= TIERS.words.model || (way === ways[0] && found.size > 0 && isKnown)) break;
    }
    if (found.size > 0) return { scores: found, isPartial: false, read };
    const scores = this.#rankPartly(toQueryVariant(latin ?? query).terms);
    return { scores, isPartial: true, read };
  }

  /** @returns The query with all known names in other scripts replaced; undefined when it contains none. */
  replaceNonLatinNames(query: string): string | undefined {
    const text = removeCaseAndAccents(query);
    if (!OTHER_LETTER.test(text)) return undefined;
    const { scripts } = this.#index;
    const latin = text.replace(this.#nonLatinNames, (name) => ` ${scripts[name]} `).trim();
    return latin === text.trim() ? undefined : latin;
  }

  /** Whether this is the own name of a model or benchmark, not an alias or a maker. */
  isOwnName(name: string): boolean {
    return this.#namesOf(splitNameTerms(name).join("")).some((at) => {
      const document = getItemAt(this.#index.owners, at);
      const { type } = getItemAt(this.documents, document);
      const isOwn = this.#index.nameKinds[at] !== "other" && !this.#pointers.has(document);
      return isOwn && (type === "model" || type === "benchmark");
    });
  }

  /** Providers, benchmarks, agents and terms with this name, alias or maker. */
  documentsCalled(name: string): IndexedDocument[] {
    const found = this.#namesOf(splitNameTerms(name).join(""))
      .map((at) => getItemAt(this.#index.owners, at))
      .map((document) => getItemAt(this.documents, document));
    return [...new Set(found)].filter(({ type }) => classOf(type) === "other");
  }

  #namesOf(key: string): number[] {
    const found: number[] = [];
    for (let at = findLowerBoundIndex(this.#keys, key); this.#keys[at] === key; at++)
      found.push(at);
    return found;
  }

  /** Points that rank a document among equal matches. */
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
    const version = toVersionPattern(terms);
    const add = (document: number, match: Match, more = 0, share = 1) => {
      const { slug, ofVersion } = getItemAt(this.documents, document);
      const isOfVersion = version && ofVersion !== undefined && VERSIONED.has(match);
      // A retired model comes after those on sale, and before other retired ones.
      const forVersion = ofVersion === 0 ? 1 : VERSION_POINTS;
      const own =
        isOfVersion && version.test(slug)
          ? forVersion + ofVersion * PROMINENCE_POINTS
          : this.#prominencePoints(document);
      const points = (own + more) * share;
      const score = this.#tierOf(match, document) + points - penalty;
      if (score > (scores.get(document) ?? 0)) scores.set(document, score);
    };
    this.#matchNames(variant, add);
    const [size] = SIZE.exec(variant.text) ?? [];
    for (const { document, mayBeWhole, named, isPrefix } of this.#postings.matchingAll(terms)) {
      const isWhole = mayBeWhole && this.#hasWholeName(document, terms);
      const isNamed = named === 1 && isOfSize(getItemAt(this.documents, document), size);
      const match = isWhole ? "whole" : isNamed ? "words" : "all";
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

  /** `opt-13b` and `opt-1.3b` have the same letters but different words. */
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

  #rankPartly(terms: readonly string[]): DocumentScores {
    const oneErrorFrom = (term: string) =>
      this.#correctionsOf(term).flatMap(({ word, errors }) => (errors === 1 ? word : []));
    const words = terms.map((term) => (this.#postings.knows(term) ? [term] : oneErrorFrom(term)));
    // `norn 4`: a number alone says nothing.
    if (words.flat().every((word) => /^\d/.test(word))) return new Map();
    return new Map(
      [...this.#postings.matchingSome(words)].map(([document, share]) => [
        document,
        this.#tierOf("some", document) * share + this.#prominencePoints(document),
      ]),
    );
  }
}

/** Matches slugs of exactly the version at the end: `claude 4.5`, but not 4.5.1, and `gpt 4`, but neither 4o nor 4.1. */
function toVersionPattern(terms: readonly string[]): RegExp | undefined {
  const numbers = terms.slice(terms.findLastIndex((term) => !/^\d\d?$/.test(term)) + 1);
  if (numbers.length === 0 || numbers.length === terms.length) return undefined;
  return new RegExp(`(?<!\\d-?)${numbers.join("-")}(?=-|$)(?!-[1-9]\\d?(?![\\db]))`);
}

const bestScore = (scores: DocumentScores): number =>
  [...scores.values()].reduce((best, score) => Math.max(best, score), 0);

/** Whether a word of the name ends after this many letters. */
function endsWithWord(name: string, letters: number): boolean {
  let at = 0;
  for (let seen = 0; seen < letters; at++) if (name[at] !== " ") seen++;
  return name[at] === " ";
}

// Other readings of a query: without a path before the name, in Latin script, with different spaces, or with corrected
// spelling.

interface QueryVariant {
  /** Folded: no case, no accents. */
  text: string;
  terms: readonly string[];
  /** Points that this reading costs, because the query was written differently. */
  penalty: number;
}

/** Limits the combinations when several words are corrected. */
const MAX_CORRECTED = 12;
/** By number of errors in a word. A name with two errors ranks below every full name with one. */
const ERROR_PENALTIES = [0, 100, 1500];
/** No name has more terms. Further terms of a pasted page would only cost time. */
const MAX_TERMS = 12;
/** Shorter parts occur in too many words. */
const MIN_PART = 3;
const RESPACING_PENALTY = 50;

const toQueryVariant = (text: string, penalty = 0): QueryVariant => ({
  text: removeCaseAndAccents(text.trim()),
  terms: splitNameTerms(text).slice(0, MAX_TERMS),
  penalty,
});

/** The query, and the name without its prefix in `meta-llama/Llama-3.3-70B-Instruct` and `openai: gpt-4o`. */
function unchangedQueryVariants(query: string): QueryVariant[] {
  const name = query.slice(Math.max(query.lastIndexOf("/"), query.lastIndexOf(": ")) + 1);
  const whole = toQueryVariant(query);
  return name === query || name.trim() === "" ? [whole] : [whole, toQueryVariant(name, 10)];
}

/** Reads `open router auto` as `openrouter auto`, `claudeopus 4` as `claude opus 4`, and `haiku45` as `haiku 4 5`. */
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

/** The query with its unknown words corrected. If all words are known, each may be a misspelling. */
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
      .slice(0, MAX_CORRECTED);
  }
  return corrected;
}

/** Scripts without spaces, where a name may also occur within a word (`百度文心`). */
const WITHOUT_SPACES = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー\u3099\u309a]+$/u;
const OTHER_LETTER = /(?!\p{sc=Latin})\p{L}/u;

function toNamesPattern(names: string[]): RegExp {
  // Longest first, so that `通义千问` matches before `通义`.
  const longestFirst = names.sort((a, b) => b.length - a.length);
  const alternatives = longestFirst.map((name) =>
    WITHOUT_SPACES.test(name) ? name : `(?<!\\p{L})${name}(?![\\p{L}\\p{M}])`,
  );
  return new RegExp(alternatives.join("|") || "(?!)", "gu");
}
