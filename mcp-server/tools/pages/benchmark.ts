/** A benchmark as a page, with its leaderboard. */
import type {
  BenchmarkEntry,
  BenchmarkScore,
} from "../../../generator/endpoints/benchmarks/benchmarks.ts";
import type { Enveloped } from "../call-endpoint.ts";
import { type TableRow, type ToolPage, toRows } from "../tool.ts";
import { joined, REPORTED } from "../value-text.ts";

type BenchmarkDetail = BenchmarkEntry & { benchmark_source: string; scores: BenchmarkScore[] };

export function benchmarkPage(answer: Enveloped<BenchmarkDetail>): ToolPage {
  const { slug, name, category, unit, models_tested, higher_is_better, max_score, scores } = answer;
  const { url, as_of } = answer;
  return {
    title: name,
    url,
    asOf: as_of,
    lines: [
      `${name} (${slug}): ${category} benchmark, ${models_tested} models tested, score in ${unit}${max_score === null ? "" : ` of at most ${max_score}`}, ${higher_is_better ? "higher" : "lower"} is better.`,
      `Scores from ${answer.benchmark_source}, licence ${answer.source_license}: ${answer.source_url}`,
    ],
    value: { slug, name, category, unit, models_tested, higher_is_better },
    tables: [
      {
        field: "scores",
        heading: "Leaderboard: what others measured first, then what makers report",
        rows: toRows(scores, scoreRow),
        total: scores.length,
        more: `all of them are at ${url}`,
      },
    ],
  };
}

function scoreRow(row: BenchmarkScore): TableRow {
  const { name, slug, score, configuration, self_reported } = row;
  const notes = [configuration, self_reported === true && REPORTED];
  return {
    text: joined([`${name} (${slug}): ${score}`, ...notes], ", "),
    value: { slug, score, self_reported },
  };
}
