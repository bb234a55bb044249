/** The order of what a query finds. */
import { Postings } from "./postings.ts";
import { type Reading, readings, respaced } from "./readings.ts";
import { Scripts } from "./scripts.ts";
import { NAMES, type SearchIndex, type StoredDocument, squeeze } from "./search-index.ts";
import { lowerBound } from "./sorted.ts";
import { Spelling } from "./spelling.ts";
import { type Match, SCORE_OF_STANDING, tierOf } from "./tiers.ts";
import { fold, toTerms } from "./tokens.ts";

/** More terms than any name has; the rest of a pasted page would only cost time. */
const MAX_TERMS = 12;
/** A name that goes on within a word is one only from here on. */
const MIN_BEGINNING = 3;

export class Ranker {
  readonly documents: readonly StoredDocument[];
  readonly #index: SearchIndex;
  /** Names without spaces, sorted. */
  readonly #keys: readonly string[];
  readonly #postings: Postings;
  readonly #spelling: Spelling;
  readonly #scripts: Scripts;

  constructor(index: SearchIndex) {
    this.documents = index.documents;
    this.#index = index;
    this.#keys = index.names.map(squeeze);
    this.#postings = new Postings(index);
    this.#spelling = new Spelling(index.terms);
    this.#scripts = new Scripts(index.scripts);
  }

  /** Everything that matches: position among the documents → score; larger is better. The first way to read the query that finds anything decides. */
  rank(query: string): Map<number, number> {
    const ways = [
      () => [...readings(query), ...this.#scripts.readings(query)].map(cut),
      () => respaced(cut({ text: query, penalty: 0 }).terms, this.#postings),
      () => this.#corrected(cut({ text: query, penalty: 0 }).terms),
    ];
    for (const way of ways) {
      const scores = new Map<number, number>();
      for (const reading of way()) this.#rankExactly(reading, scores);
      if (scores.size > 0) return scores;
    }
    return this.#partly(cut({ text: query, penalty: 0 }).terms);
  }

  #rankExactly(reading: Cut, scores: Map<number, number>): void {
    if (reading.terms.length === 0) return;
    const found = (document: number, match: Match, more = 0) => {
      const { type, standing } = this.documents[document]!;
      const score = tierOf(match, type) + standing * SCORE_OF_STANDING + more - reading.penalty;
      if (score > (scores.get(document) ?? 0)) scores.set(document, score);
    };
    this.#byName(reading, found);
    for (const { document, mayBeWhole, named, isPrefix } of this.#postings.withAll(reading.terms))
      found(
        document,
        mayBeWhole && this.#hasWholeName(document, reading.terms)
          ? "whole"
          : named === 1
            ? "words"
            : "all",
        named * 50 - (isPrefix ? 20 : 0),
      );
  }

  #byName({ text, terms }: Cut, found: (document: number, match: Match) => void): void {
    const key = terms.join("");
    const spaced = terms.join(" ");
    for (let at = lowerBound(this.#keys, key); this.#keys[at]?.startsWith(key); at++) {
      const owner = this.#index.owners[at]!;
      const document = owner >> 2;
      const kind = owner & 3;
      const name = this.#index.names[at]!;
      if (this.#keys[at] === key)
        found(
          document,
          kind === NAMES.other ? "also" : this.#howExactly(document, text, name === spaced),
        );
      else if (kind === NAMES.ownWithMaker) continue;
      else if (endsWithWord(name, key.length))
        found(document, kind === NAMES.other ? "also begins" : "begins");
      else if (key.length >= MIN_BEGINNING && kind === NAMES.own) found(document, "word begins");
    }
  }

  /** `opt-13b` and `opt-1.3b` are the same letters, in different words. */
  #howExactly(document: number, text: string, hasSameWords: boolean): Match {
    const { name, slug } = this.documents[document]!;
    if (slug === text) return "slug";
    if (fold(name) === text) return "text";
    return hasSameWords ? "same words" : "same letters";
  }

  #hasWholeName(document: number, terms: readonly string[]): boolean {
    const { name, slug } = this.documents[document]!;
    return [name, slug].some((own) => toTerms(own).every((term) => terms.includes(term)));
  }

  /** The query with its unknown words put right; with all words in doubt when it holds no unknown one. */
  #corrected(terms: readonly string[]): Cut[] {
    const unknown = terms.filter((term) => !this.#postings.knows(term));
    const doubted = unknown.length > 0 ? unknown : terms;
    let corrected: Cut[] = [{ text: "", terms: [], penalty: 0 }];
    for (const term of terms) {
      const ways = this.#wordsFor(term, doubted.includes(term));
      corrected = corrected
        .flatMap((before) =>
          ways.map(({ word, penalty }) => ({
            text: "",
            terms: [...before.terms, word],
            penalty: before.penalty + penalty,
          })),
        )
        .sort((a, b) => a.penalty - b.penalty)
        .slice(0, MAX_READINGS);
    }
    return corrected.map((one) => ({ ...one, text: one.terms.join(" ") }));
  }

  #wordsFor(term: string, isDoubted: boolean): { word: string; penalty: number }[] {
    if (!isDoubted) return [{ word: term, penalty: 0 }];
    const words = this.#spelling.corrections(term).map(({ term: right, errors }) => ({
      word: this.#index.terms[right]!,
      penalty: ERROR_PENALTY[errors]!,
    }));
    return words.length > 0 ? words : [{ word: term, penalty: 0 }];
  }

  /** Some of the words: the rarer ones say more. */
  #partly(terms: readonly string[]): Map<number, number> {
    const ways = terms.map((term) =>
      this.#postings.knows(term)
        ? [term]
        : this.#spelling.corrections(term).map((correction) => this.#index.terms[correction.term]!),
    );
    const scores = new Map<number, number>();
    for (const [document, share] of this.#postings.withSome(ways)) {
      const { type, standing } = this.documents[document]!;
      scores.set(document, tierOf("some", type) * share + standing * SCORE_OF_STANDING);
    }
    return scores;
  }
}

interface Cut extends Reading {
  terms: readonly string[];
}

/** Corrections of several words multiply. */
const MAX_READINGS = 12;
/** Of no error, one, two: a name with two is further than anything with one. */
const ERROR_PENALTY = [0, 100, 1500];

const cut = ({ text, penalty }: Reading): Cut => ({
  text: fold(text.trim()),
  terms: toTerms(text).slice(0, MAX_TERMS),
  penalty,
});

/** Whether a word of the name ends after so many of its letters. */
function endsWithWord(name: string, letters: number): boolean {
  let at = 0;
  for (let seen = 0; seen < letters; at++) if (name[at] !== " ") seen++;
  return name[at] === " ";
}
