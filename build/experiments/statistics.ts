/** Confidence intervals of published numbers. Random numbers are seeded, so results repeat. */
import { getItemAt } from "../schema/collections.ts";

export interface ConfidenceInterval {
  low: number;
  high: number;
}

/** Every published interval leaves out 5 % on each side. */
export const CONFIDENCE_LEVEL = 0.9;
/** Normal quantile of 95 %: Wilson's z for a 90 % interval. */
const Z = 1.6448536269514722;
/** An arbitrary number; it never changes, so that results repeat. */
export const RESAMPLING_SEED = 20_261_121;
const RESAMPLES = 1000;

/** mulberry32: 32 bits of state, good enough to draw resamples, the same on every machine. */
export function createSeededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Percentile bootstrap (Efron and Tibshirani 1993, chapter 13) of a statistic.
 * @param units What is drawn, with repetitions: whole units, so that related values stay together.
 * @param statistic Of drawn units. It must not keep the array, which is reused.
 * @returns null for fewer than two units, where there is nothing to resample.
 */
export function bootstrapInterval<T>(
  units: readonly T[],
  statistic: (drawn: T[]) => number,
): ConfidenceInterval | null {
  const size = units.length;
  if (size < 2) return null;
  const random = createSeededRandom(RESAMPLING_SEED);
  const drawn = [...units];
  const values = Float64Array.from({ length: RESAMPLES }, () => {
    for (let at = 0; at < size; at++) drawn[at] = getItemAt(units, Math.floor(random() * size));
    return statistic(drawn);
  }).sort();
  const tail = (1 - CONFIDENCE_LEVEL) / 2;
  return { low: quantile(values, tail), high: quantile(values, 1 - tail) };
}

/** @param sorted Ascending, not empty. Interpolates linearly between two values (type 7 of Hyndman and Fan 1996). */
export function quantile(sorted: ArrayLike<number>, fraction: number): number {
  const place = fraction * (sorted.length - 1);
  const below = getItemAt(sorted, Math.floor(place));
  const above = getItemAt(sorted, Math.ceil(place));
  return below + (above - below) * (place - Math.floor(place));
}

/** Uses a typed array, which sorts numbers without a comparison function: five times faster. */
export const median = (values: readonly number[]): number =>
  quantile(Float64Array.from(values).sort(), 0.5);

/** Rounds halves up. A value that is a half in 12 digits counts as a half, so `1.005` becomes `1.01`. */
export function roundToDecimals(value: number, digits: number): number {
  const shift = 10 ** digits;
  const scaled = value * shift;
  // Far from a half, the value need not be converted to text.
  if (Math.abs(scaled - Math.floor(scaled) - 0.5) > 1e-3 && Math.abs(scaled) < 1e6)
    return Math.round(scaled) / shift;
  return Math.round(Number(scaled.toPrecision(12))) / shift;
}

export const roundInterval = (
  interval: ConfidenceInterval | null,
  digits: number,
): ConfidenceInterval | null =>
  interval && {
    low: roundToDecimals(interval.low, digits),
    high: roundToDecimals(interval.high, digits),
  };

/** `part` of `whole` in percent with one decimal, and its Wilson score interval (Wilson 1927); null for a whole of 0. */
export function toPercentWithInterval(part: number, whole: number) {
  if (whole === 0) return { score: null, interval: null };
  const rate = part / whole;
  const spread = (Z * Z) / whole;
  const centre = (rate + spread / 2) / (1 + spread);
  const half = (Z * Math.sqrt((rate * (1 - rate)) / whole + spread / whole / 4)) / (1 + spread);
  const low = 100 * Math.max(0, centre - half);
  const high = 100 * Math.min(1, centre + half);
  return {
    score: roundToDecimals((100 * part) / whole, 1),
    interval: roundInterval({ low, high }, 1),
  };
}

export const formatIntervalInParentheses = (interval: ConfidenceInterval | null): string =>
  interval ? ` (90 % interval ${interval.low} to ${interval.high})` : "";
