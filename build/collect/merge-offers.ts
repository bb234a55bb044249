/**
 * Offers of all upstreams → one list. models.dev's record of a host is the base; a newer price of
 * the merged history replaces its price; other upstreams add batch prices and tiers, hosts that
 * models.dev does not cover, and models that came after its last record.
 */

import type { OfferListing, Rejected } from "../ingest/listing.ts";
import type { IdSpelling } from "../ingest/offers/id-spelling.ts";
import { disagreement, hasImpossibleCache, hasPrice } from "../ingest/parse/prices.ts";
import { seriesKey } from "./merge-prices.ts";
import { type Conflict, type PriceSeries, TOLERATED_PERCENT } from "./price-series.ts";

const BASE = "models-dev";

/** Hosts and ids that LiteLLM still lists though they are sold no more. */
const WITHDRAWN = /^(anyscale|lambda) |^ai21 (j2-|jamba-1\.5)/;

export interface MergedOffers {
  offers: OfferListing[];
  conflicts: Conflict[];
  rejected: Rejected[];
}

/** @param baseRecordedOn Day of the base's newest record: what appears elsewhere later is new. */
export function mergeOffers(
  listings: readonly OfferListing[],
  series: ReadonlyMap<string, PriceSeries>,
  spelling: IdSpelling,
  baseRecordedOn: string,
): MergedOffers {
  const merged: MergedOffers = { offers: [], conflicts: [], rejected: [] };
  const byKey = new Map<string, OfferListing>();
  const covered = new Set<string>();
  for (const offer of listings.filter(({ source }) => source === BASE)) {
    const key = seriesKey(offer.host, offer.modelId);
    byKey.set(key, withNewestPrice(offer, series.get(key)));
    covered.add(offer.host);
  }
  for (const listing of listings.filter(({ source }) => source !== BASE)) {
    const modelId = spelling.spell(listing.host, listing.modelId);
    const key = seriesKey(listing.host, modelId);
    const offer = byKey.get(key);
    if (offer) {
      byKey.set(key, withDetails(offer, listing));
      merged.conflicts.push(...conflictOf(offer, listing));
      continue;
    }
    const reason = reasonToLeaveOut(listing, series.get(key), covered, baseRecordedOn);
    if (reason === null) byKey.set(key, withNewestPrice({ ...listing, modelId }, series.get(key)));
    else
      merged.rejected.push({
        source: listing.source,
        place: `offers of ${listing.host}`,
        value: listing.modelId,
        reason,
      });
  }
  merged.offers = [...byKey.values()];
  return merged;
}

/** A price that another upstream saw change after this offer's record. */
function withNewestPrice(offer: OfferListing, series: PriceSeries | undefined): OfferListing {
  const last = series?.rows.findLast(({ suspect }) => suspect === null);
  if (last?.source !== "genai-prices" || last.change !== "changed" || last.date <= offer.asOf) {
    return offer;
  }
  const prices = hasImpossibleCache(last.prices)
    ? { ...last.prices, cacheRead: null }
    : last.prices;
  const isScaled = prices.input !== offer.prices.input || prices.output !== offer.prices.output;
  const tiers = isScaled ? [] : offer.tiers;
  return { ...offer, prices, tiers, source: last.source, asOf: last.date };
}

/** Batch prices, tiers and limits that the offer lacks, from an upstream that says the same price. */
export function withDetails(offer: OfferListing, listing: OfferListing): OfferListing {
  const isSame =
    offer.prices.input === listing.prices.input && offer.prices.output === listing.prices.output;
  return {
    ...offer,
    batchInput: offer.batchInput ?? (isSame ? listing.batchInput : null),
    batchOutput: offer.batchOutput ?? (isSame ? listing.batchOutput : null),
    tiers: offer.tiers.length === 0 && isSame ? listing.tiers : offer.tiers,
    traits: {
      ...offer.traits,
      contextWindow: offer.traits.contextWindow ?? listing.traits.contextWindow,
      maxOutputTokens: offer.traits.maxOutputTokens ?? listing.traits.maxOutputTokens,
      retirementDate: offer.traits.retirementDate ?? listing.traits.retirementDate,
    },
  };
}

/** A disagreement on one offer that is more than rounding. */
export function conflictOf(offer: OfferListing, listing: OfferListing): Conflict[] {
  const difference = disagreement(offer.prices, listing.prices);
  if (difference === null || difference <= TOLERATED_PERCENT) return [];
  const { host, modelId, source, prices, asOf } = offer;
  return [
    {
      host,
      modelId,
      date: listing.asOf,
      source: listing.source,
      prices: listing.prices,
      kept: { source, prices, date: asOf },
      difference,
    },
  ];
}

/**
 * Why what an upstream lists is no offer of the catalogue; null when it is one.
 * @param covered Hosts whose record in models.dev is followed.
 */
export function reasonToLeaveOut(
  listing: OfferListing,
  series: PriceSeries | undefined,
  covered: ReadonlySet<string>,
  baseRecordedOn: string,
): string | null {
  if (WITHDRAWN.test(seriesKey(listing.host, listing.modelId))) return "sold no more";
  if (listing.isBeyondChat) return null;
  if (!hasPrice(listing.prices)) return "no price per token";
  if (!covered.has(listing.host)) return null;
  const first = series?.rows[0];
  const isNew = first?.source === "genai-prices" && first.date > baseRecordedOn;
  return isNew && listing.source === "genai-prices"
    ? null
    : "the host's record in models.dev does not list it: withdrawn, or a name for a family";
}
