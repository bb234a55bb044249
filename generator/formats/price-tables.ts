/** The catalogue in the shapes of price tables that other tools read: models.dev's and LiteLLM's. */
import {
  LITELLM_PARAMETER_FLAGS,
  LITELLM_PRICE_FIELDS,
  LITELLM_PROVIDERS,
  LITELLM_SERVICE_TIER_SUFFIXES,
  LITELLM_UNITS_PER_PRICE_UNIT,
} from "../../build/cost/price-fields.ts";
import {
  formatRateKey,
  isMeterWithPriceColumn,
  listWeekdays,
  METERS_WITH_PRICE_COLUMN,
  type Meter,
  WEEKDAYS,
} from "../../build/cost/rates.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { ModelRow, ProviderRow } from "../../build/model/catalog/rows.ts";
import { groupBy } from "../../build/schema/collections.ts";
import { isOutputCharged } from "../endpoints/models/model-filters.ts";
import { getPriceSourceUrl } from "../endpoints/service/service.ts";
import { memoizePerRow } from "../http/endpoint.ts";
import {
  getRetirementDate,
  getTokenLimits,
  listLongPromptThresholds,
  type PricedModelId,
  toPriceOfOneUnit,
} from "./priced-ids.ts";

/** Drops undefined and null fields, because these tables leave out unknown values. */
export function omitNullFields(fields: Record<string, unknown>): Record<string, unknown> {
  const known: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) if (value != null) known[name] = value;
  return known;
}

/** A source's names for our hosts, where they differ from our slugs. */
export function mapHostsToSourceSpelling({ sources }: Catalog, source: string) {
  const names = sources.find(({ id }) => id === source)?.host_names ?? [];
  return new Map(names.map(({ host, name }) => [host, name]));
}

/** models.dev's table: host → its models by id, prices in USD per 1M tokens. */
export function toModelsDevCompatFormat(ids: readonly PricedModelId[], catalog: Catalog) {
  const names = mapHostsToSourceSpelling(catalog, "models-dev");
  return Object.fromEntries(
    [...groupBy(ids, ({ host }) => host)].flatMap(([host, own]) => {
      const id = names.get(host.slug) ?? host.slug;
      const provider = toModelsDevProvider(id, host);
      const models = Object.fromEntries(own.map((one) => [one.id, toModelsDevModel(one, catalog)]));
      return provider === null ? [] : [[id, { ...provider, models }] as const];
    }),
  );
}

/** AI SDK packages that accept an API address → whether they require it. models.dev forbids one for all others. */
const MODELS_DEV_NEEDS_ADDRESS: ReadonlyMap<string, boolean> = new Map([
  ["@ai-sdk/openai-compatible", true],
  ["@openrouter/ai-sdk-provider", true],
  ["@ai-sdk/openai", false],
  ["@ai-sdk/anthropic", false],
]);

/** Null for a host without a package, an environment variable for its key, a required address, or a page to link to. */
function toModelsDevProvider(id: string, { name, npm, env, ...host }: ProviderRow) {
  const doc = host.documentation_url ?? host.pricing_page ?? host.url;
  if (npm === null || env === null || doc === null) return null;
  const needsAddress = MODELS_DEV_NEEDS_ADDRESS.get(npm);
  if (needsAddress && host.api_url === null) return null;
  const api = needsAddress === undefined ? null : host.api_url;
  return omitNullFields({ id, env, npm, api, name, doc });
}

const MODELS_DEV_MODALITIES: readonly string[] = ["text", "audio", "image", "video", "pdf"];
const MODELS_DEV_STATUS: readonly string[] = ["alpha", "beta", "deprecated"];

const modelsDevModalities = (all: readonly string[]) =>
  all.filter((modality) => MODELS_DEV_MODALITIES.includes(modality));

/** The same at every host. Required flags of models.dev cannot express "unknown", which becomes false. */
const toModelsDevTraits = memoizePerRow((model: ModelRow) => {
  const { supports } = model;
  return omitNullFields({
    attachment: supports.attachments ?? false,
    reasoning: supports.reasoning ?? false,
    reasoning_options: supports.reasoning ? toReasoningOptions(model) : undefined,
    tool_call: supports.tools ?? false,
    structured_output: supports.structured_output,
    temperature: model.supported_parameters?.includes("temperature") || undefined,
    knowledge: /^\d{4}-\d{2}/.test(model.knowledge_cutoff ?? "") ? model.knowledge_cutoff : null,
    release_date: model.release_date ?? model.first_seen ?? model.as_of,
    last_updated: model.as_of,
    modalities: {
      input: modelsDevModalities(model.input_modalities),
      output: modelsDevModalities(model.output_modalities),
    },
    open_weights: model.is_open_source ?? false,
  });
});

