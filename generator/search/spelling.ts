/** Words of the index that a mistyped one may stand for. */
import { distance } from "fastest-levenshtein";
import { getAt } from "../../build/schema/collections.ts";
import { lettersOf, mayBeWithin } from "./letter-sets.ts";

interface Correction {
  /** The word that may be meant. */
  word: string;
  errors: number;
}

/** How many errors a word of so many letters may hold; in a shorter one only two letters that changed places. */
const allowed = (length: number): number => (length < 4 ? 0 : length < 6 ? 1 : 2);
/** More of them would be guesses. */
const MAX_CORRECTIONS = 8;

export class Spelling {
  readonly #terms: readonly string[];
  /** Of each term: the set of its letters, a bit each. */
  #letters: Int32Array | undefined;

  /** @param terms The words that are right. */
  constructor(terms: readonly string[]) {
    this.#terms = terms;
  }

  /** The fewest errors first. Words with a digit and very short ones have too many neighbours. */
  corrections(word: string): Correction[] {
    if (word.length < 3 || word.length > 40 || /\d/.test(word)) return [];
    const most = Math.max(1, allowed(word.length));
    const letters = lettersOf(word);
    this.#letters ??= Int32Array.from(this.#terms, lettersOf);
    const found: Correction[] = [];
    this.#letters.forEach((own, at) => {
      // Most words are out after this.
      if (!mayBeWithin(most, letters, own)) return;
      const term = getAt(this.#terms, at);
      const errors = this.#errors(word, term);
      if (errors <= most) found.push({ word: term, errors });
    });
    // Sorting keeps the order of the terms among equals.
    return found.sort((a, b) => a.errors - b.errors).slice(0, MAX_CORRECTIONS);
  }

  /** Two letters that changed places are one error. */
  #errors(word: string, right: string): number {
    if (Math.abs(word.length - right.length) > 2 || right.length < 3)
      return Number.POSITIVE_INFINITY;
    if (word.length === right.length && isSwapped(word, right)) return 1;
    const errors = distance(word, right);
    return errors <= allowed(Math.min(word.length, right.length + 1))
      ? errors
      : Number.POSITIVE_INFINITY;
  }
}

function isSwapped(a: string, b: string): boolean {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}
