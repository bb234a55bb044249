/** Scores of one benchmark → one row per model, configuration, source and address. */

import { FACT_KINDS } from "../../facts/kinds.ts";
import type { Benchmark, Score } from "../../schema/benchmark.ts";
import { byText } from "../../schema/collections.ts";

export interface UniqueScores {
  kept: Score[];
  dropped: Score[];
}

/** Of several rows with one key the newest stays, of the newest the best. */
export function uniqueScores(scores: readonly Score[], benchmark: Benchmark): UniqueScores {
  const direction = benchmark.higher_is_better ? 1 : -1;
  const ordered = [...scores].sort(
    (a, b) => byText(b.as_of, a.as_of) || direction * (b.score - a.score),
  );
  const kept = new Map<string, Score>();
  const dropped: Score[] = [];
  for (const score of ordered) {
    const key = FACT_KINDS.scores.key.map((field) => score[field] ?? "").join("\n");
    if (kept.has(key)) dropped.push(score);
    else kept.set(key, score);
  }
  return { kept: [...kept.values()], dropped };
}