function toModelsDevModel(one: PricedModelId, catalog: Catalog) {
  const { id, model, offer } = one;
  const { context = 0, output = 0 } = getTokenLimits(one);
  const status = offer?.status === "retired" ? "deprecated" : (offer?.status ?? "");
  const cost = toModelsDevCost(one);
  return {
    id,
    name: model.name,
    ...toModelsDevTraits(model, catalog),
    limit: { context, output },
    ...(MODELS_DEV_STATUS.includes(status) && { status }),
    ...(cost && { cost }),
  };
}

function toReasoningOptions({ reasoning_options: options }: ModelRow) {
  // The schema requires a list for every reasoning model, so unknown options become an empty list.
  if (options === null) return [];
  const { toggle, effort, budget_tokens } = options;
  return [
    ...(toggle ? [{ type: "toggle" }] : []),
    ...(effort.length > 0 ? [{ type: "effort", values: effort }] : []),
    ...(budget_tokens ? [{ type: "budget_tokens", ...omitNullFields(budget_tokens) }] : []),
  ];
}

/** Undefined without an input or an output price, which is 0 for embedding and rerank models. */
function toModelsDevCost(one: PricedModelId) {
  const { model, price } = one;
  const sizes = listLongPromptThresholds(one);
  // A price of which no size is known is the same for every size.
  const priceOf = (meter: Meter, size?: number) =>
    price(meter, sizes.some((any) => price(meter, any) !== undefined) ? size : undefined);
  const at = (size?: number) => {
    const input = priceOf("input", size);
    const output = priceOf("output", size) ?? (isOutputCharged(model) ? undefined : 0);
    if (input === undefined || output === undefined) return undefined;
    const [cache_read, cache_write] = [price("cache_read", size), price("cache_write", size)];
    return { input, output, ...omitNullFields({ cache_read, cache_write }) };
  };
  const base = at();
  if (base === undefined) return undefined;
  const tiers = sizes.flatMap((size) => {
    const cost = at(size);
    return cost ? [{ ...cost, tier: { type: "context", size } }] : [];
  });
  return {
    ...base,
    ...omitNullFields({
      reasoning: model.supports.reasoning ? price("reasoning") : undefined,
      input_audio: price("input_audio"),
      output_audio: price("output_audio"),
      tiers: tiers.length > 0 ? tiers : undefined,
      // Readers apply this field above 200,000 tokens, so it holds only the tier of that size.
      context_over_200k: sizes.includes(200_000) ? at(200_000) : undefined,
    }),
  };
}

/** Our host → prefix of its ids in LiteLLM, and `litellm_provider`. LiteLLM does not know other hosts. */
const LITELLM_HOSTS: Readonly<Record<string, readonly [prefix: string, provider: string]>> = {
  openai: ["", "openai"],
  anthropic: ["", "anthropic"],
  cohere: ["", "cohere_chat"],
  ai21: ["", "ai21"],
  "amazon-bedrock": ["", "bedrock_converse"],
  nova: ["amazon-nova/", "amazon_nova"],
  ...Object.fromEntries(
    LITELLM_PROVIDERS.map(([host, name]) => [host, [`${name}/`, name] as const]),
  ),
};

/**
 * LiteLLM's map: name of an id → USD per token and what the model can do. A name that two hosts share has the prices of
 * the first: `google-vertex` has more rates than `google-vertex-anthropic`, which models.dev lists apart.
 */
export function toLitellmMap(ids: readonly PricedModelId[], catalog: Catalog) {
  const map: Record<string, object> = {};
  for (const one of ids) {
    const [prefix, provider] = LITELLM_HOSTS[one.host.slug] ?? [];
    if (prefix === undefined || provider === undefined || !isLitellmId(one)) continue;
    const entry = toLitellmEntry(one, toLitellmProvider(provider, one), catalog);
    if (entry === null) continue;
    map[`${prefix}${one.id}`] ??= entry;
    // Google's own models on Vertex AI have no prefix in LiteLLM's map, and its users send them both with and without one.
    if (/^gemini-/.test(one.id) && prefix === "vertex_ai/") map[one.id] = entry;
  }
  return map;
}

/** Bedrock ids start with the maker's name. Without it, an id would be mistaken for one of the maker's own. */
const isLitellmId = ({ host, id }: PricedModelId): boolean =>
  host.slug !== "amazon-bedrock" || /^[\w-]+\.[a-z]/.test(id);

