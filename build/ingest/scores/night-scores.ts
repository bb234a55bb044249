/** The scores as they are to stand after a night, and the models that only a score names. */
import type { FiledFact } from "../../facts/kinds.ts";
import type { Score } from "../../schema/benchmark.ts";
import type { Model } from "../../schema/model.ts";
import type { Night } from "../night.ts";
import { placeScores } from "./place-scores.ts";
import { renewScores } from "./renew-scores.ts";
import { moveKey, toScoreMoves, whyImpossible } from "./score-moves.ts";

/** @param models As they are to stand after the night; those that only a score names come to them. */
export function scoreNight(
  night: Night,
  models: readonly Model[],
  offers: readonly FiledFact<"offers">[],
) {
  const { facts, held, answers, labs } = night;
  const placed = placeScores(answers, facts, { models, ids: offers, labs });
  const moves = [...toScoreMoves(placed.scores, facts).values()].flat();
  const impossible = new Map(
    moves.flatMap((move) => {
      const reason = whyImpossible(move);
      return reason === null ? [] : [[move.key, { ...move, reason }] as const];
    }),
  );
  const isTold = (benchmark: string) => (row: Score) =>
    !held.isHeld("scores", row.source, moveKey(benchmark, row)) &&
    !impossible.has(moveKey(benchmark, row));
  const told = new Map(
    [...placed.scores].map(([name, rows]) => [name, rows.filter(isTold(name))] as const),
  );
  // Rows that came in a shape that nobody knows may be any of those that stand.
  const whole = new Set(
    answers
      .filter(
        ({ collected }) => !collected.some((one) => one.rejected.some((row) => row.isMalformed)),
      )
      .map(({ source }) => source),
  );
  const rows = renewScores(facts.scores, {
    told,
    isGone: (benchmark, row) =>
      whole.has(row.source) && !held.isHeld("scores", row.source, moveKey(benchmark, row)),
  });
  const tested = new Set([...told.values()].flatMap((all) => all.map(({ model }) => model)));
  return {
    rows,
    models: [...models, ...placed.founded.filter(({ slug }) => tested.has(slug))],
    matched: placed.matched,
    /** Corrections that no row told tonight is about. */
    obsolete: new Set(placed.obsolete.map(({ value }) => value)),
    rejected: [
      ...placed.rejected,
      ...[...impossible.values()].map(({ source, benchmark, scope, now, reason }) => ({
        ...{ source, place: benchmark, value: `${scope}: ${now}`, reason },
      })),
    ],
  };
}
