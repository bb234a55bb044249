/** Scores as reported today beside those of the same source that are recorded. Pure. */

import { toCell } from "../../facts/format.ts";
import { FACT_KINDS, type FiledFact } from "../../facts/kinds.ts";
import type { Benchmark, Score } from "../../schema/benchmark.ts";
import { groupBy } from "../../schema/collections.ts";

export interface ScoreFacts {
  scores: readonly FiledFact<"scores">[];
  benchmarks: readonly Benchmark[];
}

/** Source → its scores. @param reported Benchmark → rows of today. */
export function toScoreMoves(
  reported: ReadonlyMap<string, readonly Score[]>,
  { scores, benchmarks }: ScoreFacts,
): Map<string, ScoreMove[]> {
  const known = new Map(scores.map((row) => [moveKey(row.file, row), row]));
  const scales = new Map(benchmarks.map((row) => [row.slug, row]));
  const moves = [...reported].flatMap(([benchmark, rows]) => {
    const maximum = scales.get(benchmark)?.max_score ?? null;
    const minimum = maximum === null ? null : (scales.get(benchmark)?.floor ?? 0) / 2;
    return rows.map((row): ScoreMove => {
      const key = moveKey(benchmark, row);
      const { score: before = null, as_of: dateBefore = null } = known.get(key) ?? {};
      return {
        ...{ key, source: row.source, benchmark, scope: `${benchmark} ${row.model}` },
        ...{ before, now: row.score, maximum, minimum, date: row.as_of, dateBefore },
      };
    });
  });
  return groupBy(moves, ({ source }) => source);
}

/** Names a score over all benchmarks. */
export const moveKey = (benchmark: string, row: Score): string => `${benchmark}\n${scoreKey(row)}`;

export const currentScores = (scores: readonly FiledFact<"scores">[]): CurrentScores =>
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

/** Names a score among those of its benchmark. */
export const scoreKey = (score: Score): string =>
  FACT_KINDS.scores.key.map((field) => toCell(score[field])).join("\n");

export interface ScoreMove {
  key: string;
  source: string;
  benchmark: string;
  /** For people: `chess acme-large`. */
  scope: string;
  /** What this source reported before; null when the score is new. */
  before: number | null;
  now: number;
  /** Null where a benchmark has no upper end. */
  maximum: number | null;
  /** The least that is passed: half of what chance gives, where there is an upper end; null where there is none. */
  minimum: number | null;
  /** Day of the evaluation, as reported; and as it stands. */
  date: string;
  dateBefore: string | null;
}

/** What stands of one benchmark, from any source. */
export type CurrentScores = ReadonlyMap<string, readonly number[]>;