/** LiteLLM splits Vertex AI by maker, and Bedrock and Cohere by the type of model. */
function toLitellmProvider(provider: string, { id, model }: PricedModelId): string {
  const isChat = model.model_type === "text";
  if (provider === "bedrock_converse" && !isChat) return "bedrock";
  if (provider === "cohere_chat" && !isChat) return "cohere";
  if (provider !== "vertex_ai") return provider;
  if (/^gemini-/.test(id) && isChat) return "vertex_ai-language-models";
  return model.lab === "anthropic" ? "vertex_ai-anthropic_models" : provider;
}

const toLitellmTraits = memoizePerRow((model: ModelRow) => {
  const { supports, supported_parameters } = model;
  const takes = (modality: string) => model.input_modalities.includes(modality) || undefined;
  const accepts = Object.entries(LITELLM_PARAMETER_FLAGS).map(([parameter, flag]) => [
    flag,
    supported_parameters?.includes(parameter) || undefined,
  ]);
  return omitNullFields({
    ...Object.fromEntries(accepts),
    supports_function_calling: supports.tools,
    supports_reasoning: supports.reasoning,
    supports_response_schema: supports.structured_output,
    supports_vision: takes("image"),
    supports_pdf_input: takes("pdf"),
    supports_audio_input: takes("audio"),
    supports_video_input: takes("video"),
    supports_audio_output: model.output_modalities.includes("audio") || undefined,
  });
});

/** Null without a price, because LiteLLM would treat the model as free. */
function toLitellmEntry(one: PricedModelId, litellm_provider: string, catalog: Catalog) {
  const { model, offer } = one;
  const mode = toLitellmMode(model, litellm_provider);
  const prices = toLitellmPrices(one, mode);
  if (Object.keys(prices).length === 0) return null;
  const { context: max_input_tokens, output: max_output_tokens } = getTokenLimits(one);
  return {
    litellm_provider,
    mode: mode ?? ("ocr_cost_per_page" in prices ? "ocr" : undefined),
    ...prices,
    max_tokens: max_output_tokens ?? max_input_tokens,
    max_input_tokens,
    max_output_tokens,
    deprecation_date: getRetirementDate(one) ?? undefined,
    ...toLitellmTraits(model, catalog),
    supports_prompt_caching: one.price("cache_read") !== undefined || undefined,
    source: offer && getPriceSourceUrl(offer, catalog),
  };
}

/** OpenAI's models that have no chat endpoint; with the mode `responses`, LiteLLM sends chat requests to the other one. */
const RESPONSES_API_MODEL = /codex|deep-research|-pro$/;
const RESPONSES_API_PROVIDERS = ["openai", "azure", "azure_ai"];

/** Undefined when LiteLLM has no mode for this type of model. */
function toLitellmMode(model: ModelRow, litellm_provider: string) {
  const { slug, lab, model_type, input_modalities, output_modalities } = model;
  const modes: Partial<Record<ModelRow["model_type"], string>> = {
    text: "chat",
    embedding: "embedding",
    rerank: "rerank",
    image: "image_generation",
    video: "video_generation",
  };
  const isOpenai = lab === "openai" && RESPONSES_API_PROVIDERS.includes(litellm_provider);
  if (model_type === "text" && isOpenai && RESPONSES_API_MODEL.test(slug)) return "responses";
  if (model_type !== "audio") return modes[model_type];
  const isLive = /realtime|live/.test(slug);
  const hears = input_modalities.includes("audio") || isLive;
  const speaks = output_modalities.includes("audio");
  // `gpt-audio` takes part in chats, `gpt-realtime` in calls.
  if (hears && speaks) return !isLive && slug.includes("audio") ? "chat" : "realtime";
  return speaks ? "audio_speech" : "audio_transcription";
}

const toTokenPrices = (priceOf: (meter: Meter) => number | undefined) =>
  omitNullFields(
    Object.fromEntries(
      LITELLM_PRICE_FIELDS.slice(0, METERS_WITH_PRICE_COLUMN.length).map(({ name, meter }) => [
        name,
        toPriceOfOneUnit(priceOf(meter), 1e6),
      ]),
    ),
  );

