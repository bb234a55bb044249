/** The whole price history in the formats of genai-prices, llm-prices and Langfuse. */
import { findRateCardOfDay, type ReassignedModelId } from "../../build/cost/card-of-day.ts";
import {
  GENAI_PRICES_OTHER_FIELDS,
  GENAI_PRICES_PLAIN_FIELDS,
} from "../../build/cost/price-fields.ts";
import { createRate, formatRateKey } from "../../build/cost/rates.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { ModelRow, ProviderRow, RateCardRow } from "../../build/model/catalog/rows.ts";
import { compareByCodePoint, getItemAt, groupBy } from "../../build/schema/collections.ts";
import { toLlmPricesEntry } from "./formats.ts";
import { mapHostsToSourceSpelling, omitNullFields } from "./price-tables.ts";
import {
  createRateCardPriceReader,
  findDateInModelId,
  findRateCardOfIdOnDay,
  isDoubtedZero,
  listLongPromptThresholds,
  type RateCardPrices,
  toPriceOfOneUnit,
} from "./priced-ids.ts";

/** A model id at a host with its prices, each valid from a day until the next entry. There is at least one entry. */
export interface ModelIdPriceHistory {
  host: ProviderRow;
  model: ModelRow;
  id: string;
  /** Prices are undefined while the id is not for sale, or has no price. */
  days: { from: string; prices: RateCardPrices | undefined }[];
}

/** Sorted by host, then id; with announced prices. */
export function listModelIdPriceHistories(catalog: Catalog): ModelIdPriceHistory[] {
  const read = createRateCardPriceReader();
  const meanings = groupBy(catalog.moving_ids, ({ host, name }) => `${host} ${name}`);
  const meaningsOf = (host: string, id: string) =>
    meanings.get(`${host} ${id.toLowerCase()}`) ?? [];
  const rows = catalog.models.flatMap((model) => idRowsOf(model, catalog, meaningsOf));
  const byId = groupBy(rows, ({ host, id }) => `${host} ${id}`);
  return [...byId.values()]
    .flatMap((own): ModelIdPriceHistory[] => {
      const { host: slug, id } = getItemAt(own, 0);
      const models = new Set(own.map(({ model }) => model));
      // A reassigned id has each model's prices only on the days on which it meant that model.
      const isMeant = ({ model, date }: (typeof own)[number]) =>
        meaningsOf(slug, id).findLast(({ since }) => (since ?? "") <= date)?.model === model.slug;
      const meant = own
        .filter((row) => models.size === 1 || isMeant(row))
        .sort((a, b) => compareByCodePoint(a.date, b.date));
      const days = meant.map(({ date, card }) => {
        const isPriced = card && card.billing !== "plan" && !isDoubtedZero(id, card);
        return { from: date, prices: isPriced ? read(card) : undefined };
      });
      const model = meant.findLast(({ card }) => card)?.model;
      const host = catalog.provider(slug);
      const isEverPriced = days.some(({ prices }) => prices !== undefined);
      return host && model && isEverPriced ? [{ host, model, id, days }] : [];
    })
    .sort((a, b) => compareByCodePoint(a.host.slug, b.host.slug) || compareByCodePoint(a.id, b.id));
}

function idRowsOf(
  model: ModelRow,
  catalog: Catalog,
  meaningsOf: (host: string, id: string) => readonly ReassignedModelId[],
) {
  const offers = new Map(catalog.offersOf(model.slug).map((offer) => [offer.host, offer]));
  const own = groupBy(catalog.idCardsOf(model.slug), ({ host }) => host);
  const byHost = groupBy(catalog.rateCardsOf(model.slug), ({ host }) => host);
  const moving = catalog.moving_ids.filter((row) => row.model === model.slug);
  return [...byHost].flatMap(([host, cards]) => {
    const offer = offers.get(host);
    const announced = (offer?.announced ?? []).map(({ effective, ...prices }) => ({
      ...cards.at(-1),
      ...offer,
      ...prices,
      date: effective,
    })) as RateCardRow[];
    const standing = [...cards, ...announced];
    const { variants = [], input, output } = offer ?? {};
    const sharing = variants.filter((one) => one.input === input && one.output === output);
    const ownRows = own.get(host) ?? [];
    const names = [
      ...[...standing, ...sharing].flatMap(({ model_id }) => model_id ?? []),
      ...ownRows.map(({ name }) => name),
      // Ids that meant this model once, such as `mistral-large-latest`, have its prices of those days.
      ...moving.flatMap((row) => (row.host === host ? row.name : [])),
    ];
    return [...new Set(names)].flatMap((id) => {
      const ofId = ownRows.filter(({ name }) => name === id);
      // Sources list ids late, so an id has the model's earlier prices too, but none from before the date in the id.
      const born = findDateInModelId(id) ?? "";
      const dates = [
        ...[born, ...standing.map(({ date }) => date)].filter((date) => date && date >= born),
        ...ofId.map(({ date }) => date),
        ...meaningsOf(host, id).flatMap(({ since }) => since ?? []),
      ];
      return [...new Set(dates)].map((date) => {
        const card = findRateCardOfIdOnDay(ofId, date, findRateCardOfDay(standing, date));
        return { host, model, id, date, card };
      });
    });
  });
}

