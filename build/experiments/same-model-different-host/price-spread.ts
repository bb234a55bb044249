/** The price part: how far apart the hosts of one model are. Pure over the offers of one model. */
import { byText } from "../../schema/collections.ts";
import {
  bootstrap,
  drawnMedian,
  type Interval,
  median,
  round,
  roundInterval,
  wilson,
} from "../../statistics/statistics.ts";

/** One host's paid offer that is not withdrawn. */
export interface HostOffer {
  host: string;
  /** (3 × input + output) / 4, USD per 1M tokens, above 0. */
  blended: number;
  quantization: string | null;
  context_window: number | null;
  as_of: string;
}

export interface Spread {
  hosts: number;
  lowest: number;
  cheapest_host: string;
  highest: number;
  dearest_host: string;
  /** Highest / lowest, two decimals. */
  ratio: number;
  /** False beyond a hundredfold: a host's error of units, not a price. */
  is_plausible: boolean;
  /** Every one that a host names, sorted. */
  quantizations: string[];
  /** Different ones, in tokens, the largest first. */
  context_windows: number[];
  /** The newest of the offers. */
  as_of: string;
}

const MIN_HOSTS = 3;
const MAX_RATIO = 100;
const SEED = 20_261_121;

/** @returns null for fewer than three hosts. */
export function spreadOf(offers: readonly HostOffer[]): Spread | null {
  if (offers.length < MIN_HOSTS) return null;
  const byPrice = [...offers].sort((a, b) => a.blended - b.blended || byText(a.host, b.host));
  const [cheapest, dearest] = [byPrice[0], byPrice.at(-1)];
  if (!cheapest || !dearest) return null;
  const ratio = round(dearest.blended / cheapest.blended, 2);
  return {
    hosts: offers.length,
    lowest: cheapest.blended,
    cheapest_host: cheapest.host,
    highest: dearest.blended,
    dearest_host: dearest.host,
    ratio,
    is_plausible: ratio <= MAX_RATIO,
    quantizations: distinct(offers.map(({ quantization }) => quantization)).sort(byText),
    context_windows: distinct(offers.map((offer) => offer.context_window)).sort((a, b) => b - a),
    as_of: offers.reduce((newest, { as_of }) => (as_of > newest ? as_of : newest), ""),
  };
}

export interface SpreadSummary {
  /** Models with a plausible spread. */
  models: number;
  median_ratio: number;
  median_ratio_interval: Interval | null;
  /** Percent of these models whose dearest host asks at least twice the cheapest. */
  twice_percent: number;
  twice_percent_interval: Interval | null;
}

/** @returns null when no spread is plausible. */
export function summarise(spreads: readonly Spread[]): SpreadSummary | null {
  const ratios = spreads.filter(({ is_plausible }) => is_plausible).map(({ ratio }) => ratio);
  if (ratios.length === 0) return null;
  const twice = ratios.filter((ratio) => ratio >= 2).length;
  const rate = wilson(twice, ratios.length);
  return {
    models: ratios.length,
    median_ratio: round(median(ratios), 2),
    median_ratio_interval: roundInterval(bootstrap(ratios.length, drawnMedian(ratios), SEED), 2),
    twice_percent: round((100 * twice) / ratios.length, 1),
    twice_percent_interval: roundInterval(
      rate && { low: 100 * rate.low, high: 100 * rate.high },
      1,
    ),
  };
}

const distinct = <T>(values: readonly (T | null)[]): T[] => [
  ...new Set(values.filter((value): value is T => value !== null)),
];