/** The map cannot express rates for regions, or rates that apply only to the tokens above a size. */
function toLitellmPrices(one: PricedModelId, mode: string | undefined): Record<string, unknown> {
  const prices = toTokenPrices(one.price);
  for (const rate of one.further) {
    const { meter, unit, price, variant, above_input_tokens: size } = rate;
    const field = LITELLM_PRICE_FIELDS.find(
      (one) =>
        one.meter === meter &&
        (one.unit ?? "1M tokens") === unit &&
        (one.variant ?? null) === variant &&
        (one.modes?.includes(mode ?? "") ?? true) &&
        (one.name !== "input_cost_per_query" || mode === "rerank"),
    );
    const suffixes = Object.entries(LITELLM_SERVICE_TIER_SUFFIXES);
    const [ending] = suffixes.find(([, tier]) => tier === rate.service_tier) ?? [];
    const tier = rate.service_tier === null ? "" : ending && `_${ending}`;
    const hour = { "1h": "_above_1hr", "5m": "" }[rate.cache_ttl ?? "5m"];
    const isOther = rate.region !== null || rate.hours_utc !== null || rate.tier_mode === "excess";
    if (field === undefined || tier === undefined || hour === undefined || isOther) continue;
    // LiteLLM's schema has sizes and tiers only for plain token prices, and no tier for one-hour caches.
    if ((size !== null || tier !== "") && !isMeterWithPriceColumn(meter)) continue;
    if (hour !== "" && tier !== "") continue;
    const above = size === null ? "" : `_above_${String(size).replace(/000$/, "k")}_tokens`;
    prices[`${field.name}${hour}${above}${tier}`] = toPriceOfOneUnit(
      price,
      LITELLM_UNITS_PER_PRICE_UNIT[unit] ?? 1,
    );
  }
  const byHour = toOffPeakPricing(one);
  // Reasoning then costs what output costs, in all hours.
  if (byHour && one.price("reasoning") === one.price("output"))
    delete prices.output_cost_per_reasoning_token;
  const search_context_cost_per_query = toSearchPrices(one);
  return { ...prices, ...byHour, ...omitNullFields({ search_context_cost_per_query }) };
}

/**
 * Of prices by the hour, the map has the highest as the usual ones, and the others in `off_peak_pricing`, whose weekdays
 * are those of UTC: https://docs.litellm.ai/docs/proxy/off_peak_pricing. Undefined if the card has no such prices.
 */
function toOffPeakPricing({ price, further }: PricedModelId) {
  const byHour = further.filter(
    (rate) => rate.hours_utc && formatRateKey({ ...rate, hours_utc: null }) === rate.meter,
  );
  const spans = [...new Set(byHour.map(({ hours_utc }) => hours_utc ?? ""))].sort();
  const hours = spans.map((span) => span.slice(0, 11));
  const [days, ...otherDays] = new Set(spans.map((span) => span.slice(12)));
  const isOvernight = hours.some((span) => span.slice(0, 5) > span.slice(6));
  if (days === undefined || otherDays.length > 0 || (days !== "" && isOvernight)) return undefined;
  const isPeak = byHour.some((rate) => rate.price > (price(rate.meter) ?? 0));
  const ofHours = (meter: Meter) => byHour.find((rate) => rate.meter === meter)?.price;
  // The map has two prices, so hours with a third cannot be expressed.
  if (byHour.some((rate) => rate.price !== ofHours(rate.meter))) return undefined;
  const otherPrices = toTokenPrices((meter) => ofHours(meter) ?? price(meter));
  const [usual, offPeak] = isPeak
    ? [otherPrices, toTokenPrices(price)]
    : [toTokenPrices(price), otherPrices];
  const between = hours.map((span, at) => {
    const next = hours[(at + 1) % hours.length] ?? "";
    return `${span.slice(6)}-${next.slice(0, 5)}`;
  });
  const weekdays = listWeekdays(days);
  const others = WEEKDAYS.filter((day) => !weekdays.includes(day));
  const ofDays = { hours_utc: isPeak ? between : hours, weekdays };
  const windows =
    isPeak && others.length > 0
      ? [ofDays, { hours_utc: "00:00-00:00", weekdays: others }]
      : [ofDays];
  return { ...usual, off_peak_pricing: { windows, ...offPeak } };
}

/** USD for one web search, by search context size. */
function toSearchPrices({ further }: PricedModelId): Record<string, number> | undefined {
  const own = further.filter((one) => one.meter === "search" && one.service_tier === null);
  const priceOf = (variant: string | null) => own.find((one) => one.variant === variant)?.price;
  const prices: Record<string, number> = {};
  for (const size of ["low", "medium", "high"]) {
    const price = priceOf(size) ?? priceOf(null);
    if (price !== undefined) prices[`search_context_size_${size}`] = toPriceOfOneUnit(price, 1000);
  }
  return Object.keys(prices).length > 0 ? prices : undefined;
}
