import * as z from "zod";
import {
  Amount,
  BenchmarkCategory,
  IsoDate,
  NonEmptyText,
  nullableSchemas,
  PositiveNumber,
  Slug,
  WebUrl,
} from "./values.ts";

export const Benchmark = z.strictObject({
  slug: Slug,
  name: NonEmptyText,
  measures: NonEmptyText.describe("What the benchmark measures, in one line, in our own words"),
  category: BenchmarkCategory,
  unit: NonEmptyText.describe(
    "Unit of all scores in the benchmark's file: `%`, `elo`, `minutes`, `points`, ...",
  ),
  max_score: PositiveNumber.nullable().describe(
    "Best possible score; null for scores without an upper limit (Elo, time)",
  ),
  floor: Amount.describe(
    "Score that random guessing reaches, in the same unit; 0 when guessing earns no points",
  ),
  higher_is_better: z.boolean(),
  default_configuration: NonEmptyText.nullable().describe(
    "If a model has several scores, the score whose configuration contains this text is preferred: `5-shot`, `terminus 2`. Null when no configuration is preferred",
  ),
  default_configuration_reason: NonEmptyText.nullable().describe(
    "Why scores with this configuration are comparable, or why no configuration is preferred; null when every score has the same configuration",
  ),
  part_of: Slug.nullable().describe(
    "Slug of the benchmark of which this benchmark is one part; null for a benchmark that is not a part",
  ),
  source: Slug.describe("Source of most of the benchmark's scores"),
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
  self_reported: nullableSchemas.flag.describe(
    "True when the model's own lab reported this score; null when the source does not say who ran the test",
  ),
  source: Slug,
  source_url: WebUrl.describe("URL from which the score was read"),
  as_of: IsoDate.describe(
    "Day of the evaluation; if the source states none, the day on which the score was first recorded",
  ),
});
export type ScoreFact = z.infer<typeof ScoreFact>;
