/** Benchmarks and their best models (SPEC 4.3). */
import * as z from "zod";
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { BenchmarkRow, ScoreRow } from "../../../build/model/catalog/rows.ts";
import { compareByCodePoint } from "../../../build/schema/collections.ts";
import {
  BENCHMARK_CATEGORIES,
  BenchmarkCategory,
  definePublicSchema,
  nullableSchemas,
  PUBLISHED_SCHEMAS,
  pickValuesOfSchemaFields,
  ResponseDate,
  ResponseUrl,
} from "../../../build/schema/values.ts";
import { defineEndpoint, memoizePerCatalog, memoizePerRow } from "../../http/endpoint.ts";
import {
  EMPTY_LIST_HINT_FIELD,
  envelopeSchema,
  LICENSE_OF_ANSWERS_WITH_SCORES,
  newestDate,
} from "../../http/envelope.ts";
import { defineRowAnswer, findBenchmark, hintForUnknownChoice } from "../../http/names.ts";
import { badParameterProblem, textParameter } from "../../http/parameter.ts";
import { type Problem, quoteInput } from "../../http/problem.ts";
import { getSourceLicense } from "../service/service.ts";

const TopModel = definePublicSchema("TopModel", {
  name: z.string(),
  slug: z.string(),
  provider: z.string().describe("Name of the lab that made the model"),
  score: z.number(),
  self_reported: nullableSchemas.flag.describe(
    "True when the model's own lab reported the score; null when the source does not say who ran the test",
  ),
  configuration: nullableSchemas.text.describe(
    "How the model was run: reasoning effort, snapshot, scaffold or number of shots; null when the source states none of these",
  ),
  as_of: ResponseDate,
});

export const BenchmarkScore = TopModel.extend({
  source: z.string(),
  source_url: ResponseUrl,
}).register(PUBLISHED_SCHEMAS, { id: "BenchmarkScore" });
export type BenchmarkScore = z.infer<typeof BenchmarkScore>;

export const BenchmarkEntry = definePublicSchema("Benchmark", {
  slug: z.string(),
  name: z.string(),
  measures: z.string().describe("What the benchmark measures, in one line"),
  category: BenchmarkCategory,
  max_score: nullableSchemas.number.describe(
    "Best possible score; null when scores have no upper limit",
  ),
  unit: z.string().describe("Unit of every score: %, elo, minutes, ..."),
  models_tested: z.int().describe("Number of models that have a score"),
  top_models: z
    .array(TopModel)
    .describe(
      "At most 10 models. Models with an independent score come first, then models with a self-reported score; within each group, the best score comes first",
    ),
  higher_is_better: z.boolean(),
  part_of: nullableSchemas.text.describe(
    "Slug of the larger benchmark to which this benchmark belongs; null when there is none",
  ),
  source: z.string(),
  source_url: ResponseUrl,
  source_license: z.string(),
  as_of: ResponseDate.nullable(),
});
export type BenchmarkEntry = z.infer<typeof BenchmarkEntry>;

const TOP = 10;

export function toBenchmarkEntry(benchmark: BenchmarkRow, catalog: Catalog): BenchmarkEntry {
  return pickValuesOfSchemaFields(BenchmarkEntry, {
    ...benchmark,
    top_models: listLeaderboardScores(benchmark, catalog)
      .slice(0, TOP)
      .map((score) => pickValuesOfSchemaFields(TopModel, withModel(score, catalog))),
    source_license: getSourceLicense(benchmark.source, catalog),
  });
}

/** One score per model: independent scores before self-reported ones, then the best first, ties by slug. */
export function listLeaderboardScores(benchmark: BenchmarkRow, catalog: Catalog): ScoreRow[] {
  const sign = benchmark.higher_is_better ? -1 : 1;
  const isReported = ({ self_reported }: ScoreRow): number => (self_reported === true ? 1 : 0);
  return catalog
    .scoresOn(benchmark.slug)
    .filter(({ is_default }) => is_default)
    .sort(
      (a, b) =>
        isReported(a) - isReported(b) ||
        sign * (a.score - b.score) ||
        compareByCodePoint(a.model, b.model),
    );
}

function withModel(score: ScoreRow, catalog: Catalog) {
  const { name, slug, lab } = catalog.getModel(score.model);
  return { name, slug, provider: catalog.provider(lab)?.name ?? lab, ...score };
}

export const listBenchmarksEndpoint = defineEndpoint({
  id: "listBenchmarks",
  path: "/api/v1/benchmarks",
  tag: "Benchmarks",
  summary: "All benchmarks with their best models",
  description: `Benchmarks are sorted by category, then by slug. Categories: ${BENCHMARK_CATEGORIES.join(", ")}; for an unknown category, the list is empty and \`meta.hint\` names the nearest category.`,
  query: {
    category: {
      ...textParameter({
        description: "Lists only benchmarks of this category",
        example: "coding",
      }),
      schema: { type: "string", enum: BENCHMARK_CATEGORIES },
    },
  },
  response: envelopeSchema("BenchmarkList", {
    data: z.array(BenchmarkEntry),
    meta: z.looseObject({ total: z.int(), hint: EMPTY_LIST_HINT_FIELD }),
  }),
  enumerate: () => BENCHMARK_CATEGORIES.map((category) => ({ query: { category } })),
  respond({ query }, { catalog }) {
    const rows = catalog.benchmarks.filter(
      ({ category }) => query.category === undefined || category === query.category,
    );
    const data = rows.map((row) => toBenchmarkEntry(row, catalog));
    const hint =
      query.category && hintForUnknownChoice("category", query.category, BENCHMARK_CATEGORIES);
    return {
      title: "AI benchmarks",
      asOf: newestDate(data.map(({ as_of }) => as_of)),
      license: LICENSE_OF_ANSWERS_WITH_SCORES,
      body: { data, meta: { total: data.length, hint } },
    };
  },
});

