/** Lists every model id that a host sells, with its rates. The formats of other tools are made from this list. */
import {
  type CatalogRateCard,
  findModelOfIdOnDay,
  findRateCardOfDay,
  isModelIdWithdrawn,
} from "../../build/cost/card-of-day.ts";
import {
  formatRateKey,
  isMeterWithPriceColumn,
  type Meter,
  parseRates,
  type Rate,
} from "../../build/cost/rates.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type {
  CatalogRowTypes,
  ModelRow,
  OfferRow,
  ProviderRow,
} from "../../build/model/catalog/rows.ts";
import { compareByCodePoint, groupBy, memoizePerKey } from "../../build/schema/collections.ts";
import { HostKind, PriceTrust } from "../../build/schema/values.ts";
import { isStillSold } from "../endpoints/models/model-filters.ts";
import {
  getRateCardsByHost,
  type HostRateCard,
  isPastDay,
} from "../endpoints/models/model-parts.ts";

/** The prices of a rate card. */
export interface RateCardPrices {
  /**
   * All rates except the plain ones for input, output, cache read and cache write. Rates of these meters with
   * conditions, such as `input@batch`, are included.
   */
  further: readonly Rate[];
  /** Price in USD per 1M tokens; with a size, for prompts above that size. Undefined when the card has no such rate. */
  price(rate: Meter | "cache_write@1h", above_input_tokens?: number): number | undefined;
}

export interface PricedModelId extends RateCardPrices {
  host: ProviderRow;
  model: ModelRow;
  /** The host's id of the model. */
  id: string;
  /** The host's current offer, with the status and limits of this id; undefined when it no longer sells the model. */
  offer: OfferRow | undefined;
  /** Null for a past day. */
  trust: PriceTrust | null;
}

/**
 * Sorted by host, then id. Ids have no rates if they are sold by subscription, because a request then has no price, or
 * if their price is a doubted 0.
 * @param day For a day before the newest fact: lists what was sold on that day. Otherwise: lists what is sold today;
 * for a later day, with the prices announced up to it.
 */
export function listPricedModelIds(
  catalog: Catalog,
  day: string | undefined,
  models: readonly ModelRow[] = catalog.models,
): PricedModelId[] {
  const isPast = isPastDay(day, catalog);
  const read = createRateCardPriceReader();
  const all = models.flatMap((model) => {
    const offers = new Map(catalog.offersOf(model.slug).map((offer) => [offer.host, offer]));
    const own = groupBy(catalog.idCardsOf(model.slug), ({ host }) => host);
    return [...getRateCardsByHost(model.slug, day, catalog)].flatMap(([slug, card]) => {
      const host = catalog.provider(slug);
      const offer = offers.get(slug);
      if (host === undefined) return [];
      const trust = isPast ? null : (offer?.trust ?? null);
      const ids = isPast
        ? pastIds({ model: model.slug, host: slug, day }, card, offer, own.get(slug) ?? [], catalog)
        : idsToday(catalog.asOf, card, offer, own.get(slug) ?? []);
      return Array.from(ids, ([id, card]) => ({
        host,
        model,
        id,
        offer: toOfferOfId(id, offer),
        trust,
        ...read(card?.billing === "plan" || isDoubtedZero(id, card, trust) ? undefined : card),
      }));
    });
  });
  const unique = new Map(all.map((one) => [`${one.host.slug} ${one.id}`, one]));
  return [...unique.values()].sort(
    (a, b) => compareByCodePoint(a.host.slug, b.host.slug) || compareByCodePoint(a.id, b.id),
  );
}

/** The offer with the status and limits of the id. An id without limits has those of the main id. */
function toOfferOfId(id: string, offer: OfferRow | undefined): OfferRow | undefined {
  const variant = offer?.variants.find(({ model_id }) => model_id === id);
  if (!offer || !variant) return offer;
  const { status, retirement_date } = variant;
  const context_window = variant.context_window ?? offer.context_window;
  const max_output_tokens = variant.max_output_tokens ?? offer.max_output_tokens;
  return { ...offer, status, retirement_date, context_window, max_output_tokens };
}

/** A doubted 0 may mean "unknown", which other formats cannot express, unless the id contains `free`. */
export const isDoubtedZero = (
  id: string,
  card: CatalogRateCard | undefined,
  trust: PriceTrust | null = null,
): boolean =>
  (trust === "unverified" || card?.is_doubted === true) &&
  card?.input === 0 &&
  (card.output ?? 0) === 0 &&
  !/free/i.test(id);

/** Parses rate cards. Many ids have the same rates, so each text of rates is parsed only once. */
export function createRateCardPriceReader(): (card: CatalogRateCard | undefined) => RateCardPrices {
  const parse = memoizePerKey((text: string) =>
    parseRates(text).map((rate) => ({ rate, key: formatRateKey(rate) })),
  );
  return (card) => {
    const keyed = (card?.cards ?? []).flatMap(({ rates }) => parse(rates));
    const further = keyed.map(({ rate }) => rate);
    // Rate in the ledger's notation → its price; of rates with the same key, the first is used.
    const prices = new Map(keyed.toReversed().map(({ key, rate }) => [key, rate.price]));
    return {
      further,
      price(rate, size) {
        // A cache price that was stated later is a rate of the card's own service tier.
        if (size === undefined && isMeterWithPriceColumn(rate))
          return card?.[rate] ?? prices.get(`${rate}@${card?.service_tier}`);
        if (size === undefined) return prices.get(rate);
        const [meter, ...lifetime] = rate.split("@");
        return prices.get([meter, `>${size}`, ...lifetime].join("@"));
      },
    };
  };
}

