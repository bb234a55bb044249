/** Converts upstream prices to USD per 1M tokens, and checks prices and limits. Pure. */
import { createRate, type Rate, type RateConditions } from "../../cost/rates.ts";
import type { SourceFileReader } from "../collector.ts";
import type { OfferListing, OfferPrices } from "../listing.ts";

/** Removes noise: 0.27999999999999997 (2.8e-7 × 1e6) → 0.28, single precision 0.0299999997 → 0.03; not 0.0833333333. */
export function roundFloatNoise(usd: number): number {
  const short = Number(usd.toPrecision(4));
  return Math.abs(usd - short) < 1e-7 * short ? short : Number(usd.toPrecision(10));
}

/** A price as a rate, if it is known. Upstreams write 0 for a price that they do not know. */
export const toRatesIfPriceKnown = (
  meter: Rate["meter"],
  price: number | null | undefined,
  conditions?: RateConditions,
): Rate[] => (price ? [createRate(meter, roundFloatNoise(price), conditions)] : []);

/** The prompt size above which a tier begins: upstreams write 272000, 271999 or 272001 for it. */
export const normalizeTierThreshold = (tokens: number): number =>
  tokens + ({ 999: 1, 1: -1 }[tokens % 1000] ?? 0);

/** USD per token → USD per 1M tokens; null for a negative price. */
export function toUsdPerMtok(usdPerToken: number | null | undefined): number | null {
  if (usdPerToken === null || usdPerToken === undefined || usdPerToken < 0) return null;
  return roundFloatNoise(usdPerToken * 1e6);
}

/** USD per search or request → USD per 1k; null for a negative price. */
export const toUsdPerThousandRequests = (usd: number | null | undefined): number | null =>
  usd === null || usd === undefined || usd < 0 ? null : roundFloatNoise(usd * 1000);

export const hasTokenPrice = ({ input, output }: Pick<OfferPrices, "input" | "output">): boolean =>
  input !== null || output !== null;

/** Reading from a cache never costs more than input: the upstream has swapped its fields. */
const hasImpossibleCache = ({ input, cache_read }: OfferPrices): boolean =>
  input !== null && cache_read !== null && cache_read > input;

export const removeImpossibleCacheReadPrice = (prices: OfferPrices): OfferPrices =>
  hasImpossibleCache(prices) ? { ...prices, cache_read: null } : prices;

/** The prices; when the cache-read price is impossible, both cache prices are dropped and reported. */
export function rejectImpossibleCachePrices(
  reader: SourceFileReader,
  place: string,
  prices: OfferPrices,
): OfferPrices {
  if (!hasImpossibleCache(prices)) return prices;
  const reason = "cache read costs more than input: the upstream has probably swapped the fields";
  reader.reject(place, `${prices.cache_read} > ${prices.input}`, reason);
  return { ...prices, cache_read: null, cache_write: null };
}

/** A limit in tokens: null for 0 and 1, which upstreams write for an unknown limit. */
export function toKnownTokenLimit(limit: number | string | null | undefined): number | null {
  const tokens = Number(limit ?? 0);
  return Number.isInteger(tokens) && tokens > 1 ? tokens : null;
}

/** One of our hosts, and its own id of a model. */
export type OfferId = Pick<OfferListing, "host" | "modelId">;
/** An offer id, or a text with the reason to leave the id out. */
export type OfferIdOrRejection = OfferId | string;
