/** LiteLLM's table of prices, and retirement dates. */
import { z } from "zod";
import { LITELLM_PARAMETER_FLAGS } from "../cost/price-fields.ts";
import type { Collector, UpstreamFileReader } from "./collector.ts";
import {
  NO_MODEL_TRAITS,
  NO_OFFER_PRICES,
  type OfferListing,
  type OfferPrices,
  type RateCard,
} from "./listing.ts";
import {
  parseLitellmImageRoute,
  toLitellmImageRateCard,
  toLitellmPromptTiers,
  toLitellmRates,
} from "./litellm-rates.ts";
import {
  type HostAndModelId,
  type HostAndModelIdOrReason,
  removeImpossibleCacheRead,
  toTokenLimit,
  toUsdPerMtok,
} from "./parse/prices.ts";
import { toCleanUrl } from "./parse/text.ts";

const ID = "litellm";
const FILE = "model_prices_and_context_window.json";
const ADDRESS = `https://raw.githubusercontent.com/BerriAI/litellm/main/${FILE}`;

const PerToken = z.number().nullish();
const Tokens = z.union([z.number(), z.string()]).nullish();
const Entry = z.looseObject({
  litellm_provider: z.string(),
  mode: z.string().optional(),
  input_cost_per_token: PerToken,
  output_cost_per_token: PerToken,
  cache_read_input_token_cost: PerToken,
  cache_creation_input_token_cost: PerToken,
  max_input_tokens: Tokens,
  max_output_tokens: Tokens,
  deprecation_date: z.string().optional(),
  source: z.string().optional(),
  supports_function_calling: z.boolean().nullish(),
  supports_reasoning: z.boolean().nullish(),
  supports_response_schema: z.boolean().nullish(),
  supports_tool_choice: z.boolean().nullish(),
  supports_parallel_function_calling: z.boolean().nullish(),
});
type Entry = z.infer<typeof Entry>;

export const litellmCollector: Collector = {
  id: ID,
  live: { requests: () => [{ url: ADDRESS, path: FILE }], megabytes: 20, seconds: 120 },
  minRows: 1500,
  translate(reader) {
    const table = reader.getJson(FILE, z.record(z.string(), z.unknown()));
    const images: OfferListing[] = [];
    const offers = Object.entries(table).flatMap(([name, raw]) => {
      const { route, variant } = parseLitellmImageRoute(name);
      const { data: entry } = Entry.safeParse(raw);
      const { litellm_provider: provider = "?" } = entry ?? Named.safeParse(raw).data ?? {};
      const place = toPlace(provider, route, reader);
      if (entry === undefined) {
        const unread = typeof place === "string" ? undefined : place;
        reader.reject(FILE, name, "not the shape of a model", unread);
      } else if (typeof place === "string") reader.reject(FILE, name, place);
      else if (variant === null) return [toOffer(place, entry)];
      else images.push({ ...toOffer(place, entry), ...toLitellmImageRateCard(entry, variant) });
      return [];
    });
    for (const image of images) {
      const model = offers.find(
        ({ host, modelId }) => host === image.host && modelId === image.modelId,
      );
      if (model) model.rates.push(...image.rates);
      else offers.push(image);
    }
    return { offers };
  },
};

/** What a malformed entry may still state. */
const Named = z.looseObject({ litellm_provider: z.string() });

/** Services that are not models: document readers, a host's own speech service. */
const NO_MODEL = /^$|^(doc-intelligence\/|speech\/azure-|accounts\/fireworks\/models\/?$)/;

/** Routes that name one region, one deployment type or one commitment: not the host's list price. */
const REGIONAL =
  /(^|\/)(us|eu|au|global|global-standard|regional|us-gov|[a-z]{2}(-gov)?-[a-z]+-\d)\/|-commitment\/|(^|\/)(ft:|container$)|\.ft-/;

/** Entries for a class of models, not for one. */
const PLACEHOLDER =
  /^(together-ai|fireworks-ai|anyscale-ai|sagemaker)[-/](\d|up-to|above|default|moe|embedding)|(^|\/)(\*|.*:\*)$|^sample_spec$/;