const BenchmarkDetail = z.looseObject({
  ...BenchmarkEntry.omit({ source: true }).shape,
  benchmark_source: z
    .string()
    .describe(
      "Id of the source that describes the benchmark; the field `source` names this service",
    ),
  default_configuration: nullableSchemas.text.describe(
    "If a model was run with several configurations, its score is from the run with this configuration; null when no configuration is preferred",
  ),
  default_configuration_reason: nullableSchemas.text.describe(
    "Why scores with this configuration are comparable, or why no configuration is preferred; null when the benchmark has only one configuration",
  ),
  scores: z.array(BenchmarkScore).describe("The leaderboard: one score per model"),
});
export type BenchmarkDetail = z.infer<typeof BenchmarkDetail>;

export const getBenchmarkEndpoint = defineEndpoint({
  id: "getBenchmark",
  path: "/api/v1/benchmarks/{slug}",
  tag: "Benchmarks",
  summary: "One benchmark with the score of every model tested",
  description:
    "The leaderboard: one score per model, with its configuration and source URL. Independent scores come first, then self-reported scores, each from the best to the worst.",
  params: {
    slug: { description: "Slug or common name of a benchmark: `hle`", example: "gpqa-diamond" },
  },
  response: envelopeSchema("BenchmarkDetail", BenchmarkDetail.shape),
  ...defineRowAnswer("benchmark", (benchmark, catalog) => ({
    title: `${benchmark.name}: scores by model`,
    asOf: benchmark.as_of,
    license: LICENSE_OF_ANSWERS_WITH_SCORES,
    body: toBenchmarkDetail(benchmark, catalog),
  })),
});

export const toBenchmarkDetail = memoizePerRow((benchmark: BenchmarkRow, catalog: Catalog) => {
  const scores = listLeaderboardScores(benchmark, catalog).map((score) =>
    pickValuesOfSchemaFields(BenchmarkScore, withModel(score, catalog)),
  );
  return pickValuesOfSchemaFields(BenchmarkDetail, {
    ...benchmark,
    ...toBenchmarkEntry(benchmark, catalog),
    benchmark_source: benchmark.source,
    scores,
  });
});

/** Models ranked by one benchmark's leaderboard, which a caller can look up. */
export interface BenchmarkRanking {
  benchmark: BenchmarkRow;
  /** The category that the benchmark represents; undefined when the caller named the benchmark itself. */
  category: string | undefined;
  /** Models with a lower score are left out. */
  minScore: number | undefined;
  /** Model → its score, in the order of the leaderboard. */
  scores: ReadonlyMap<string, ScoreRow>;
}

/** @param skill A category of benchmarks, or any name of a benchmark. */
export function rankModelsByBenchmark(
  skill: string,
  catalog: Catalog,
  minScore?: number,
): BenchmarkRanking | Problem {
  const wanted = skill.trim().toLowerCase();
  const usual = usualBenchmarks(catalog).get(wanted);
  const benchmark = usual ?? findBenchmark(skill, catalog);
  if (!benchmark) {
    const allowed = [...usualBenchmarks(catalog).keys()];
    const wrong = `=${quoteInput(skill)} is neither a category (${allowed.join(", ")}) nor a benchmark; ${catalog.service.base_url}/api/v1/benchmarks lists all benchmarks.`;
    return { ...badParameterProblem("best_at", wrong), allowed, suggestions: [] };
  }
  const scores = listLeaderboardScores(benchmark, catalog)
    .filter(({ score }) => minScore === undefined || score >= minScore)
    .map((row) => [row.model, row] as const);
  return { benchmark, category: usual && wanted, minScore, scores: new Map(scores) };
}

/** Benchmarks, first those with scores of the most models that were released in the year before `asOf`. */
export const listBenchmarksByRecentModels = memoizePerCatalog((catalog): BenchmarkRow[] => {
  const since = `${Number(catalog.asOf.slice(0, 4)) - 1}${catalog.asOf.slice(4)}`;
  const isRecent = (slug: string) => (catalog.model(slug)?.release_date ?? "") >= since;
  const counted = catalog.benchmarks.map((benchmark) => ({
    benchmark,
    count: catalog
      .scoresOn(benchmark.slug)
      .filter(({ model, is_default }) => is_default && isRecent(model)).length,
  }));
  counted.sort(
    (a, b) =>
      b.count - a.count ||
      b.benchmark.models_tested - a.benchmark.models_tested ||
      compareByCodePoint(a.benchmark.slug, b.benchmark.slug),
  );
  return counted.map(({ benchmark }) => benchmark);
});

/** Category → its benchmark with scores of the most models of the last year. */
const usualBenchmarks = memoizePerCatalog((catalog) => {
  const all = listBenchmarksByRecentModels(catalog);
  return new Map(
    BENCHMARK_CATEGORIES.flatMap((category): [string, BenchmarkRow][] => {
      const usual = all.find((benchmark) => benchmark.category === category);
      return usual ? [[category, usual]] : [];
    }),
  );
});
