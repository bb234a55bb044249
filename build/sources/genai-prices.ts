/** pydantic/genai-prices: prices of first-party hosts, checked by hand. */
import * as z from "zod";
import { GENAI_PRICES_OTHER_FIELDS, GENAI_PRICES_PLAIN_FIELDS } from "../cost/price-fields.ts";
import type { Rate } from "../cost/rates.ts";
import { type Collector, readIdOfRow, type SourceFileReader } from "./collector.ts";
import {
  ALL_HOSTS_WILDCARD,
  EMPTY_RATE_CARD,
  NO_MODEL_TRAITS,
  type OfferListing,
  type RateCardListing,
} from "./listing.ts";
import {
  normalizeTierThreshold,
  type OfferId,
  type OfferIdOrRejection,
  removeImpossibleCacheReadPrice,
  roundFloatNoise,
  toRatesIfPriceKnown,
} from "./parse/prices.ts";
import { stripUrlTracking, toCleanText } from "./parse/text.ts";

const ID = "genai-prices";
const ADDRESS = "https://raw.githubusercontent.com/pydantic/genai-prices/main/prices/data.json";
/** Live it is `data.json`; a copy may have the second version of the layout, which is parsed in the same way. */
const CATALOGUES = ["data.v2.json", "data.json"];

const Tier = z.looseObject({ start: z.number(), price: z.number() });
/** Flat, or by prompt size. */
const Price = z.union([
  z.number().nonnegative(),
  z.looseObject({ base: z.number().nonnegative(), tiers: z.array(Tier) }),
]);
type Price = z.infer<typeof Price>;
const PriceTable = z.looseObject({
  input_mtok: Price.optional(),
  output_mtok: Price.optional(),
  cache_read_mtok: Price.optional(),
  cache_write_mtok: Price.optional(),
});
type PriceTable = z.infer<typeof PriceTable>;
/** Prices from a start date on, or at some hours of each day. */
const Conditional = z.looseObject({
  constraint: z
    .looseObject({
      start_date: z.string().optional(),
      start_time: z.string().optional(),
      end_time: z.string().optional(),
    })
    .nullish(),
  prices: PriceTable,
});
const Entry = z.looseObject({
  id: z.string(),
  name: z.string().optional(),
  description: z.string().optional(),
  price_comments: z.string().optional(),
  context_window: z.int().positive().optional(),
  deprecated: z.boolean().optional(),
  prices: z.union([z.array(Conditional), PriceTable]),
});
type Entry = z.infer<typeof Entry>;
const Provider = z.looseObject({
  id: z.string(),
  name: z.string().optional(),
  pricing_urls: z.array(z.string()).optional().catch(undefined),
  models: z.array(z.unknown()),
});

export const genaiPricesCollector: Collector = {
  id: ID,
  live: { requests: () => [{ url: ADDRESS, path: "data.json" }], megabytes: 10, seconds: 120 },
  minRows: 800,
  translate(reader) {
    const file = CATALOGUES.find((name) => reader.files.has(name)) ?? "data.json";
    const list = reader.getJson(file, z.array(z.unknown()));
    const providers = reader.check(file, list, Provider, (row) => ({
      host: reader.hostOf(readIdOfRow(row) ?? "") ?? ALL_HOSTS_WILDCARD,
      modelId: null,
    }));
    const offers = providers.flatMap(({ id: provider, models }) =>
      models.flatMap((raw) => {
        const modelId = readIdOfRow(raw);
        const place = toPlace(provider, modelId ?? "", reader);
        const at = `${file}: ${provider}`;
        if (typeof place === "string") reader.reject(at, modelId ?? "", place);
        else {
          const entry = reader.one(at, raw, Entry, { host: place.host, modelId });
          if (entry) return toOffer(place, entry, reader.context.day);
        }
        return [];
      }),
    );
    return { offers, hosts: providers.flatMap((provider) => toHost(provider, reader)) };
  },
};

/** The host, with the first of its URLs that is about prices or billing; others are about the API or single models. */
function toHost(
  { id, name, pricing_urls = [] }: z.infer<typeof Provider>,
  reader: SourceFileReader,
) {
  const slug = reader.hostOf(id);
  const page = pricing_urls.find((url) => /pric|billing/i.test(url));
  if (slug === undefined || page === undefined) return [];
  return {
    source: ID,
    slug,
    name: toCleanText(name ?? slug),
    api_url: null,
    documentation_url: null,
    pricing_page: stripUrlTracking(page),
  };
}

/** Google's price list mixes its two hosts: what is not Google's own is sold on Vertex only. */
function toPlace(provider: string, modelId: string, reader: SourceFileReader): OfferIdOrRejection {
  if (modelId.startsWith("ft:")) return "a price for fine-tuned copies, not for a model";
  const host = reader.hostOf(provider);
  if (!host)
    return provider.startsWith("huggingface_")
      ? "a router's price for one of several hosts with this id"
      : `no host known as "${provider}": add it to data/aliases/hosts.csv`;
  const isGuest = host === "google" && /^(claude|llama|meta|mistral|deepseek|qwen)/.test(modelId);
  return { host: isGuest ? "google-vertex" : host, modelId };
}

