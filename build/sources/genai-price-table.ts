/** The price tables of genai-prices: flat or by prompt size, always in force or from a day or hour on. */
import { z } from "zod";
import type { OfferListing, Prices } from "./listing.ts";
import { hasImpossibleCache } from "./parse/prices.ts";

const Tier = z.looseObject({ start: z.number(), price: z.number() });
const Price = z.union([
  z.number().nonnegative(),
  z.looseObject({ base: z.number().nonnegative(), tiers: z.array(Tier) }),
]);
type Price = z.infer<typeof Price>;
export const PriceTable = z.looseObject({
  input_mtok: Price.optional(),
  output_mtok: Price.optional(),
  cache_read_mtok: Price.optional(),
  cache_write_mtok: Price.optional(),
  output_image_mtok: Price.optional(),
  output_video_mtok: Price.optional(),
});
export type PriceTable = z.infer<typeof PriceTable>;
const Conditional = z.looseObject({
  constraint: z
    .looseObject({ start_date: z.string().optional(), start_time: z.string().optional() })
    .nullish(),
  prices: PriceTable,
});
export const Entry = z.looseObject({
  id: z.string(),
  name: z.string().optional(),
  description: z.string().optional(),
  price_comments: z.string().optional(),
  context_window: z.int().positive().optional(),
  deprecated: z.boolean().optional(),
  prices: z.union([z.array(Conditional), PriceTable]),
});
export type Entry = z.infer<typeof Entry>;
/** The table in force on the day; undefined when the price depends on the hour. */
export function presentPrices({ prices }: Entry, recordedOn: string): PriceTable | undefined {
  if (!Array.isArray(prices)) return prices;
  if (prices.some(({ constraint }) => constraint?.start_time)) return undefined;
  return prices.filter(({ constraint }) => (constraint?.start_date ?? "") <= recordedOn).at(-1)
    ?.prices;
}

/** Tables with the day from which each is in force, past and to come. */
export const datedTables = ({ prices }: Entry): { effective: string; table: PriceTable }[] =>
  (Array.isArray(prices) ? prices : []).flatMap(({ constraint, prices: table }) =>
    constraint?.start_date ? [{ effective: constraint.start_date, table }] : [],
  );

/** Marked so, or listed only to match old records, as its description says. */
export const isDeprecated = ({ deprecated, description }: Entry): boolean =>
  deprecated === true || /^retired|no longer available/i.test(description ?? "");

const FROM_OPENROUTER = /imported from openrouter|seen on openrouter before/i;

/** The upstream says itself that it took the price from a reseller. */
export const noteOf = ({ price_comments }: Entry): string | null =>
  FROM_OPENROUTER.test(price_comments ?? "") ? RESELLER_NOTE : null;

export const RESELLER_NOTE = "reseller: taken from OpenRouter";

export function pricesOf(table: PriceTable): Prices {
  const prices = {
    input: base(table.input_mtok),
    output: base(table.output_mtok),
    cacheRead: base(table.cache_read_mtok),
    cacheWrite: base(table.cache_write_mtok),
  };
  return hasImpossibleCache(prices) ? { ...prices, cacheRead: null } : prices;
}

const base = (price: Price | undefined): number | null =>
  price === undefined ? null : typeof price === "number" ? price : price.base;

export function toTiers({
  input_mtok,
  output_mtok,
  cache_read_mtok,
}: PriceTable): OfferListing["tiers"] {
  if (typeof input_mtok !== "object" || output_mtok === undefined) return [];
  return input_mtok.tiers.map(({ start, price }) => ({
    above: start,
    input: price,
    output: priceAbove(output_mtok, start),
    cacheRead: cache_read_mtok === undefined ? null : priceAbove(cache_read_mtok, start),
  }));
}

/** Price for prompts longer than `start` tokens. */
function priceAbove(price: Price, start: number): number {
  if (typeof price === "number") return price;
  return price.tiers.findLast((tier) => tier.start <= start)?.price ?? price.base;
}
