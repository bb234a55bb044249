/** An offer with its price decided → its row: what is said beside the price, and by whom it is believed. */

import type { OfferListing, Prices } from "../../ingest/listing.ts";
import { isSamePrice } from "../../ingest/parse/prices.ts";
import type { Offer } from "../../schema/offer.ts";
import { withDetails } from "../merge-offers.ts";
import { toOfferRow } from "../offer-row.ts";
import { isSameMoney, type KeptOffer, pricesOf, toPricedFields } from "./series.ts";
import { BASE } from "./words.ts";

export interface OfferDetails {
  one: { host: string; modelId: string; row: KeptOffer | undefined };
  /** Of tonight, the most trusted first. */
  listings: readonly OfferListing[];
  price: { source: string; prices: Prices; asOf: string };
}

type Row = Omit<Offer, "model">;

export function toRow({ one, listings, price }: OfferDetails): Row {
  const { row } = one;
  const lead = leadOf(listings, one.host, price.source);
  const [first] = lead ? [lead] : listings;
  if (!first) return toPlainRow(row!, price);
  const said = withoutModel(toOfferRow(joined(first, listings, price), ""));
  return row ? overlay(toPlainRow(row, price), said, row, lead !== undefined) : said;
}

/** Who speaks of limits and status too: the host itself, models.dev, or whoever tells the price. */
const leadOf = (listings: readonly OfferListing[], host: string, teller: string) =>
  [host, BASE, teller]
    .map((name) => listings.find(({ source }) => source === name))
    .find((listing) => listing !== undefined);

/** What the others add. Tiers of a price that does not hold are left out. */
function joined(
  first: OfferListing,
  listings: readonly OfferListing[],
  { source, prices, asOf }: OfferDetails["price"],
): OfferListing {
  const isHeld = isSameMoney(first.prices, prices);
  const base: OfferListing = {
    ...first,
    ...{ source, prices, asOf },
    tiers: isHeld ? first.tiers : [],
    reasoningPrice: isHeld ? first.reasoningPrice : null,
    batchInput: isHeld ? first.batchInput : null,
    batchOutput: isHeld ? first.batchOutput : null,
  };
  return listings.filter((listing) => listing !== first).reduce(withDetails, base);
}

const toPlainRow = (row: KeptOffer, { source, prices, asOf }: OfferDetails["price"]): Row => {
  const { file: _file, model: _model, ...rest } = row;
  return { ...rest, ...toPricedFields(prices), source, as_of: asOf };
};

/** Fields that go with a price: they fall with it. */
const PRICED = [
  "reasoning_usd_per_mtok",
  "batch_input_usd_per_mtok",
  "batch_output_usd_per_mtok",
  "tiers",
] as const;
const LIMITS = ["context_window", "max_output_tokens"] as const;

/**
 * What stands, renewed by what was said. Nothing said is nothing known, so it takes nothing away.
 * @param isLed Whether the one whose word counts spoke; the others only fill what is missing.
 */
function overlay(now: Row, said: Row, before: KeptOffer, isLed: boolean): Row {
  const isSame = isSamePrice(pricesOf(before), pricesOf({ ...before, ...now }));
  const merged: Record<string, unknown> = { ...now };
  for (const field of PRICED) {
    const standing = isSame ? before[field] : null;
    merged[field] = isLed ? (said[field] ?? standing) : (standing ?? said[field]);
  }
  for (const field of LIMITS)
    merged[field] = isLed ? (said[field] ?? before[field]) : (before[field] ?? said[field]);
  if (isLed) merged.status = said.status;
  return merged as Row;
}

const withoutModel = ({ model: _model, ...row }: Offer): Row => row;
