import type { FiledFact } from "../../facts/kinds.ts";
import type { Score } from "../../schema/benchmark.ts";
import { groupBy } from "../../schema/collections.ts";
import type { Model } from "../../schema/model.ts";
import type { Answer } from "../answer.ts";
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
  const isHeld = (benchmark: string, row: Score) =>
    held.isHeld("scores", row.source, moveKey(benchmark, row));
  const moves = [...toScoreMoves(placed.scores, facts).values()].flat();
  const impossible = moves.filter((move) => whyImpossible(move) !== null);
  const excluded = new Set(impossible.map(({ key }) => key));
  const reported = new Map(
    [...placed.scores].map(([name, rows]) => [
      name,
      rows.filter((row) => !isHeld(name, row) && !excluded.has(moveKey(name, row))),
    ]),
  );
  // Rows that came in a shape that nobody knows may be any of the recorded ones.
  const isWhole = ({ collected }: Answer) =>
    !collected.some(({ rejected }) => rejected.some((row) => row.isMalformed));
  const whole = new Set(answers.filter(isWhole).map(({ source }) => source));
  const current = groupBy(facts.scores, ({ file }) => file);
  const rows = new Map<string, Score[]>();
  for (const benchmark of new Set([...current.keys(), ...reported.keys()])) {
    const now = new Map((reported.get(benchmark) ?? []).map((row) => [scoreKey(row), row]));
    const known = (current.get(benchmark) ?? []).map((row): Score => withoutFile(row));
    // A row goes when its source was read whole and lists it no more.
    const kept = known.filter(
      (row) => now.has(scoreKey(row)) || !whole.has(row.source) || isHeld(benchmark, row),
    );
    const next = new Map(kept.map((row) => [scoreKey(row), row]));
    for (const [key, row] of now) next.set(key, withOldDate(row, next.get(key)));
    if (next.size > 0) rows.set(benchmark, [...next.values()]);
  }
  const tested = new Set([...reported.values()].flatMap((all) => all.map(({ model }) => model)));
  return {
    rows,
    models: [...models, ...placed.founded.filter(({ slug }) => tested.has(slug))],
    matched: placed.matched,
    /** Corrections that no row reported today is about. */
    obsolete: new Set(placed.obsolete.map(({ value }) => value)),
    rejected: [
      ...placed.rejected,
      ...impossible.map((move) => ({
        ...{ source: move.source, place: move.benchmark, value: `${move.scope}: ${move.now}` },
        reason: whyImpossible(move) ?? "",
      })),
    ],
  };
}

/** The same score keeps the day it came: an upstream that dates all anew reports nothing new. */
function withOldDate(row: Score, before: Score | undefined): Score {
  const isSame = before?.score === row.score && before.self_reported === row.self_reported;
  return before !== undefined && isSame ? before : row;
}
