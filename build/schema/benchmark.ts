import { z } from "zod";
import { BenchmarkCategory, IsoDate, NonEmptyText, Slug, WebUrl } from "./values.ts";

export const Benchmark = z.strictObject({
  slug: Slug,
  name: NonEmptyText,
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
    .describe("Score of pure chance in the same unit; 0 where chance gets nothing"),
  higher_is_better: z.boolean(),
  default_configuration: NonEmptyText.nullable().describe(
    "What a run has among the parts of its configuration when it counts before others of the same model: `5-shot`, `terminus 2`. Null: no part goes before another",
  ),
  default_configuration_reason: NonEmptyText.nullable().describe(
    "Why this one compares like with like, or why none does; null for a benchmark that models run in one way only",
  ),
  part_of: Slug.nullable().describe("Benchmark whose overall score it goes into; null if none"),
  source: Slug.describe("Upstream that most of its scores are read from"),
  source_url: WebUrl.describe("Home of the benchmark"),
});
export type Benchmark = z.infer<typeof Benchmark>;

/** One model's result on one benchmark in one configuration. The file's name is the benchmark. */
export const ScoreFact = z.strictObject({
  model: Slug,
  configuration: NonEmptyText.nullable().describe(
    "Effort, snapshot, scaffold, shots; null when plain",
  ),
  score: z.number().describe("In the unit of the benchmark"),
  self_reported: z
    .boolean()
    .nullable()
    .describe("By the model's maker; null when the upstream does not say"),
  source: Slug,
  source_url: WebUrl.describe("Address the score was read from"),
  as_of: IsoDate.describe("Day of the evaluation, or else the day the upstream was recorded"),
});
export type ScoreFact = z.infer<typeof ScoreFact>;
