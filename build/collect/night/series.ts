/** Prices of `data/` and of tonight's listings, in the words of the price series. Pure. */
import type { FiledFact } from "../../facts/kinds.ts";
import type { OfferListing, PriceListing, Prices } from "../../ingest/listing.ts";
import type { PriceEvent } from "../../schema/price-event.ts";
import { seriesKey } from "../merge-prices.ts";
import type { SeriesRow } from "../price-series.ts";

type Priced = Pick<
  PriceEvent,
  | "input_usd_per_mtok"
  | "output_usd_per_mtok"
  | "cache_read_usd_per_mtok"
  | "cache_write_usd_per_mtok"
>;

export const pricesOf = (row: Priced): Prices => ({
  input: row.input_usd_per_mtok,
  output: row.output_usd_per_mtok,
  cacheRead: row.cache_read_usd_per_mtok,
  cacheWrite: row.cache_write_usd_per_mtok,
});

export const toPricedFields = (prices: Prices): Priced => ({
  input_usd_per_mtok: prices.input,
  output_usd_per_mtok: prices.output,
  cache_read_usd_per_mtok: prices.cacheRead,
  cache_write_usd_per_mtok: prices.cacheWrite,
});

export const isSameMoney = (
  a: Pick<Prices, "input" | "output">,
  b: Pick<Prices, "input" | "output">,
): boolean => a.input === b.input && a.output === b.output;

export const toSeriesRow = (event: PriceEvent): SeriesRow => ({
  date: event.date,
  change: event.change,
  prices: pricesOf(event),
  source: event.source,
  suspect: event.suspect,
});

/** Tonight's word as an event of a series. */
export const toEvent = (
  { source, host, modelId, prices }: OfferListing,
  day: string,
  before: Prices | null,
): PriceListing => ({
  source,
  host,
  modelId,
  date: day,
  change: "changed",
  prices,
  before,
  isEffectiveDate: false,
  suspect: null,
});

export const keyOfRow = ({ file, model_id }: FiledFact<"offers"> | FiledFact<"priceHistory">) =>
  seriesKey(file, model_id);

export const keyOfListing = ({ host, modelId }: OfferListing): string => seriesKey(host, modelId);

export function withoutFile<T extends { file: string }>({
  file: _file,
  ...row
}: T): Omit<T, "file"> {
  return row;
}

/** @param ignore Fields that may differ. */
export function isSameRow<T extends object>(
  a: T,
  b: T,
  ignore: readonly (keyof T)[] = [],
): boolean {
  const fields = Object.keys({ ...a, ...b }).filter((name) => !ignore.includes(name as keyof T));
  return fields.every((name) => isSameValue(a[name as keyof T], b[name as keyof T]));
}

const isSameValue = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === "object" && JSON.stringify(a) === JSON.stringify(b));

export type KeptOffer = FiledFact<"offers">;
