/** Portkey's rate cards: US cents per token, request, image, second or page, by tier, prompt size and region. */
import * as z from "zod";
import {
  createRate,
  findPriceOfRate,
  formatRateKey,
  METERS_WITH_PRICE_COLUMN,
  type Rate,
  type RateConditions,
} from "../cost/rates.ts";
import { groupBy } from "../schema/collections.ts";
import { ServiceTier } from "../schema/values.ts";
import type { Collector, SourceFileReader } from "./collector.ts";
import { NO_MODEL_TRAITS, type OfferListing, type RateCardListing } from "./listing.ts";
import {
  removeImpossibleCacheReadPrice,
  roundFloatNoise,
  toRatesIfPriceKnown,
} from "./parse/prices.ts";

const ID = "portkey";
/** One file per provider: `pricing/openai.json`. */
const FILE = /^pricing\/(.+)\.json$/;
const ARCHIVE = "https://codeload.github.com/Portkey-AI/models/zip/refs/heads/main";

const Cents = z.looseObject({ price: z.number().nonnegative() }).transform(({ price }) => price);
const Units = z.record(z.string(), z.unknown());
/** Prices by quality and size of the image. */
const Images = z.record(z.string(), z.record(z.string(), Cents)).optional();
const PayAsYouGo = z.looseObject({
  image: Images.catch(undefined),
  additional_units: Units.nullish(),
});
type PayAsYouGo = z.infer<typeof PayAsYouGo>;
const Config = z.looseObject({
  pay_as_you_go: PayAsYouGo.nullish(),
  batch_config: PayAsYouGo.nullish(),
});
const Mode = z.looseObject({
  pricing_config: Config.nullish(),
  context_tiers: z.record(z.string(), z.looseObject({ pricing_config: Config })).optional(),
});
const Region = z.looseObject({ execution_modes: z.record(z.string(), Mode).optional() });
const Entry = z.looseObject({
  pricing_config: Config.nullable().transform((config) => config ?? {}),
  custom_pricing: z
    .looseObject({
      /** Number of tokens from which a tier holds → name of the tier. */
      context_tier_map: z.record(z.string(), z.string()).optional(),
      regions: z.record(z.string(), Region).optional(),
    })
    .optional(),
});
type Entry = z.infer<typeof Entry>;

export const portkeyCollector: Collector = {
  id: ID,
  live: {
    requests: () => [{ url: ARCHIVE, path: "", unpack: "repository" }],
    megabytes: 30,
    seconds: 120,
  },
  minRows: 1500,
  translate(reader) {
    return { offers: reader.eachHostFile(FILE, (path, host) => readProvider(path, host, reader)) };
  },
};

/** An entry for all models, or for those of a size. */
const NO_MODEL = /^(default|\d+b)$/;
/** Google's ids have one entry for short prompts and one for long ones. */
const BY_SIZE = /-(lte|gt)-128k$/;

function readProvider(path: string, host: string, reader: SourceFileReader): OfferListing[] {
  const offers = new Map<string, OfferListing>();
  for (const [id, raw] of Object.entries(reader.json(path, Units, { host, modelId: null }) ?? {})) {
    if (NO_MODEL.test(id)) continue;
    const modelId = id.replace(BY_SIZE, "");
    const entry = reader.one(`${path}: ${id}`, raw, Entry, { host, modelId });
    if (entry === undefined) continue;
    if (!id.endsWith("-gt-128k")) offers.set(modelId, toOffer(host, modelId, entry));
    else addLongPrompts(offers.get(modelId), entry);
  }
  return [...offers.values()];
}

/** Only Gemini 1.5 has another price from 128k on; later models have it from 200k, whatever the name says. */
function addLongPrompts(offer: OfferListing | undefined, { pricing_config }: Entry): void {
  if (!offer || !/gemini-1\.5/.test(offer.modelId)) return;
  const { pay_as_you_go: units } = pricing_config;
  offer.rates.push(...ratesOf(units, offer.modelId, { above_input_tokens: 128_000 }));
}

/** Per image and second, this host's prices are in dollars: Imagen 4 is 0.04, and 4 in Google's file. */
const HOST_IN_DOLLARS = "togetherai";
const toDollars = (rate: Rate): Rate =>
  rate.unit === "1M tokens" ? rate : { ...rate, price: roundFloatNoise(rate.price * 100) };

function toOffer(host: string, modelId: string, entry: Entry): OfferListing {
  const { prices, rates: stated } = toRateCard(entry, modelId);
  const card = { prices, rates: host === HOST_IN_DOLLARS ? stated.map(toDollars) : stated };
  const isPriced = Object.values(card.prices).some((price) => price !== null);
  return {
    source: ID,
    host,
    modelId,
    ...card,
    traits: NO_MODEL_TRAITS,
    status: "active",
    isBeyondChat: !isPriced && card.rates.length > 0,
  };
}

