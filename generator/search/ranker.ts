/** The order of what a query finds. */
import { getAt } from "../../build/schema/collections.ts";
import { lowerBound } from "./lower-bound.ts";
import { type Match, PROMINENCE_POINTS, tierOf } from "./match-tiers.ts";
import { Postings } from "./postings.ts";
import {
  type QueryVariant,
  respacedVariants,
  toVariant,
  writtenVariants,
} from "./query-variants.ts";
import { ScriptNames } from "./script-names.ts";
import {
  documentOf,
  kindOf,
  NAME_KINDS,
  type SearchIndex,
  type StoredDocument,
  squeeze,
} from "./search-index.ts";
import { Spelling } from "./spelling.ts";
import { fold, toTerms } from "./tokens.ts";

/** A name that goes on within a word is one only from here on. */
const MIN_BEGINNING = 3;
/** Corrections of several words multiply. */
const MAX_CORRECTED = 12;
/** Of one error, and of more: a name with two is further than anything with one. */
const ERROR_PENALTY = { one: 100, more: 1500 };

interface Ranking {
  /** Position among the documents → score; larger is better. */
  scores: Map<number, number>;
  /** Nothing holds all the words. */
  isPartial: boolean;
}

export class Ranker {
  readonly documents: readonly StoredDocument[];
  readonly #index: SearchIndex;
  /** Names without spaces, sorted. */
  readonly #keys: readonly string[];
  readonly #pointers: ReadonlySet<number>;
  readonly #postings: Postings;
  readonly #spelling: Spelling;
  readonly #scriptNames: ScriptNames;

  constructor(index: SearchIndex) {
    this.documents = index.documents;
    this.#index = index;
    this.#keys = index.names.map(squeeze);
    this.#pointers = new Set(index.pointers);
    this.#postings = new Postings(index);
    this.#spelling = new Spelling(index.terms);
    this.#scriptNames = new ScriptNames(index.scripts);
  }