/**
 * Entries whose prices, as `write` formats them, differ from the previous entry.
 * @param hasGaps Whether an entry also ends when the id is no longer for sale; otherwise, its price remains.
 */
function changesOf<T>(
  days: ModelIdPriceHistory["days"],
  write: (prices: RateCardPrices) => T | undefined,
  hasGaps = false,
) {
  const changes: { from: string; to: string | null; value: T }[] = [];
  let text: string | undefined;
  for (const { from, prices } of days) {
    const value = prices && write(prices);
    const next = JSON.stringify(value);
    if (next === text || (value === undefined && !hasGaps)) continue;
    text = next;
    const last = changes.at(-1);
    if (last) last.to ??= from;
    if (value !== undefined) changes.push({ from, to: null, value });
  }
  return changes;
}

/** genai-prices' table, version 2: providers with their models and dated prices, in USD per 1M tokens. */
export function toGenaiPricesTable(histories: readonly ModelIdPriceHistory[], catalog: Catalog) {
  const names = mapHostsToSourceSpelling(catalog, "genai-prices");
  const byHost = groupBy(histories, ({ host }) => host);
  return [...byHost].flatMap(([host, own]) => {
    const models = toGenaiModels(own);
    if (models.length === 0) return [];
    const id = names.get(host.slug) ?? host.slug;
    const labIds = own
      .filter(({ model }) => catalog.provider(model.lab)?.own_hosts[0] === host.slug)
      .map((one) => one.id);
    const others = catalog.other_names.filter(
      ({ kind, slug }) => kind === "provider" && slug === host.slug,
    );
    const known = [id, host.slug, host.name.toLowerCase(), ...others.map(({ name }) => name)];
    return {
      id,
      name: host.name,
      ...(host.pricing_page && { pricing_urls: [host.pricing_page] }),
      api_pattern: toAddressPattern(host.api_url),
      // A request without a provider means the lab's own host.
      ...(labIds.length > 0 && { model_match: toMatch(labIds) }),
      provider_match: toMatch(known),
      models,
    };
  });
}

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The format requires an address; a host without one gets a pattern that matches nothing. */
const toAddressPattern = (address: string | null): string =>
  address === null ? "(?!)" : escapePattern(address.replace(/\/+$/, ""));

const toMatch = (names: readonly string[]) => {
  const matches = [...new Set(names)].map((equals) => ({ equals }));
  return matches.length === 1 ? matches[0] : { or: matches };
};

/** For readers that ignore case: of ids that differ only in case, keeps the one with the newest price. */
function omitOtherSpellings(histories: readonly ModelIdPriceHistory[]): ModelIdPriceHistory[] {
  const byName = groupBy(histories, ({ id }) => id.toLowerCase());
  const others = new Set(
    [...byName.values()].flatMap((own) =>
      own.length === 1 ? [] : own.toSorted(compareByLastDay).slice(0, -1),
    ),
  );
  return histories.filter((one) => !others.has(one));
}

/** Model ids of the same model with the same price history share one entry. */
function toGenaiModels(histories: readonly ModelIdPriceHistory[]) {
  const priced = omitOtherSpellings(histories).flatMap((history) => {
    const changes = changesOf(history.days, toGenaiPrices);
    const prices = changes.map(({ from, value }) => ({
      constraint: { type: "start_date", start_date: from },
      prices: value,
    }));
    return prices.length > 0 ? [{ ...history, prices }] : [];
  });
  const groups = groupBy(priced, ({ model, prices }) => `${model.slug} ${JSON.stringify(prices)}`);
  return Array.from(groups.values(), (own) => {
    const { id, model, prices } = getItemAt(own, 0);
    const deprecated = model.status === "retired" || undefined;
    return {
      id,
      name: model.name,
      match: toMatch(own.map((one) => one.id)),
      ...omitNullFields({ context_window: model.context_window, deprecated }),
      prices,
    };
  });
}

