/** Which model and host a row of a price table means, and what they have charged. */
import {
  findRateCardOfDay,
  findRateCardOfModelId,
  type ModelIdIndex,
  toRateCard,
} from "../../../../build/cost/card-of-day.ts";
import {
  formatRateKey,
  METERS_WITH_PRICE_COLUMN,
  type Rate,
} from "../../../../build/cost/rates.ts";
import type { PackagedModel, PackagedRateCard } from "../../../../build/model/package-facts.ts";
import { groupBy } from "../../../../build/schema/collections.ts";
import { type Almanac, HOST_ID, listHostsByPriceRecord } from "../almanac.ts";
import type { ParsedPriceTableRow } from "./price-table.ts";
import { isEqualUsd, isSamePair, type Period, type Prices, type RowWithPeriods } from "./prices.ts";

export interface KnownRow extends RowWithPeriods {
  model: PackagedModel;
  host: string;
  /** Where the row names no host: the other hosts that sell the model under this id today. */
  otherSellers: readonly string[];
  /** Whether the row's host sells the model under this name. */
  isOwnName: boolean;
  /** Whether another host, which the row may mean, has these prices now. */
  isPriceElsewhere: (prices: Prices) => boolean;
  /** Whether they are current prices of another id, tier or region at this host. */
  isOtherRate: (prices: Prices) => boolean;
}

/** @returns The model of a row and its prices, or `unknown`; undefined when the row cannot be checked. */
export function identifyModelOfRow(
  row: ParsedPriceTableRow,
  fileHost: string | null,
  ids: ModelIdIndex,
  almanac: Almanac,
): Omit<KnownRow, "row"> | "unknown" | undefined {
  const parts = row.name.split("/");
  const [prefix] = parts.length > 1 ? parts : [];
  // In `azure/gpt-4o`, the part before the slash is the host, unless the row names a host or that part is no known host.
  const hostName = row.host ?? (prefix !== undefined && almanac.findHost(prefix) ? prefix : null);
  const stated = hostName === null ? fileHost : almanac.findHost(hostName)?.slug;
  if (stated === undefined) return undefined;
  const names = parts.map((_, at) => parts.slice(at).join("/").toLowerCase());
  const name = names.find((one) => ids.has(one));
  if (name === undefined)
    return hostName === null && !almanac.findModel(row.name) ? "unknown" : undefined;
  // Such an id has meant several models, and had the price of each.
  if (almanac.facts.moving_ids.some((moving) => moving.name === name)) return undefined;
  const named = ids.get(name) ?? new Map<string, ReadonlySet<string>>();
  // `openai/gpt-4o` may be the maker's `gpt-4o`, or the id of a router; `mistralai/…`, which is no slug, is the latter.
  const isFolder = row.host === null && name === names[0] && prefix !== undefined;
  const routers =
    isFolder && ![...named.values()].some((hosts) => hosts.has(stated ?? ""))
      ? [...named].flatMap(([slug, hosts]) => listHostsByPriceRecord(almanac.facts, slug, hosts))
      : [];
  const host = prefix?.toLowerCase() === stated ? stated : (routers[0] ?? stated);
  const [slug, ...others] = [...named.keys()].filter(
    (one) => host === null || hostsOf(almanac, one).has(host),
  );
  if (slug === undefined || others.length > 0) return undefined;
  const model = almanac.facts.getModel(slug);
  // A name without a host means the maker's own.
  const at = host ?? model.list_host ?? (hostsOf(almanac, slug).has(model.lab) ? model.lab : null);
  // `anthropic.claude-3-haiku-20240307-v1:0` is an id of another host, so the maker's price and dates do not apply to
  // it.
  const sellers = named.get(slug) ?? new Set();
  const isHostsId = HOST_ID.test(name) && sellers.size > 0;
  if (host === null && isHostsId && !sellers.has(at ?? "")) return undefined;
  const isByToken = model.model_type === "text" || model.model_type === "embedding";
  if (at === null || !isByToken) return undefined;
  const periods = periodsOf(almanac, model, at, name);
  if (periods.length === 0) return undefined;
  const isSoldAt = (other: string) =>
    other !== at && periodsOf(almanac, model, other, name).at(-1)?.until === null;
  const otherSellers = host === null ? [...sellers].filter(isSoldAt) : [];
  const elsewhere = (host === null ? [...hostsOf(almanac, slug)] : routers)
    .flatMap((other) => (other === at ? [] : periodsOf(almanac, model, other, name).slice(-1)))
    .filter(({ until }) => until === null);
  // Its maker has ended it, but a router sells it under this id.
  if (model.status === "retired" && routers.length > 0 && elsewhere.length > 0) return undefined;
  const rates = currentRates(almanac, slug, at);
  const isRate = (meter: "input" | "output", usd: number | undefined) =>
    rates.some((rate) => rate.meter === meter && isEqualUsd(usd, rate.price));
  const isPriceElsewhere = (prices: Prices) => elsewhere.some((other) => isSamePair(prices, other));
  const isOtherRate = (prices: Prices) =>
    isRate("input", prices.input) &&
    (prices.output === undefined || isRate("output", prices.output));
  const isOwnName = sellers.has(at);
  return { model, host: at, otherSellers, periods, isOwnName, isPriceElsewhere, isOtherRate };
}