  /**
   * Everything that matches. The first way to read the query that finds anything decides.
   */
  rank(query: string): Ranking {
    const written = toVariant(query);
    const ways = [
      () => [...writtenVariants(query), ...this.#latinVariants(query)],
      () => respacedVariants(written, this.#postings),
      () => this.#corrected(written.terms),
    ];
    for (const way of ways) {
      const scores = new Map<number, number>();
      for (const variant of way()) this.#rankVariant(variant, scores);
      if (scores.size > 0) return { scores, isPartial: false };
    }
    return { scores: this.#rankPartly(written.terms), isPartial: true };
  }

  /** Whether somebody is called so. @param spaced Terms, joined by spaces. */
  isName(spaced: string): boolean {
    return this.#keys[lowerBound(this.#keys, squeeze(spaced))] === squeeze(spaced);
  }

  /** Whether a model or a benchmark is called so; not whether that is its alias or its maker. */
  isOwnName(spaced: string): boolean {
    const key = squeeze(spaced);
    for (let at = lowerBound(this.#keys, key); this.#keys[at] === key; at++)
      if (this.#isOwn(getAt(this.#index.owners, at))) return true;
    return false;
  }

  #isOwn(owner: number): boolean {
    const document = documentOf(owner);
    const isKind = ["model", "benchmark"].includes(getAt(this.documents, document).type);
    return kindOf(owner) !== NAME_KINDS.other && isKind && !this.#pointers.has(document);
  }

  /** Of a document: what it is worth beside others that match alike. */
  prominencePoints(document: number): number {
    return getAt(this.documents, document).prominence * PROMINENCE_POINTS;
  }

  #tierOf(match: Match, document: number): number {
    return tierOf(match, getAt(this.documents, document).type, this.#pointers.has(document));
  }

  #latinVariants(query: string): QueryVariant[] {
    const latin = this.#scriptNames.inLatin(query);
    return latin === undefined ? [] : [toVariant(latin)];
  }

  #rankVariant(variant: QueryVariant, scores: Map<number, number>): void {
    const { terms, penalty } = variant;
    if (terms.length === 0) return;
    const add = (document: number, match: Match, more = 0) => {
      const score =
        this.#tierOf(match, document) + this.prominencePoints(document) + more - penalty;
      if (score > (scores.get(document) ?? 0)) scores.set(document, score);
    };
    this.#matchNames(variant, add);
    for (const { document, mayBeWhole, named, isPrefix } of this.#postings.matchingAll(terms)) {
      const isWhole = mayBeWhole && this.#hasWholeName(document, terms);
      const match = isWhole ? "whole" : named === 1 ? "words" : "all";
      add(document, match, named * 50 - (isPrefix ? 20 : 0));
    }
  }

  #matchNames({ text, terms }: QueryVariant, add: (document: number, match: Match) => void): void {
    const key = terms.join("");
    const spaced = terms.join(" ");
    for (let at = lowerBound(this.#keys, key); this.#keys[at]?.startsWith(key); at++) {
      const owner = getAt(this.#index.owners, at);
      const [document, kind] = [documentOf(owner), kindOf(owner)];
      const name = getAt(this.#index.names, at);
      if (this.#keys[at] === key)
        add(
          document,
          kind === NAME_KINDS.other ? "also" : this.#howExactly(document, text, name === spaced),
        );
      else if (kind === NAME_KINDS.ownWithMaker) continue;
      else if (endsWithWord(name, key.length))
        add(document, kind === NAME_KINDS.other ? "also begins" : "begins");
      else if (key.length >= MIN_BEGINNING && kind === NAME_KINDS.own) add(document, "word begins");
    }
  }

  /** `opt-13b` and `opt-1.3b` are the same letters, in different words. */
  #howExactly(document: number, text: string, hasSameWords: boolean): Match {
    const { name, slug } = getAt(this.documents, document);
    if (slug === text) return "slug";
    if (fold(name) === text) return "text";
    return hasSameWords ? "same words" : "same letters";
  }

  #hasWholeName(document: number, terms: readonly string[]): boolean {
    const { name, slug } = getAt(this.documents, document);
    return [name, slug].some((own) => toTerms(own).every((term) => terms.includes(term)));
  }

  /** The query with its unknown words put right; with all words in doubt when it holds no unknown one. */
  #corrected(terms: readonly string[]): QueryVariant[] {
    const unknown = terms.filter((term) => !this.#postings.knows(term));
    const doubted = unknown.length > 0 ? unknown : terms;
    let corrected: { terms: readonly string[]; penalty: number }[] = [{ terms: [], penalty: 0 }];
    for (const term of terms) {
      const corrections = this.#correctionsOf(term, doubted.includes(term));
      corrected = corrected
        .flatMap((before) =>
          corrections.map(({ word, penalty }) => ({
            terms: [...before.terms, word],
            penalty: before.penalty + penalty,
          })),
        )
        .sort((a, b) => a.penalty - b.penalty)
        .slice(0, MAX_CORRECTED);
    }
    return corrected.map((variant) => ({ ...variant, text: variant.terms.join(" ") }));
  }

  #correctionsOf(term: string, isDoubted: boolean): { word: string; penalty: number }[] {
    const corrections = isDoubted ? this.#spelling.corrections(term) : [];
    if (corrections.length === 0) return [{ word: term, penalty: 0 }];
    return corrections.map(({ word, errors }) => ({
      word,
      penalty: errors === 0 ? 0 : errors === 1 ? ERROR_PENALTY.one : ERROR_PENALTY.more,
    }));
  }

  /** By some of the words: the rarer ones say more. */
  #rankPartly(terms: readonly string[]): Map<number, number> {
    const words = terms.map((term) =>
      this.#postings.knows(term)
        ? [term]
        : this.#spelling.corrections(term).map(({ word }) => word),
    );
    const scores = new Map<number, number>();
    for (const [document, share] of this.#postings.matchingSome(words)) {
      const tier = this.#tierOf("some", document);
      scores.set(document, tier * share + this.prominencePoints(document));
    }
    return scores;
  }
}

/** Whether a word of the name ends after so many of its letters. */
function endsWithWord(name: string, letters: number): boolean {
  let at = 0;
  for (let seen = 0; seen < letters; at++) if (name[at] !== " ") seen++;
  return name[at] === " ";
}
