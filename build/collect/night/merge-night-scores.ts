/** Scores of the sources that answered in place of their earlier ones; all others stay. Pure. */

import { toCell } from "../../facts/cells.ts";
import { FACT_KINDS, type FiledFact } from "../../facts/kinds.ts";
import { groupBy } from "../../schema/group-by.ts";
import type { Score } from "../../schema/score.ts";
import { isSameRow, withoutFile } from "./series.ts";

const keyOf = (score: Score): string =>
  FACT_KINDS.scores.key.map((field) => toCell(score[field])).join("\n");

export interface NightOfScores {
  /** Benchmark → rows of tonight. */
  told: ReadonlyMap<string, Score[]>;
  /** Rows that a gate holds back: what stands under their keys goes on standing. */
  held: ReadonlyMap<string, Score[]>;
  /** Sources whose answers are believed. */
  answered: ReadonlySet<string>;
}

/** @returns Benchmark → rows; none for a benchmark that lost its last row. */
export function mergeNightScores(
  standing: readonly FiledFact<"scores">[],
  { told, held, answered }: NightOfScores,
): Map<string, Score[]> {
  const before = groupBy(standing, ({ file }) => file);
  const files = new Set([...before.keys(), ...told.keys()]);
  const merged = [...files].map((file): [string, Score[]] => {
    const known = new Map(
      (before.get(file) ?? []).map((row) => [keyOf(row), withoutFile(row) as Score]),
    );
    const heldKeys = new Set((held.get(file) ?? []).map(keyOf));
    const rows = new Map(
      [...known].filter(([key, { source }]) => !answered.has(source) || heldKeys.has(key)),
    );
    for (const row of told.get(file) ?? []) {
      const key = keyOf(row);
      if (answered.has(row.source) && !heldKeys.has(key))
        rows.set(key, withOldDate(row, known.get(key)));
    }
    return [file, [...rows.values()]];
  });
  return new Map(merged.filter(([, rows]) => rows.length > 0));
}

/** A score without a date of its own is dated with the night; the same score keeps the day it came. */
function withOldDate(row: Score, before: Score | undefined): Score {
  if (before === undefined) return row;
  return isSameRow(row, before, ["as_of"]) && before.as_of <= row.as_of ? before : row;
}
