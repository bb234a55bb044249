/** pydantic/genai-prices: prices of first-party hosts, checked by hand. */
import { z } from "zod";
import {
  type Collected,
  type Collector,
  EVERY_HOST,
  licensed,
  type OfferListing,
  type Prices,
} from "./listing.ts";
import { fetchDaily, type UpstreamFiles } from "./live.ts";
import {
  type HostMap,
  hasImpossibleCache,
  NO_PRICES,
  NO_TRAITS,
  PLAIN_OFFER,
} from "./parse/prices.ts";
import { idOf, shown, UpstreamReader } from "./parse/rows.ts";
import { toCleanText } from "./parse/text.ts";

const ID = "genai-prices";
const ADDRESS = "https://raw.githubusercontent.com/pydantic/genai-prices/main/prices/data.json";
/** A copy may have the second layout, the live address has the first: both parse alike. */
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
/** In force from a day or an hour on. */
const Conditional = z.looseObject({
  constraint: z
    .looseObject({ start_date: z.string().optional(), start_time: z.string().optional() })
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
const Provider = z.looseObject({ id: z.string(), models: z.array(z.unknown()) });

const PAGE = "https://github.com/pydantic/genai-prices";
const COPYRIGHT = "Copyright (c) Pydantic Services Inc. 2025 to present";

/** @param hostOf Our slug of what this upstream calls a provider. */
export const createGenaiPrices = (hostOf: HostMap): Collector => ({
  source: {
    id: ID,
    name: "genai-prices",
    url: PAGE,
    data_url: ADDRESS,
    ...licensed("MIT", `${PAGE}/blob/main/LICENSE`, COPYRIGHT),
    credit: `genai-prices by Pydantic, ${PAGE}`,
    provides: ["offers", "price history"],
  },
  live: fetchDaily(() => [{ url: ADDRESS, path: "data.json" }], { megabytes: 10, seconds: 120 }),
  minRows: 800,
  translate: (files, recordedOn) => translate(files, recordedOn, hostOf),
});

function translate(files: UpstreamFiles, recordedOn: string, hostOf: HostMap): Collected {
  const reader = new UpstreamReader(ID, files);
  const offers: OfferListing[] = [];
  const file = CATALOGUES.find((name) => files.has(name)) ?? "data.json";
  const list = reader.getJson(file, z.array(z.unknown()));
  const hostOfMalformed = (row: unknown) => hostOf(idOf(row) ?? "") ?? EVERY_HOST;
  const providers = reader.check(file, list, Provider, (row) => ({
    host: hostOfMalformed(row),
    modelId: null,
  }));
  for (const { id: provider, models } of providers) {
    const reject = reader.reject.bind(reader, `${file}: ${provider}`);
    for (const raw of models) {
      const { data: entry } = Entry.safeParse(raw);
      const modelId = entry?.id ?? idOf(raw);
      const place = toPlace(provider, modelId ?? "", hostOf);
      if (entry === undefined) {
        const unread = typeof place === "string" ? undefined : { host: place.host, modelId };
        reject(shown(raw), "unknown shape", unread);
      } else if (typeof place === "string") reject(entry.id, place);
      else {
        const table = currentPrices(entry, recordedOn);
        if (table === undefined) reject(entry.id, "holds for a time of day only");
        offers.push(toOffer(place, entry, table));
      }
    }
  }
  return { offers, rejected: reader.rejected };
}

/**
 * Google's price list mixes its two hosts: what is not Google's own is sold on Vertex only.
 *
 * @returns the reason to leave an id out, as a text.
 */
function toPlace(provider: string, modelId: string, hostOf: HostMap) {
  if (modelId.startsWith("ft:")) return "a price for tuned copies, not for a model";
  const host = hostOf(provider);
  if (!host)
    return provider.startsWith("huggingface_")
      ? "a router's price for one of several hosts behind one id"
      : `no host known as "${provider}": add it to data/aliases/hosts.csv`;
  const isGuest = host === "google" && /^(claude|llama|meta|mistral|deepseek|qwen)/.test(modelId);
  return { host: isGuest ? "google-vertex" : host, modelId };
}

/** @param table Undefined where the price depends on the hour: the id is listed without a price. */
function toOffer(
  place: { host: string; modelId: string },
  entry: Entry,
  table: PriceTable | undefined,
): OfferListing {
  return {
    ...PLAIN_OFFER,
    source: ID,
    ...place,
    traits: {
      ...NO_TRAITS,
      displayName: entry.name ? toCleanText(entry.name) : null,
      contextWindow: entry.context_window ?? null,
    },
    prices: table ? toPrices(table) : NO_PRICES,
    tiers: table ? toTiers(table) : [],
    status: isDeprecated(entry) ? "deprecated" : "active",
    dated: (Array.isArray(entry.prices) ? entry.prices : []).flatMap(({ constraint, prices }) =>
      constraint?.start_date
        ? [{ effective: constraint.start_date, prices: toPrices(prices) }]
        : [],
    ),
    note: FROM_OPENROUTER.test(entry.price_comments ?? "")
      ? "reseller: taken from OpenRouter"
      : null,
  };
}

/** How the upstream marks a price that it took from a reseller. */
const FROM_OPENROUTER = /imported from openrouter|seen on openrouter before/i;

/** Marked so, or listed only to match old records, by its description. */
const isDeprecated = ({ deprecated, description }: Entry): boolean =>
  deprecated === true || /^retired|no longer available/i.test(description ?? "");

/** The table in force on the day; undefined when the price depends on the hour. */
function currentPrices({ prices }: Entry, recordedOn: string): PriceTable | undefined {
  if (!Array.isArray(prices)) return prices;
  if (prices.some(({ constraint }) => constraint?.start_time)) return undefined;
  return prices.filter(({ constraint }) => (constraint?.start_date ?? "") <= recordedOn).at(-1)
    ?.prices;
}

function toPrices(table: PriceTable): Prices {
  const prices = {
    input: basePrice(table.input_mtok),
    output: basePrice(table.output_mtok),
    cacheRead: basePrice(table.cache_read_mtok),
    cacheWrite: basePrice(table.cache_write_mtok),
  };
  return hasImpossibleCache(prices) ? { ...prices, cacheRead: null } : prices;
}

const basePrice = (price: Price | undefined): number | null =>
  price === undefined ? null : typeof price === "number" ? price : price.base;

function toTiers({ input_mtok, output_mtok, cache_read_mtok }: PriceTable): OfferListing["tiers"] {
  if (typeof input_mtok !== "object" || output_mtok === undefined) return [];
  return input_mtok.tiers.map(({ start, price }) => ({
    above: start,
    input: price,
    output: priceAbove(output_mtok, start),
    cacheRead: cache_read_mtok === undefined ? null : priceAbove(cache_read_mtok, start),
  }));
}

/** Price for prompts longer than `start` tokens. */
function priceAbove(price: Price, start: number): number {
  if (typeof price === "number") return price;
  return price.tiers.findLast((tier) => tier.start <= start)?.price ?? price.base;
}
