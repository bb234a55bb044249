/** Judged answers → the last month up to which the model knows what happened. */

import { groupBy } from "../../schema/collections.ts";
import { bootstrap, type Interval, seededRandom } from "../../statistics/statistics.ts";
import type { Item, Judged, Scored } from "../asked-test.ts";

/** Months whose answers are pooled: one month alone has too few questions. */
const WINDOW = 3;
const THRESHOLD = 0.5;
/** Any number will do; it is never changed, so that results repeat. */
const SEED = 20_261_121;

interface Tally {
  /** Questions that got a reply, usable or not. */
  asked: number;
  right: number;
  unknown: number;
}

/** @param items All questions of the test: with fewer than half of them asked there is no score. */
export function scoreHorizon(judged: readonly Judged[], items: readonly Item[]): Scored {
  const replied = judged.filter(({ raw }) => raw !== null);
  const months = byMonth(replied);
  const isScored =
    2 * replied.length >= items.length && replied.some(({ parsed }) => parsed !== null);
  const horizon = isScored
    ? horizonOf([...months].map(([month, all]) => [month, tally(all)]))
    : null;
  return {
    score: horizon === null ? null : toScore(toIndex(horizon)),
    interval: horizon === null ? null : horizonInterval(months),
    metrics: { horizon, ...talliesOf(replied, months), thinMonths: thinMonthsOf(items) },
  };
}

const thinMonthsOf = (items: readonly Item[]): string[] => [
  ...new Set(items.filter(({ meta }) => meta.thin).map(({ meta }) => String(meta.month))),
];

const talliesOf = (replied: readonly Judged[], months: ReadonlyMap<string, readonly Judged[]>) => ({
  months: Object.fromEntries([...months].map(([month, all]) => [month, tally(all)])),
  kinds: Object.fromEntries(
    ["event", "release"].map((kind) => [
      kind,
      tally(replied.filter(({ item }) => item.meta.kind === kind)),
    ]),
  ),
});

/** In the order of the months. */
function byMonth(judged: readonly Judged[]): Map<string, Judged[]> {
  const months = groupBy(judged, ({ item }) => String(item.meta.month));
  return new Map([...months].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const tally = (judged: readonly Judged[]): Tally => ({
  asked: judged.length,
  right: judged.filter(({ correct }) => correct === true).length,
  unknown: judged.filter(({ parsed }) => parsed === "unknown").length,
});

/**
 * The last month before the pooled rate of three months first falls under one half.
 *
 * @param months In order; only such as were asked about.
 * @returns null when the first three months already fail, or are not there.
 */
export function horizonOf(
  months: readonly (readonly [month: string, tally: Pick<Tally, "asked" | "right">])[],
): string | null {
  let horizon: string | null = null;
  for (let end = WINDOW; end <= months.length; end++) {
    const pooled = months.slice(end - WINDOW, end).map(([, one]) => one);
    const asked = pooled.reduce((sum, one) => sum + one.asked, 0);
    const right = pooled.reduce((sum, one) => sum + one.right, 0);
    if (right < THRESHOLD * asked) break;
    horizon = months[end - 1]?.[0] ?? null;
  }
  return horizon;
}

/** 90 % interval by drawing each month's answers anew; a draw without a horizon is the month before the first. */
function horizonInterval(months: ReadonlyMap<string, readonly Judged[]>): Interval | null {
  const random = seededRandom(SEED);
  const drawn = () => [...months].map(([month, all]) => [month, redraw(all, random)] as const);
  const [first = ""] = months.keys();
  const before = toIndex(first) - 1;
  // The draws are ours, not those of bootstrap: a month keeps its number of questions.
  const interval = bootstrap(
    months.size,
    () => {
      const horizon = horizonOf(drawn());
      return horizon === null ? before : toIndex(horizon);
    },
    SEED,
  );
  return (
    interval && {
      low: toScore(Math.round(interval.low)),
      high: toScore(Math.round(interval.high)),
    }
  );
}

const redraw = (all: readonly Judged[], random: () => number): Tally =>
  tally(all.flatMap(() => all[Math.floor(random() * all.length)] ?? []));

/** Months since the year 0, so that they can be counted. */
const toIndex = (month: string): number =>
  Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;
/** `2024-06` as the number 202406. */
const toScore = (index: number): number => Math.floor(index / 12) * 100 + (index % 12) + 1;
