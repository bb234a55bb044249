/** Judged items of one host → percent right; percent right of several hosts → the gap between them. */

import { byText } from "../../schema/collections.ts";
import { HostQuestion } from "../../schema/experiment.ts";
import { type Interval, round, roundInterval, wilson } from "../../statistics/statistics.ts";
import type { Judged, Scored } from "../asked-test.ts";

const KINDS = HostQuestion.shape.kind.options;
type Kind = HostQuestion["kind"];

export interface HostMetrics extends Record<string, unknown> {
  /** Items that brought a reply, and those of them that were right, by kind. */
  kinds: Record<Kind, { asked: number; right: number }>;
  /** Replies without any text that could be read; they count as wrong. */
  empty: number;
}

/**
 * 100 × right / items with a reply, with a Wilson interval. A reply that says nothing is the host's fault and counts
 * as wrong; an item that brought no reply at all (a fault of the line) is left out. Null without replies.
 */
export function score(judged: readonly Judged[]): Scored & { metrics: HostMetrics } {
  const replied = judged.filter(({ raw }) => raw !== null);
  const right = rightOf(replied);
  return {
    score: replied.length === 0 ? null : round((100 * right) / replied.length, 1),
    interval: toPoints(wilson(right, replied.length)),
    metrics: {
      kinds: Object.fromEntries(
        KINDS.map((kind) => [kind, tally(replied, kind)]),
      ) as HostMetrics["kinds"],
      empty: replied.filter(({ parsed }) => parsed === null).length,
    },
  };
}

function tally(replied: readonly Judged[], kind: Kind): { asked: number; right: number } {
  const asked = replied.filter(({ item }) => item.meta.kind === kind);
  return { asked: asked.length, right: rightOf(asked) };
}

const rightOf = (judged: readonly Judged[]): number =>
  judged.filter(({ correct }) => correct).length;

/** What one model's items came to at one host. */
export interface Route {
  /** Slug of the host. */
  route: string;
  right: number;
  /** Items that brought a reply. */
  asked: number;
}

export interface HostGap {
  /** Percentage points between the best and the worst host, one decimal. */
  gap: number;
  /** Slug of the host with the highest rate; among equals the first by slug. */
  best: string;
  /** Slug of the host with the lowest rate; among equals the first by slug that is not the best. */
  worst: string;
  /** 90 % interval of the gap in percentage points; below zero where the order of the two is not certain. */
  interval: Interval;
}

/** @param routes One a host. @returns null for fewer than two hosts that replied. */
export function hostGap(routes: readonly Route[]): HostGap | null {
  const replied = routes
    .filter(({ asked }) => asked > 0)
    .sort((a, b) => rateOf(b) - rateOf(a) || byText(a.route, b.route));
  const [best, ...others] = replied;
  const lowest = others.at(-1);
  if (!best || !lowest) return null;
  const worst = others.find((route) => rateOf(route) === rateOf(lowest)) ?? lowest;
  return {
    gap: round(100 * (rateOf(best) - rateOf(worst)), 1),
    best: best.route,
    worst: worst.route,
    interval: newcombe(best, worst),
  };
}

const rateOf = ({ right, asked }: Route): number => right / asked;

/**
 * Interval of the difference of two rates from their Wilson intervals: method 10 of Newcombe, "Interval estimation for
 * the difference between independent proportions", Statistics in Medicine 17 (1998), 873-890.
 */
function newcombe(high: Route, low: Route): Interval {
  const [p, q] = [rateOf(high), rateOf(low)];
  const [above, below] = [wilsonOf(high), wilsonOf(low)];
  return toPoints({
    low: p - q - Math.hypot(p - above.low, below.high - q),
    high: p - q + Math.hypot(above.high - p, q - below.low),
  });
}

/** Without replies the rate may be anything. */
const wilsonOf = ({ right, asked }: Route): Interval => wilson(right, asked) ?? { low: 0, high: 1 };

function toPoints(interval: Interval): Interval;
function toPoints(interval: Interval | null): Interval | null;
function toPoints(interval: Interval | null): Interval | null {
  return roundInterval(interval && { low: 100 * interval.low, high: 100 * interval.high }, 1);
}
