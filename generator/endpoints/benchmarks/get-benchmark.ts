import { z } from "zod";
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { BenchmarkRow } from "../../../build/model/catalog/rows.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { BENCHMARK_LICENSE, envelope } from "../../http/envelope.ts";
import { unknownSlug } from "../../http/not-found.ts";
import { findBenchmark, otherNames } from "../../names/find-named.ts";
import {
  BenchmarkEntry,
  BenchmarkScore,
  rankedScores,
  toBenchmarkEntry,
  toTopModel,
} from "./benchmark.ts";

const BenchmarkDetail = z.looseObject({
  ...BenchmarkEntry.omit({ source: true }).shape,
  benchmark_source: z.string().describe("Upstream that describes it: `source` names this service"),
  default_configuration: z
    .string()
    .nullable()
    .describe("A run with this in its configuration stands for its model before others"),
  default_configuration_reason: z
    .string()
    .nullable()
    .describe("Why it compares like with like, or why none does; null where there is one way"),
  scores: z.array(BenchmarkScore),
});
export type BenchmarkDetail = z.infer<typeof BenchmarkDetail>;

export const getBenchmark = defineEndpoint({
  id: "getBenchmark",
  path: "/api/v1/benchmarks/{slug}",
  tag: "Benchmarks",
  summary: "One benchmark with the score of every model tested",
  description:
    "The leaderboard: one score per model, each with its configuration and the address it was read from. What others measured stands before what the models' makers report, the best first in both.",
  params: {
    slug: {
      description: "Slug of a benchmark, or what people call it: `hle`",
      example: "gpqa-diamond",
    },
  },
  query: {},
  response: envelope("BenchmarkDetail", BenchmarkDetail.shape),
  *enumerate({ catalog }) {
    for (const { slug } of catalog.benchmarks) yield { params: { slug }, query: {} };
  },
  respond({ params }, { catalog }) {
    const benchmark = findBenchmark(params.slug, catalog);
    if (!benchmark) {
      const kind = { name: "benchmark", folder: "/api/v1/benchmarks/", list: "/api/v1/benchmarks" };
      const aliases = otherNames("benchmark", catalog);
      return unknownSlug(
        params.slug,
        { ...kind, candidates: catalog.benchmarks, aliases },
        catalog,
      );
    }
    return {
      title: `${benchmark.name}: scores by model`,
      asOf: benchmark.as_of,
      license: BENCHMARK_LICENSE,
      body: toBenchmarkDetail(benchmark, catalog),
      ...(benchmark.slug !== params.slug && {
        canonicalPath: `/api/v1/benchmarks/${benchmark.slug}`,
      }),
    };
  },
});

export function toBenchmarkDetail(benchmark: BenchmarkRow, catalog: Catalog): BenchmarkDetail {
  const { default_configuration, default_configuration_reason } = benchmark;
  const scores = rankedScores(benchmark, catalog).map((score) => ({
    ...toTopModel(score, catalog),
    source: score.source,
    source_url: score.source_url,
  }));
  const { source, ...entry } = toBenchmarkEntry(benchmark, catalog);
  return {
    ...entry,
    benchmark_source: source,
    default_configuration,
    default_configuration_reason,
    scores,
  };
}
