/** Scores that are told tonight beside those of the same source that stand. Pure. */
import type { FiledFact } from "../../facts/kinds.ts";
import type { Benchmark, Score } from "../../schema/benchmark.ts";
import { groupBy } from "../../schema/collections.ts";
import type { ScoreMove, Standing } from "../gates/scores.ts";
import { scoreKey } from "./renew-scores.ts";

export interface ScoreFacts {
  scores: readonly FiledFact<"scores">[];
  benchmarks: readonly Benchmark[];
}

/** Source → its scores. @param told Benchmark → rows of tonight. */
export function toScoreMoves(
  told: ReadonlyMap<string, readonly Score[]>,
  { scores, benchmarks }: ScoreFacts,
): Map<string, ScoreMove[]> {
  const known = new Map(scores.map((row) => [moveKey(row.file, row), row]));
  const scales = new Map(benchmarks.map((row) => [row.slug, row]));
  const moves = [...told].flatMap(([benchmark, rows]) =>
    rows.map((row) => {
      const key = moveKey(benchmark, row);
      const scope = `${benchmark} ${row.model}`;
      const standing = known.get(key);
      const before = standing?.score ?? null;
      const maximum = scales.get(benchmark)?.max_score ?? null;
      const floor = scales.get(benchmark)?.floor ?? 0;
      const minimum = maximum === null ? null : floor / 2;
      const about = { key, source: row.source, benchmark, scope, before, maximum, minimum };
      const dateBefore = standing?.as_of ?? null;
      return { ...about, now: row.score, date: row.as_of, dateBefore };
    }),
  );
  return groupBy(moves, ({ source }) => source);
}

/** Names a score over all benchmarks. */
export const moveKey = (benchmark: string, row: Score): string => `${benchmark}\n${scoreKey(row)}`;

export const standingScores = (scores: readonly FiledFact<"scores">[]): Standing =>
  new Map(
    [...groupBy(scores, ({ file }) => file)].map(([benchmark, rows]) => [
      benchmark,
      rows.map(({ score }) => score),
    ]),
  );

/** Why a score that does not stand cannot come to stand; null when it can. */
export function whyImpossible({ before, now, maximum, minimum }: ScoreMove): string | null {
  if (before !== null) return null;
  if (now < 0) return "below 0";
  if (minimum !== null && now < minimum) return "below half of what chance gives";
  return maximum !== null && now > maximum ? "above the maximum of the benchmark" : null;
}
