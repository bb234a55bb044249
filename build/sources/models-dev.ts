/** models.dev: what every host sells, at what price, and what the models are. */
import { z } from "zod";
import { toSlug } from "../schema/values.ts";
import {
  type Collected,
  type Collector,
  EVERY_HOST,
  type HostListing,
  type ModelListing,
  type ModelTraits,
  type OfferListing,
  type PriceListing,
  type Prices,
  type UpstreamFiles,
} from "./listing.ts";
import { toCleanText, toCleanUrl } from "./parse/clean-values.ts";
import { newestDay } from "./parse/newest-day.ts";
import { readPriceEvents } from "./parse/price-events.ts";
import { hasImpossibleCache, NO_PRICES, NO_TRAITS, withoutFloatNoise } from "./parse/prices.ts";
import {
  checkRows,
  getUpstreamText,
  parseJsonLines,
  parseJsonMap,
  shown,
} from "./parse/upstream-rows.ts";

const ID = "models-dev";
const API = { source: ID, file: "api.json" };
const RECORDS = { source: ID, file: "models.jsonl" };
/** The same records where they are read live: a map by id. */
const LIVE_RECORDS = { source: ID, file: "models.json" };
const HISTORY = { source: ID, file: "price_history.csv" };

const Usd = z.number().nonnegative().transform(withoutFloatNoise).optional();
const Cost = z.looseObject({
  input: Usd,
  output: Usd,
  cache_read: Usd,
  // Two hosts' files spell it otherwise; the upstream's own history reads them as `cache_read`.
  cache_input: Usd,
  cached_input: Usd,
  cached_write: Usd,
  cache_write: Usd,
  reasoning: Usd,
  tiers: z
    .array(
      z.looseObject({
        tier: z.looseObject({ size: z.number() }),
        input: Usd,
        output: Usd,
        cache_read: Usd,
      }),
    )
    .optional(),
});
type Cost = z.infer<typeof Cost>;

const Link = z.looseObject({ url: z.string(), type: z.string().optional() });
const Modalities = z.array(z.string()).min(1);
const Entry = z.looseObject({
  id: z.string(),
  name: z.string(),
  attachment: z.boolean().optional(),
  reasoning: z.boolean().optional(),
  tool_call: z.boolean().optional(),
  structured_output: z.boolean().optional(),
  open_weights: z.boolean().optional(),
  knowledge: z.string().optional(),
  release_date: z.string().optional(),
  modalities: z.looseObject({ input: Modalities, output: Modalities }).optional(),
  limit: z
    .looseObject({ context: z.number().optional(), output: z.number().optional() })
    .optional(),
  cost: Cost.optional(),
  status: z.enum(["alpha", "beta", "deprecated"]).optional(),
  license: z.string().optional(),
  weights: z.array(Link).optional(),
  links: z.array(Link).optional(),
});
type Entry = z.infer<typeof Entry>;

const Host = z.looseObject({
  id: z.string(),
  name: z.string(),
  api: z.string().optional(),
  doc: z.string().optional(),
  models: z.record(z.string(), z.unknown()),
});
/** A host under its key. */
const Block = z
  .tuple([z.string(), Host])
  .transform(([, host]) => host)
  .refine(({ id }) => toSlug(id) !== "", "no slug can be made of its id");
const Api = z.record(z.string(), z.unknown());

export const modelsDev: Collector = {
  source: {
    id: ID,
    name: "models.dev",
    url: "https://models.dev",
    data_url: "https://models.dev/api.json",
    license: "MIT",
    license_url: "https://github.com/anomalyco/models.dev/blob/dev/LICENSE",
    copyright: "Copyright (c) 2025 models.dev",
    credit: "models.dev, https://models.dev",
    provides: ["hosts", "models", "offers", "price history"],
  },
  frozen: { folder: "models.dev", files: [API.file, RECORDS.file, HISTORY.file] },
  live: {
    requests: () => [
      { url: "https://models.dev/api.json", path: API.file },
      { url: "https://models.dev/models.json", path: LIVE_RECORDS.file },
    ],
    everyDays: 1,
    maxBytes: 30_000_000,
    limitMs: 120_000,
  },
  minRows: 4000,
  newestFact: (files) => newestDay(readHistory(files).prices.map(({ date }) => date)),
  translate,
};

function translate(files: UpstreamFiles, recordedOn: string): Collected {
  const history = readHistory(files);
  const records = readRecords(files);
  const offered = readOffers(files, lastRecorded(history.prices), recordedOn);
  return {
    hosts: offered.hosts,
    offers: offered.offers,
    models: records.rows.map(toModel),
    prices: history.prices,
    rejected: [...offered.rejected, ...records.rejected, ...history.rejected],
  };
}

function readRecords(files: UpstreamFiles) {
  if (files.has(RECORDS.file)) return parseJsonLines(files, RECORDS, Entry);
  if (files.has(LIVE_RECORDS.file)) return parseJsonMap(files, LIVE_RECORDS, Entry);
  return { rows: [], rejected: [] };
}

/** The live address has no history; the frozen copy does. */
function readHistory(files: UpstreamFiles) {
  if (!files.has(HISTORY.file)) return { prices: [], rejected: [] };
  return readPriceEvents(files, HISTORY, ({ provider, model_id }) => ({
    host: toSlug(provider),
    modelId: model_id,
  }));
}

