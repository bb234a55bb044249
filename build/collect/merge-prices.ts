/** Price events of all upstreams → one series per host and id. */

import type { OfferListing, PriceListing } from "../ingest/listing.ts";
import type { IdSpelling } from "../ingest/offers/id-spelling.ts";
import { hasPrice } from "../ingest/parse/prices.ts";
import { groupBy } from "../schema/group-by.ts";
import { byText } from "../schema/order.ts";
import { mergeSeries, type PriceSeries } from "./price-series.ts";

export const seriesKey = (host: string, modelId: string): string => `${host} ${modelId}`;

/**
 * @param firstParty Hosts that sell their own models.
 * @param baseUntil Last day that models.dev's record covers.
 * @returns Series by `seriesKey`, those without any row left out.
 */
export function mergePrices(
  events: readonly PriceListing[],
  spelling: IdSpelling,
  firstParty: ReadonlySet<string>,
  baseUntil: string,
): Map<string, PriceSeries> {
  const grouped = groupBy(events, ({ host, modelId }) =>
    seriesKey(host, spelling.spell(host, modelId)),
  );
  const series = [...grouped].map(([key, group]) => {
    const host = group[0]!.host;
    const hearing = { isFirstParty: firstParty.has(host), baseUntil };
    return [key, mergeSeries(host, key.slice(host.length + 1), group, hearing)] as const;
  });
  return new Map(series.filter(([, { rows }]) => rows.length > 0).sort(([a], [b]) => byText(a, b)));
}

/** A price for sale that no history has is first recorded with its offer. */
export function firstSights(
  offers: readonly OfferListing[],
  series: ReadonlyMap<string, PriceSeries>,
): PriceSeries[] {
  return offers
    .filter(
      ({ host, modelId, prices }) => hasPrice(prices) && !series.has(seriesKey(host, modelId)),
    )
    .map(({ host, modelId, prices, source, asOf }) => ({
      host,
      modelId,
      rows: [{ date: asOf, change: "added", prices, source, suspect: null }],
      conflicts: [],
    }));
}
