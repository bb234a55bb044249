/** pydantic/genai-prices: prices of first-party hosts, checked by hand, and the months after models.dev's history. */
import { z } from "zod";
import { IsoDate } from "../schema/values.ts";
import {
  datedTables,
  Entry,
  isDeprecated,
  noteOf,
  type PriceTable,
  presentPrices,
  pricesOf,
  toTiers,
} from "./genai-price-table.ts";
import {
  type Collected,
  type Collector,
  EVERY_HOST,
  type OfferListing,
  type PriceListing,
  type Prices,
  type UpstreamFiles,
} from "./listing.ts";
import { toCleanText } from "./parse/clean-values.ts";
import type { HostMap } from "./parse/host-map.ts";
import { newestDay } from "./parse/newest-day.ts";
import { readPriceEvents } from "./parse/price-events.ts";
import { isSamePrice, NO_PRICES, NO_TRAITS, toUsd } from "./parse/prices.ts";
import { checkRows, getUpstreamText, idOf, parseCsvRows, shown } from "./parse/upstream-rows.ts";

const ID = "genai-prices";
/** The frozen copy has the second layout, the address that is read live the first: both parse alike. */
const CATALOGUES = ["data.v2.json", "data.json"];
const HISTORY = { source: ID, file: "price_history_git.csv" };
const DATED = { source: ID, file: "effective_dated.csv" };

export const HOURLY = "holds for a time of day only";

const Provider = z.looseObject({ id: z.string(), models: z.array(z.unknown()) });

const DatedRow = z.looseObject({
  provider: z.string(),
  model_id: z.string(),
  effective_from: z.union([z.literal(""), IsoDate]),
  condition: z.string(),
  input: z.string(),
  output: z.string(),
  cache_read: z.string(),
  cache_write: z.string(),
});
type DatedRow = z.infer<typeof DatedRow>;

/** @param hostOf Our slug of what this upstream calls a provider. */
export function createGenaiPrices(hostOf: HostMap): Collector {
  return {
    source: {
      id: ID,
      name: "genai-prices",
      url: "https://github.com/pydantic/genai-prices",
      data_url: "https://raw.githubusercontent.com/pydantic/genai-prices/main/prices/data.json",
      license: "MIT",
      license_url: "https://github.com/pydantic/genai-prices/blob/main/LICENSE",
      copyright: "Copyright (c) Pydantic Services Inc. 2025 to present",
      credit: "genai-prices by Pydantic, https://github.com/pydantic/genai-prices",
      provides: ["offers", "price history"],
    },
    frozen: { folder: "genai-prices", files: [...CATALOGUES, HISTORY.file, DATED.file] },
    live: {
      requests: () => [
        {
          url: "https://raw.githubusercontent.com/pydantic/genai-prices/main/prices/data.json",
          path: "data.json",
        },
      ],
      everyDays: 1,
      maxBytes: 10_000_000,
      limitMs: 120_000,
    },
    minRows: 800,
    newestFact: (files) => newestDay(readHistory(files, hostOf).prices.map(({ date }) => date)),
    translate: (files, recordedOn) => translate(files, recordedOn, hostOf),
  };
}

function translate(files: UpstreamFiles, recordedOn: string, hostOf: HostMap): Collected {
  const history = readHistory(files, hostOf);
  const dated = readEffectiveDates(files, recordedOn, hostOf);
  const recorded = new Map(
    [...history.prices, ...dated.prices].map((event) => [
      `${event.host}/${event.modelId}`,
      event.date,
    ]),
  );
  const offered = readOffers(files, recorded, recordedOn, hostOf);
  return {
    offers: offered.offers,
    prices: [...history.prices, ...dated.prices],
    rejected: [...offered.rejected, ...history.rejected, ...dated.rejected],
  };
}

/** Google's price list mixes its two hosts: what is not Google's own is sold on Vertex only. */
export function placeOf(provider: string, id: string, hostOf: HostMap) {
  if (id.startsWith("ft:")) return "a price for tuned copies, not for a model";
  const host = hostOf(provider);
  if (!host) {
    return provider.startsWith("huggingface_")
      ? "a router's price for one of several hosts behind one id"
      : `no host known as "${provider}": add it to data/aliases/hosts.csv`;
  }
  const isGuest = host === "google" && /^(claude|llama|meta|mistral|deepseek|qwen)/.test(id);
  return { host: isGuest ? "google-vertex" : host, modelId: id };
}

function readHistory(files: UpstreamFiles, hostOf: HostMap) {
  if (!files.has(HISTORY.file)) return { prices: [], rejected: [] };
  const unsteady = unsteadyIds(files, hostOf);
  return readPriceEvents(files, HISTORY, ({ provider, model_id, event }) => {
    const reason = event === "changed" ? unsteady.get(`${provider}/${model_id}`) : undefined;
    return reason ?? placeOf(provider, model_id, hostOf);
  });
}

/** Ids whose recorded changes are changes of how the upstream writes them, with what it is that changed. */
function unsteadyIds(files: UpstreamFiles, hostOf: HostMap): Map<string, string> {
  const reasons = new Map<string, string>();
  for (const { provider, entry } of readCatalogue(files, hostOf).entries) {
    const tables = Array.isArray(entry.prices) ? entry.prices : [{ prices: entry.prices }];
    if (tables.some((table) => "constraint" in table && table.constraint?.start_time))
      reasons.set(`${provider}/${entry.id}`, HOURLY);
    if (tables.some(({ prices }) => prices.output_image_mtok ?? prices.output_video_mtok))
      reasons.set(
        `${provider}/${entry.id}`,
        "its output was split by modality: no change of price",
      );
  }
  return reasons;
}

