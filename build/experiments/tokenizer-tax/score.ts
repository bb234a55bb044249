/** Token counts → percent extra. Pure, so that every published score can be computed again. */
import { bootstrap, type Interval, round, roundInterval } from "../../statistics/statistics.ts";

/** Tokens of one language's passage, sentence by sentence, in the order of the passage. */
export interface LanguageCount {
  language: string;
  sentences: readonly number[];
}

export interface Tax {
  /** Percent more tokens than English, mean over the other languages; lower is better. */
  score: number;
  /** Language → tokens of the whole passage. */
  tokens: Record<string, number>;
  /** Language → tokens / English tokens, two decimals; English is 1. */
  ratios: Record<string, number>;
}

const BASE = "en";
/** Any number will do; this one has always been used, so results repeat. */
const SEED = 20_261_121;

/** @returns null without English, or without any other language. */
export function scoreTax(counts: readonly LanguageCount[]): Tax | null {
  const english = counts.find(({ language }) => language === BASE);
  if (!english || counts.length < 2 || total(english.sentences) === 0) return null;
  const ratios = ratiosOf(counts, english);
  return {
    score: toScore(ratios),
    tokens: Object.fromEntries(
      counts.map(({ language, sentences }) => [language, total(sentences)]),
    ),
    ratios,
  };
}

/**
 * 90 % interval of the score, by drawing sentences; the same ones in every language, since a sentence that is long
 * in one is long in all. Takes some ten milliseconds, so it is apart from the score.
 * @returns null where there is no score.
 */
export function taxInterval(counts: readonly LanguageCount[]): Interval | null {
  const english = counts.find(({ language }) => language === BASE);
  if (!english || scoreTax(counts) === null) return null;
  const others = counts.filter(({ language }) => language !== BASE);
  const scoreOf = (drawn: readonly number[]) => {
    const base = totalOf(english.sentences, drawn);
    return meanTax(others.map(({ sentences }) => toRatio(totalOf(sentences, drawn), base)));
  };
  return roundInterval(bootstrap(english.sentences.length, scoreOf, SEED), 2);
}

/** The mean over the other languages of the rounded ratios, minus 1, in percent. */
export const toScore = (ratios: Record<string, number>): number =>
  meanTax(Object.entries(ratios).flatMap(([language, ratio]) => (language === BASE ? [] : ratio)));

function meanTax(others: readonly number[]): number {
  const mean = others.reduce((sum, ratio) => sum + ratio, 0) / others.length;
  return round(100 * (mean - 1), 2);
}

const toRatio = (tokens: number, english: number): number => round(tokens / english, 2);

const ratiosOf = (
  counts: readonly LanguageCount[],
  english: LanguageCount,
): Record<string, number> =>
  Object.fromEntries(
    counts.map(({ language, sentences }) => [
      language,
      toRatio(total(sentences), total(english.sentences)),
    ]),
  );

const total = (tokens: readonly number[]): number => tokens.reduce((sum, value) => sum + value, 0);
function totalOf(tokens: readonly number[], drawn: readonly number[]): number {
  let sum = 0;
  for (const index of drawn) sum += tokens[index] ?? 0;
  return sum;
}

/**
 * USD of input for as much text as takes 1,000 words in English; words cannot be counted alike in every script.
 * @param words Words of the English passage. @param usdPerMtok Null when the price is unknown.
 */
export function usdPer1kWords(
  tokens: Record<string, number>,
  words: number,
  usdPerMtok: number | null,
): Record<string, number> | null {
  if (usdPerMtok === null) return null;
  return Object.fromEntries(
    Object.entries(tokens).map(([language, count]) => [
      language,
      round((count * (1000 / words) * usdPerMtok) / 1e6, 9),
    ]),
  );
}
