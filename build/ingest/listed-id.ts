/** A collector's listing → what the ledger compares with. Pure. */
import type { OfferListing, Prices } from "../sources/listing.ts";
import type { ListedId, StatedPrices } from "./statements.ts";

/** @param offer As its collector hands it over; the id already in our spelling. */
export function toListedId(offer: OfferListing): ListedId {
  return {
    prices: toStatedPrices(offer.prices, offer),
    note: offer.note ?? null,
    dated: (offer.dated ?? []).map(({ effective, prices }) => ({
      effective,
      prices: toStatedPrices(prices),
    })),
    retired: offer.traits.retirementDate,
  };
}

export function toStatedPrices(
  { input, output, cacheRead, cacheWrite }: Prices,
  more?: Pick<OfferListing, "reasoningPrice" | "batchInput" | "batchOutput" | "tiers">,
): StatedPrices {
  return {
    input,
    output,
    cache_read: cacheRead,
    cache_write: cacheWrite,
    reasoning: more?.reasoningPrice ?? null,
    batch_input: more?.batchInput ?? null,
    batch_output: more?.batchOutput ?? null,
    tiers: toTiers(more?.tiers ?? []),
  };
}

/** `200000:6:22.5:0.6`, tiers joined by `;`, the smallest first. */
function toTiers(tiers: OfferListing["tiers"]): string | null {
  const bySize = [...new Map(tiers.map((tier) => [tier.above, tier])).values()].sort(
    (a, b) => a.above - b.above,
  );
  const written = bySize.map(({ above, input, output, cacheRead }) =>
    [above, input, output, cacheRead ?? ""].join(":"),
  );
  return written.length === 0 ? null : written.join(";");
}
