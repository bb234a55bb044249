/** LiteLLM's table of prices: batch prices, tiers, retirement dates, and the history before models.dev. */
import { z } from "zod";
import { IsoDate, Url } from "../schema/values.ts";
import type {
  Collected,
  Collector,
  ModelListing,
  OfferListing,
  PriceListing,
  Prices,
  Rejected,
  UnreadId,
  UpstreamFiles,
} from "./listing.ts";
import { toPlace } from "./litellm-provider.ts";
import { toCleanUrl } from "./parse/clean-values.ts";
import type { HostMap } from "./parse/host-map.ts";
import { readPriceEvents } from "./parse/price-events.ts";
import { hasImpossibleCache, NO_PRICES, NO_TRAITS, perMtok, toUsd } from "./parse/prices.ts";
import { getUpstreamText, parseCsvRows } from "./parse/upstream-rows.ts";

const ID = "litellm";
const TABLE = { source: ID, file: "model_prices_and_context_window.json" };
const HISTORY = { source: ID, file: "price_history_tokencost.csv" };
const LAUNCHES = { source: ID, file: "launch_prices.csv" };
/** Day of the frozen table, which carries no date itself. */
const TABLE_RECORDED_ON = "2026-08-01";

const PerToken = z.number().nullish();
const Tokens = z.union([z.number(), z.string()]).nullish();
const Entry = z.looseObject({
  litellm_provider: z.string(),
  mode: z.string().optional(),
  input_cost_per_token: PerToken,
  output_cost_per_token: PerToken,
  cache_read_input_token_cost: PerToken,
  cache_creation_input_token_cost: PerToken,
  output_cost_per_reasoning_token: PerToken,
  input_cost_per_token_batches: PerToken,
  output_cost_per_token_batches: PerToken,
  max_input_tokens: Tokens,
  max_output_tokens: Tokens,
  deprecation_date: z.string().optional(),
  source: z.string().optional(),
  supports_function_calling: z.boolean().nullish(),
  supports_reasoning: z.boolean().nullish(),
  supports_response_schema: z.boolean().nullish(),
});
type Entry = z.infer<typeof Entry>;

const LaunchRow = z.looseObject({
  model: z.string(),
  vendor: z.string(),
  tier: z.string(),
  release_date: IsoDate,
  launch_price_in: z.string(),
  launch_price_out: z.string(),
  source_url: Url,
});
type LaunchRow = z.infer<typeof LaunchRow>;

/** @param hostOf Our slug of what this upstream calls a provider. */
export function createLitellm(hostOf: HostMap): Collector {
  return {
    source: {
      id: ID,
      name: "LiteLLM",
      url: "https://github.com/BerriAI/litellm",
      data_url:
        "https://raw.githubusercontent.com/BerriAI/litellm/main/model_prices_and_context_window.json",
      license: "MIT",
      license_url: "https://github.com/BerriAI/litellm/blob/main/LICENSE",
      copyright: "Copyright (c) 2026 Prajwal Srinivas; Copyright (c) 2023 AgentOps",
      credit:
        "LiteLLM's price table by BerriAI, https://github.com/BerriAI/litellm, by way of the mirrors token-tariff and tokencost",
      provides: ["offers", "price history"],
    },
    frozen: { folder: "litellm", files: [TABLE.file, HISTORY.file, LAUNCHES.file] },
    live: {
      requests: () => [
        {
          url: "https://raw.githubusercontent.com/BerriAI/litellm/main/model_prices_and_context_window.json",
          path: TABLE.file,
        },
      ],
      everyDays: 1,
      maxBytes: 20_000_000,
      limitMs: 120_000,
    },
    minRows: 1500,
    newestFact: () => TABLE_RECORDED_ON,
    translate: (files, recordedOn) => translate(files, recordedOn, hostOf),
  };
}