type IdCardRow = CatalogRowTypes["id_cards"];

/** The main id of the model and its variants, without retired ones. An id without a known price has no card. */
function idsToday(
  today: string,
  card: CatalogRateCard | undefined,
  offer: OfferRow | undefined,
  own: readonly IdCardRow[],
): Map<string, CatalogRateCard | undefined> {
  const cardOf = ({ model_id, input, output }: OfferRow["variants"][number]) => {
    const isPriced = input !== null || output !== null || offer?.input === null;
    const rows = own.filter(({ name }) => name === model_id);
    return findRateCardOfDay(rows, today) ?? (isPriced ? card : undefined);
  };
  const ids = offer ? [offer, ...offer.variants] : [];
  return new Map(
    ids.filter(isStillSold).map((id) => [id.model_id, id === offer ? card : cardOf(id)]),
  );
}

/** The ids for sale on that day, with those that share the model's price today, if they meant this model then. */
function pastIds(
  { model, host, day }: { model: string; host: string; day: string },
  standing: HostRateCard | undefined,
  offer: OfferRow | undefined,
  own: readonly IdCardRow[],
  catalog: Catalog,
): Map<string, CatalogRateCard> {
  const ofId = groupBy(own, ({ name }) => name);
  const sharing = (offer ? [offer, ...offer.variants] : []).filter(
    ({ model_id, input, output }) =>
      input === offer?.input &&
      output === offer.output &&
      (findDateInModelId(model_id) ?? "") <= day,
  );
  const moved = catalog.moving_ids.filter((row) => row.host === host);
  const names = [
    ...sharing.map(({ model_id }) => model_id),
    ...moved.map(({ name }) => name),
    ...(standing ? [standing.model_id] : []),
    ...ofId.keys(),
  ];
  const meaningOf = (name: string) => findModelOfIdOnDay({ name, host, day }, model, catalog);
  return new Map(
    names.flatMap((id) => {
      const card = findRateCardOfIdOnDay(ofId.get(id) ?? [], day, standing);
      return card && meaningOf(id) === model ? [[id, card]] : [];
    }),
  );
}

/**
 * @param own Rows of the id, if its price has ever differed from that of its model.
 * @param standing The card of the model on that day, which holds for the id while it has no other price. An id that began
 * with another price, such as `o3-fast`, has no earlier one.
 */
export function findRateCardOfIdOnDay(
  own: readonly IdCardRow[],
  day: string,
  standing: CatalogRateCard | undefined,
): CatalogRateCard | undefined {
  const isForSale = day >= (own[0]?.date ?? "") && !isModelIdWithdrawn(own, day);
  return findRateCardOfDay(own, day) ?? (isForSale ? standing : undefined);
}

/** The model's maximum output may come from another host, so it is capped at the context window here. */
export function getTokenLimits({ model, offer }: Pick<PricedModelId, "model" | "offer">) {
  const context = offer?.context_window ?? model.context_window ?? undefined;
  const output = offer?.max_output_tokens ?? model.max_output_tokens ?? undefined;
  return { context, output: output && Math.min(output, context ?? output) };
}

/** The date that the host states; at the host of the list price, also the date that the lab has announced. */
export const getRetirementDate = ({ host, model, offer }: PricedModelId): string | null =>
  offer?.retirement_date ?? (offer && host.slug === model.list_host ? model.retirement_date : null);

/** The date in an id, before which it did not exist: `gpt-4o-2024-08-06`; undefined without one. */
export function findDateInModelId(id: string): string | undefined {
  const [, year, month, date] = /(20\d\d)-?([01]\d)-?([0-3]\d)(?!\d)/.exec(id) ?? [];
  return year && `${year}-${month}-${date}`;
}

/** USD for one of `size` units, without rounding noise: 0.3 per 1M tokens → 3e-7. */
export const toPriceOfOneUnit = <P extends number | undefined>(price: P, size: number) =>
  (price === undefined ? price : Number((price / size).toPrecision(12))) as P;

/** Sizes of prompts above which the card has a rate for the whole request, the smallest first. */
export function listLongPromptThresholds({ further }: RateCardPrices): number[] {
  const ofRequest = further.filter(({ tier_mode }) => tier_mode === "request");
  const sizes = new Set(ofRequest.flatMap(({ above_input_tokens: size }) => size ?? []));
  return [...sizes].sort((a, b) => a - b);
}

/**
 * For tables without hosts: the best host of each id. A price counts first, then the list price, then trust. Of two
 * kinds of hosts or two levels of trust, the one that its schema lists first is better.
 */
export function pickHostPerModelId(ids: readonly PricedModelId[]): PricedModelId[] {
  const rankOf = ({ host, model, offer, trust, price }: PricedModelId): number =>
    [
      price("input") === undefined ? 1 : 0,
      host.slug === model.list_host || offer?.is_list_price ? 0 : 1,
      trust === "disputed" || trust === "unverified" ? 1 : 0,
      HostKind.options.indexOf(host.host_kind ?? "plan"),
      PriceTrust.options.indexOf(trust ?? "verified"),
    ].reduce((rank, digit) => 10 * rank + digit);
  const best = new Map<string, { one: PricedModelId; rank: number }>();
  for (const one of ids) {
    const rank = rankOf(one);
    if (rank < (best.get(one.id)?.rank ?? Infinity)) best.set(one.id, { one, rank });
  }
  return Array.from(best.values(), ({ one }) => one).sort((a, b) => compareByCodePoint(a.id, b.id));
}