const PLAIN_RATES: readonly string[] = METERS_WITH_PRICE_COLUMN;

function toRateCard(
  { pricing_config: base, custom_pricing: custom }: Entry,
  id: string,
): RateCardListing {
  const own = ratesOf(base.pay_as_you_go, id);
  const priceOf = (meter: Rate["meter"]) => findPriceOfRate(own, { meter });
  const isFree = id.endsWith(":free");
  const prices = removeImpossibleCacheReadPrice({
    input: isFree ? 0 : priceOf("input"),
    output: isFree ? 0 : priceOf("output"),
    cache_read: priceOf("cache_read"),
    cache_write: priceOf("cache_write"),
  });
  const batch = ratesOf(base.batch_config, id, { service_tier: "batch" });
  const rates = withoutRepeats([...own, ...batch, ...customRates(custom, id)]);
  return { prices, rates: rates.filter((rate) => !PLAIN_RATES.includes(formatRateKey(rate))) };
}

function customRates(custom: Entry["custom_pricing"], id: string): Rate[] {
  const sizes = Object.entries(custom?.context_tier_map ?? {});
  return Object.entries(custom?.regions ?? {}).flatMap(([names, { execution_modes: modes = {} }]) =>
    Object.entries(modes).flatMap(([name, mode]) => {
      const tier = ServiceTier.safeParse(name).data;
      if (tier === undefined) return [];
      const conditions: RateConditions = {
        region: names === "default" ? null : names.split(",").join("+"),
        service_tier: tier === "standard" ? null : tier,
      };
      const isOwn = conditions.region === null && conditions.service_tier === null;
      const configs = Object.entries(mode.context_tiers ?? {}).map(
        ([size, { pricing_config }]) =>
          [Number(sizes.find(([, one]) => one === size)?.[0] ?? 0), pricing_config] as const,
      );
      return [[0, mode.pricing_config] as const, ...configs].flatMap(([size, config]) =>
        isOwn && size === 0
          ? []
          : ratesOf(config?.pay_as_you_go, id, { ...conditions, above_input_tokens: size || null }),
      );
    }),
  );
}

/** Removes rates that cost the same without their region or prompt size, or, if not per token, their tier. */
function withoutRepeats(rates: readonly Rate[]): Rate[] {
  const prices = new Map(rates.map((rate) => [formatRateKey(rate), rate.price]));
  const isSame = (rate: Rate, general: Rate): boolean =>
    formatRateKey(general) !== formatRateKey(rate) &&
    prices.get(formatRateKey(general)) === rate.price;
  const realSizes = new Set(
    rates.flatMap((rate) => (isSame(rate, atAnySize(rate)) ? [] : rate.above_input_tokens)),
  );
  const left = rates.filter((rate) => {
    const { meter, unit, price, cache_ttl, variant, above_input_tokens: size } = rate;
    const isToken = unit === "1M tokens";
    const general = isToken
      ? { ...rate, region: null }
      : createRate(meter, price, { unit, cache_ttl, variant });
    return !isSame(rate, general) && (size === null || realSizes.has(size));
  });
  return withJoinedRegions(left);
}

const atAnySize = (rate: Rate): Rate => ({ ...rate, above_input_tokens: null, tier_mode: null });

/** Joins regions with the same price into one rate: `eu+us`. */
function withJoinedRegions(rates: readonly Rate[]): Rate[] {
  const groups = groupBy(
    rates,
    (rate) => `${formatRateKey({ ...rate, region: null })} ${rate.price}`,
  );
  return [...groups.values()].flatMap((group) => {
    const general = group.filter(({ region }) => region === null);
    const regions = [...new Set(group.flatMap(({ region }) => region?.split("+") ?? []))].sort();
    const [regional] = group.filter(({ region }) => region !== null);
    return regional ? [...general, { ...regional, region: regions.join("+") }] : general;
  });
}