function translate(files: UpstreamFiles, recordedOn: string, hostOf: HostMap): Collected {
  const table = readTable(files, recordedOn, hostOf);
  const history = files.has(HISTORY.file)
    ? readPriceEvents(files, HISTORY, ({ provider, model_id }) =>
        toPlace(provider, model_id, hostOf),
      )
    : { prices: [], rejected: [] };
  const launches = files.has(LAUNCHES.file)
    ? parseCsvRows(files, LAUNCHES, LaunchRow)
    : { rows: [], rejected: [] };
  return {
    offers: table.offers,
    models: launches.rows.map(toModel),
    prices: [
      ...launches.rows.flatMap((row) => toLaunch(row, hostOf)),
      ...history.prices.map(withoutEmptyZero),
    ],
    rejected: [...table.rejected, ...history.rejected, ...launches.rejected],
  };
}

function readTable(files: UpstreamFiles, recordedOn: string, hostOf: HostMap) {
  const table = z.record(z.string(), z.unknown()).parse(JSON.parse(getUpstreamText(files, TABLE)));
  const offers: OfferListing[] = [];
  const rejected: Rejected[] = [];
  for (const [route, raw] of Object.entries(table)) {
    const entry = Entry.safeParse(raw);
    const place = entry.success
      ? toPlace(entry.data.litellm_provider, route, hostOf)
      : "not the shape of a model";
    if (typeof place === "string" || !entry.success) {
      const unread = entry.success ? undefined : unreadOf(route, raw, hostOf);
      const reason = String(place);
      rejected.push({
        ...{ source: ID, place: TABLE.file, value: route, reason },
        ...(unread && { unread }),
      });
    } else {
      const offer = toOffer(place, entry.data, recordedOn);
      const reason = reasonAgainst(offer);
      if (reason === null) offers.push(offer);
      else rejected.push({ source: ID, place: TABLE.file, value: route, reason });
    }
  }
  return { offers, rejected };
}

/** The id that a malformed entry is about; undefined where it is none of our hosts'. */
function unreadOf(route: string, raw: unknown, hostOf: HostMap): UnreadId | undefined {
  const named = z.looseObject({ litellm_provider: z.string() }).safeParse(raw).data;
  const place = toPlace(named?.litellm_provider ?? "?", route, hostOf);
  return typeof place === "string" ? undefined : place;
}

const reasonAgainst = ({ modelId }: OfferListing): string | null =>
  modelId === "" || NO_MODEL.test(modelId) ? "a service, not a model" : null;

function toOffer(
  place: { host: string; modelId: string },
  entry: Entry,
  asOf: string,
): OfferListing {
  const prices = soundPrices(place.modelId, {
    input: perMtok(entry.input_cost_per_token),
    output: perMtok(entry.output_cost_per_token),
    cacheRead: perMtok(entry.cache_read_input_token_cost),
    cacheWrite: perMtok(entry.cache_creation_input_token_cost),
  });
  return {
    source: ID,
    ...place,
    traits: {
      ...NO_TRAITS,
      retirementDate: entry.deprecation_date || null,
      contextWindow: positive(entry.max_input_tokens),
      maxOutputTokens: positive(entry.max_output_tokens),
      outputModalities: OUTPUT_OF_MODE[entry.mode ?? ""] ?? [],
      tools: entry.supports_function_calling ?? null,
      reasoning: entry.supports_reasoning ?? null,
      structuredOutput: entry.supports_response_schema ?? null,
      documentationUrl: toDocumentation(entry.source ?? ""),
    },
    prices,
    reasoningPrice: perMtok(entry.output_cost_per_reasoning_token),
    batchInput: perMtok(entry.input_cost_per_token_batches),
    batchOutput: perMtok(entry.output_cost_per_token_batches),
    tiers: toTiers(entry),
    status: "active",
    asOf,
    isBeyondChat: BEYOND_CHAT.has(entry.mode ?? ""),
  };
}

