/** What our own tests record. */
import { z } from "zod";
import { IsoDate, Slug, Text, Url } from "./values.ts";

/** Tokens of one sentence of the tokenizer-tax passage. The file's name is the tokenizer. */
export const TokenCount = z.strictObject({
  run_date: IsoDate.describe("Day the tokens were counted"),
  language: z.string().regex(/^[a-z]{2}$/, "write the language's two letters (ISO 639-1)"),
  sentence: z.int().positive().describe("Place of the sentence in the passage, from 1"),
  passage_version: Text.describe("Counts of two versions are never compared"),
  tokens: z
    .int()
    .nonnegative()
    .describe("Tokens that the sentence adds to the passage before it, without special tokens"),
  characters: z.int().positive().describe("Unicode code points of the sentence"),
  package: Text.describe("Library that counted"),
  package_version: Text,
  source: Slug,
});
export type TokenCount = z.infer<typeof TokenCount>;

/** Which tokenizer a model uses, where that is known. A model that is not listed takes no part. */
export const ModelTokenizer = z.strictObject({
  model: Slug,
  tokenizer: Slug,
  basis: Text.describe("How it is known"),
  source_url: Url.describe("Where that can be read"),
});
export type ModelTokenizer = z.infer<typeof ModelTokenizer>;
