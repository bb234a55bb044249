/** A benchmark and its best models (SPEC 4.3). */
import { z } from "zod";
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { BenchmarkRow, ScoreRow } from "../../../build/model/catalog/rows.ts";
import { byText } from "../../../build/schema/collections.ts";
import { Address, BenchmarkCategory, Day, named } from "../../../build/schema/values.ts";
import { sourceLicense } from "../service/source.ts";

const TopModel = named("TopModel", {
  name: z.string(),
  slug: z.string(),
  provider: z.string().describe("Name of the lab that made it"),
  score: z.number(),
  self_reported: z.boolean().nullable().describe("By the model's maker; null when not said"),
  configuration: z
    .string()
    .nullable()
    .describe("Effort, snapshot, scaffold or shots; null for the plain model"),
  as_of: Day,
});
type TopModel = z.infer<typeof TopModel>;

/** A place on the leaderboard, with the address it was read from. */
export const BenchmarkScore = TopModel.extend({ source: z.string(), source_url: Address }).meta({
  id: "BenchmarkScore",
});
export type BenchmarkScore = z.infer<typeof BenchmarkScore>;

export const BenchmarkEntry = z
  .looseObject({
    slug: z.string(),
    name: z.string(),
    category: BenchmarkCategory,
    max_score: z.number().nullable().describe("Best possible score; null where there is none"),
    unit: z.string().describe("Unit of every score: %, elo, minutes, ..."),
    models_tested: z.int(),
    top_models: z
      .array(TopModel)
      .describe(
        "At most 10: scores that others measured, the best first, then those that the models' makers report",
      ),
    higher_is_better: z.boolean(),
    part_of: z
      .string()
      .nullable()
      .describe("Slug of the benchmark whose overall score holds this one; null for a whole one"),
    source: z.string(),
    source_url: Address,
    source_license: z.string(),
    as_of: Day.nullable(),
  })
  .meta({ id: "Benchmark" });
export type BenchmarkEntry = z.infer<typeof BenchmarkEntry>;

const TOP = 10;

export function toBenchmarkEntry(benchmark: BenchmarkRow, catalog: Catalog): BenchmarkEntry {
  return {
    slug: benchmark.slug,
    name: benchmark.name,
    category: benchmark.category,
    max_score: benchmark.max_score,
    unit: benchmark.unit,
    models_tested: benchmark.models_tested,
    top_models: rankedScores(benchmark, catalog)
      .slice(0, TOP)
      .map((score) => toTopModel(score, catalog)),
    higher_is_better: benchmark.higher_is_better,
    part_of: benchmark.part_of,
    source: benchmark.source,
    source_url: benchmark.source_url,
    source_license: sourceLicense(benchmark.source, catalog),
    as_of: benchmark.as_of,
  };
}

/** One score per model: what others measured before what makers report, the best first, ties by slug. */
export function rankedScores(benchmark: BenchmarkRow, catalog: Catalog): ScoreRow[] {
  const sign = benchmark.higher_is_better ? -1 : 1;
  const isReported = ({ self_reported }: ScoreRow): number => (self_reported === true ? 1 : 0);
  return catalog
    .scoresOn(benchmark.slug)
    .filter(({ is_default }) => is_default)
    .sort(
      (a, b) =>
        isReported(a) - isReported(b) || sign * (a.score - b.score) || byText(a.model, b.model),
    );
}

export function toTopModel(row: ScoreRow, catalog: Catalog): TopModel {
  const { model, score, self_reported, configuration, as_of } = row;
  const { name, lab } = catalog.getModel(model);
  return {
    name,
    slug: model,
    provider: catalog.provider(lab)?.name ?? lab,
    score,
    self_reported,
    configuration,
    as_of,
  };
}
