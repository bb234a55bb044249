/** What our own tests record. */
import * as z from "zod";
import { Language } from "./experiment.ts";
import { Amount, Count, IsoDate, NonEmptyText, nullableSchemas, Slug, WebUrl } from "./values.ts";

/** Tokens of one sentence of the tokenizer-tax passage. The file's name is the tokenizer. */
export const SentenceTokenCount = z.strictObject({
  run_date: IsoDate.describe("Day on which the tokens were counted"),
  language: Language,
  sentence: z.int().positive().describe("Position of the sentence in the passage, from 1"),
  passage_version: NonEmptyText.describe(
    "Version of the passage; counts of different versions are never compared",
  ),
  tokens: Count.describe(
    "Number of tokens by which the passage grows when this sentence is added, without special tokens",
  ),
  characters: z.int().positive().describe("Number of Unicode code points of the sentence"),
  package: NonEmptyText.describe("Library that counted the tokens"),
  package_version: NonEmptyText,
  source: Slug,
});
export type SentenceTokenCount = z.infer<typeof SentenceTokenCount>;

/** The tokenizer of a model, where it is known. Models that are not listed are left out of the tokenizer-tax test. */
export const ModelTokenizer = z.strictObject({
  model: Slug,
  tokenizer: Slug,
  basis: NonEmptyText.describe("Evidence that the model uses this tokenizer"),
  source_url: WebUrl.describe("Page that shows that the model uses this tokenizer"),
});

const TokenTotal = Count.nullable();

/** A model's reply to one question, unchanged, and how it was graded. */
export const OwnTestAnswer = z.strictObject({
  item_id: NonEmptyText,
  raw: nullableSchemas.text.describe(
    "The model's reply, unchanged; null when no attempt got a reply",
  ),
  parsed: NonEmptyText.nullable().describe(
    "Which of the test's listed answers the reply was interpreted as; null when the reply cannot be interpreted",
  ),
  correct: nullableSchemas.flag.describe(
    "True when the answer is right; null when the question has no right answer or the reply cannot be interpreted",
  ),
  finish: NonEmptyText.nullable().describe(
    "Finish reason that the host reported (`stop`, `length`); `error:400` when the host refused the request",
  ),
  prompt_tokens: TokenTotal.describe(
    "Input tokens that the host counted; null when the host reported no count",
  ),
  completion_tokens: TokenTotal,
});

export type OwnTestAnswer = z.infer<typeof OwnTestAnswer>;

/** How requests of a run were configured. Two runs are compared only when all fields are equal. */
export const OwnTestRequestConfig = z.strictObject({
  reasoning: NonEmptyText.nullable().describe(
    "Reasoning effort that the request asked for; null for the host's default",
  ),
  temperature: z
    .number()
    .nullable()
    .describe("Temperature of the request; null when the model accepts none"),
  seed: z.int().nullable().describe("Seed of the request; null when the model accepts none"),
  systemPrompt: NonEmptyText.nullable(),
  maxTokens: z.int().positive(),
  method: NonEmptyText,
});
export type OwnTestRequestConfig = z.infer<typeof OwnTestRequestConfig>;

/** One model's answers to every item of a test on one date. Written by `npm run own-tests`, never by hand. */
export const OwnTestRun = z.strictObject({
  id: Slug.describe(
    "`<date>-<test>-v<version>-<model>`, followed by `-at-<host>` if a host is named",
  ),
  test: Slug.describe("Name of the test in `/api/v1/own-tests/{test}`"),
  version: NonEmptyText.describe("Version of the test's questions"),
  model: Slug,
  model_id: NonEmptyText.describe("Model id that was sent to the endpoint"),
  route: Slug.nullable().describe(
    "Host to which the questions were sent; null when the run named none",
  ),
  run_date: IsoDate,
  n_items: Count,
  n_valid: Count,
  score: z.number().nullable(),
  interval: z.strictObject({ low: z.number(), high: z.number() }).nullable(),
  metrics: z.record(z.string(), z.unknown()),
  cost_usd: Amount.describe("Cost in USD, computed with the catalogue's prices of that day"),
  config: OwnTestRequestConfig,
  answers: z.array(OwnTestAnswer).describe("Answers in the order of the questions"),
  source: Slug,
});
