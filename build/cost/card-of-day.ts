/** Finds the rate card of a host on a day, and builds rate cards from the prices in the catalogue. */
import type { CardRate, RateCard, RateConditionsOfRequest } from "./cost.ts";
import {
  createRate,
  formatWithoutExponent,
  METERS_WITH_PRICE_COLUMN,
  parseRates,
  type ServiceTier,
  toSlug,
} from "./rates.ts";

/** Prices in USD per 1M tokens; null where unknown. */
export interface CatalogRateCard
  extends Record<(typeof METERS_WITH_PRICE_COLUMN)[number], number | null> {
  service_tier: ServiceTier | null;
  billing: RateCard["billing"];
  /** All other rates in their text form, by source. */
  cards: readonly { source: string; valid_from: string; rates: string }[];
  /** Source of the plain prices, and the day since which it states them. */
  source: string | null;
  as_of: string | null;
  /** Days of the cache prices, where they differ from `as_of`. */
  cache_days?: Partial<Record<(typeof METERS_WITH_PRICE_COLUMN)[number], string | null>> | null;
  /** See `RateCardRow`; absent for the prices of today. */
  is_doubted?: boolean;
}

export function toRateCard(row: CatalogRateCard): RateCard {
  const plain = METERS_WITH_PRICE_COLUMN.flatMap((meter): CardRate[] => {
    const price = row[meter];
    if (price === null) return [];
    const valid_from = row.cache_days?.[meter] ?? row.as_of;
    return [{ source: row.source, valid_from, ...createRate(meter, price) }];
  });
  const further = row.cards.flatMap(({ rates, source, valid_from }) =>
    parseRates(rates).map((rate): CardRate => ({ source, valid_from, ...rate })),
  );
  const { billing } = row;
  return { service_tier: row.service_tier ?? "standard", billing, rates: [...plain, ...further] };
}

interface Sale {
  /** The name under which the model was requested. */
  name: string;
  /** Slug. */
  host: string;
  day: string;
}

interface SaleRow extends CatalogRateCard {
  date: string;
  model_id: string | null;
}

type IdCardRow = SaleRow & { host: string; name: string };

/** Finds the card of an id with its own price, from rows of such ids: `gpt-4o-2024-05-13` costs more than `gpt-4o`. */
export function findRateCardOfModelId<Row extends IdCardRow>(
  { name, host, day }: Sale,
  rows: readonly Row[],
): (Row & { model_id: string }) | undefined {
  const asked = name.trim();
  const named = rows.filter((row) => row.host === host && endsWithModelId(asked, row.name));
  // Hosts have renamed `gemma-awq` to `@cf/gemma-awq` and changed its case. Each spelling has its own rows.
  const length = Math.max(...named.map((row) => row.name.length));
  const ids = new Set(named.map((row) => row.name).filter((id) => id.length === length));
  const spellings = ids.has(asked) ? [asked, ...ids] : [...ids];
  const cards = spellings.flatMap((id) => findRateCardOfDay(rowsOfId(id, named), day) ?? []);
  return cards[0];
}

const rowsOfId = <Row extends { name: string }>(id: string, rows: readonly Row[]): Row[] =>
  rows.filter(({ name }) => name === id);

type AskedSale = Sale & { model: string };

/**
 * Finds the card by which a host charges a request. That is the card of the requested id, of its id for the region
 * (`us.anthropic.…`) or of its id for the service tier (`openai/gpt-4o:batch`), if these have their own prices;
 * otherwise `usual`.
 * @param rows Rows of the model's ids with their own prices.
 * @param usual The card of the model at this host.
 * @returns Undefined if the host did not sell the model, or the requested id, on that day.
 */
export function findRateCardOfRequest<
  Row extends IdCardRow,
  Usual extends CatalogRateCard & { model_id: string },
