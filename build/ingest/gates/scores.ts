/** Gates of scores: each against its benchmark, and a source's scores against those it reported before. Pure. */
import { groupBy } from "../../schema/collections.ts";
import type { CurrentScores, ScoreMove } from "../scores/score-moves.ts";
import {
  distance,
  Gate,
  type GateName,
  type Hit,
  isMany,
  median,
  type Verdict,
} from "./verdict.ts";

export function checkScores(
  source: string,
  moves: readonly ScoreMove[],
  current: CurrentScores,
  day: string,
): Verdict[] {
  const gate = (name: GateName) => new Gate(name, source, "scores");
  const news = moves.filter(({ before, now }) => before !== now);
  const above = news.flatMap((move) => aboveMaximum(move, current));
  const below = news.flatMap((move) => belowMinimum(move, current));
  return [
    ...gate("above-maximum").holdEach(above, moves.length),
    ...gate("below-minimum").holdEach(below, moves.length),
    ...checkRestated(gate("score-move"), moves),
    ...checkDistribution(gate("distribution"), moves),
    ...checkDays(
      gate("dates"),
      // A source without days of its own is dated with the run.
      moves.filter(({ before, now, date }) => before === now && date !== day),
    ),
  ];
}

/** A result may be the best, or the worst, that was ever seen, but not by so much. Few results say nothing. */
const MIN_KNOWN = 10;
const BEYOND = 2;

function aboveMaximum(move: ScoreMove, current: CurrentScores): Hit[] {
  const { now, maximum, before } = move;
  if (maximum !== null) {
    // A new score that cannot be is left out by its source's merge, and not reported every day.
    const isImpossible = before !== null && now > maximum;
    return isImpossible ? [hit(move, `is above the maximum of ${maximum}`)] : [];
  }
  const known = current.get(move.benchmark) ?? [];
  const best = Math.max(...known);
  return known.length >= MIN_KNOWN && best > 0 && now > BEYOND * best
    ? [hit(move, `is far above ${best}, the highest recorded`)]
    : [];
}

function belowMinimum(move: ScoreMove, current: CurrentScores): Hit[] {
  const { now, maximum, minimum, before } = move;
  if (now < (minimum ?? 0)) return before === null ? [] : [hit(move, `is below ${minimum ?? 0}`)];
  const known = current.get(move.benchmark) ?? [];
  const worst = Math.min(...known);
  // A share of tasks may well be near 0; a rating or a span of time is not.
  return maximum === null && known.length >= MIN_KNOWN && worst > 0 && now < worst / BEYOND / 2
    ? [hit(move, `is far below ${worst}, the lowest recorded`)]
    : [];
}

const hit = ({ key, scope, before, now }: ScoreMove, reason: string): Hit => ({
  ...{ key, scope, before, after: now },
  reason: `${now} ${reason}`,
});

/** A recorded score is seldom reported otherwise, and then by a little. */
const MAX_TIMES = 1.5;
const MIN_POINTS = 5;
const MANY_RESTATED = [5, 0.1] as const;

function checkRestated(gate: Gate, moves: readonly ScoreMove[]): Verdict[] {
  const known = moves.filter(({ before }) => before !== null);
  const restated = known.filter(({ before, now }) => before !== now);
  const [first] = restated;
  if (first !== undefined && isMany(restated.length, known.length, MANY_RESTATED)) {
    const reason = `${restated.length} of ${known.length} recorded scores have other values: ${first.scope} ${first.before} → ${first.now}`;
    return gate.holdRows({ reason }, restated);
  }
  const hits = restated.flatMap((move) => {
    const before = move.before ?? 0;
    const isFar =
      distance(before, move.now) > MAX_TIMES && Math.abs(before - move.now) > MIN_POINTS;
    return isFar ? [hit(move, `is far from ${before}, which it reported before`)] : [];
  });
  return gate.holdEach(hits, Number.POSITIVE_INFINITY);
}

/** A recorded score keeps its day, so a new day changes nothing; that many have one is reported all the same. */
function checkDays(gate: Gate, unchanged: readonly ScoreMove[]): Verdict[] {
  const dated = unchanged.filter(({ dateBefore, date }) => dateBefore !== date);
  const [first] = dated;
  if (first === undefined || !isMany(dated.length, unchanged.length, MANY_RESTATED)) return [];
  const { scope, dateBefore: before, date: after } = first;
  const reason = `${dated.length} of ${unchanged.length} recorded scores have another date: ${scope} ${before} → ${after}`;
  return gate.holdRows({ before, after, reason }, dated);
}

/** New rows too: the middle of what a source reports of one benchmark does not fall to a tenth. */
const MIN_ROWS = 5;
const MAX_SHIFT = 3;

function checkDistribution(gate: Gate, moves: readonly ScoreMove[]): Verdict[] {
  return [...groupBy(moves, ({ benchmark }) => benchmark)].flatMap(([benchmark, rows]) => {
    const known = rows.flatMap((row) => row.before ?? []);
    const fresh = rows.filter((row) => row.before === null);
    if (known.length < MIN_ROWS || fresh.length < MIN_ROWS) return [];
    const [before, after] = [median(known), median(fresh.map((row) => row.now))];
    if (distance(before, after) <= MAX_SHIFT) return [];
    const reason = `${fresh.length} new scores have their median at ${after}, the recorded ones at ${before}`;
    return gate.holdRows({ scope: benchmark, before, after, reason }, fresh);
  });
}