const lastDayOf = ({ days }: ModelIdPriceHistory): string =>
  days.findLast(({ prices }) => prices !== undefined)?.from ?? "";
const compareByLastDay = (a: ModelIdPriceHistory, b: ModelIdPriceHistory): number =>
  compareByCodePoint(lastDayOf(a), lastDayOf(b));

type GenaiPrice = number | { base: number; tiers: { start: number; price: number }[] };

/** A rate in the ledger's notation → its genai-prices fields, each with the factor by which our price is divided. */
const GENAI_FIELDS = groupBy(
  Object.entries(GENAI_PRICES_OTHER_FIELDS).map(([field, [meter, conditions, factor = 1]]) => ({
    field,
    factor,
    notation: formatRateKey(createRate(meter, 0, conditions)),
  })),
  ({ notation }) => notation,
);

/** Undefined when no price can be expressed. */
function toGenaiPrices(one: RateCardPrices): Record<string, GenaiPrice> | undefined {
  const sizes = listLongPromptThresholds(one);
  const prices: Record<string, GenaiPrice> = {};
  for (const [field, meter] of GENAI_PRICES_PLAIN_FIELDS) {
    const base = one.price(meter);
    const tiers = sizes.flatMap((start) => {
      const price = one.price(meter, start);
      return price === undefined ? [] : [{ start, price }];
    });
    if (base !== undefined) prices[field] = tiers.length > 0 ? { base, tiers } : base;
  }
  for (const rate of one.further)
    for (const { field, factor } of GENAI_FIELDS.get(formatRateKey(rate)) ?? [])
      prices[field] = toPriceOfOneUnit(rate.price, factor);
  for (const field of Object.keys(prices))
    if (!isGenaiPriceable(field, prices)) delete prices[field];
  return Object.keys(prices).length > 0 ? prices : undefined;
}

/**
 * Field → the fields that it requires, and after `!` those that it must not occur with. Readers of genai-prices reject
 * a price for a part of the tokens without the price of the whole. They also reject prices of two overlapping parts
 * without a price of the overlap, such as audio tokens read from the cache.
 */
const GENAI_NEEDS: Readonly<Record<string, string>> = {
  cache_read_mtok: "input_mtok",
  cache_write_mtok: "input_mtok",
  cache_write_1h_mtok: "input_mtok cache_write_mtok",
  cache_audio_read_mtok: "input_mtok cache_read_mtok input_audio_mtok !cache_write_mtok",
  cache_image_read_mtok: "input_mtok cache_read_mtok input_image_mtok !cache_write_mtok",
  input_audio_mtok: "input_mtok !cache_write_mtok",
  input_image_mtok: "input_mtok !cache_write_mtok",
  input_video_mtok: "input_mtok !cache_write_mtok !cache_read_mtok",
  output_reasoning_mtok: "output_mtok",
  output_audio_mtok: "output_mtok !output_reasoning_mtok",
  output_image_mtok: "output_mtok !output_reasoning_mtok",
  output_video_mtok: "output_mtok !output_reasoning_mtok",
  output_citation_mtok: "!output_citation_mtok",
  input_audio_hours: "audio_hours",
  input_annotated_document_kpages: "input_document_kpages",
};

function isGenaiPriceable(field: string, prices: Record<string, GenaiPrice>): boolean {
  const [, kind] = /^input_(audio|image)_mtok$/.exec(field) ?? [];
  if (kind && "cache_read_mtok" in prices && !(`cache_${kind}_read_mtok` in prices)) return false;
  const needs = GENAI_NEEDS[field]?.split(" ") ?? [];
  return needs.every((one) => (one.startsWith("!") ? !(one.slice(1) in prices) : one in prices));
}

/**
 * Ids that can be used without naming a host: those at the host of the model's list price, or, for a model without one
 * (such as a retired model), at the first of the lab's own hosts that has sold it.
 */
