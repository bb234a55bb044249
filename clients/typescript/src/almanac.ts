/** Answers from one set of facts: which model a name means, what it cost on a day, what a usage costs. */
import {
  describeFutureDay,
  describeUnknownLongPromptPrices,
  findModelOfHostId,
  findModelOfIdOnDay,
  findRateCardOfDay,
  findRateCardOfRequest,
  indexModelIds,
  toRateCard,
} from "../../../build/cost/card-of-day.ts";
import {
  type Cost,
  cost as costOfUsage,
  type CostOptions as EngineOptions,
  type RateCard,
  type RateConditionsOfRequest,
} from "../../../build/cost/cost.ts";
import type { UsageOfLogEntry } from "../../../build/cost/log-cost.ts";
import type { Rate } from "../../../build/cost/rates.ts";
import { NO_USAGE_ENTRY_METADATA } from "../../../build/cost/readers/metadata.ts";
import {
  isJsonObject,
  rememberByName,
  type UsageReading,
} from "../../../build/cost/readers/reading.ts";
import { type UnreadResponse, usageOf } from "../../../build/cost/readers/usage-of.ts";
import {
  PROMPT_USAGE_FIELDS,
  sumUsageFields,
  USAGE_FIELDS,
  type Usage,
} from "../../../build/cost/usage.ts";
import { createModelByNameFinder } from "../../../build/identity/name-finder.ts";
import {
  findNearestNames,
  findNearestWords,
  listLikelyModels,
  MAX_NAME_SUGGESTIONS,
} from "../../../build/identity/nearest-names.ts";
import {
  type PackagedFacts,
  type PackagedHost,
  type PackagedModel,
  type PackagedRateCard,
  parsePackagedFacts,
} from "../../../build/model/package-facts.ts";
import { compareByCodePoint } from "../../../build/schema/collections.ts";

/** Options of `cost`. Options that are left out are read from the response, if it states them. */
export interface CostOptions extends Omit<RateConditionsOfRequest, "time"> {
  /** Slug, alias, a host's id or a name in any spelling. */
  model?: string | undefined;
  /** Slug or name of the host; left out: the one of the list price, or the one that has the id given as `model`. */
  host?: string | undefined;
  /** Day or time of the request, in UTC: `2026-04-01`, `2026-04-01T14:05:00Z`. Default: the newest price. */
  at?: string | undefined;
  /** Number of requests with this usage. Default: 1. */
  requests?: number | undefined;
}

/**
 * A cost, with the model and the host whose prices were used. `model` is null when the usage or the model is not known;
 * `host` and `model_id` also when the host or its price on that day is not known.
 */
export interface PricedCost extends Cost {
  model: string | null;
  host: string | null;
  /** The host's id of the model on that day. */
  model_id: string | null;
  /** Which prices these are, for a day after the newest facts; and why a long prompt may cost more. */
  hint?: string;
}

/** The rate card of a model at a host on a day. */
export interface DatedCard extends RateCard {
  model: string;
  host: string;
  model_id: string;
  /** Since when the id has had its input and output price; for a card without these prices, the same rates. */
  since: string;
  /** Whether the price is doubtful on every day. */
  is_doubted: boolean;
  /** Which prices these are, for a day after the newest facts. */
  hint?: string;
  /** The hint for prompts of more than `above` tokens, if they may cost more than the card states. */
  long_prompts?: { above: number; hint: string };
}

const MAX_KNOWN_CARDS = 10_000;

interface AskedSale extends Pick<RateConditionsOfRequest, "region" | "serviceTier"> {
  name?: string;
  host?: string | undefined;
}

export interface Almanac {
  readonly facts: PackagedFacts;
  /** Undefined when no model, or more than one, has the name. */
  findModel(name: string): PackagedModel | undefined;
  /** Slugs of models that the name may mean, the likeliest first, at most 3. */
  suggestModels(name: string): string[];
  findHost(name: string): PackagedHost | undefined;
  suggestHosts(name: string): string[];
  /** @returns The card of the day, or why there is none. An id (`options.name`) may have its own price. */
  cardOf(
    model: PackagedModel,
    options: AskedSale & { at?: string | undefined },
  ): DatedCard | string;
  /**
   * Computes the cost of a usage in US dollars, exact to a millionth of a cent. The cost is null when a price is not
   * known, with the reason in `missing`.
   * @param usageOrResponse Counts by field, the body of an API response, or its usage.
   * @throws RangeError when a count, a name or the day is not valid.
   */
  cost(usageOrResponse: object, options?: CostOptions): PricedCost;
  /**
   * The cost as attributes of an OpenTelemetry span; empty when the cost is not known. A cost that the response states
   * is used unchanged. The attribute names are a proposal that is not part of the conventions yet and may change:
   * https://github.com/open-telemetry/semantic-conventions-genai/pull/443
   */
  costAttributes(usageOrResponse: object, options?: CostOptions): Record<string, string | number>;
}

