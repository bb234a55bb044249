/** What our own tests record. */
import { z } from "zod";
import { IsoDate, NonEmptyText, Slug, WebUrl } from "./values.ts";

/** Tokens of one sentence of the tokenizer-tax passage. The file's name is the tokenizer. */
export const SentenceTokenCount = z.strictObject({
  run_date: IsoDate.describe("Day the tokens were counted"),
  language: z.string().regex(/^[a-z]{2}$/, "write the language's two letters (ISO 639-1)"),
  sentence: z.int().positive().describe("Place of the sentence in the passage, from 1"),
  passage_version: NonEmptyText.describe("Counts of two versions are never compared"),
  tokens: z
    .int()
    .nonnegative()
    .describe("Tokens that the sentence adds to the passage before it, without special tokens"),
  characters: z.int().positive().describe("Unicode code points of the sentence"),
  package: NonEmptyText.describe("Library that counted"),
  package_version: NonEmptyText,
  source: Slug,
});
export type SentenceTokenCount = z.infer<typeof SentenceTokenCount>;

/** Which tokenizer a model uses, where that is known. A model that is not listed takes no part. */
export const ModelTokenizer = z.strictObject({
  model: Slug,
  tokenizer: Slug,
  basis: NonEmptyText.describe("How it is known"),
  source_url: WebUrl.describe("Where that can be read"),
});
export type ModelTokenizer = z.infer<typeof ModelTokenizer>;

const TokenTotal = z.int().nonnegative().nullable();

/** An answer as it came, and what was made of it. */
export const OwnTestAnswer = z.strictObject({
  item_id: NonEmptyText,
  raw: z
    .string()
    .nullable()
    .describe("The model's words as they came; null when it gave none after every retry"),
  parsed: NonEmptyText.nullable().describe(
    "What they say in the test's own words; null when unusable",
  ),
  correct: z.boolean().nullable().describe("Null where nothing is right or wrong, or unusable"),
  finish: NonEmptyText.nullable().describe(
    "Why the answer ended, in the host's words (`stop`, `length`); `error:400` when it was refused",
  ),
  prompt_tokens: TokenTotal.describe("As the host counted them; null when it did not say"),
  completion_tokens: TokenTotal,
});

export type OwnTestAnswer = z.infer<typeof OwnTestAnswer>;

/** How a model was asked: two runs are compared only when all of it is equal. */
export const OwnTestRunConfig = z.strictObject({
  reasoning: NonEmptyText.nullable().describe(
    "Reasoning effort that was asked for; null for the default",
  ),
  temperature: z.number().nullable().describe("Null where the model takes none"),
  seed: z.int().nullable().describe("Null where the model takes none"),
  systemPrompt: NonEmptyText.nullable(),
  maxTokens: z.int().positive(),
  method: NonEmptyText,
});
export type OwnTestRunConfig = z.infer<typeof OwnTestRunConfig>;

/** One model's answers to every item of a test on one date. Written by `npm run own-tests`, never by hand. */
export const OwnTestRun = z.strictObject({
  id: Slug.describe("`<date>-<test>-v<version>-<model>`, and `-at-<host>` where a host is named"),
  test: Slug.describe("Name under /api/v1/own-tests"),
  version: NonEmptyText.describe("Of the items"),
  model: Slug,
  model_id: NonEmptyText.describe("Name under which the model was asked"),
  route: Slug.nullable().describe("Host that was asked; null when none was named"),
  run_date: IsoDate,
  n_items: z.int().nonnegative(),
  n_valid: z.int().nonnegative(),
  score: z.number().nullable(),
  interval: z.strictObject({ low: z.number(), high: z.number() }).nullable(),
  metrics: z.record(z.string(), z.unknown()),
  cost_usd: z.number().nonnegative().describe("By the catalogue's prices of that day"),
  config: OwnTestRunConfig,
  answers: z.array(OwnTestAnswer).describe("In the order of the items"),
  source: Slug,
});
export type OwnTestRun = z.infer<typeof OwnTestRun>;
