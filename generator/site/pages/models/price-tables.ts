/** The prices that the page of models loads for a workload: today's, and those of every day. */
import type { CatalogRateCard } from "../../../../build/cost/card-of-day.ts";
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { isStillSold } from "../../../endpoints/models/model-filters.ts";
import { findNonTokenRateOfOffer } from "../../../endpoints/models/model-parts.ts";
import { newestDate } from "../../../http/envelope.ts";
import { PRICES_TABLE_DATA_PATH, RATE_CARDS_TABLE_DATA_PATH } from "../../components/addresses.ts";
import { rowsToArraysByColumn } from "../../components/table.ts";
import type {
  AnnouncedPriceRow,
  PricesFile,
  PricesFileRow,
  RateCardsFileRow,
} from "./workload-costs.ts";

/**
 * Hosts that sold a model once are named too. The prices are those of `providers` in `/api/v1/models/{slug}`, without
 * what a host has withdrawn.
 */
export function makePricesTableFile(catalog: Catalog) {
  const sellers = new Set([...catalog.offers, ...catalog.rate_cards].map(({ host }) => host));
  const hosts = catalog.providers
    .filter(({ slug }) => sellers.has(slug))
    .map(({ slug, name, host_kind }) => ({ slug, name, kind: host_kind }));
  const hostPlaces = new Map(hosts.map(({ slug }, place) => [slug, place]));
  const announced: AnnouncedPriceRow[] = [];
  const prices = catalog.models.flatMap(({ slug }, model) =>
    catalog.offersOf(slug).flatMap((offer): PricesFileRow[] => {
      if (!isStillSold(offer)) return [];
      const host = hostPlaces.get(offer.host);
      const { trust, is_eligible, billing, service_tier } = offer;
      if (host === undefined) return [];
      const { price: unit_price = null, unit = null } = findNonTokenRateOfOffer(offer) ?? {};
      announced.push(
        ...offer.announced.map((card) => ({
          ...{ model, host, date: card.effective },
          ...pickPrices(card),
        })),
      );
      const terms = { trust, is_eligible, billing, service_tier };
      return [{ model, host, ...pickPrices(offer), unit_price, unit, ...terms }];
    }),
  );
  const body: Omit<PricesFile, "as_of"> = {
    models: rowsToArraysByColumn(catalog.models.map(({ slug }) => ({ slug }))),
    hosts: rowsToArraysByColumn(hosts),
    prices: rowsToArraysByColumn(prices),
    announced: rowsToArraysByColumn(announced),
  };
  const { asOf } = catalog;
  const title = "Prices of AI models at every host, one array per column";
  return { path: PRICES_TABLE_DATA_PATH, title, asOf, body };
}

/** Of every model at every host on every day; the page loads it for a day in the past. */
export function makeRateCardsTableFile({ rate_cards }: Catalog) {
  const cards = rate_cards.map((row): RateCardsFileRow => {
    const { model, host, date, billing, service_tier } = row;
    return { model, host, date, ...pickPrices(row), billing, service_tier };
  });
  return {
    path: RATE_CARDS_TABLE_DATA_PATH,
    title: "Rates of AI models at every host by day, one array per column",
    asOf: newestDate(rate_cards.map(({ date }) => date)),
    body: { cards: rowsToArraysByColumn(cards) },
  };
}

const pickPrices = ({ input, output, cache_read, cache_write, cards }: Prices) => ({
  ...{ input, output, cache_read, cache_write },
  rates: cards.map(({ rates }) => rates).join("; ") || null,
});
type Prices = Omit<CatalogRateCard, "service_tier" | "billing">;