>(
  sale: AskedSale,
  { region, serviceTier }: RateConditionsOfRequest,
  rows: readonly Row[],
  usual: Usual | undefined,
): (Row & { model_id: string }) | Usual | undefined {
  const named = isUsualAsked(sale, usual)
    ? undefined
    : (findRateCardOfModelId(sale, rows) ?? findCardInFolder(sale, rows, usual));
  const card = named ?? (isRequestedModelIdWithdrawn(sale, rows, usual) ? undefined : usual);
  if (card === undefined) return undefined;
  const regional = { ...sale, name: `${region}.${card.model_id}` };
  const ofRegion = rows.filter(({ name }) => isSameModelId(name, regional.name));
  const inRegion = findRateCardOfModelId(regional, ofRegion) ?? card;
  if (serviceTier === undefined || card.billing === "plan" || hasTier(inRegion, serviceTier))
    return inRegion;
  const isOfThisIdOnly = named !== undefined && !isModelAsked(sale, usual);
  return findCardOfTier(sale, serviceTier, rows, card, isOfThisIdOnly) ?? inRegion;
}

/** Finds the card of `openai/gpt-4o-2024-05-13` when `gpt-4o-2024-05-13` is requested. */
function findCardInFolder<Row extends IdCardRow>(
  sale: AskedSale,
  rows: readonly Row[],
  usual: { model_id: string } | undefined,
): (Row & { model_id: string }) | undefined {
  if (isModelAsked(sale, usual)) return undefined;
  const [id] = rows
    .filter(({ host, name }) => host === sale.host && endsWithModelId(name, sale.name))
    .map(({ name }) => name)
    .sort((a, b) => a.length - b.length);
  return id === undefined ? undefined : findRateCardOfModelId({ ...sale, name: id }, rows);
}

/** Whether the requested id has its own prices and was not for sale on that day. */
export function isRequestedModelIdWithdrawn(
  sale: AskedSale,
  rows: readonly IdCardRow[],
  usual: { model_id: string } | undefined,
): boolean {
  if (isModelAsked(sale, usual)) return false;
  const own = rows.filter(({ host, name }) => host === sale.host && isSameModelId(name, sale.name));
  return isModelIdWithdrawn(own, sale.day);
}

/** @param rows Rows of one id with its own prices, oldest first in each spelling. */
export function isModelIdWithdrawn(
  rows: readonly Pick<IdCardRow, "name" | "date" | "model_id" | "service_tier">[],
  day: string,
): boolean {
  const begun = rows.filter(({ date }) => date <= day);
  const last = [...new Map(begun.map((row) => [row.name, row])).values()];
  return last.length > 0 && last.every((row) => (row.model_id ?? row.service_tier) === null);
}

/** The usual card then applies, even if another id of the host equals that name or ends with it. */
const isUsualAsked = ({ name, model }: AskedSale, usual: { model_id: string } | undefined) =>
  usual !== undefined && (name === model || isSameModelId(usual.model_id, name));

/** Whether the request has the slug, in any spelling, or the id of the usual card, with or without its folder. */
const isModelAsked = ({ name, model }: AskedSale, usual: { model_id: string } | undefined) =>
  toSlug(name) === model || (usual !== undefined && endsWithModelId(usual.model_id, name));

export const isSameModelId = (a: string, b: string) =>
  a.trim().toLowerCase() === b.trim().toLowerCase();

/** Compares whole path segments: `openai/gpt-4o` ends with `gpt-4o`, and with itself. */
export const endsWithModelId = (name: string, id: string): boolean =>
  `/${name.trim()}`.toLowerCase().endsWith(`/${id.trim().toLowerCase()}`);

/** `openrouter/openai/gpt-4o` → `openrouter` and `openai/gpt-4o`; without a slash, all of it is the id. */
export function splitHostAndId(text: string): { host: string; id: string } {
  const slash = text.indexOf("/");
  return { host: text.slice(0, Math.max(slash, 0)), id: text.slice(slash + 1) };
}

const hasTier = (row: CatalogRateCard, tier: ServiceTier): boolean => {
  const card = toRateCard(row);
  return card.rates.some((rate) => (rate.service_tier ?? card.service_tier) === tier);
};

