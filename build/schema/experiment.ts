/** The questions of our own tests, which are fixed for each version of a test. */
import * as z from "zod";
import { NonEmptyText, nullableSchemas, PositiveCount, Slug } from "./values.ts";

/** Formats in which the reply to a question with one exact answer is read: build/experiments/graders.ts. */
const READINGS = ["name", "month", "digits", "words", "choice", "number", "word", "line"] as const;
export type OwnTestAnswerFormat = (typeof READINGS)[number];

/** One test, in the folder of its name. Its items are beside it, in `items.csv` or `items.json`. */
export const OwnTestDefinition = z.strictObject({
  test: Slug.describe("Name of the test in `/api/v1/own-tests/{test}`"),
  lab: Slug.nullable().describe(
    "Name of its dataset in `/api/lab/{test}`; null when the test has no dataset",
  ),
  name: NonEmptyText,
  question: NonEmptyText,
  version: z
    .string()
    .regex(/^[1-9]\d*$/, "not a version: write a whole number, 1 or greater")
    .describe(
      "Version of the test's questions, raised when a question changes: results of different versions are never compared",
    ),
  items_sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, "not a sha256: write 64 hexadecimal digits, as `sha256sum` does")
    .describe("SHA-256 of the file with the questions of this version"),
  grader: z
    .enum(["exact", "choice", "refusal", "ratio"])
    .describe(
      "How an answer is graded; a test with the grader `ratio` counts tokens and sends nothing to a model",
    ),
  metric: z
    .enum(["own_lab", "land_water", "twins", "horizon", "hosts", "changes", "extra_tokens"])
    .describe(
      "Name of the function in build/experiments/metrics.ts that computes the score from the graded answers",
    ),
  max_tokens: PositiveCount.nullable().describe(
    "Maximum output tokens of an answer; null for the grader `ratio`",
  ),
  readings: z
    .record(z.string(), z.enum(READINGS))
    .nullable()
    .describe(
      "For the grader `exact`: kind of question → format of its answer; null if each question names its own format",
    ),
  choices: z
    .record(z.string(), NonEmptyText)
    .nullable()
    .describe(
      "For the grader `choice`: value → the replies that mean it, separated by ` | `; null for other graders",
    ),
  scoring: z.strictObject({
    rule: NonEmptyText.describe("How the score is computed from the answers"),
    unit: NonEmptyText,
    higher_is_better: z.boolean(),
    grades: z
      .strictObject({ A: z.number(), B: z.number(), C: z.number(), D: z.number() })
      .nullable()
      .describe(
        "Grade → the worst score that still earns this grade; a score that is worse than all of these gets an F. Null when the test has no grades",
      ),
  }),
  headline_rule: NonEmptyText.describe("Rule that selects the result for the test's headline"),
  methodology: z
    .array(NonEmptyText)
    .min(1)
    .describe(
      "How the test works: its questions, its scoring and its limitations, one paragraph each",
    ),
});
export type OwnTestDefinition = z.infer<typeof OwnTestDefinition>;

const ItemId = Slug.describe("Permanent id of the question");
const Prompt = NonEmptyText.describe("The question, word for word");
const Spellings = NonEmptyText.nullable().describe(
  "Other accepted spellings of the answer, separated by ` | `; null when there are none",
);
export const Language = z
  .string()
  .regex(/^[a-z]{2}$/, "write the language's two letters (ISO 639-1)")
  .describe("ISO 639-1");

/** A question of the test Who are you? The right answer is the model's own lab, so it differs from model to model. */
export const WhoAreYouQuestion = z.strictObject({
  item_id: ItemId,
  language: Language.describe("Language of the prompt, ISO 639-1"),
  asks: z
    .enum(["maker", "name"])
    .describe(
      "What the question asks for: the company that made the model (`maker`) or the model's name (`name`)",
    ),
  prompt: Prompt,
});