/** Current prices of a model at a host under all its ids, except the plain prices of the main card. */
function currentRates(almanac: Almanac, slug: string, host: string): readonly Rate[] {
  const { cards, idCards } = cardsAt(almanac, slug, host);
  const ratesOf = (rows: readonly PackagedRateCard[]) => {
    const card = findRateCardOfDay(rows, almanac.facts.asOf);
    return card ? toRateCard(card).rates : [];
  };
  return [
    // The row is compared with the plain prices of the main card anyway.
    ...ratesOf(cards).filter((rate) => formatRateKey(rate).includes("@")),
    ...[...groupBy(idCards, ({ name }) => name).values()].flatMap(ratesOf),
  ];
}

const cardsAt = ({ facts }: Almanac, slug: string, host: string) => ({
  cards: facts.rateCardsOf(slug).filter((card) => card.host === host),
  idCards: facts.idCardsOf(slug).filter((card) => card.host === host),
});

const hostsOf = ({ facts }: Almanac, slug: string): Set<string> =>
  new Set([...facts.rateCardsOf(slug), ...facts.idCardsOf(slug)].map(({ host }) => host));

/** The price periods of an id at a host, from the id's own cards or else from the model's. */
function periodsOf(almanac: Almanac, model: PackagedModel, host: string, name: string): Period[] {
  const { cards, idCards } = cardsAt(almanac, model.slug, host);
  const days = [...new Set([...cards, ...idCards].map(({ date }) => date))].sort();
  const periods: Period[] = [];
  for (const day of days) {
    if (day > almanac.facts.asOf) break;
    const card: PackagedRateCard | undefined =
      findRateCardOfModelId({ name, host, day }, idCards) ?? findRateCardOfDay(cards, day);
    const last = periods.at(-1);
    const prices = card && card.billing === "tokens" ? toPrices(card) : undefined;
    if (
      last &&
      prices &&
      METERS_WITH_PRICE_COLUMN.every((meter) => last[meter] === prices[meter])
    ) {
      last.until = null;
      continue;
    }
    // A new cache price is a new period, but no new day of the input and output price.
    const isUnchanged = last?.until === null && prices && isSamePair(prices, last);
    const since = isUnchanged ? last.since : day;
    if (last && last.until === null) last.until = day;
    if (prices && card)
      periods.push({ ...prices, since, until: null, source: card.source, stated: card.as_of });
  }
  return periods;
}

const toPrices = (card: PackagedRateCard): Prices =>
  Object.fromEntries(
    METERS_WITH_PRICE_COLUMN.flatMap((meter) =>
      card[meter] === null ? [] : [[meter, card[meter]]],
    ),
  );
