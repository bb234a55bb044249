/** Scores of the sources that answered in place of their earlier ones; all others stay. Pure. */
import { toCell } from "../../facts/format.ts";
import { FACT_KINDS, type FiledFact } from "../../facts/kinds.ts";
import type { Score } from "../../schema/benchmark.ts";
import { groupBy } from "../../schema/collections.ts";
import { withoutFile } from "../fact-rows.ts";

/** Names a score among those of its benchmark. */
export const scoreKey = (score: Score): string =>
  FACT_KINDS.scores.key.map((field) => toCell(score[field])).join("\n");

export interface NightOfScores {
  /** Benchmark → rows of tonight, without those that are held back. */
  told: ReadonlyMap<string, readonly Score[]>;
  /** Whether a row that stands and was not told goes: its source was read whole and lists it no more. */
  isGone(benchmark: string, row: Score): boolean;
}

/** @returns Benchmark → rows; none for a benchmark that lost its last row. */
export function renewScores(
  standing: readonly FiledFact<"scores">[],
  { told, isGone }: NightOfScores,
): Map<string, Score[]> {
  const before = groupBy(standing, ({ file }) => file);
  const renewed = [...new Set([...before.keys(), ...told.keys()])].map(
    (benchmark): [string, Score[]] => {
      const known = (before.get(benchmark) ?? []).map((row): Score => withoutFile(row));
      const rows = new Map(known.map((row) => [scoreKey(row), row]));
      const now = new Map((told.get(benchmark) ?? []).map((row) => [scoreKey(row), row]));
      for (const [key, row] of rows) if (!now.has(key) && isGone(benchmark, row)) rows.delete(key);
      for (const [key, row] of now) rows.set(key, withOldDate(row, rows.get(key)));
      return [benchmark, [...rows.values()]];
    },
  );
  return new Map(renewed.filter(([, rows]) => rows.length > 0));
}

/** The same score keeps the day it came: an upstream that dates all anew says nothing new. */
function withOldDate(row: Score, before: Score | undefined): Score {
  const isSame = before?.score === row.score && before.self_reported === row.self_reported;
  return before !== undefined && isSame ? before : row;
}