/** Names of prices → meter and conditions; the unit is tokens unless another one is named. */
type MeterOfUnit = [meter: Rate["meter"], conditions?: RateConditions | undefined];
const METERS: Record<string, MeterOfUnit> = {
  request_token: ["input"],
  request_text_token: ["input"],
  response_token: ["output"],
  response_text_token: ["output"],
  cache_read_text_input_token: ["cache_read"],
  cache_read_input_token: ["cache_read"],
  cache_write_input_token: ["cache_write"],
  cache_write_1h: ["cache_write", { cache_ttl: "1h" }],
  reasoning_token: ["reasoning"],
  request_audio_token: ["input_audio"],
  response_audio_token: ["output_audio"],
  cache_read_audio_input_token: ["cache_read", { variant: "audio" }],
  request_image_token: ["input_image"],
  response_image_token: ["output_image"],
  image_token: ["output_image"],
  cache_read_image_input_token: ["cache_read", { variant: "image" }],
  output_video_token: ["output_video"],
  generated_images: ["output_image", { unit: "image" }],
  video_seconds: ["output_video", { unit: "second" }],
  search: ["search", { unit: "1k searches" }],
  web_search: ["search", { unit: "1k searches" }],
  web_search_low_context: ["search", { unit: "1k searches", variant: "low" }],
  web_search_medium_context: ["search", { unit: "1k searches", variant: "medium" }],
  web_search_high_context: ["search", { unit: "1k searches", variant: "high" }],
  enterprise_web_search: ["search", { unit: "1k searches", variant: "enterprise" }],
  maps: ["search", { unit: "1k searches", variant: "maps" }],
  x_search: ["search", { unit: "1k searches", variant: "x" }],
  file_search: ["tool_call", { unit: "1k requests", variant: "file_search" }],
  attachment_search: ["tool_call", { unit: "1k requests", variant: "attachment_search" }],
  code_execution: ["tool_call", { unit: "1k requests", variant: "code_execution" }],
};
const VIDEO_SIZE = /^video_duration_seconds_(\d+)_(\d+)$/;

/** Factor from cents per unit of the upstream to USD per our unit. */
const FACTORS: Partial<Record<Rate["unit"], number>> = {
  "1M tokens": 1e4,
  "1M characters": 1e4,
  "1k requests": 10,
  "1k searches": 10,
};
/** Cents from which a price cannot be per token: no model has ever cost as much (o1-pro: 0.015 and 0.06). */
const TOO_MUCH: Partial<Record<Rate["meter"], number>> = {
  input: 0.05,
  output: 0.1,
  input_audio: 0.1,
  output_audio: 0.1,
};

/** Ids of models whose price is called a price per token but is in another unit. */
const SPEECH = /^(tts-1|aura)/;
const OTHER_UNITS: readonly [RegExp, Rate["meter"], Rate["unit"]][] = [
  [/rerank|ranker/, "search", "1k searches"],
  [/ocr|document-ai/, "input", "page"],
  [/whisper|transcribe|tts|^nova-\d/, "input_audio", "minute"],
];

function ratesOf(
  units: PayAsYouGo | null | undefined,
  modelId: string,
  conditions: RateConditions = {},
): Rate[] {
  const { image, additional_units: more, ...own } = units ?? {};
  const byUnit = Object.entries({ ...more, ...own }).flatMap(([name, value]) =>
    rateOfUnit(name, Cents.safeParse(value).data ?? 0, modelId),
  );
  return [...byUnit, ...imageRates(image)].map(({ meter, price, ...rate }) =>
    createRate(meter, price, { ...rate, ...conditions }),
  );
}

function rateOfUnit(name: string, cents: number, modelId: string): Rate[] {
  const [meter, conditions] = findMeter(name, cents, modelId) ?? [];
  if (meter === undefined) return [];
  return toRatesIfPriceKnown(
    meter,
    cents * (FACTORS[conditions?.unit ?? "1M tokens"] ?? 0.01),
    conditions,
  );
}

/** @returns undefined for a name that is unknown, and for a price of an unknown unit. */
function findMeter(name: string, cents: number, modelId: string): MeterOfUnit | undefined {
  const { 1: width, 2: height } = VIDEO_SIZE.exec(name) ?? [];
  if (width) return ["output_video", { unit: "second", variant: `${width}x${height}` }];
  const [meter, conditions] = METERS[name] ?? [];
  if (meter === undefined) return undefined;
  if (cents >= (TOO_MUCH[meter] ?? Number.POSITIVE_INFINITY)) {
    const [, other, unit] = OTHER_UNITS.find(([pattern]) => pattern.test(modelId)) ?? [];
    return other && unit && [meter === "output_audio" ? meter : other, { unit }];
  }
  const isSpeech = meter === "input" && SPEECH.test(modelId);
  return [meter, isSpeech ? { unit: "1M characters" } : conditions];
}

/** An image price below this is really a price per token. */
const MIN_CENTS_PER_IMAGE = 1e-3;

/** `default` is the price of an image whose quality or size is not chosen. */
function imageRates(images: PayAsYouGo["image"] = {}): Rate[] {
  const isNamed = Object.keys(images).some((quality) => quality !== "default");
  return Object.entries(images).flatMap(([quality, sizes]) =>
    Object.entries(sizes).flatMap(([size, cents]) => {
      const variant = [quality, size].filter((part) => part !== "default").join("-");
      // Each size of the default quality is repeated under the name of that quality.
      const isRepeated = quality === "default" && isNamed && variant !== "";
      return isRepeated || cents < MIN_CENTS_PER_IMAGE
        ? []
        : toRatesIfPriceKnown("output_image", cents / 100, {
            unit: "image",
            variant: variant || null,
          });
    }),
  );
}