/** @param text What `packFactsForClients` made. */
export function createAlmanac(text: string): Almanac {
  const facts = parsePackagedFacts(text);
  const names = createModelByNameFinder(facts);
  const slugsMeantBy = rememberByName((name: string) => names.slugsMeantBy(name.trim()));
  const almanac: Almanac = {
    facts,
    findModel(name) {
      const [slug, ...others] = slugsMeantBy(name);
      return slug === undefined || others.length > 0 ? undefined : facts.getModel(slug);
    },
    suggestModels: rememberByName((name: string) =>
      listLikelyModels(name, slugsMeantBy(name), facts).slice(0, MAX_NAME_SUGGESTIONS),
    ),
    findHost: rememberByName((name: string) => names.providers.find(name)),
    suggestHosts: (name) =>
      findNearestNames(name, facts.providers, names.providers.others()).map(({ slug }) => slug),
    cardOf: ({ slug }, { at = facts.asOf, ...sale }) =>
      cardOnDay(slug, parseDayOrTime(at).day, sale),
    cost(usageOrResponse, options = {}) {
      const reading = toReading(usageOrResponse);
      if (reading.usage === null) return unpriced("usage", reading.reason);
      const { missing = [], ...stated } = reading;
      const name = options.model ?? stated.model;
      if (name === null) return unpriced("model", NO_MODEL_REASON);
      for (const value of [name, options.host ?? ""])
        if (typeof value !== "string")
          throw new RangeError(`${value} is not a name; give for example "gpt-4o"`);
      const host = options.host ?? stated.host ?? undefined;
      const model = almanac.findModel(name) ?? findModelOfHost(name, host);
      if (!model)
        return unpriced("model", describeUnknownName("model", name, almanac.suggestModels(name)));
      const serviceTier = options.serviceTier ?? stated.serviceTier ?? undefined;
      const region = options.region ?? stated.region ?? undefined;
      const { day, time } = parseDayOrTime(options.at ?? stated.at ?? facts.asOf);
      const card = cardOnDay(model.slug, day, { name, host, region, serviceTier });
      if (typeof card === "string")
        return { ...unpriced("host", card), model: modelOnDay(model.slug, day, name, host).slug };
      const variant = options.variant ?? stated.variant ?? undefined;
      const conditions = { ...options, serviceTier, region, variant, time };
      const priced = costOfReading(stated, card, conditions);
      const size =
        sumUsageFields(stated.usage, PROMPT_USAGE_FIELDS) / (stated.requests ?? Infinity);
      const { above = Infinity, hint: long } = card.long_prompts ?? {};
      const hint = [card.hint, size > above && long].filter(Boolean).join(" ");
      return {
        model: card.model,
        host: card.host,
        model_id: card.model_id,
        ...priced,
        ...(hint !== "" && { hint }),
        ...(missing.length > 0 && { usd: null, missing: [...priced.missing, ...missing] }),
      };
    },
    costAttributes(usageOrResponse, options) {
      const reading = toReading(usageOrResponse);
      const stated = reading.usage === null ? null : reading.reportedUsd;
      const amount = stated ?? almanac.cost(usageOrResponse, options).usd;
      if (amount === null) return {};
      return {
        "gen_ai.usage.cost.amount": amount,
        "gen_ai.usage.cost.currency": "USD",
        "gen_ai.usage.cost.source": stated === null ? "local" : "provider",
      };
    },
  };
  function findModelOfHost(name: string, hostName: string | undefined) {
    if (hostName === undefined) return undefined;
    const host = almanac.findHost(hostName)?.slug;
    const slug = host && findModelOfHostId({ host, name }, facts);
    return almanac.findModel(`${hostName}/${name}`) ?? (slug ? facts.getModel(slug) : undefined);
  }
  /** A log needs the same few cards many times; a service may receive any number of different names. */
  const cards = new Map<string, DatedCard | string>();
  function cardOnDay(slug: string, day: string, sale: AskedSale): DatedCard | string {
    const { name, host, region, serviceTier } = sale;
    const key = [slug, day, host, region, serviceTier, name].map(String).join("\n");
    const card = cards.get(key) ?? findCardOnDay(slug, day, sale);
    if (cards.size >= MAX_KNOWN_CARDS) cards.clear();
    cards.set(key, card);
    return card;
  }
  /** The model that the name meant on the day. */
  function modelOnDay(slug: string, day: string, name: string, hostName: string | undefined) {
    const sale = { name, host: hostName && almanac.findHost(hostName)?.slug, day };
    return facts.getModel(findModelOfIdOnDay(sale, slug, facts, facts.getModel(slug).list_host));
  }
  function findCardOnDay(
    slug: string,
    day: string,
    { name = "", host: hostName, ...conditions }: AskedSale,
  ): DatedCard | string {
    const model = modelOnDay(slug, day, name, hostName);
    const host =
      hostName === undefined
        ? usualHostOf(model, name, day, almanac)
        : almanac.findHost(hostName)?.slug;
    if (host === undefined)
      return describeUnknownName("host", hostName ?? "", almanac.suggestHosts(hostName ?? ""));
    if (host === null) return `no host is known to sell ${model.slug}`;
    const offer = facts.offersOf(model.slug).find((one) => one.host === host);
    if (offer?.status === "retired" && day >= facts.asOf)
      return `${host} no longer sells ${model.slug}`;
    const ofHost = facts.rateCardsOf(model.slug).filter((card) => card.host === host);
    const ids = facts.idCardsOf(model.slug);
    const usual = findRateCardOfDay(ofHost, day);
    const asked = { name, model: model.slug, host, day };
    const row = findRateCardOfRequest(asked, conditions, ids, usual);
    if (row) {
      const own = "name" in row ? ids.filter((one) => one.name === row.name) : ofHost;
      const since = findDayOfPrice(row, own);
      const named = { model: model.slug, host, model_id: row.model_id, since };
      const hint = describeFutureDay(day, facts.asOf);
      const known = { ...named, is_doubted: row.is_doubted ?? false };
      const card: DatedCard = { ...known, ...toRateCard(row), ...(hint && { hint }) };
      const cardOf = (at: string) => {
        const found = at === host ? card : cardOnDay(model.slug, day, { host: at });
        return typeof found === "string" ? undefined : found;
      };
      const long = describeUnknownLongPromptPrices(model, [host], cardOf);
      return { ...card, ...(long && { long_prompts: long }) };
    }
    const ended = ofHost.findLast(({ date }) => date <= day);
    const notSold = `${host} did not sell ${usual ? name : model.slug} on ${day}`;
    if (ended) return usual ? notSold : `${notSold} (not listed since ${ended.date})`;
    const [first] = ofHost;
    const fault = `no price of ${model.slug} at ${host} is known`;
    return first ? `${fault} for ${day}; the earliest available is ${first.date}` : fault;
  }
  return almanac;
}

