/** A benchmark as a page, with its leaderboard. */
import type { BenchmarkEntry } from "../../../generator/endpoints/benchmarks/benchmark.ts";
import type { Enveloped } from "../call-endpoint.ts";
import { type ToolPage, toRows } from "../tool.ts";
import { rounded } from "../value-text.ts";

interface BenchmarkDetail extends BenchmarkEntry {
  scores: { name: string; slug: string; score: number; configuration: string | null }[];
}

export function benchmarkPage({ data, url, as_of }: Enveloped<BenchmarkDetail>): ToolPage {
  const { slug, name, category, unit, models_tested, higher_is_better, max_score, scores } = data;
  return {
    title: name,
    url,
    asOf: as_of,
    lines: [
      `${name} (${slug}): ${category} benchmark, ${models_tested} models tested, score in ${unit}${max_score === null ? "" : ` of at most ${max_score}`}, ${higher_is_better ? "higher" : "lower"} is better.`,
      `Scores from ${data.source}, licence ${data.source_license}: ${data.source_url}`,
    ],
    value: { slug, name, category, unit, models_tested, higher_is_better },
    tables: [
      {
        field: "scores",
        heading: "Leaderboard",
        rows: toRows(scores, (row) => ({
          text: `${row.name} (${row.slug}): ${rounded(row.score)}${row.configuration === null ? "" : `, ${row.configuration}`}`,
          value: { slug: row.slug, score: row.score },
        })),
        total: scores.length,
        more: `all of them are at ${url}`,
      },
    ],
  };
}
