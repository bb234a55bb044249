/** A merged offer or series → the rows of its fact files. */

import type { OfferListing } from "../ingest/listing.ts";
import { toNameParts } from "../ingest/resolve/canonical-key.ts";
import type { Offer } from "../schema/offer.ts";
import type { PriceEvent } from "../schema/price-event.ts";
import type { PriceSeries } from "./price-series.ts";

export function toOfferRow(offer: OfferListing, model: string): Offer {
  const { prices, traits } = offer;
  return {
    model,
    model_id: offer.modelId,
    input_usd_per_mtok: prices.input,
    output_usd_per_mtok: prices.output,
    cache_read_usd_per_mtok: prices.cacheRead,
    cache_write_usd_per_mtok: prices.cacheWrite,
    reasoning_usd_per_mtok: offer.reasoningPrice,
    batch_input_usd_per_mtok: offer.batchInput,
    batch_output_usd_per_mtok: offer.batchOutput,
    tiers: toTiers(offer.tiers),
    context_window: traits.contextWindow,
    max_output_tokens: traits.maxOutputTokens,
    quantization: toNameParts(offer.modelId).quantization,
    status: offer.status,
    source: offer.source,
    as_of: offer.asOf,
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

export function toPriceEvents(series: PriceSeries, model: string): PriceEvent[] {
  return series.rows.map(({ date, change, prices, source, suspect }) => ({
    date,
    model,
    model_id: series.modelId,
    change,
    input_usd_per_mtok: prices.input,
    output_usd_per_mtok: prices.output,
    cache_read_usd_per_mtok: prices.cacheRead,
    cache_write_usd_per_mtok: prices.cacheWrite,
    source,
    suspect,
  }));
}
