/** LiteLLM's table of prices, and retirement dates. */
import * as z from "zod";
import {
  LITELLM_PARAMETER_FLAGS,
  LITELLM_PRICE_FIELDS,
  LITELLM_SERVICE_TIER_SUFFIXES,
  LITELLM_UNITS_PER_PRICE_UNIT,
  type LitellmPriceField,
} from "../cost/price-fields.ts";
import type { Rate } from "../cost/rates.ts";
import type { Collector, SourceFileReader } from "./collector.ts";
import {
  NO_MODEL_TRAITS,
  NO_OFFER_PRICES,
  type OfferListing,
  type OfferPrices,
  type RateCardListing,
} from "./listing.ts";
import {
  type OfferId,
  type OfferIdOrRejection,
  removeImpossibleCacheReadPrice,
  toKnownTokenLimit,
  toRatesIfPriceKnown,
  toUsdPerMtok,
} from "./parse/prices.ts";
import { stripUrlTracking } from "./parse/text.ts";

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
      const { route, variant } = parseImageRoute(name);
      const { litellm_provider: provider = "?" } = Named.safeParse(raw).data ?? {};
      const place = toPlace(provider, route, reader);
      if (typeof place === "string") {
        reader.reject(FILE, name, place);
        return [];
      }
      const entry = reader.one(`${FILE}: ${name}`, raw, Entry, place);
      if (entry === undefined) return [];
      if (variant === null) return toOffer(place, entry);
      images.push({ ...toOffer(place, entry), ...toImageRateCard(entry, variant) });
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

