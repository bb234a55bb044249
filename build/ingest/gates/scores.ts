/** Gates of scores: each against its benchmark, and a source's scores against those it reported before. Pure. */
import { groupBy } from "../../schema/collections.ts";
import type { CurrentScores, ScoreMove } from "../scores/score-moves.ts";
import {
  distance,
  type Gate,
  type Hit,
  holdRows,
  median,
  toVerdicts,
  type Verdict,
} from "./verdict.ts";

export function checkScores(
  source: string,
  moves: readonly ScoreMove[],
  current: CurrentScores,
  day: string,
): Verdict[] {
  const gate = (name: Gate["name"]): Gate => ({ name, source, area: "scores" });
  const moved = moves.filter(({ before, now }) => before !== null && before !== now);
  return [
    ...toVerdicts(
      gate("above-maximum"),
      moves.flatMap((move) => aboveMaximum(move, current)),
      moves.length,
    ),
    ...toVerdicts(
      gate("below-minimum"),
      moves.flatMap((move) => belowMinimum(move, current)),
      moves.length,
    ),
    ...checkRestated(gate("score-move"), moved, moves),
    ...checkDistribution(gate("distribution"), moves),
    ...checkDays(
      gate("dates"),
      // A source without days of its own is dated with the run.
      moves.filter(({ date }) => date !== day),
    ),
  ];
}

/** A result may be the best, or the worst, that was ever seen, but not by so much. Few results say nothing. */
const MIN_STANDING = 10;
const BEYOND = 2;

function aboveMaximum(move: ScoreMove, current: CurrentScores): Hit[] {
  const { now, maximum, before } = move;
  if (now === before) return [];
  // An upstream's impossible score that never stood is no news: it is left out, and not reported of every day.
  if (maximum !== null && before === null) return [];
  if (maximum !== null)
    return now > maximum ? [hit(move, `is above the maximum of ${maximum}`)] : [];
  const known = current.get(move.benchmark) ?? [];
  const best = Math.max(...known);
  return known.length >= MIN_STANDING && best > 0 && now > BEYOND * best
    ? [hit(move, `is far above ${best}, the highest that stands`)]
    : [];
}

function belowMinimum(move: ScoreMove, current: CurrentScores): Hit[] {
  const { now, maximum, minimum, before } = move;
  if (now === before) return [];
  if (now < (minimum ?? 0)) return before === null ? [] : [hit(move, `is below ${minimum ?? 0}`)];
  const known = current.get(move.benchmark) ?? [];
  const worst = Math.min(...known);
  // A share of tasks may well be near 0; a rating or a span of time is not.
  return maximum === null && known.length >= MIN_STANDING && worst > 0 && now < worst / BEYOND / 2
    ? [hit(move, `is far below ${worst}, the lowest that stands`)]
    : [];
}

const hit = ({ key, scope, before, now }: ScoreMove, reason: string): Hit => ({
  ...{ key, scope, before: String(before ?? ""), after: String(now) },
  reason: `${now} ${reason}`,
});

/** A score that stands is seldom reported otherwise, and then by a little. */
const MAX_TIMES = 1.5;
const MIN_POINTS = 5;
const MAX_RESTATED = 0.1;
const MIN_RESTATED = 5;

function checkRestated(
  gate: Gate,
  moved: readonly ScoreMove[],
  all: readonly ScoreMove[],
): Verdict[] {
  const reported = all.filter(({ before }) => before !== null);
  if (moved.length >= MIN_RESTATED && moved.length > MAX_RESTATED * reported.length) {
    const [first] = moved;
    const reason = `${moved.length} of ${reported.length} scores that stand are reported otherwise: ${first?.scope} ${first?.before} → ${first?.now}`;
    const about = { scope: gate.source, before: "", after: "", reason };
    return [
      holdRows(
        gate,
        about,
        moved.map(({ key }) => key),
      ),
    ];
  }
  const hits = moved.flatMap((move) => {
    const before = move.before ?? 0;
    const isFar =
      distance(before, move.now) > MAX_TIMES && Math.abs(before - move.now) > MIN_POINTS;
    return isFar ? [hit(move, `is far from ${before}, which it reported before`)] : [];
  });
  return toVerdicts(gate, hits, Number.POSITIVE_INFINITY);
}

/** A score that stands keeps its day, so a new day changes nothing; that many have one is reported all the same. */
function checkDays(gate: Gate, moves: readonly ScoreMove[]): Verdict[] {
  const reported = moves.filter(({ before, now }) => before === now);
  const [first, ...others] = reported.filter(({ dateBefore, date }) => dateBefore !== date);
  if (first === undefined || others.length + 1 < MIN_RESTATED) return [];
  if (others.length + 1 <= MAX_RESTATED * reported.length) return [];
  const reason = `${others.length + 1} of ${reported.length} scores that stand are dated anew: ${first.scope} ${first.dateBefore} → ${first.date}`;
  const about = { scope: gate.source, before: first.dateBefore ?? "", after: first.date, reason };
  return [
    holdRows(
      gate,
      about,
      [first, ...others].map(({ key }) => key),
    ),
  ];
}

/** New rows too: the middle of what a source tells of one benchmark does not fall to a tenth. */
const MIN_ROWS = 5;
const MAX_SHIFT = 1.5;

function checkDistribution(gate: Gate, moves: readonly ScoreMove[]): Verdict[] {
  return [...groupBy(moves, ({ benchmark }) => benchmark)].flatMap(([benchmark, rows]) => {
    const before = rows.flatMap((row) => (row.before === null ? [] : [row.before]));
    const fresh = rows.filter((row) => row.before === null);
    if (before.length < MIN_ROWS || fresh.length < MIN_ROWS) return [];
    const [was, now] = [median(before), median(fresh.map((row) => row.now))];
    if (distance(was, now) <= MAX_SHIFT * 2) return [];
    const reason = `${fresh.length} new scores have their middle at ${now}, those that stand at ${was}`;
    const about = { scope: benchmark, before: String(was), after: String(now), reason };
    return [
      holdRows(
        gate,
        about,
        fresh.map(({ key }) => key),
      ),
    ];
  });
}
