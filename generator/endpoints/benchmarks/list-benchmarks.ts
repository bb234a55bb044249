import { z } from "zod";
import { BENCHMARK_CATEGORIES } from "../../../build/schema/values.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { BENCHMARK_LICENSE, envelope, newest } from "../../http/envelope.ts";
import { text } from "../../http/parameter.ts";
import { BenchmarkEntry, toBenchmarkEntry } from "./benchmark.ts";

export const listBenchmarks = defineEndpoint({
  id: "listBenchmarks",
  path: "/api/v1/benchmarks",
  tag: "Benchmarks",
  summary: "All benchmarks with their best models",
  description: `Sorted by category, then slug. Categories: ${BENCHMARK_CATEGORIES.join(", ")}; an unknown one gives an empty list.`,
  params: {},
  query: {
    category: {
      ...text({ description: "Only benchmarks of this category", example: "coding" }),
      schema: { type: "string", enum: BENCHMARK_CATEGORIES },
    },
  },
  response: envelope("BenchmarkList", {
    data: z.array(BenchmarkEntry),
    meta: z.looseObject({ total: z.int() }),
  }),
  *enumerate() {
    for (const category of BENCHMARK_CATEGORIES) yield { params: {}, query: { category } };
  },
  respond({ query }, { catalog }) {
    const rows = catalog.benchmarks.filter(
      ({ category }) => query.category === undefined || category === query.category,
    );
    const data = rows.map((row) => toBenchmarkEntry(row, catalog));
    return {
      title: "AI benchmarks",
      asOf: newest(data.map(({ as_of }) => as_of)),
      license: BENCHMARK_LICENSE,
      body: { data, meta: { total: data.length } },
    };
  },
});
