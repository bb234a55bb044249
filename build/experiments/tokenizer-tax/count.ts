/** A passage → tokens of each sentence. Pure: the tokenizer comes in. */
import { BuildError } from "../../facts/fault.ts";
import type { TokenCount } from "../../schema/own-test.ts";
import { PASSAGE_VERSION, PASSAGES, type Passage } from "./passage.ts";
import type { Tokenizer } from "./tokenizers.ts";

/** How many tokens a text has, without the marks that a library may put at its start. */
export type Count = (text: string) => number;

/**
 * Tokens that each sentence adds to the passage before it, so that they add up to the whole passage exactly.
 * A tokenizer sees the text up to a sentence, not the sentence alone: its first word keeps the space before it.
 */
export function countSentences({ sentences, joint }: Passage, count: Count): number[] {
  const upTo = sentences.map((_, last) => count(sentences.slice(0, last + 1).join(joint)));
  return upTo.map((tokens, index) => tokens - (upTo[index - 1] ?? 0));
}

/** @param day YYYY-MM-DD. @throws BuildError when the library counts something in an empty text. */
export function countPassages(
  tokenizer: Tokenizer,
  packageVersion: string,
  count: Count,
  day: string,
): TokenCount[] {
  if (count("") !== 0)
    throw new BuildError(
      `${tokenizer.id} counts ${count("")} tokens in an empty text; leave out its special tokens in load-tokenizer.ts`,
    );
  return PASSAGES.flatMap((passage) =>
    countSentences(passage, count).map((tokens, index) => ({
      run_date: day,
      language: passage.language,
      sentence: index + 1,
      passage_version: PASSAGE_VERSION,
      tokens,
      characters: [...passage.sentences[index]!].length,
      package: tokenizer.package,
      package_version: packageVersion,
      source: "operator",
    })),
  );
}