/** If several ids have the tier, prefers one that contains the card's name, then the shortest. */
function findCardOfTier<Row extends IdCardRow>(
  { host, day }: Sale,
  tier: ServiceTier,
  rows: readonly Row[],
  { model_id }: { model_id: string },
  isOfThisIdOnly: boolean,
): (Row & { model_id: string }) | undefined {
  const word = model_id.slice(model_id.lastIndexOf("/") + 1).toLowerCase();
  const isAlike = (card: { model_id: string }) => card.model_id.toLowerCase().includes(word);
  const atHost = rows.filter((row) => row.host === host);
  const ofTier = [...new Set(atHost.map(({ name }) => name))]
    .flatMap((id) => findRateCardOfDay(rowsOfId(id, atHost), day) ?? [])
    .filter((card) => card.service_tier === tier && (isAlike(card) || !isOfThisIdOnly));
  const [best] = ofTier.sort(
    (a, b) => Number(isAlike(b)) - Number(isAlike(a)) || a.model_id.length - b.model_id.length,
  );
  return best;
}

/**
 * @param rows Rows of one model at one host, oldest first; a row without `model_id` means that the model was withdrawn.
 * @returns The last row up to the day; undefined if the model was not for sale.
 */
export function findRateCardOfDay<Row extends SaleRow>(
  rows: readonly Row[],
  day: string,
): (Row & { model_id: string }) | undefined {
  const place = rows.findLastIndex(({ date }) => date <= day);
  const row = rows[place];
  if (row === undefined || row.model_id === null) return undefined;
  const late = listLateCachePrices(row, rows.slice(place + 1));
  const cards = late.length > 0 ? [...row.cards, ...late] : row.cards;
  return { ...row, model_id: row.model_id, cards };
}

/** Cache prices that sources stated only later, while the input and output prices were the same. */
function listLateCachePrices(row: SaleRow, later: readonly SaleRow[]): CatalogRateCard["cards"] {
  const isOther = ({ model_id, input, output }: SaleRow) =>
    model_id !== row.model_id || input !== row.input || output !== row.output;
  return (["cache_read", "cache_write"] as const).flatMap((meter) => {
    const next = later.find((one) => one[meter] !== null || isOther(one));
    if (row[meter] !== null || next === undefined || isOther(next)) return [];
    const price = formatWithoutExponent(next[meter] ?? 0);
    const rates = `${meter}@${row.service_tier ?? "standard"}=${price}`;
    const valid_from = next.cache_days?.[meter] ?? next.as_of ?? next.date;
    return { source: next.source ?? "", valid_from, rates };
  });
}

/** Which prices an answer has for a day after the newest facts. */
export const describeFutureDay = (day: string, asOf: string): string | undefined =>
  day > asOf
    ? `The prices of ${day} are not known yet. This answer uses the prices of ${asOf} and the announced price changes that take effect by ${day}.`
    : undefined;

/** Hosts that a hint names at most. */
export const MAX_HOSTS_IN_HINT = 10;

/**
 * Says where a long prompt may cost more than computed: at hosts without prices by prompt size, if the list price has
 * other ones for prompts of more than `above` tokens.
 * @param hosts The hosts whose costs are shown.
 */
export function describeUnknownLongPromptPrices(
  { slug, list_host: lister }: { slug: string; list_host: string | null },
  hosts: readonly string[],
  cardOf: (host: string) => Pick<RateCard, "rates"> | undefined,
): { above: number; hint: string } | undefined {
  const sizesOf = (host: string) =>
    cardOf(host)?.rates.flatMap((rate) => rate.above_input_tokens ?? []) ?? [];
  const above = Math.min(...(lister === null ? [] : sizesOf(lister)));
  const silent = hosts.filter((host) => sizesOf(host).length === 0);
  if (above === Infinity || silent.length === 0) return undefined;
  const hint = `${lister} has other prices for prompts of ${slug} above ${above} tokens. No source states such prices of ${silent.slice(0, MAX_HOSTS_IN_HINT).join(", ")}, so the cost there may be higher than computed.`;
  return { above, hint };
}

/** Resellers compete with other hosts if at least `least` of them cost at most `share` of the lowest other price. */
export const RESELLER_RULE = { least: 3, share: 0.7 };

/** An id that has meant different models at its host, with the model it has meant since a day. */
export interface ReassignedModelId {
  host: string;
  /** The id in lower case. */
  name: string;
  /** Slug. */
  model: string;
  /** Null: from the beginning. */
  since: string | null;
}