export const NO_MODEL_REASON = "no model is named; give `model`";

/** The first day of a price, as `DatedCard.since` describes it. */
function findDayOfPrice(row: PackagedRateCard, rows: readonly PackagedRateCard[]): string {
  const priceOf = ({ model_id, input, output, cards }: PackagedRateCard) =>
    JSON.stringify([model_id, input, output, input ?? cards.map(({ rates }) => rates)]);
  const before = rows.filter(({ host, date }) => host === row.host && date < row.date);
  const other = before.findLastIndex((one) => priceOf(one) !== priceOf(row));
  return before[other + 1]?.date ?? row.date;
}

/** Of the hosts, those that sold a model by that day, the one with the longest record of its prices first. */
export const listHostsByPriceRecord = (
  facts: PackagedFacts,
  slug: string,
  hosts: ReadonlySet<string>,
  day = facts.asOf,
): string[] => [
  ...new Set(
    [...facts.rateCardsOf(slug), ...facts.idCardsOf(slug)]
      .filter(({ host, date }) => hosts.has(host) && date <= day)
      .sort((a, b) => compareByCodePoint(a.date, b.date) || compareByCodePoint(a.host, b.host))
      .map(({ host }) => host),
  ),
];

/** How clouds and routers write ids: `us.anthropic.claude-…-v1:0`, `claude-sonnet-4@20250514`, `…:free`. */
export const HOST_ID = /^([a-z]+\.)?[a-z]+\.[a-z]|[@:]/;

/**
 * That of the list price, else of the longest price history; of an id that this host does not list
 * (`llama-3.3-70b-versatile`, `us.anthropic.…`), the host that has listed it for the longest time, else the one that its
 * folder names (`azure/gpt-4o`). Before any of them sold the model, a plain id was used elsewhere: with its maker, or in
 * a tool.
 */
