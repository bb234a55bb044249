import { z } from "zod";
import { BenchmarkCategory, IsoDate, NonEmptyText, Slug, WebUrl } from "./values.ts";

export const Benchmark = z.strictObject({
  slug: Slug,
  name: NonEmptyText,
  measures: NonEmptyText.describe("What it measures, in one line, in our own words"),
  category: BenchmarkCategory,
  unit: NonEmptyText.describe(
    "`%`, `elo`, `minutes`, `points`, ...: the unit of every score in its file",
  ),
  max_score: z
    .number()
    .positive()
    .nullable()
    .describe("Best possible score; null where there is none (Elo, time)"),
  floor: z
    .number()
    .nonnegative()
    .describe("Score of random guessing, in the same unit; 0 where guessing scores nothing"),
  higher_is_better: z.boolean(),
  default_configuration: NonEmptyText.nullable().describe(
    "Part of a score's configuration that is preferred when a model has several scores: `5-shot`, `terminus 2`. Null: none is preferred",
  ),
  default_configuration_reason: NonEmptyText.nullable().describe(
    "Why this configuration makes models comparable, or why none does; null when every score has the same configuration",
  ),
  part_of: Slug.nullable().describe(
    "Benchmark whose overall score includes this one; null if none",
  ),
  source: Slug.describe("Upstream from which most of its scores are read"),
  source_url: WebUrl.describe("Home page of the benchmark"),
});
export type Benchmark = z.infer<typeof Benchmark>;

/** One model's result on one benchmark in one configuration. The file's name is the benchmark. */
export const ScoreFact = z.strictObject({
  model: Slug,
  configuration: NonEmptyText.nullable().describe(
    "How the model was run: reasoning effort, dated snapshot, agent scaffold, shots; null for the model's defaults",
  ),
  score: z.number().describe("Score in the unit of the benchmark"),
  self_reported: z
    .boolean()
    .nullable()
    .describe("Whether the model's maker reported this score; null when the upstream does not say"),
  source: Slug,
  source_url: WebUrl.describe("Address the score was read from"),
  as_of: IsoDate.describe(
    "Day of the evaluation; when the upstream gives none, the day the score was first recorded",
  ),
});
export type ScoreFact = z.infer<typeof ScoreFact>;