interface IdFacts {
  /** In order of their days. */
  moving_ids: readonly ReassignedModelId[];
  models: readonly {
    slug: string;
    aliases: readonly string[];
    past_ids: readonly string[] | null;
  }[];
  offersOf(model: string): readonly SoldIds[];
  rateCardsOf(model: string): readonly { host: string; model_id: string | null }[];
  idCardsOf(model: string): readonly { host: string; name: string }[];
}

interface SoldIds {
  host: string;
  model_id: string;
  variants: readonly { model_id: string }[];
}

const idsOf = ({ model_id, variants }: SoldIds): string[] => [
  model_id,
  ...variants.map((one) => one.model_id),
];

/** Name in small letters → models that have it → hosts that list the model under it, now or before. */
export type ModelIdIndex = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

const indexes = new WeakMap<object, ModelIdIndex>();

/** Every exact name: slugs, aliases and the hosts' ids. Nothing is guessed. Made once of each catalogue. */
export function indexModelIds(facts: Omit<IdFacts, "moving_ids">): ModelIdIndex {
  const made = indexes.get(facts);
  if (made) return made;
  const index = new Map<string, Map<string, Set<string>>>();
  for (const { slug, aliases, past_ids } of facts.models) {
    const add = (name: string, ...hosts: string[]) => {
      const models = index.get(name.toLowerCase()) ?? new Map<string, Set<string>>();
      index.set(name.toLowerCase(), models);
      models.set(slug, new Set([...(models.get(slug) ?? []), ...hosts]));
    };
    for (const name of [slug, ...aliases]) add(name);
    for (const offer of facts.offersOf(slug)) for (const id of idsOf(offer)) add(id, offer.host);
    for (const { host, model_id } of facts.rateCardsOf(slug))
      if (model_id !== null) add(model_id, host);
    for (const { host, name } of facts.idCardsOf(slug)) add(name, host);
    for (const { host, id } of (past_ids ?? []).map(splitHostAndId)) add(id, host);
  }
  indexes.set(facts, index);
  return index;
}

/** The model of an id that a host lists or has listed; undefined if it does not know the id, or by several models. */
export function findModelOfHostId(
  { host, name }: Pick<Sale, "host" | "name">,
  facts: Omit<IdFacts, "moving_ids">,
): string | undefined {
  const named = indexModelIds(facts).get(name.trim().toLowerCase()) ?? [];
  const [slug, ...others] = [...named].flatMap(([slug, hosts]) => (hosts.has(host) ? slug : []));
  return others.length > 0 ? undefined : slug;
}

/**
 * The model that a name meant on a day: `deepseek-chat` has meant ten models at DeepSeek, and OpenRouter still sells
 * the third of them as `deepseek/deepseek-chat`.
 * @param slug What the name means today; also the result if the hosts of a reassigned id differ.
 * @param lab The host of the list price, whose meaning counts if they differ.
 */
export function findModelOfIdOnDay(
  { name, host, day }: Omit<Sale, "host"> & { host: string | undefined },
  slug: string,
  facts: IdFacts,
  lab: string | null = null,
): string {
  const text = name.trim().toLowerCase();
  const byHost = new Map<string, string>();
  for (const row of facts.moving_ids) {
    const isNamed = text === row.name || text.endsWith(`/${row.name}`);
    if (isNamed && (host ?? row.host) === row.host && (row.since ?? "") <= day)
      byHost.set(row.host, row.model);
  }
  const isSold = (model: string) =>
    facts
      .offersOf(model)
      .some(
        (one) => one.host === host && [model, ...idsOf(one)].some((id) => isSameModelId(id, text)),
      );
  const today =
    host === undefined || isSold(slug)
      ? slug
      : ([...(indexModelIds(facts).get(text)?.keys() ?? [])].find(isSold) ??
        findModelOfHostId({ host, name }, facts) ??
        slug);
  const [model = today, ...others] = new Set(byHost.values());
  return others.length > 0 ? (byHost.get(lab ?? "") ?? slug) : model;
}
