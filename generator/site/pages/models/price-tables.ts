/** The prices that the page of models loads for a workload: today's, and those of every day. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { OfferRow } from "../../../../build/model/catalog/rows.ts";
import { isOnSale } from "../../../endpoints/models/model-query.ts";
import { newestDate } from "../../../http/envelope.ts";
import { PRICES_TABLE_DATA_PATH, RATE_CARDS_TABLE_DATA_PATH } from "../../components/addresses.ts";
import { rowsToArraysByColumn } from "../../components/table.ts";
import type { PricesFile, PricesFileRow, RateCardsFileRow } from "./workload-costs.ts";

/** The prices are those of `providers` in `/api/v1/models/{slug}`, without what a host has withdrawn. */
export function makePricesTableFile(catalog: Catalog) {
  const hosts = catalog.providers
    .filter(({ is_host }) => is_host)
    .map(({ slug, name, host_kind }) => ({ slug, name, kind: host_kind }));
  const hostPlaces = new Map(hosts.map(({ slug }, place) => [slug, place]));
  const prices = catalog.models.flatMap(({ slug }, model) =>
    catalog.offersOf(slug).flatMap((offer): PricesFileRow[] => {
      if (!isOnSale(offer)) return [];
      const host = hostPlaces.get(offer.host);
      const { input, output, cache_read, cache_write, ...terms } = offer;
      const { trust, is_eligible, billing, service_tier } = terms;
      if (host === undefined) return [];
      const plain = { input, output, cache_read, cache_write };
      const rates = joinRates(offer);
      return [{ model, host, ...plain, rates, trust, is_eligible, billing, service_tier }];
    }),
  );
  const body: PricesFile = {
    models: rowsToArraysByColumn(catalog.models.map(({ slug }) => ({ slug }))),
    hosts: rowsToArraysByColumn(hosts),
    prices: rowsToArraysByColumn(prices),
  };
  const asOf = newestDate(catalog.offers.map(({ as_of }) => as_of));
  const title = "Prices of AI models at every host, in columns";
  return { path: PRICES_TABLE_DATA_PATH, title, asOf, body };
}

/** Of every model at every host on every day; the page loads it for a day in the past. */
export function makeRateCardsTableFile({ rate_cards }: Catalog) {
  const cards = rate_cards.map((row): RateCardsFileRow => {
    const { model, host, date, input, output, cache_read, cache_write, billing, service_tier } =
      row;
    const plain = { input, output, cache_read, cache_write };
    return { model, host, date, ...plain, rates: joinRates(row), billing, service_tier };
  });
  return {
    path: RATE_CARDS_TABLE_DATA_PATH,
    title: "Rate cards of AI models at every host by day, in columns",
    asOf: newestDate(rate_cards.map(({ date }) => date)),
    body: { cards: rowsToArraysByColumn(cards) },
  };
}

const joinRates = ({ cards }: Pick<OfferRow, "cards">): string | null =>
  cards.map(({ rates }) => rates).join("; ") || null;