function usualHostOf(
  model: PackagedModel,
  name: string,
  day: string,
  almanac: Almanac,
): string | null {
  const { facts, findHost } = almanac;
  const usual = model.list_host ?? model.default_host ?? model.cheapest_host;
  const id = name.trim().toLowerCase();
  const [, prefix = "", rest = ""] = /^([^/]+)\/(.+)$/.exec(id) ?? [];
  const folder = findHost(prefix)?.slug ?? "";
  const sellersOf = (id: string) => indexModelIds(facts).get(id)?.get(model.slug) ?? new Set();
  if (sellersOf(rest).has(folder)) return folder;
  const isMoving = facts.moving_ids.some(
    (one) => one.host === usual && one.name === id && one.model === model.slug,
  );
  if (id === model.slug || isMoving || sellersOf(id).has(usual ?? "")) return usual;
  const isPlainId = folder === "" && !HOST_ID.test(id);
  const [seller = usual] = [sellersOf(id), new Set([folder])].flatMap((hosts) =>
    listHostsByPriceRecord(facts, model.slug, hosts, isPlainId ? day : undefined),
  );
  return seller;
}

function toReading(value: object): UsageReading | UnreadResponse {
  // In JavaScript, a caller may pass the missing usage of a response: `cost(response.usage)`.
  if (!isJsonObject(value)) return usageOf(value);
  if (isReading(value)) return value;
  if (isUsage(value)) return { ...NO_USAGE_ENTRY_METADATA, usage: value, requests: 1, missing: [] };
  const read = usageOf(value);
  const reason = read.usage === null && describeUnknownCounts(value);
  return reason ? { usage: null, reason } : read;
}

/** Names the unknown fields of an object that contains only counts; undefined for other objects. */
function describeUnknownCounts(value: object): string | undefined {
  const counts = Object.entries(value);
  const unknown = counts.filter(([field]) => !Object.hasOwn(USAGE_FIELDS, field));
  if (counts.length === 0 || counts.some(([, count]) => typeof count !== "number"))
    return undefined;
  const near = unknown.map(([field]) => {
    const names = findNearestWords(field, Object.keys(USAGE_FIELDS));
    return describeUnknownName("count", field, names.slice(0, 1));
  });
  return near.join("; ");
}

const isReading = (value: object): value is UsageReading =>
  Object.hasOwn(value, "usage") && Object.hasOwn(value, "reportedUsd");

/** In a total of several requests, prices by prompt size apply to the mean request, and fees to each request. */
function costOfReading(
  { usage, requests, promptRange }: UsageOfLogEntry,
  card: RateCard,
  options: EngineOptions,
): Cost {
  if (requests === 1) return costOfUsage(usage, card, options);
  // No request has a larger prompt than all of them together.
  const total = sumUsageFields(usage, PROMPT_USAGE_FIELDS);
  const [above, upTo] = promptRange ?? [0, Infinity];
  const isPerRequest = ({ meter, above_input_tokens: size, tier_mode }: Rate) =>
    meter === "request" ||
    (size !== null && size < total && (tier_mode === "excess" || (size > above && size < upTo)));
  if (!card.rates.some(isPerRequest))
    return costOfUsage(usage, card, { ...options, promptSize: promptRange && above + 1 });
  const reason =
    "the usage is the total of an unknown number of requests, and the price depends on their number or size";
  if (requests === null) return { usd: null, parts: [], missing: [{ meter: "request", reason }] };
  const mean = Object.fromEntries(
    Object.entries(usage).map(([field, count]) => [field, count / requests]),
  );
  return costOfUsage(mean, card, { ...options, requests: requests * (options.requests ?? 1) });
}

const isUsage = (value: object): value is Usage =>
  Object.keys(value).length > 0 &&
  Object.entries(value).every(
    ([field, count]) => Object.hasOwn(USAGE_FIELDS, field) && typeof count === "number",
  );

const unpriced = (meter: string, reason: string): PricedCost => ({
  model: null,
  host: null,
  model_id: null,
  usd: null,
  parts: [],
  missing: [{ meter, reason }],
});

export function describeUnknownName(kind: string, name: string, near: readonly string[]): string {
  const next = near.length > 0 ? `; did you mean ${near.join(" or ")}?` : "";
  return `no ${kind} is called "${name.slice(0, 100)}"${next}`;
}

/** @throws RangeError for a text that is neither a day nor a moment. */
export function parseDayOrTime(at: string): { day: string; time: string | undefined } {
  const [, day, clock, zone = "Z"] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/.exec(at) ?? [];
  const moment = new Date(clock === undefined ? `${day}T00:00:00Z` : `${day}T${clock}${zone}`);
  const isDay = new Date(`${day}T00:00:00Z`).getUTCDate() === Number(day?.slice(8));
  if (!isDay || Number.isNaN(moment.getTime()))
    throw new RangeError(
      `"${at}" is not a valid date or time; write 2026-04-01, or 2026-04-01T14:05:00Z`,
    );
  const iso = moment.toISOString();
  return { day: iso.slice(0, 10), time: clock === undefined ? undefined : iso.slice(0, 16) };
}