function toOffer(place: OfferId, entry: Entry, day: string): OfferListing {
  const tables = Array.isArray(entry.prices) ? entry.prices : [{ prices: entry.prices }];
  const hours = tables.flatMap(({ constraint, prices }) => {
    const from = constraint?.start_time?.slice(0, 5);
    const to = constraint?.end_time?.slice(0, 5);
    return from && to ? [{ from, to, table: prices }] : [];
  });
  const comments = entry.price_comments ?? "";
  const weekdaysFrom = NO_HOURS_AT_WEEKENDS.exec(comments)?.[1] ?? "9999";
  const stated = tables.flatMap(({ constraint, prices }) =>
    constraint?.start_time ? [] : { start: constraint?.start_date ?? "", prices },
  );
  const dated = stated.flatMap((table, index) => {
    const next = stated[index + 1]?.start ?? "9999";
    const isSplit = table.start < weekdaysFrom && weekdaysFrom < next;
    return isSplit ? [table, { ...table, start: weekdaysFrom }] : table;
  });
  const toCard = ({ start, prices }: { start: string; prices: PriceTable }) =>
    toRateCard(prices, hours, start >= weekdaysFrom ? " Mon-Fri" : "");
  const current = dated.findLast(({ start }) => start <= day);
  const isResold = FROM_OPENROUTER.test(comments);
  return {
    source: ID,
    ...place,
    ...(current ? toCard(current) : EMPTY_RATE_CARD),
    traits: {
      ...NO_MODEL_TRAITS,
      display_name: entry.name ? toCleanText(entry.name) : null,
      context_window: entry.context_window ?? null,
    },
    status: isDeprecated(entry) ? "deprecated" : "active",
    dated: dated.flatMap((table) =>
      table.start ? [{ effective: table.start, ...toCard(table) }] : [],
    ),
    note: isResold ? "reseller: taken from OpenRouter" : null,
  };
}

/** The upstream's tables have no weekdays; a comment says from which day the hours do not apply at weekends. */
const NO_HOURS_AT_WEEKENDS = /from (\d{4}-\d\d-\d\d) [^.]*\boff-peak all day at weekends/i;

/** How the upstream marks a price that it took from a reseller. */
const FROM_OPENROUTER = /imported from openrouter|seen on openrouter before/i;

/** Marked as deprecated, or described as retired or no longer available. */
const isDeprecated = ({ deprecated, description }: Entry): boolean =>
  deprecated === true || /^retired|no longer available/i.test(description ?? "");

/** A price table for some hours of the day (UTC). */
interface HourTable {
  from: string;
  to: string;
  table: PriceTable;
}

/**
 * @param hours An hour table for most of the day gives the plain prices; the base then gets the other hours.
 * @param days Weekdays of the hours: ` Mon-Fri`; empty for all.
 */
function toRateCard(base: PriceTable, hours: readonly HourTable[], days: string): RateCardListing {
  const [first, second] = hours;
  const isMostOfDay = first !== undefined && second === undefined && minutesOf(first) > 12 * 60;
  const plain = isMostOfDay ? first.table : base;
  const others = isMostOfDay ? [{ from: first.to, to: first.from, table: base }] : hours;
  return {
    prices: removeImpossibleCacheReadPrice({
      input: priceAt(plain.input_mtok),
      output: priceAt(plain.output_mtok),
      cache_read: priceAt(plain.cache_read_mtok),
      cache_write: priceAt(plain.cache_write_mtok),
    }),
    rates: [
      ...furtherRates(plain),
      ...others.flatMap(({ from, to, table }) => hourRates(table, `${from}-${to}${days}`)),
    ],
  };
}

function minutesOf({ from, to }: HourTable): number {
  const minute = (time: string) => 60 * Number(time.slice(0, 2)) + Number(time.slice(3));
  return (minute(to) - minute(from) + 1440) % 1440;
}

function furtherRates(table: PriceTable): Rate[] {
  const further = Object.entries(GENAI_PRICES_OTHER_FIELDS).flatMap(
    ([field, [meter, conditions, factor]]) => {
      const price = priceAt(Price.safeParse(table[field]).data);
      return toRatesIfPriceKnown(meter, price && price * (factor ?? 1), conditions);
    },
  );
  const sizes = typeof table.input_mtok === "object" ? table.input_mtok.tiers : [];
  return [...further, ...sizes.flatMap(({ start }) => ratesAbove(table, start))];
}

function ratesAbove(table: PriceTable, start: number): Rate[] {
  const above_input_tokens = normalizeTierThreshold(start);
  const hourWrite = Price.safeParse(table.cache_write_1h_mtok).data;
  return [
    ...GENAI_PRICES_PLAIN_FIELDS.flatMap(([field, meter]) =>
      toRatesIfPriceKnown(meter, priceAt(table[field], start), { above_input_tokens }),
    ),
    ...toRatesIfPriceKnown("cache_write", priceAt(hourWrite, start), {
      above_input_tokens,
      cache_ttl: "1h",
    }),
  ];
}

const hourRates = (table: PriceTable, hours_utc: string): Rate[] =>
  GENAI_PRICES_PLAIN_FIELDS.flatMap(([field, meter]) =>
    toRatesIfPriceKnown(meter, priceAt(table[field]), { hours_utc }),
  );

/** Price for prompts longer than `tokens`, or for short prompts without `tokens`; null when there is none. */
function priceAt(price: Price | undefined, tokens?: number): number | null {
  if (price === undefined) return null;
  if (typeof price !== "object") return roundFloatNoise(price);
  const tiers = tokens === undefined ? [] : price.tiers.filter(({ start }) => start <= tokens);
  return roundFloatNoise(tiers.at(-1)?.price ?? price.base);
}