const OUTPUT_OF_MODE: Readonly<Record<string, string[]>> = {
  chat: ["text"],
  completion: ["text"],
  responses: ["text"],
  embedding: ["embedding"],
  rerank: ["rerank"],
  image_generation: ["image"],
  audio_speech: ["audio"],
  audio_transcription: ["text"],
  realtime: ["audio", "text"],
  video_generation: ["video"],
};

/** Modes of models that are asked otherwise than by a chat. Many have a price per image, second or query only. */
const BEYOND_CHAT = new Set([
  "audio_speech",
  "audio_transcription",
  "embedding",
  "image_generation",
  "moderation",
  "ocr",
  "realtime",
  "rerank",
  "video_generation",
]);

/** Services that are no model: document readers, a host's own speech service. */
const NO_MODEL = /^(doc-intelligence\/|speech\/azure-|accounts\/fireworks\/models\/?$)/;

/** No model ever cost more (o1-pro: 150 and 600): what lies above was priced per thousand tokens. */
const MAX_USD_PER_MTOK = { input: 400, output: 1500 };

/** This upstream writes 0 where it does not know a price: both 0 is unknown, unless the id says that it is free. */
export function soundPrices(modelId: string, prices: Prices): Prices {
  if (modelId.endsWith(":free")) return { ...NO_PRICES, input: 0, output: 0 };
  const { input, output } = MAX_USD_PER_MTOK;
  if ((prices.input ?? 0) > input || (prices.output ?? 0) > output) return NO_PRICES;
  if ((prices.input ?? 0) === 0 && (prices.output ?? 0) === 0) return NO_PRICES;
  return hasImpossibleCache(prices) ? { ...prices, cacheRead: null } : prices;
}

const withoutEmptyZero = (event: PriceListing): PriceListing => ({
  ...event,
  prices: soundPrices(event.modelId, event.prices),
  before: event.before && soundPrices(event.modelId, event.before),
});

/** `input_cost_per_token_above_200k_tokens` → a tier above 200,000 tokens. */
function toTiers(entry: Entry): OfferListing["tiers"] {
  return Object.keys(entry).flatMap((field) => {
    const size = /^input_cost_per_token_above_(\d+)k_tokens$/.exec(field)?.[1];
    const cost = (name: string) => perMtok(z.number().safeParse(entry[name]).data);
    const input = cost(field);
    const output = cost(`output_cost_per_token_above_${size}k_tokens`);
    if (size === undefined || input === null || output === null) return [];
    const cacheRead = cost(`cache_read_input_token_cost_above_${size}k_tokens`);
    return [{ above: Number(size) * 1000, input, output, cacheRead }];
  });
}

/** The page that an entry was read from, where it is one of the host's documentation and not a price list or a post. */
function toDocumentation(page: string): string | null {
  const isDocumentation =
    /^https:\/\/(docs|platform|developers?|ai\.google\.dev\/gemini-api)\b|\/docs\//;
  return isDocumentation.test(page) && !/pric(ing|es?)\b|\/(news|blog)\//.test(page)
    ? toCleanUrl(page)
    : null;
}

function positive(tokens: number | string | null | undefined): number | null {
  const count = Number(tokens ?? 0);
  return Number.isInteger(count) && count > 0 ? count : null;
}

function toModel({ model, vendor, tier, release_date }: LaunchRow): ModelListing {
  return {
    source: ID,
    name: model,
    traits: {
      ...NO_TRAITS,
      maker: vendor,
      releaseDate: release_date,
      isOpenWeights: tier === "open",
    },
  };
}

/** The price on the day of release, where its archived page says one. */
function toLaunch(row: LaunchRow, hostOf: HostMap): PriceListing[] {
  const host = hostOf(row.vendor);
  const [input, output] = [toUsd(row.launch_price_in), toUsd(row.launch_price_out)];
  if (!host || input === null || output === null) return [];
  return [
    {
      source: ID,
      host,
      modelId: row.model,
      date: row.release_date,
      change: "added",
      prices: { ...NO_PRICES, input, output },
      before: null,
      isEffectiveDate: true,
      suspect: null,
    },
  ];
}
