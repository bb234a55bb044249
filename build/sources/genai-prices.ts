/** pydantic/genai-prices: prices of first-party hosts, checked by hand. */
import { z } from "zod";
import {
  type Collector,
  excerpt,
  fetchDaily,
  idOf,
  licensed,
  type UpstreamReader,
} from "./collector.ts";
import {
  EVERY_HOST,
  NO_RATES,
  NO_TRAITS,
  type OfferListing,
  type Prices,
  type Rates,
} from "./listing.ts";
import { type Place, type PlaceOrReason, withoutImpossibleRead } from "./parse/prices.ts";
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

export const genaiPrices: Collector = {
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
  translate(reader) {
    const file = CATALOGUES.find((name) => reader.files.has(name)) ?? "data.json";
    const list = reader.getJson(file, z.array(z.unknown()));
    const providers = reader.check(file, list, Provider, (row) => ({
      host: reader.hostOf(idOf(row) ?? "") ?? EVERY_HOST,
      modelId: null,
    }));
    const offers = providers.flatMap(({ id: provider, models }) =>
      models.flatMap((raw) => {
        const { data: entry } = Entry.safeParse(raw);
        const modelId = entry?.id ?? idOf(raw);
        const place = toPlace(provider, modelId ?? "", reader);
        const rejected = `${file}: ${provider}`;
        if (entry === undefined) {
          const unread = typeof place === "string" ? undefined : { host: place.host, modelId };
          reader.reject(rejected, excerpt(raw), "unknown shape", unread);
        } else if (typeof place === "string") reader.reject(rejected, entry.id, place);
        else {
          const table = currentTable(entry, reader.context.day);
          if (!table) reader.reject(rejected, entry.id, "holds for a time of day only");
          return [toOffer(place, entry, table)];
        }
        return [];
      }),
    );
    return { offers };
  },
};

/** Google's price list mixes its two hosts: what is not Google's own is sold on Vertex only. */
function toPlace(provider: string, modelId: string, reader: UpstreamReader): PlaceOrReason {
  if (modelId.startsWith("ft:")) return "a price for tuned copies, not for a model";
  const host = reader.hostOf(provider);
  if (!host)
    return provider.startsWith("huggingface_")
      ? "a router's price for one of several hosts behind one id"
      : `no host known as "${provider}": add it to data/aliases/hosts.csv`;
  const isGuest = host === "google" && /^(claude|llama|meta|mistral|deepseek|qwen)/.test(modelId);
  return { host: isGuest ? "google-vertex" : host, modelId };
}

/** @param table Undefined where the price depends on the hour: the id is listed without a price. */
function toOffer(place: Place, entry: Entry, table: PriceTable | undefined): OfferListing {
  const changes = Array.isArray(entry.prices) ? entry.prices : [];
  const isResold = FROM_OPENROUTER.test(entry.price_comments ?? "");
  return {
    source: ID,
    ...place,
    ...(table ? toRates(table) : NO_RATES),
    traits: {
      ...NO_TRAITS,
      displayName: entry.name ? toCleanText(entry.name) : null,
      contextWindow: entry.context_window ?? null,
    },
    status: isDeprecated(entry) ? "deprecated" : "active",
    dated: changes.flatMap(({ constraint, prices }) =>
      constraint?.start_date
        ? [{ effective: constraint.start_date, prices: toPrices(prices) }]
        : [],
    ),
    note: isResold ? "reseller: taken from OpenRouter" : null,
  };
}

/** How the upstream marks a price that it took from a reseller. */
const FROM_OPENROUTER = /imported from openrouter|seen on openrouter before/i;

/** Marked so, or listed only to match old records, by its description. */
const isDeprecated = ({ deprecated, description }: Entry): boolean =>
  deprecated === true || /^retired|no longer available/i.test(description ?? "");

/** The table in force on the day; undefined when the price depends on the hour. */
function currentTable({ prices }: Entry, day: string): PriceTable | undefined {
  if (!Array.isArray(prices)) return prices;
  if (prices.some(({ constraint }) => constraint?.start_time)) return undefined;
  return prices.filter(({ constraint }) => (constraint?.start_date ?? "") <= day).at(-1)?.prices;
}

const toRates = (table: PriceTable): Rates => ({
  ...NO_RATES,
  prices: toPrices(table),
  tiers: toTiers(table),
});

const toPrices = (table: PriceTable): Prices =>
  withoutImpossibleRead({
    input: priceAt(table.input_mtok),
    output: priceAt(table.output_mtok),
    cacheRead: priceAt(table.cache_read_mtok),
    cacheWrite: priceAt(table.cache_write_mtok),
  });

function toTiers({ input_mtok, output_mtok, cache_read_mtok }: PriceTable): Rates["tiers"] {
  if (typeof input_mtok !== "object") return [];
  return input_mtok.tiers.flatMap(({ start: above, price: input }) => {
    const output = priceAt(output_mtok, above);
    const cacheRead = priceAt(cache_read_mtok, above);
    return output === null ? [] : [{ above, input, output, cacheRead }];
  });
}

/** Price for prompts longer than `tokens`, or for short ones; null when there is none. */
function priceAt(price: Price | undefined, tokens?: number): number | null {
  if (typeof price !== "object") return price ?? null;
  const tiers = tokens === undefined ? [] : price.tiers.filter(({ start }) => start <= tokens);
  return tiers.at(-1)?.price ?? price.base;
}