function ofLabs(histories: readonly ModelIdPriceHistory[], catalog: Catalog) {
  const byModel = groupBy(histories, ({ model }) => model);
  return [...byModel].flatMap(([model, own]) => {
    const ownHosts = catalog.provider(model.lab)?.own_hosts;
    const sold = ownHosts?.find((slug) => own.some(({ host }) => host.slug === slug));
    return own.filter(({ host }) => host.slug === (model.list_host ?? sold));
  });
}

/** llm-prices' history: one row for each price of a lab's id up to today, whose price is the one without an end. */
export function toLlmPricesHistory(histories: readonly ModelIdPriceHistory[], catalog: Catalog) {
  const prices = ofLabs(histories, catalog).flatMap(({ model, id, days }) => {
    const begun = days.filter(({ from }) => from <= catalog.asOf);
    return changesOf(begun, toLlmPricesEntry, true).map(({ from, to, value }) => ({
      id,
      vendor: model.lab,
      name: model.name,
      ...value,
      from_date: from,
      to_date: to,
    }));
  });
  return { prices };
}

/**
 * Rates → the Langfuse usage types with their price, of which the first rate that the card has is used. A count whose
 * type has no price costs nothing in Langfuse, so these are all names that its own price table has for tokens:
 * https://github.com/langfuse/langfuse/blob/main/worker/src/constants/default-model-prices.json
 */
const LANGFUSE_USAGE = [
  [["input"], "input input_tokens input_text input_text_tokens input_modality_1"],
  [["input"], "prompt_token_count promptTokenCount"],
  [["output"], "output output_tokens output_text output_text_tokens output_modality_1"],
  [["output"], "candidates_token_count candidatesTokenCount"],
  [["reasoning", "output"], "output_reasoning output_reasoning_tokens reasoning_tokens"],
  [["reasoning", "output"], "thoughts_token_count thoughtsTokenCount"],
  [["cache_read"], "input_cached_tokens input_cached_text_tokens input_cache_read"],
  [["cache_read"], "cache_read_input_tokens cached_content_token_count"],
  [["cache_write"], "input_cache_creation cache_creation_input_tokens input_cache_creation_5m"],
  [["cache_write"], "cache_write_tokens"],
  [["input_audio"], "input_audio input_audio_tokens"],
  [["output_audio"], "output_audio output_audio_tokens"],
  [["input_image"], "input_image"],
  [["cache_write@1h"], "input_cache_creation_1h"],
] as const;

/** Bodies for Langfuse's `POST /api/public/models`: one for each price of a lab's id, in USD per token. */
export const toLangfuseModels = (histories: readonly ModelIdPriceHistory[], catalog: Catalog) =>
  omitOtherSpellings(ofLabs(histories, catalog)).flatMap(({ model, id, days }) =>
    changesOf(days, toLangfuseTiers).map(({ from, value }) => ({
      modelName: id,
      matchPattern: `(?i)^(${escapePattern(model.lab)}/)?(${escapePattern(id)})$`,
      startDate: `${from}T00:00:00.000Z`,
      unit: "TOKENS",
      pricingTiers: value,
    })),
  );

function toLangfuseTiers(one: RateCardPrices) {
  const pricesAbove = (size?: number) => {
    const found = LANGFUSE_USAGE.flatMap(([rates, types]) => {
      const price = rates.map((rate) => one.price(rate, size)).find((usd) => usd !== undefined);
      if (price === undefined) return [];
      const perToken = toPriceOfOneUnit(price, 1e6);
      return types.split(" ").map((type) => [type, perToken]);
    });
    return found.length > 0 ? Object.fromEntries(found) : undefined;
  };
  const base = pricesAbove();
  if (base === undefined) return undefined;
  const sized = listLongPromptThresholds(one).flatMap((value) => {
    const prices = pricesAbove(value);
    return prices ? [{ value, prices }] : [];
  });
  // The usage types that count tokens of the prompt.
  const usageDetailPattern = "(input|prompt|cached|cache_write)";
  return [
    { name: "Standard", isDefault: true, priority: 0, conditions: [], prices: base },
    // Langfuse uses the first tier that matches, so the largest size comes first.
    ...sized.reverse().map(({ value, prices }, index) => ({
      name: `Prompts above ${value} tokens`,
      isDefault: false,
      priority: index + 1,
      conditions: [{ usageDetailPattern, operator: "gt", value, caseSensitive: false }],
      prices: { ...base, ...prices },
    })),
  ];
}
