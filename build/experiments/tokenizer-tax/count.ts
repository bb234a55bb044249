/** A passage → tokens of each sentence. Pure: the tokenizer comes in. */
import { BuildError } from "../../facts/fault.ts";
import type { TokenCount } from "../../schema/own-test.ts";
import { type Passage, textOf } from "./items.ts";
import type { Tokenizer } from "./tokenizers.ts";

/** How many tokens a text has, without the marks that a library may put at its start. */
export type Count = (text: string) => number;

/**
 * Tokens that each sentence adds to the passage before it, so that they add up to the whole passage exactly.
 * A tokenizer sees the text up to a sentence, not the sentence alone: its first word keeps the space before it.
 */
export function countSentences(passage: Passage, count: Count): number[] {
  const upTo = passage.sentences.map((_, last) => count(textOf(passage, last + 1)));
  return upTo.map((tokens, index) => tokens - (upTo[index - 1] ?? 0));
}

/** What is counted, with what, and when. */
export interface Counting {
  passages: readonly Passage[];
  /** Of the passages. */
  version: string;
  tokenizer: Tokenizer;
  packageVersion: string;
  /** YYYY-MM-DD. */
  day: string;
}

/** @throws BuildError when the library counts something in an empty text. */
export function countPassages(
  { passages, version, tokenizer, packageVersion, day }: Counting,
  count: Count,
): TokenCount[] {
  if (count("") !== 0)
    throw new BuildError(
      `${tokenizer.id} counts ${count("")} tokens in an empty text; leave out its special tokens in load-tokenizer.ts`,
    );
  return passages.flatMap((passage) =>
    countSentences(passage, count).map((tokens, index) => ({
      run_date: day,
      language: passage.language,
      sentence: index + 1,
      passage_version: version,
      tokens,
      characters: [...(passage.sentences[index] ?? "")].length,
      package: tokenizer.package,
      package_version: packageVersion,
      source: "operator",
    })),
  );
}