/** A route such as `bedrock/anthropic.claude-v2` → our host and the host's own id. */
function toPlace(
  provider: string,
  route: string,
  reader: UpstreamFileReader,
): HostAndModelIdOrReason {
  if (PLACEHOLDER.test(route)) return "a class of models, not one model";
  if (REGIONAL.test(route)) return "one region's or deployment's price";
  // Google's price list of Vertex is split by maker.
  const host = reader.hostOf(provider.startsWith("vertex_ai") ? "vertex_ai" : provider);
  if (!host) return `no host known as "${provider}"`;
  const modelId = withoutRoute(route, provider);
  return NO_MODEL.test(modelId) ? "a service, not a model" : { host, modelId };
}

/** `together_ai/meta-llama/Llama-3` → `meta-llama/Llama-3`; an id without a route stays. */
function withoutRoute(route: string, provider: string): string {
  const slash = route.indexOf("/");
  if (slash < 0) return route;
  const first = route.slice(0, slash);
  return provider.startsWith(first) || first.startsWith(provider) ? route.slice(slash + 1) : route;
}

function toOffer(place: HostAndModelId, entry: Entry): OfferListing {
  const { mode = "" } = entry;
  return {
    source: ID,
    ...place,
    ...toRateCard(entry),
    traits: {
      ...NO_MODEL_TRAITS,
      retirement_date: entry.deprecation_date || null,
      context_window: toTokenLimit(entry.max_input_tokens),
      max_output_tokens: toTokenLimit(entry.max_output_tokens),
      output_modalities: OUTPUT_OF_MODE[mode] ?? [],
      tools: entry.supports_function_calling ?? null,
      reasoning: entry.supports_reasoning ?? null,
      structured_output: entry.supports_response_schema ?? null,
      documentation: toDocumentation(entry.source ?? ""),
      more: { supported_parameters: toSupportedParameters(entry) },
    },
    status: "active",
    isBeyondChat: Object.hasOwn(OUTPUT_OF_MODE, mode) && !CHAT_MODES.includes(mode),
  };
}

function toSupportedParameters(entry: Entry): string[] | null {
  const flags = Object.entries(LITELLM_PARAMETER_FLAGS);
  const accepted = flags.flatMap(([parameter, flag]) => (entry[flag] ? [parameter] : []));
  return accepted.length > 0 ? accepted : null;
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
  moderation: [],
  ocr: [],
  realtime: ["audio", "text"],
  video_generation: ["video"],
};
/** Of models that are used by chat. Many of the others have only a price per image, second or query. */
const CHAT_MODES = ["chat", "completion", "responses"];

/** No model ever cost more (o1-pro: 150 and 600): what lies above was priced per thousand tokens. */
const MAX_USD_PER_MTOK = { input: 400, output: 1500 };

function toRateCard(entry: Entry): RateCard {
  const { base, rates } = toLitellmPromptTiers(entry);
  const priced = { ...base, ...entry };
  const priceOf = (field: string) => toUsdPerMtok(PerToken.safeParse(priced[field]).data);
  return {
    prices: checkedPrices({
      input: priceOf("input_cost_per_token"),
      output: priceOf("output_cost_per_token"),
      cache_read: priceOf("cache_read_input_token_cost"),
      cache_write: priceOf("cache_creation_input_token_cost"),
    }),
    rates: [...toLitellmRates(priced), ...rates],
  };
}

/** This upstream writes 0 for an unknown price: both 0 is unknown. */
function checkedPrices(prices: OfferPrices): OfferPrices {
  const [input, output] = [prices.input ?? 0, prices.output ?? 0];
  if (input > MAX_USD_PER_MTOK.input || output > MAX_USD_PER_MTOK.output) return NO_OFFER_PRICES;
  return input === 0 && output === 0 ? NO_OFFER_PRICES : removeImpossibleCacheRead(prices);
}

/** The page of an entry, where it is the host's documentation and not a price list or a post. */
function toDocumentation(page: string): string | null {
  const isDocumentation =
    /^https:\/\/(docs|platform|developers?|ai\.google\.dev\/gemini-api)\b|\/docs\//.test(page);
  const isOther = /pric(ing|es?)\b|\/(news|blog)\//.test(page);
  return isDocumentation && !isOther ? toCleanUrl(page) : null;
}
