/** The public scores mapped to 0–100, as the average score and the overall score use them. */
import type { BenchmarkRow } from "../../build/model/catalog/rows.ts";
import { fitScores, type ScoreFit, type ScoreObservation } from "../../build/model/score/fit.ts";
import type { BenchmarkScore } from "../../generator/endpoints/benchmarks/benchmarks.ts";
import { type DetailAnswer, memoizePerSite } from "./harness.ts";

export interface NormalisedScores {
  fit: ScoreFit;
  /** One per score of a model on a whole benchmark (not a part of another) that has a best possible score. */
  observations: ScoreObservation[];
  /** Whole benchmarks in percent on which at least 15 models were tested. */
  common: ReadonlySet<string>;
}

export const readNormalisedScores = memoizePerSite(async (site): Promise<NormalisedScores> => {
  const { benchmarks } =
    await site.read<DetailAnswer<{ benchmarks: BenchmarkRow[] }>>("/api/v1/dump.json");
  const whole = benchmarks.filter(({ part_of }) => part_of === null);
  const observations: ScoreObservation[] = [];
  for (const benchmark of whole) {
    const { scores } = await site.read<DetailAnswer<{ scores: BenchmarkScore[] }>>(
      `/api/v1/benchmarks/${benchmark.slug}`,
    );
    for (const { slug: model, score, self_reported } of scores)
      for (const normalised of toPercent(score, benchmark))
        observations.push({
          model,
          benchmark: benchmark.slug,
          normalised,
          is_independent: self_reported !== true,
        });
  }
  const common = whole.filter(({ unit, models_tested }) => unit === "%" && models_tested >= 15);
  return {
    fit: fitScores(observations),
    observations,
    common: new Set(common.map(({ slug }) => slug)),
  };
});

/** Empty when the benchmark has no best possible score. */
function toPercent(score: number, { max_score, floor, higher_is_better }: BenchmarkRow): number[] {
  if (max_score === null) return [];
  const part = higher_is_better ? score - floor : max_score - score;
  return [Math.min(100, Math.max(0, (100 * part) / (max_score - floor)))];
}
