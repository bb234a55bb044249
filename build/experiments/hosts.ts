/** How far apart the hosts of one model are, by the answers they give and by price. */
import { byText } from "../schema/collections.ts";
import {
  bootstrap,
  drawnMedian,
  type Interval,
  median,
  percentOf,
  round,
  roundInterval,
  SEED,
  wilson,
} from "./statistics.ts";

/** What the items of one model came to at one host. */
interface Route {
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
  interval: Interval | null;
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
    interval: percentOf(newcombe(best, worst)),
  };
}

const rateOf = ({ right, asked }: Route): number => right / asked;

/**
 * Interval of the difference of two rates from their Wilson intervals: method 10 of Newcombe, "Interval estimation for
 * the difference between independent proportions", Statistics in Medicine 17 (1998), 873-890.
 */
function newcombe(high: Route, low: Route): Interval | null {
  const [p, q] = [rateOf(high), rateOf(low)];
  const [above, below] = [wilson(high.right, high.asked), wilson(low.right, low.asked)];
  if (!above || !below) return null;
  return {
    low: p - q - Math.hypot(p - above.low, below.high - q),
    high: p - q + Math.hypot(above.high - p, q - below.low),
  };
}

/** One host's paid offer that is not withdrawn. */
export interface HostOffer {
  host: string;
  /** (3 × input + output) / 4, USD per 1M tokens, above 0. */
  blended: number;
  quantization: string | null;
  context_window: number | null;
}

export interface Spread {
  hosts: number;
  blendedLowest: number;
  cheapestHost: string;
  blendedHighest: number;
  dearestHost: string;
  /** Highest / lowest, two decimals. */
  ratio: number;
  /** False beyond a hundredfold: a host's error of units, not a price. */
  isPlausible: boolean;
  /** Every one that a host names, sorted. */
  quantizations: string[];
  /** Different ones, in tokens, the largest first. */
  contextWindows: number[];
}

const MIN_HOSTS = 3;
const MAX_RATIO = 100;

/** @returns null for fewer than three hosts. */
export function spreadOf(offers: readonly HostOffer[]): Spread | null {
  const byPrice = [...offers].sort((a, b) => a.blended - b.blended || byText(a.host, b.host));
  const [lowest, highest] = [byPrice[0], byPrice.at(-1)];
  if (!lowest || !highest || offers.length < MIN_HOSTS) return null;
  const ratio = round(highest.blended / lowest.blended, 2);
  return {
    hosts: offers.length,
    blendedLowest: lowest.blended,
    cheapestHost: lowest.host,
    blendedHighest: highest.blended,
    dearestHost: highest.host,
    ratio,
    isPlausible: ratio <= MAX_RATIO,
    quantizations: distinct(offers.map(({ quantization }) => quantization)).sort(byText),
    contextWindows: distinct(offers.map((offer) => offer.context_window)).sort((a, b) => b - a),
  };
}

export interface SpreadSummary {
  /** Models with a plausible spread. */
  models: number;
  median_ratio: number;
  median_ratio_interval: Interval | null;
  /** Percent of these models whose most expensive host costs at least twice the cheapest. */
  twice_percent: number;
  twice_percent_interval: Interval | null;
}

/** @returns null when no spread is plausible. */
export function summarize(
  spreads: readonly Pick<Spread, "ratio" | "isPlausible">[],
): SpreadSummary | null {
  const ratios = spreads.filter(({ isPlausible }) => isPlausible).map(({ ratio }) => ratio);
  if (ratios.length === 0) return null;
  const twice = ratios.filter((ratio) => ratio >= 2).length;
  return {
    models: ratios.length,
    median_ratio: round(median(ratios), 2),
    median_ratio_interval: roundInterval(bootstrap(ratios.length, drawnMedian(ratios), SEED), 2),
    twice_percent: round((100 * twice) / ratios.length, 1),
    twice_percent_interval: percentOf(wilson(twice, ratios.length)),
  };
}

const distinct = <T>(values: readonly (T | null)[]): T[] => [
  ...new Set(values.filter((value): value is T => value !== null)),
];
