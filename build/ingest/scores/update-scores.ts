import type { FiledFact } from "../../facts/kinds.ts";
import type { Score } from "../../schema/benchmark.ts";
import { groupBy } from "../../schema/collections.ts";
import type { Model } from "../../schema/model.ts";
import { withoutFile } from "../fact-rows.ts";
import type { RunContext } from "../run.ts";
import { placeScores } from "./match-scores.ts";
import { moveKey, scoreKey, toScoreMoves, whyImpossible } from "./score-moves.ts";

/** @param models As they are to stand after the run; those that only a score names come to them. */
export function updateScores(
  run: RunContext,
  models: readonly Model[],
  offers: readonly FiledFact<"offers">[],
) {
  const { facts, held, answers, labs } = run;
  const placed = placeScores(answers, facts, { models, ids: offers, labs });
  const moves = [...toScoreMoves(placed.scores, facts).values()].flat();
  const impossible = new Map(
    moves.flatMap((move) => {
      const reason = whyImpossible(move);
      return reason === null ? [] : [[move.key, { ...move, reason }] as const];
    }),
  );
  const isReported = (benchmark: string) => (row: Score) =>
    !held.isHeld("scores", row.source, moveKey(benchmark, row)) &&
    !impossible.has(moveKey(benchmark, row));
  const reported = new Map(
    [...placed.scores].map(([name, rows]) => [name, rows.filter(isReported(name))] as const),
  );
  // Rows that came in a shape that nobody knows may be any of those that stand.
  const whole = new Set(
    answers
      .filter(
        ({ collected }) => !collected.some((one) => one.rejected.some((row) => row.isMalformed)),
      )
      .map(({ source }) => source),
  );
  const rows = updateScoreRows(facts.scores, {
    reported,
    isGone: (benchmark, row) =>
      whole.has(row.source) && !held.isHeld("scores", row.source, moveKey(benchmark, row)),
  });
  const tested = new Set([...reported.values()].flatMap((all) => all.map(({ model }) => model)));
  return {
    rows,
    models: [...models, ...placed.founded.filter(({ slug }) => tested.has(slug))],
    matched: placed.matched,
    /** Corrections that no row reported today is about. */
    obsolete: new Set(placed.obsolete.map(({ value }) => value)),
    rejected: [
      ...placed.rejected,
      ...[...impossible.values()].map(({ source, benchmark, scope, now, reason }) => ({
        ...{ source, place: benchmark, value: `${scope}: ${now}`, reason },
      })),
    ],
  };
}

interface ReportedScores {
  /** Benchmark → rows of today, without those that are held back. */
  reported: ReadonlyMap<string, readonly Score[]>;
  /** Whether a row that stands and was not reported goes: its source was read whole and lists it no more. */
  isGone(benchmark: string, row: Score): boolean;
}

/** @returns Benchmark → rows; none for a benchmark that lost its last row. */
function updateScoreRows(
  current: readonly FiledFact<"scores">[],
  { reported, isGone }: ReportedScores,
): Map<string, Score[]> {
  const before = groupBy(current, ({ file }) => file);
  const updated = [...new Set([...before.keys(), ...reported.keys()])].map(
    (benchmark): [string, Score[]] => {
      const known = (before.get(benchmark) ?? []).map((row): Score => withoutFile(row));
      const rows = new Map(known.map((row) => [scoreKey(row), row]));
      const now = new Map((reported.get(benchmark) ?? []).map((row) => [scoreKey(row), row]));
      for (const [key, row] of rows) if (!now.has(key) && isGone(benchmark, row)) rows.delete(key);
      for (const [key, row] of now) rows.set(key, withOldDate(row, rows.get(key)));
      return [benchmark, [...rows.values()]];
    },
  );
  return new Map(updated.filter(([, rows]) => rows.length > 0));
}

/** The same score keeps the day it came: an upstream that dates all anew says nothing new. */
function withOldDate(row: Score, before: Score | undefined): Score {
  const isSame = before?.score === row.score && before.self_reported === row.self_reported;
  return before !== undefined && isSame ? before : row;
}