/** Changes with the day they took effect. Rows without a day are the price before the first change. */
function readEffectiveDates(files: UpstreamFiles, recordedOn: string, hostOf: HostMap) {
  const prices: PriceListing[] = [];
  if (!files.has(DATED.file)) return { prices, rejected: [] };
  const { rows, rejected } = parseCsvRows(files, DATED, DatedRow);
  let previous: DatedRow | undefined;
  for (const row of rows) {
    const before =
      previous?.model_id === row.model_id && previous.provider === row.provider
        ? previous
        : undefined;
    previous = row;
    const place = placeOf(row.provider, row.model_id, hostOf);
    const reason = typeof place === "string" ? place : reasonNotToApply(row, recordedOn);
    if (reason) {
      rejected.push({
        source: ID,
        place: DATED.file,
        value: `${row.provider}/${row.model_id}`,
        reason,
      });
    } else if (row.effective_from !== "" && typeof place !== "string") {
      const event = toDatedEvent(row, before, place);
      if (!event.before || !isSamePrice(event.before, event.prices)) prices.push(event);
    }
  }
  return { prices, rejected };
}

function reasonNotToApply(row: DatedRow, recordedOn: string): string | null {
  if (row.condition.includes("start_time")) return HOURLY;
  if (row.effective_from > recordedOn) return `takes effect on ${row.effective_from}`;
  return null;
}

function toDatedEvent(
  row: DatedRow,
  before: DatedRow | undefined,
  place: { host: string; modelId: string },
): PriceListing {
  return {
    source: ID,
    ...place,
    date: row.effective_from,
    change: before ? "changed" : "added",
    prices: toPrices(row),
    before: before ? toPrices(before) : null,
    isEffectiveDate: true,
    suspect: null,
  };
}

const toPrices = (row: DatedRow): Prices => ({
  input: toUsd(row.input),
  output: toUsd(row.output),
  cacheRead: toUsd(row.cache_read),
  cacheWrite: toUsd(row.cache_write),
});

/** @returns Entries of a known shape, each with the upstream's word for its provider. */
export function readCatalogue(files: UpstreamFiles, hostOf: HostMap) {
  const file = CATALOGUES.find((name) => files.has(name)) ?? "data.json";
  const origin = { source: ID, file };
  const list = z.array(z.unknown()).parse(JSON.parse(getUpstreamText(files, origin)));
  const { rows: providers, rejected } = checkRows(list, origin, Provider, (row) => ({
    host: hostOf(idOf(row) ?? "") ?? EVERY_HOST,
    modelId: null,
  }));
  const entries: { provider: string; entry: Entry }[] = [];
  for (const { id: provider, models } of providers) {
    for (const raw of models) {
      const entry = Entry.safeParse(raw);
      if (entry.success) entries.push({ provider, entry: entry.data });
      else {
        const place = placeOf(provider, idOf(raw) ?? "", hostOf);
        rejected.push({
          ...{ source: ID, place: `${file}: ${provider}`, value: shown(raw), reason: "odd shape" },
          ...(typeof place !== "string" && { unread: { host: place.host, modelId: idOf(raw) } }),
        });
      }
    }
  }
  return { file, entries, rejected };
}

function readOffers(
  files: UpstreamFiles,
  recorded: ReadonlyMap<string, string>,
  recordedOn: string,
  hostOf: HostMap,
) {
  const { file, entries, rejected } = readCatalogue(files, hostOf);
  const offers: OfferListing[] = [];
  for (const { provider, entry } of entries) {
    const place = placeOf(provider, entry.id, hostOf);
    const table = presentPrices(entry, recordedOn);
    if (typeof place !== "string") {
      const asOf = recorded.get(`${place.host}/${place.modelId}`) ?? recordedOn;
      offers.push(toOffer(place, entry, table, asOf));
    }
    const reason = typeof place === "string" ? place : table ? null : HOURLY;
    if (reason)
      rejected.push({ source: ID, place: `${file}: ${provider}`, value: entry.id, reason });
  }
  return { offers, rejected };
}

function toOffer(
  place: { host: string; modelId: string },
  entry: Entry,
  /** Undefined where the price depends on the hour: the id is listed, but without one price per token. */
  table: PriceTable | undefined,
  asOf: string,
): OfferListing {
  return {
    source: ID,
    ...place,
    traits: {
      ...NO_TRAITS,
      displayName: entry.name ? toCleanText(entry.name) : null,
      contextWindow: entry.context_window ?? null,
    },
    prices: table ? pricesOf(table) : NO_PRICES,
    reasoningPrice: null,
    batchInput: null,
    batchOutput: null,
    tiers: table ? toTiers(table) : [],
    status: isDeprecated(entry) ? "deprecated" : "active",
    asOf,
    dated: datedTables(entry).map(({ effective, table: dated }) => ({
      effective,
      prices: pricesOf(dated),
    })),
    note: noteOf(entry),
  };
}
