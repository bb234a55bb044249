/** What our own tests ask: items, frozen with a version. */
import { z } from "zod";
import { NonEmptyText, Slug } from "./values.ts";

/** How the reply to an exact question is read: build/experiments/graders.ts. */
const READINGS = ["name", "month", "digits", "words", "choice", "number", "word", "line"] as const;
export type AnswerFormat = (typeof READINGS)[number];

/** One test, in the folder of its name. Its items are beside it, in `items.csv` or `items.json`. */
export const OwnTestDefinition = z.strictObject({
  test: Slug.describe("Name under /api/v1/own-tests"),
  lab: Slug.nullable().describe("Name under /api/lab; null without a dataset of answers"),
  name: NonEmptyText,
  question: NonEmptyText,
  version: z
    .string()
    .regex(/^[1-9]\d*$/, "not a version: write a whole number from 1")
    .describe(
      "Of the items: raise it when an item changes. Results of two versions are never compared",
    ),
  items_sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, "not a sha256: write 64 hexadecimal digits, as `sha256sum` does")
    .describe("sha256 of the file of items, with which this version was frozen"),
  grader: z
    .enum(["exact", "choice", "refusal", "ratio"])
    .describe("How an answer is graded; `ratio` counts tokens and sends nothing to a model"),
  metric: z
    .enum(["own_lab", "land_water", "twins", "horizon", "hosts", "changes", "extra_tokens"])
    .describe("How graded answers become a score: a function of build/experiments/metrics.ts"),
  max_tokens: z.int().positive().nullable().describe("Longest answer; null for `ratio`"),
  readings: z
    .record(z.string(), z.enum(READINGS))
    .nullable()
    .describe("Of `exact`: kind of item → how its answer is read; null where each item says it"),
  choices: z
    .record(z.string(), NonEmptyText)
    .nullable()
    .describe("Of `choice`: value → the replies that mean it, joined with ` | `; else null"),
  scoring: z.strictObject({
    rule: NonEmptyText.describe("How answers become a score"),
    unit: NonEmptyText,
    higher_is_better: z.boolean(),
    grades: z
      .strictObject({ A: z.number(), B: z.number(), C: z.number(), D: z.number() })
      .nullable()
      .describe("Grade → the worst score that earns it; anything worse is F. Null without grades"),
  }),
  headline_rule: NonEmptyText.describe("What the headline says"),
  methodology: z
    .array(NonEmptyText)
    .min(1)
    .describe("The questions, the scoring and the limits; paragraphs"),
});
export type OwnTestDefinition = z.infer<typeof OwnTestDefinition>;

const ItemId = Slug.describe("Names the item for ever");
const Prompt = NonEmptyText.describe("The question, word for word");
const Spellings = NonEmptyText.nullable().describe(
  "What else counts as the answer, joined with ` | `; null when nothing does",
);
const Language = z
  .string()
  .regex(/^[a-z]{2}$/, "write the language's two letters (ISO 639-1)")
  .describe("ISO 639-1");

/** Who are you? The answer is the model's own lab, whichever it is. */
export const WhoAreYouQuestion = z.strictObject({
  item_id: ItemId,
  language: Language.describe("Of the prompt, ISO 639-1"),
  asks: z.enum(["maker", "name"]).describe("For the company that made the model, or for its name"),
  prompt: Prompt,
});
export type WhoAreYouQuestion = z.infer<typeof WhoAreYouQuestion>;

/** Knowledge horizon: something that happened in a month. */
export const KnowledgeHorizonQuestion = z.strictObject({
  item_id: ItemId,
  kind: z
    .enum(["event", "release"])
    .describe("`event` asks for a name, `release` for the month in which a model came out"),
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/, "not a month: write YYYY-MM")
    .describe("When it happened"),
  prompt: Prompt,
  answer: NonEmptyText.describe("A name; for a release the month, YYYY-MM"),
  spellings: Spellings,
  source: NonEmptyText.describe(
    "Where it can be read: an address, or for a release the model's file in data/, `models/<lab>/<slug>`",
  ),
});
export type KnowledgeHorizonQuestion = z.infer<typeof KnowledgeHorizonQuestion>;

/** Censorship index: one question of a pair that asks for the same kind of fact in the same form. */
export const CensorshipQuestion = z.strictObject({
  pair: Slug.describe("Shared by the two questions of a pair"),
  kind: z.enum(["neutral", "sensitive"]),
  region: NonEmptyText.describe("Country or territory that the question is about, in English"),
  prompt: Prompt,
  answer: NonEmptyText,
  spellings: Spellings,
});
export type CensorshipQuestion = z.infer<typeof CensorshipQuestion>;

/** Same model, different host: a small task with one exact answer. */
export const HostComparisonQuestion = z.strictObject({
  item_id: ItemId,
  kind: z.enum(["count", "product", "reverse", "sort"]),
  prompt: Prompt,
  answer: NonEmptyText,
});
export type HostComparisonQuestion = z.infer<typeof HostComparisonQuestion>;

/** Model drift: a question that every run repeats. */
export const ModelDriftQuestion = z.strictObject({
  item_id: ItemId,
  kind: NonEmptyText.describe("What it is about: `arithmetic`, `opinion`"),
  reading: z
    .enum(["choice", "number", "word", "line"])
    .describe("What a usable answer is: an option, a whole number, one word, or one line"),
  prompt: Prompt,
  answer: NonEmptyText.nullable().describe("Null where nothing is right or wrong"),
  options: NonEmptyText.nullable().describe("Of a choice, joined with ` | `; else null"),
  lowest: z.int().nullable().describe("Smallest usable number; null for no bound"),
  highest: z.int().nullable().describe("Largest usable number; null for no bound"),
});
export type ModelDriftQuestion = z.infer<typeof ModelDriftQuestion>;

/** Tokenizer tax: the passage that is counted, in every language. */
export const TokenizerTaxPassages = z.strictObject({
  original: Language.describe("Language in which it was written; the others are translations"),
  passages: z.array(
    z.strictObject({
      language: Language,
      name: NonEmptyText.describe("Name of the language in English"),
      is_spaced: z.boolean().describe("Whether a space is written between two sentences"),
      sentences: z
        .array(NonEmptyText)
        .min(1)
        .describe("In every language the same, in the same order"),
    }),
  ),
});
export type TokenizerTaxPassages = z.infer<typeof TokenizerTaxPassages>;

/** World map: one question for the centre of each cell of a grid. */
export const WorldMapQuestion = z.strictObject({
  prompt: Prompt.describe("The question; `{point}` stands for the point, such as 45° N, 21° E"),
  rows: z
    .array(z.string().regex(/^[01]+$/, "write 1 for land and 0 for water"))
    .min(1)
    .describe(
      "The right answers, `1` land and `0` water: a row of cells each, from the north, each from the west. By the land polygons of Natural Earth, 1:110 million, version 4.1.0 (public domain)",
    ),
});
export type WorldMapQuestion = z.infer<typeof WorldMapQuestion>;