/** A question of the test Knowledge horizon, about something that happened in a given month. */
export const KnowledgeHorizonQuestion = z.strictObject({
  item_id: ItemId,
  kind: z
    .enum(["event", "release"])
    .describe(
      "`event`: the answer is a name; `release`: the answer is the month in which a model was released",
    ),
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/, "not a month: write YYYY-MM")
    .describe("Month of the event or release"),
  prompt: Prompt,
  answer: NonEmptyText.describe(
    "The right answer: a name for `event`, a month (YYYY-MM) for `release`",
  ),
  spellings: Spellings,
  source: NonEmptyText.describe(
    "Evidence for the answer: a URL for `event`, the model's file in data/ (`models/<lab>/<slug>`) for `release`",
  ),
});
export type KnowledgeHorizonQuestion = z.infer<typeof KnowledgeHorizonQuestion>;

/** Censorship index: one question of a pair that asks for the same kind of fact in the same form. */
export const CensorshipQuestion = z.strictObject({
  pair: Slug.describe("Id of the pair of questions; both questions of the pair have the same id"),
  kind: z.enum(["neutral", "sensitive"]),
  region: NonEmptyText.describe("Country or territory that the question is about, in English"),
  prompt: Prompt,
  answer: NonEmptyText,
  spellings: Spellings,
});

/** Same model, different host: a small task with one exact answer. */
export const SameModelDifferentHostQuestion = z.strictObject({
  item_id: ItemId,
  kind: z.enum(["count", "product", "reverse", "sort"]),
  prompt: Prompt,
  answer: NonEmptyText,
});

/** Model drift: a question that every run repeats. */
export const ModelDriftQuestion = z.strictObject({
  item_id: ItemId,
  kind: NonEmptyText.describe("Topic of the question: `arithmetic`, `opinion`"),
  reading: z
    .enum(["choice", "number", "word", "line"])
    .describe(
      "Expected form of the answer: one of the options, a whole number, one word, or one line",
    ),
  prompt: Prompt,
  answer: NonEmptyText.nullable().describe(
    "The right answer; null for a question without a right answer",
  ),
  options: NonEmptyText.nullable().describe(
    "Options of a choice, separated by ` | `; null for other formats",
  ),
  lowest: nullableSchemas.count.describe(
    "Smallest number that counts as a usable answer; null when there is no lower bound",
  ),
  highest: nullableSchemas.count.describe(
    "Largest number that counts as a usable answer; null when there is no upper bound",
  ),
});
export type ModelDriftQuestion = z.infer<typeof ModelDriftQuestion>;

/** Tokenizer tax: the passage that is counted, in every language. */
export const TokenizerTaxPassageFile = z.strictObject({
  original: Language.describe(
    "Language in which the passage was written; the other languages are translations",
  ),
  passages: z.array(
    z.strictObject({
      language: Language,
      name: NonEmptyText.describe("Name of the language in English"),
      is_spaced: z.boolean().describe("Whether the language writes a space between two sentences"),
      sentences: z
        .array(NonEmptyText)
        .min(1)
        .describe("The same sentences in every language, in the same order"),
    }),
  ),
});
export type TokenizerTaxPassageFile = z.infer<typeof TokenizerTaxPassageFile>;

/** The grid of the world map: cells of 6°, 30 rows of 60. */
export const WORLD_MAP_CELL_DEGREES = 6;
export const WORLD_MAP_ROWS = 180 / WORLD_MAP_CELL_DEGREES;
export const WORLD_MAP_COLUMNS = 360 / WORLD_MAP_CELL_DEGREES;

/** World map: one question for the centre of each cell of a grid. */
export const WorldMapQuestionSet = z.strictObject({
  prompt: Prompt.describe(
    "The question; `{point}` is replaced by the coordinates, such as 45° N, 21° E",
  ),
  rows: z
    .array(
      z
        .string()
        .regex(/^[01]+$/, "write 1 for land and 0 for water")
        .length(WORLD_MAP_COLUMNS, `write ${WORLD_MAP_COLUMNS} characters in each row`),
    )
    .length(WORLD_MAP_ROWS, `write ${WORLD_MAP_ROWS} rows`)
    .describe(
      "The right answers, one string per row of cells: `1` is land, `0` is water. The rows of the map run from north to south, the cells of a row from west to east. Taken from the land polygons of Natural Earth, 1:110 million, version 4.1.0 (public domain)",
    ),
});
export type WorldMapQuestionSet = z.infer<typeof WorldMapQuestionSet>;
