/** Scales and tick labels of charts: maps dates, prices and scores to pixels. */
import { scaleLinear } from "d3-scale";
import { formatShortDate, formatUsdOrFree, type Html, html } from "../html.ts";

/** A tenth of a unit is less than a pixel. */
export const roundToTenthPx = (value: number): number => Math.round(value * 10) / 10;

/** The average letter is 6.3 px wide. */
export const estimateTextWidthPx = (text: string): number => 6.3 * text.length;

export interface ChartAxis {
  /** Position of a value in pixels. */
  at(value: number): number;
  ticks: readonly { at: number; label: string }[];
}

export type PriceAxis = ChartAxis & { isLog: boolean };

/** Positions of the first and the last value in pixels. */
type Range = readonly [number, number];

/** From this ratio between prices on, the scale is logarithmic: on a linear one, low prices would lie together. */
const WIDE = 12;
const DAY = 86_400_000;
const TICKS = 5;

const toScale = (
  from: number,
  to: number,
  range: Range,
): { at: ChartAxis["at"]; ticks: number[] } => {
  const scale = scaleLinear([from, to], range);
  return { at: (value) => roundToTenthPx(scale(value)), ticks: scale.ticks(TICKS) };
};

/** @param days Dates; the axis covers at least thirty days. @param ticks Maximum number of ticks. */
export function createTimeAxis(days: readonly string[], range: Range, ticks = TICKS): ChartAxis {
  const times = days.map((day) => Date.parse(day));
  const first = Math.min(...times);
  const last = Math.max(Math.max(...times), first + 30 * DAY);
  const { at } = toScale(first, last, range);
  const toTick = (time: number) => ({
    at: at(time),
    label: formatShortDate(new Date(time).toISOString().slice(0, 7)),
  });
  return { at, ticks: monthStarts(first, last, ticks).map(toTick) };
}

/** First days of months, at equal intervals. */
function monthStarts(first: number, last: number, count: number): number[] {
  const months = (last - first) / (30.44 * DAY);
  const step = [1, 2, 3, 6, 12, 24].find((size) => months / size <= count) ?? 36;
  const start = new Date(first);
  const from = start.getUTCFullYear() * 12 + start.getUTCMonth() + 1;
  const ticks: number[] = [];
  for (let month = Math.ceil(from / step) * step; ; month += step) {
    const time = Date.UTC(Math.floor(month / 12), month % 12, 1);
    if (time > last) return ticks;
    ticks.push(time);
  }
}

/** Axis between two prices. On a logarithmic scale, a price of 0 is at its start. */
export function createPriceAxisBetween(
  low: number,
  high: number,
  isLog: boolean,
  range: Range,
): PriceAxis {
  const place = isLog ? Math.log10 : Number;
  const scale = toScale(place(low), place(high), range);
  const at = (price: number): number => (isLog && price <= 0 ? range[0] : scale.at(place(price)));
  const prices = isLog ? logTicks(place(low), place(high)) : scale.ticks;
  return { at, isLog, ticks: prices.map((price) => ({ at: at(price), label: dollars(price) })) };
}

/** Axis from the lowest to the highest price. */
export function createPriceSpreadAxis(prices: readonly number[], range: Range): ChartAxis {
  const low = Math.min(...prices);
  const high = Math.max(...prices);
  return createPriceAxisBetween(low, high, high / low >= WIDE, range);
}

/** Axis from zero, or logarithmic from below the lowest price that is paid. */
export function createPriceAxis(prices: readonly number[], range: Range): PriceAxis {
  const paid = prices.filter((price) => price > 0);
  const low = Math.min(...paid);
  const high = Math.max(...prices);
  const isLog = paid.length > 0 && high / low >= WIDE;
  return isLog
    ? createPriceAxisBetween(low / 1.5, high * 1.3, isLog, range)
    : createPriceAxisBetween(0, (high || 1) * 1.03, isLog, range);
}

/** @param limit Best possible value; null when there is none. @param toText Formats a score with its unit. */
export function createScoreAxis(
  scores: readonly number[],
  limit: number | null,
  range: Range,
  toText: (score: number) => string,
): ChartAxis {
  const low = Math.min(...scores);
  const high = Math.max(...scores);
  const room = Math.max(high - low, Math.abs(high) / 10, 1) / 12;
  const from = low >= 0 ? Math.max(0, low - room) : low - room;
  const to = limit === null || limit < high ? high + room : Math.min(limit, high + room);
  const { at, ticks } = toScale(from, to, range);
  return { at, ticks: ticks.map((score) => ({ at: at(score), label: toText(score) })) };
}

function logTicks(from: number, to: number): number[] {
  const first = Math.floor(from);
  const decades = Array.from({ length: Math.ceil(to) - first }, (_, at) => 10 ** (first + at));
  const within = (factors: readonly number[]): number[] =>
    decades
      .flatMap((decade) => factors.map((factor) => factor * decade))
      .filter((price) => Math.log10(price) > from && Math.log10(price) < to);
  const choices = [[1, 2, 5], [1, 3], [1]].map(within);
  return choices.find(({ length }) => length <= TICKS + 1) ?? within([1]);
}

/** Removes floating-point noise of powers and sums. */
const dollars = (price: number): string => {
  const exact = Number(price.toPrecision(6));
  return exact === 0 ? "$0" : Number.isInteger(exact) ? `$${exact}` : formatUsdOrFree(exact);
};

/** Labels below the base line. */
export const renderAxisTicks = (ticks: ChartAxis["ticks"], bottom: number): Html =>
  html`${ticks.map(({ at, label }) => html`<path class="tick" d="M${at} ${bottom}v4"/><text class="axis middle" x="${at}" y="${bottom + 17}">${label}</text>`)}`;

/** @returns The items with a higher value than all items before them. */
export function filterRunningMaxima<Item>(
  items: readonly Item[],
  toValue: (item: Item) => number,
): Item[] {
  let best = Number.NEGATIVE_INFINITY;
  return items.filter((item) => {
    const isRecord = toValue(item) > best;
    best = Math.max(best, toValue(item));
    return isRecord;
  });
}

/** Horizontal lines with their labels on the left. */
export const renderHorizontalGridLines = (
  ticks: ChartAxis["ticks"],
  left: number,
  right: number,
): Html =>
  html`${ticks.map(({ at, label }) => html`<path class="grid" d="M${left} ${at}H${right}"/><text class="axis end" x="${left - 6}" y="${roundToTenthPx(at + 4)}">${label}</text>`)}`;
