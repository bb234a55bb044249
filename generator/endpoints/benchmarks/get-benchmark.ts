import { z } from "zod";
import { defineEndpoint } from "../../http/endpoint.ts";
import { BENCHMARK_LICENSE, envelope } from "../../http/envelope.ts";
import { unknownSlug } from "../../http/not-found.ts";
import { BenchmarkEntry, rankedScores, toBenchmarkEntry, toTopModel } from "./benchmark.ts";

export const getBenchmark = defineEndpoint({
  id: "getBenchmark",
  path: "/api/v1/benchmarks/{slug}",
  tag: "Benchmarks",
  summary: "One benchmark with the score of every model tested",
  description:
    "The leaderboard: one score per model, the best first, each with its configuration and the address it was read from.",
  params: { slug: { description: "Slug of a benchmark", example: "gpqa-diamond" } },
  query: {},
  response: envelope("BenchmarkAnswer", {
    data: BenchmarkEntry.extend({
      scores: z.array(
        z.looseObject({
          name: z.string(),
          slug: z.string(),
          provider: z.string(),
          score: z.number(),
          configuration: z.string().nullable(),
          self_reported: z.boolean().nullable(),
          as_of: z.string(),
          source: z.string(),
          source_url: z.string(),
        }),
      ),
    }).meta({ id: "BenchmarkDetail" }),
  }),
  *enumerate({ catalog }) {
    for (const { slug } of catalog.benchmarks) yield { params: { slug }, query: {} };
  },
  respond({ params }, { catalog }) {
    const benchmark = catalog.benchmark(params.slug);
    if (!benchmark)
      return unknownSlug(
        "benchmark",
        params.slug,
        catalog.benchmarks,
        catalog,
        "/api/v1/benchmarks/",
      );
    const scores = rankedScores(benchmark, catalog).map((score) => ({
      ...toTopModel(score, catalog),
      configuration: score.configuration,
      self_reported: score.self_reported,
      as_of: score.as_of,
      source: score.source,
      source_url: score.source_url,
    }));
    return {
      title: `${benchmark.name}: scores by model`,
      asOf: benchmark.as_of,
      license: BENCHMARK_LICENSE,
      body: { data: { ...toBenchmarkEntry(benchmark, catalog), scores } },
    };
  },
});
