/** Other ways to read a query: without the path before a name, in Latin script, with spaces elsewhere, corrected. */
import { distance } from "fastest-levenshtein";
import { removeCaseAndAccents, splitNameTerms } from "../../build/identity/terms.ts";

/** A way to read a query. */
export interface QueryVariant {
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

export const toQueryVariant = (text: string, penalty = 0): QueryVariant => ({
  text: removeCaseAndAccents(text.trim()),
  terms: splitNameTerms(text).slice(0, MAX_TERMS),
  penalty,
});

/** As written, and the name alone of `meta-llama/Llama-3.3-70B-Instruct` and `openai: gpt-4o`. */
export function unchangedQueryVariants(query: string): QueryVariant[] {
  const name = query.slice(Math.max(query.lastIndexOf("/"), query.lastIndexOf(": ")) + 1);
  const whole = toQueryVariant(query);
  return name === query || name.trim() === "" ? [whole] : [whole, toQueryVariant(name, 10)];
}

/** `open router auto` as `openrouter auto`, `claudeopus 4` as `claude opus 4`: where the index knows such words. */
export function respacedVariants(
  { terms }: QueryVariant,
  knows: (term: string) => boolean,
): QueryVariant[] {
  const ways: string[][] = [];
  for (const [at, term] of terms.entries()) {
    const joined = `${term}${terms[at + 1] ?? ""}`;
    if (joined !== term && knows(joined)) ways.push(terms.toSpliced(at, 2, joined));
    if (knows(term)) continue;
    for (let cut = MIN_PART; cut <= term.length - MIN_PART; cut++) {
      const parts = [term.slice(0, cut), term.slice(cut)];
      if (parts.every(knows)) ways.push(terms.toSpliced(at, 1, ...parts));
    }
  }
  return ways.map((way) => ({ text: way.join(" "), terms: way, penalty: RESPACING_PENALTY }));
}

/** The query with its unknown words corrected; with all words in doubt when it holds no unknown one. */
export function spellingCorrectedVariants(
  terms: readonly string[],
  vocabulary: readonly string[],
  knows: (term: string) => boolean,
): QueryVariant[] {
  const unknown = terms.filter((term) => !knows(term));
  const doubted = unknown.length > 0 ? unknown : terms;
  let corrected: QueryVariant[] = [{ text: "", terms: [], penalty: 0 }];
  for (const term of terms) {
    const found = doubted.includes(term) ? findSpellingCorrections(term, vocabulary) : [];
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

interface Correction {
  /** The word that may be meant. */
  word: string;
  errors: number;
}

/** How many errors a word of so many letters may hold; in a shorter one only two letters that changed places. */
const allowed = (length: number): number => (length < 4 ? 0 : length < 6 ? 1 : 2);
/** More of them would be guesses. */
const MAX_CORRECTIONS = 8;

/**
 * The fewest errors first, else in the order of the terms. Words with a digit and very short ones have too many
 * neighbours.
 * @param terms The words that are right.
 */
export function findSpellingCorrections(word: string, terms: readonly string[]): Correction[] {
  if (word.length < 3 || word.length > 40 || /\d/.test(word)) return [];
  const most = Math.max(1, allowed(word.length));
  const found: Correction[] = [];
  for (const term of terms) {
    if (term.length < 3 || Math.abs(word.length - term.length) > 2) continue;
    const errors = errorsIn(word, term);
    if (errors <= most) found.push({ word: term, errors });
  }
  return found.sort((a, b) => a.errors - b.errors).slice(0, MAX_CORRECTIONS);
}

/** Two letters that changed places are one error. */
function errorsIn(word: string, right: string): number {
  if (word.length === right.length && isSwapped(word, right)) return 1;
  const errors = distance(word, right);
  const most = allowed(Math.min(word.length, right.length + 1));
  return errors <= most ? errors : Number.POSITIVE_INFINITY;
}

function isSwapped(a: string, b: string): boolean {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}

/** Scripts that write without spaces: a name is found within a word, too (`百度文心`). */
const WITHOUT_SPACES = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー\u3099\u309a]+$/u;
const OTHER_LETTER = /(?!\p{sc=Latin})\p{L}/u;

/**
 * @param words Name in another script, folded → the words that the documents have for it.
 * @returns The query with every known name replaced; undefined when it holds none.
 */
export function toLatinScript(
  query: string,
  words: Readonly<Record<string, string>>,
): string | undefined {
  const text = removeCaseAndAccents(query);
  if (!OTHER_LETTER.test(text)) return undefined;
  const latin = text.replace(namesIn(words), (name) => ` ${words[name]} `).trim();
  return latin === text.trim() ? undefined : latin;
}

function namesIn(words: object): RegExp {
  // The longest first: `通义千问` before `通义`.
  const names = Object.keys(words).sort((a, b) => b.length - a.length);
  const alternatives = names.map((name) =>
    WITHOUT_SPACES.test(name) ? name : `(?<!\\p{L})${name}(?![\\p{L}\\p{M}])`,
  );
  return new RegExp(alternatives.join("|") || "(?!)", "gu");
}
