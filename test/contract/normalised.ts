/** Public scores brought to 0–100, as averages and the service score count them. */

import type { BenchmarkRow } from "../../build/read-model/catalog/rows.ts";
import type { Observation } from "../../build/read-model/scoring/design.ts";
import type { ModelEntry } from "../../generator/endpoints/models/model-entry.ts";
import { getDefined } from "../builders/get.ts";
import type { One, Site } from "./harness.ts";

/**
 * One for each model and benchmark whose scale has both ends.
 *
 * @param isCounted Says of a benchmark whether it is asked for; default: of each.
 */
export async function normalisedScores(
  site: Site,
  entries: readonly Pick<ModelEntry, "slug" | "scores">[],
  isCounted: (benchmark: BenchmarkRow) => boolean = () => true,
): Promise<Observation[]> {
  const { data } = await site.read<One<{ benchmarks: BenchmarkRow[] }>>("/api/v1/dump.json");
  const benchmarks = new Map(data.benchmarks.map((row) => [row.slug, row]));
  return entries.flatMap(({ slug: model, scores }) =>
    Object.entries(scores)
      .map(([slug, score]) => [getDefined(benchmarks.get(slug), slug), score] as const)
      .filter(([benchmark]) => isCounted(benchmark))
      .flatMap(([benchmark, score]) =>
        toPercent(score, benchmark).map((normalised) => ({
          ...{ model, benchmark: benchmark.slug, normalised },
        })),
      ),
  );
}

/** Empty for a scale without a best possible score. */
function toPercent(score: number, { max_score, floor, higher_is_better }: BenchmarkRow): number[] {
  if (max_score === null) return [];
  const part = higher_is_better ? score - floor : max_score - score;
  return [Math.min(100, Math.max(0, (100 * part) / (max_score - floor)))];
}