/** The newest event of each id: when its present price was recorded, and whether it is to be believed. */
function lastRecorded(events: readonly PriceListing[]): ReadonlyMap<string, PriceListing> {
  return new Map(events.map((event) => [`${event.host}/${event.modelId}`, event]));
}

function readOffers(
  files: UpstreamFiles,
  recorded: ReadonlyMap<string, PriceListing>,
  recordedOn: string,
) {
  const api = Api.parse(JSON.parse(getUpstreamText(files, API)));
  const { rows, rejected } = checkRows(Object.entries(api), API, Block, ([key]) => ({
    host: toSlug(key) || EVERY_HOST,
    modelId: null,
  }));
  const hosts: HostListing[] = [];
  const offers: OfferListing[] = [];
  for (const { id, name, api: apiUrl, doc, models } of rows) {
    const slug = toSlug(id);
    hosts.push({
      source: ID,
      slug,
      name: toCleanText(name),
      apiUrl: apiUrl ? toCleanUrl(apiUrl) : null,
      documentationUrl: doc ? toCleanUrl(doc) : null,
    });
    for (const [modelId, raw] of Object.entries(models)) {
      const place = `${slug}/${modelId}`;
      const reject = (value: string, reason: string) =>
        rejected.push({ source: ID, place, value, reason });
      const entry = Entry.safeParse(raw);
      if (entry.success)
        offers.push(toOffer(slug, entry.data, recorded.get(place), recordedOn, reject));
      else
        rejected.push({
          ...{ source: ID, place, value: shown(raw) },
          reason: entry.error.issues[0]?.message ?? "odd shape",
          unread: { host: slug, modelId },
        });
    }
  }
  return { hosts, offers, rejected };
}

function toOffer(
  host: string,
  entry: Entry,
  last: PriceListing | undefined,
  recordedOn: string,
  reject: (value: string, reason: string) => void,
): OfferListing {
  const { cost } = entry;
  const isUnsound = last?.suspect?.includes("unit") ?? false;
  if (isUnsound) reject(`${cost?.input} / ${cost?.output}`, `suspect price: ${last?.suspect}`);
  const sound = cost && !isUnsound ? cost : undefined;
  return {
    source: ID,
    host,
    modelId: entry.id,
    traits: toTraits(entry),
    prices: sound ? soundPrices(sound, reject) : NO_PRICES,
    reasoningPrice: sound?.reasoning ?? null,
    batchInput: null,
    batchOutput: null,
    tiers: sound ? toTiers(sound) : [],
    status: entry.status ?? "active",
    asOf: last?.date ?? recordedOn,
  };
}

function soundPrices(cost: Cost, reject: (value: string, reason: string) => void): Prices {
  const prices = {
    input: cost.input ?? null,
    output: cost.output ?? null,
    cacheRead: cost.cache_read ?? cost.cache_input ?? cost.cached_input ?? null,
    cacheWrite: cost.cache_write ?? cost.cached_write ?? null,
  };
  if (!hasImpossibleCache(prices)) return prices;
  reject(`${prices.cacheRead} > ${prices.input}`, "cache read above input: the fields are swapped");
  return { ...prices, cacheRead: null, cacheWrite: null };
}

function toTiers({ tiers = [] }: Cost): OfferListing["tiers"] {
  return tiers.flatMap(({ tier, input, output, cache_read }) =>
    input === undefined || output === undefined
      ? []
      : [{ above: tier.size, input, output, cacheRead: cache_read ?? null }],
  );
}

function toModel(entry: Entry): ModelListing {
  return { source: ID, name: entry.id, traits: toTraits(entry) };
}

function toTraits(entry: Entry): ModelTraits {
  const maker = entry.id.includes("/") ? (entry.id.split("/").at(-2) ?? null) : null;
  const announcement = entry.links?.find(({ type }) => type === "announcement")?.url;
  const documentation = entry.links?.find(({ type }) => type === "docs")?.url;
  const weights = entry.weights?.[0]?.url;
  return {
    ...NO_TRAITS,
    displayName: toCleanText(entry.name) || null,
    maker,
    isOpenWeights: entry.open_weights ?? null,
    releaseDate: entry.release_date || null,
    knowledgeCutoff: entry.knowledge || null,
    contextWindow: positive(entry.limit?.context),
    maxOutputTokens: positive(entry.limit?.output),
    inputModalities: entry.modalities?.input ?? [],
    outputModalities: entry.modalities?.output ?? [],
    tools: entry.tool_call ?? null,
    reasoning: entry.reasoning ?? null,
    structuredOutput: entry.structured_output ?? null,
    attachments: entry.attachment ?? null,
    weightsLicense: entry.license ?? null,
    weightsUrl: weights ? toCleanUrl(weights) : null,
    announcementUrl: announcement ? toCleanUrl(announcement) : null,
    documentationUrl: documentation ? toCleanUrl(documentation) : null,
  };
}

/** Upstream writes 0 where it does not know a limit. */
const positive = (tokens: number | undefined): number | null =>
  tokens !== undefined && Number.isInteger(tokens) && tokens > 0 ? tokens : null;