/** The only field needed to locate an entry. */
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
function toPlace(provider: string, route: string, reader: SourceFileReader): OfferIdOrRejection {
  if (PLACEHOLDER.test(route)) return "a class of models, not one model";
  if (REGIONAL.test(route)) return "one region's or deployment's price";
  // LiteLLM splits Vertex into one provider per maker.
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

function toOffer(place: OfferId, entry: Entry): OfferListing {
  const mode = modeOf(place.modelId, entry);
  const isPlaceholder = isPlaceholderLimit(entry, mode);
  return {
    source: ID,
    ...place,
    ...toRateCard(entry),
    traits: {
      ...NO_MODEL_TRAITS,
      // For Azure these are the earliest possible dates, which Azure postpones (decision 0037).
      retirement_date: (place.host !== "azure" && entry.deprecation_date) || null,
      context_window: isPlaceholder ? null : toKnownTokenLimit(entry.max_input_tokens),
      max_output_tokens: isPlaceholder ? null : toKnownTokenLimit(entry.max_output_tokens),
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
/** Families that answer in text; some of their entries have a mode copied from another entry. */
const IS_CHAT = /^(gemini(-[\d.]+)?-(flash|pro)(-experimental|-\d+)?|deep-research-[a-z\d-]+)$/;
/** Families that make images; some of their entries at Fireworks have the mode of a chat model. */
const IS_IMAGE = /\/flux-\d/;

function modeOf(modelId: string, entry: Entry): string {
  if (IS_CHAT.test(modelId)) return "chat";
  return IS_IMAGE.test(modelId) && entry.mode === "chat" ? "image_generation" : (entry.mode ?? "");
}

/** Fireworks' models for pictures and speech all have 4096 tokens in and out, which none of them counts. */
function isPlaceholderLimit(entry: Entry, mode: string): boolean {
  const limits = [entry.max_input_tokens, entry.max_output_tokens];
  return (
    entry.litellm_provider === "fireworks_ai" &&
    !CHAT_MODES.includes(mode) &&
    limits.every((limit) => limit === 4096)
  );
}
/** Modes of chat models. Many entries with other modes have only a price per image, second or query. */
const CHAT_MODES = ["chat", "completion", "responses"];

/** No model has ever cost more (o1-pro: 150 and 600), so higher values are prices per thousand tokens. */
const MAX_USD_PER_MTOK = { input: 400, output: 1500 };

function toRateCard(entry: Entry): RateCardListing {
  const { base, rates } = toPromptTiers(entry);
  const priced = { ...base, ...entry };
  const priceOf = (field: string) => toUsdPerMtok(PerToken.safeParse(priced[field]).data);
  return {
    prices: checkedPrices({
      input: priceOf("input_cost_per_token"),
      output: priceOf("output_cost_per_token"),
      cache_read: priceOf("cache_read_input_token_cost"),
      cache_write: priceOf("cache_creation_input_token_cost"),
    }),
    rates: [...toRates(priced), ...rates],
  };
}

/** LiteLLM writes 0 for an unknown price, so when input and output are both 0, the price is unknown. */
function checkedPrices(prices: OfferPrices): OfferPrices {
  const input = prices.input ?? 0;
  const output = prices.output ?? 0;
  if (input > MAX_USD_PER_MTOK.input || output > MAX_USD_PER_MTOK.output) return NO_OFFER_PRICES;
  return input === 0 && output === 0 ? NO_OFFER_PRICES : removeImpossibleCacheReadPrice(prices);
}

/** The page of an entry, where it is the host's documentation and not a price list or a post. */
function toDocumentation(page: string): string | null {
  const isDocumentation =
    /^https:\/\/(docs|platform|developers?|ai\.google\.dev\/gemini-api)\b|\/docs\//.test(page);
  const isOther = /pric(ing|es?)\b|\/(news|blog)\//.test(page);
  return isDocumentation && !isOther ? stripUrlTracking(page) : null;
}

/** An entry of the table; its prices are in USD. */
type PricedEntry = Readonly<Record<string, unknown>> & { mode?: string | undefined };

const IMAGES = ["image_generation", "image_edit"];
/** Fields of the four plain prices, which are not repeated as rates. */
const PLAIN = new Set(LITELLM_PRICE_FIELDS.slice(0, 4).map(({ name }) => name));

/** Endings of field names: cache lifetime, prompt size and service tier. */
const ENDINGS = /(_above_1hr)?(?:_above_(\d+k?)_tokens)?(?:_(batches|flex|priority))?$/;

/** All rates of an entry other than the four plain prices. */
function toRates(entry: PricedEntry): Rate[] {
  const named = Object.keys(entry).map((field) => ({ field, name: field.replace(ENDINGS, "") }));
  return [
    ...imageRates(entry),
    ...LITELLM_PRICE_FIELDS.flatMap((one) =>
      one.modes === undefined || one.modes.includes(entry.mode ?? "")
        ? named.flatMap(({ field, name }) =>
            name === one.name && !PLAIN.has(field) ? rateOfField(one, field, entry[field]) : [],
          )
        : [],
    ),
    ...searchRates(entry),
  ];
}

function rateOfField(
  { meter, unit = "1M tokens", variant }: LitellmPriceField,
  field: string,
  value: unknown,
) {
  const { 1: hour, 2: size, 3: tier = "" } = ENDINGS.exec(field) ?? [];
  return toRatesIfPriceKnown(meter, toUsd(value) * (LITELLM_UNITS_PER_PRICE_UNIT[unit] ?? 1), {
    unit,
    variant: variant ?? null,
    service_tier: LITELLM_SERVICE_TIER_SUFFIXES[tier] ?? null,
    cache_ttl: hour ? "1h" : null,
    above_input_tokens: size ? Number(size.replace("k", "000")) : null,
  });
}

/** 0 when it is no price. */
const toUsd = (value: unknown): number => z.number().nonnegative().safeParse(value).data ?? 0;

/** An image price below this is really a price per token under a wrong field name. */
const MIN_PER_IMAGE = 1e-5;

/** For image generation, `input_cost_per_image` prices a generated image, unless another field does. */
function imageRates(entry: PricedEntry): Rate[] {
  const usd = toUsd(entry.input_cost_per_image);
  const isMade = IMAGES.includes(entry.mode ?? "") && !toUsd(entry.output_cost_per_image);
  if (usd < MIN_PER_IMAGE) return [];
  return toRatesIfPriceKnown(isMade ? "output_image" : "input_image", usd, { unit: "image" });
}

/** Prices of web searches by search context size; one rate when all sizes cost the same. */
function searchRates(entry: PricedEntry): Rate[] {
  const sizes = z.record(z.string(), z.number()).safeParse(entry.search_context_cost_per_query);
  const prices = Object.entries(sizes.data ?? {}).map(([name, usd]) => ({
    variant: name.replace("search_context_size_", ""),
    usd: 1000 * toUsd(usd),
  }));
  const isOne = new Set(prices.map(({ usd }) => usd)).size === 1;
  return (isOne ? prices.slice(0, 1) : prices).flatMap(({ variant, usd }) =>
    toRatesIfPriceKnown("search", usd, { unit: "1k searches", variant: isOne ? null : variant }),
  );
}

const PricedRange = z.looseObject({ range: z.tuple([z.number(), z.number()]) });

/** Reads `tiered_pricing`: the prices for short prompts, in the form of an entry, and the rates for longer ones. */
function toPromptTiers(entry: PricedEntry): {
  base: PricedEntry;
  rates: Rate[];
} {
  const ranges = z.array(PricedRange).safeParse(entry.tiered_pricing).data ?? [];
  const rates = ranges.flatMap(({ range: [above_input_tokens], ...prices }) =>
    above_input_tokens === 0
      ? []
      : LITELLM_PRICE_FIELDS.flatMap(({ name, meter }) =>
          toRatesIfPriceKnown(meter, toUsd(prices[name]) * 1e6, { above_input_tokens }),
        ),
  );
  return { base: ranges.find(({ range }) => range[0] === 0) ?? {}, rates };
}

/** Sizes and qualities of images in a route: `hd/1024-x-1792/dall-e-3`. */
const IMAGE_ROUTE = /(?:(hd|standard|high|medium|low)\/)?(\d+)-x-(\d+)\/(?:(\w+-steps)\/)?/;

/** The route without the image size, and the kind of image that is priced; null if it names none. */
function parseImageRoute(route: string): { route: string; variant: string | null } {
  const { 0: all = "", 1: quality, 2: width, 3: height, 4: steps } = IMAGE_ROUTE.exec(route) ?? [];
  if (all === "") return { route, variant: null };
  const variant = [quality, `${width}x${height}`, steps].filter(Boolean).join("-");
  return { route: route.replace(all, ""), variant };
}

/** The price of one kind of image: by the image where that is stated, else by the megapixel. */
function toImageRateCard(entry: PricedEntry, variant: string): RateCardListing {
  const images = toRates(entry).filter(({ meter }) => meter === "output_image");
  const best = images.find(({ unit }) => unit === "image") ?? images[0];
  return { prices: NO_OFFER_PRICES, rates: best ? [{ ...best, variant }] : [] };
}
