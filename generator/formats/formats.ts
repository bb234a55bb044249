/**
 * Formats with the prices of one day: the catalogue in the shapes of tables that other tools read. The files, the
 * answers for a day and the tests are derived from this list; `formats.csv` has the texts of the documentation. Small
 * formats are made here; those with the whole history are in price-histories.ts.
 */
import { formatWithoutExponent } from "../../build/cost/rates.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { groupBy } from "../../build/schema/collections.ts";
import { isOutputCharged } from "../endpoints/models/model-filters.ts";
import { type AnswerContext, decodeUrlPath } from "../http/endpoint.ts";
import { findRowOrProblem } from "../http/names.ts";
import { badDayProblem } from "../http/parameter.ts";
import { isProblem, type Problem, quoteInput } from "../http/problem.ts";
import { omitNullFields, toLitellmMap, toModelsDevCompatFormat } from "./price-tables.ts";
import {
  getRetirementDate,
  getTokenLimits,
  listLongPromptThresholds,
  listPricedModelIds,
  type PricedModelId,
  pickHostPerModelId,
  type RateCardPrices,
  toPriceOfOneUnit,
} from "./priced-ids.ts";

export interface CompatFormat {
  path: string;
  /** Second path, which clients of this format request as their base address. */
  alsoAt?: string;
}

export interface CompatFormatOfDay extends CompatFormat {
  /** @param ids The model ids that hosts sold on the day. */
  make(ids: readonly PricedModelId[], catalog: Catalog): unknown;
}

const MODELS_LIST_PATH = "/v1/models";
/** These files contain every day, so the answer for any day is the same file. */
export const COMPAT_HISTORY_PATHS = {
  genaiPrices: "/compat/genai-prices.json",
  llmPrices: "/compat/llm-prices-historical.json",
  langfuse: "/compat/langfuse.json",
};

export const COMPAT_FORMATS_OF_DAY: readonly CompatFormatOfDay[] = [
  { path: "/api.json", make: toModelsDevCompatFormat },
  { path: "/compat/litellm.json", make: toLitellmMap },
  { path: MODELS_LIST_PATH, alsoAt: "/v1", make: toOpenRouterModels },
  { path: "/compat/openlit.json", make: toOpenlitTable },
  { path: "/compat/llm-prices.json", make: toLlmPrices },
  { path: "/compat/ccusage.json", make: toCcusageConfig },
  { path: "/compat/librechat.json", make: toLibrechatConfigs },
];

type CompatAnswer = { value: unknown } | { location: string } | Problem | undefined;

/**
 * Answers every path below `/compat/`, `/at/{date}` followed by the path of a format, and single models of the
 * OpenRouter list.
 * @param path Percent-encoded.
 * @returns undefined for any other path.
 */
export function answerCompatPath(path: string, context: AnswerContext): CompatAnswer {
  const { catalog } = context;
  const [, day, own = ""] = /^\/at\/([^/]*)(\/.*)?$/.exec(path) ?? [];
  if (day !== undefined) return answerPriceTable(own, day, catalog);
  if (/^\/compat(\/|$)/.test(path)) return answerPriceTable(path, undefined, catalog);
  if (!path.startsWith(`${MODELS_LIST_PATH}/`)) return undefined;
  const written = path.slice(MODELS_LIST_PATH.length + 1);
  const name = decodeUrlPath(written) ?? written;
  const model = findRowOrProblem("model", name, context);
  if (isProblem(model)) return model;
  const { data } = toOpenRouterModels(listPricedModelIds(catalog, undefined, [model]), catalog);
  // The requested id, with or without the name of its lab; else the model's main id at OpenRouter, or its first id.
  const sold = catalog.offersOf(model.slug).find(({ host }) => host === OPENROUTER);
  const found =
    data.find(({ id }) => id === name || id.endsWith(`/${name}`)) ??
    data.find(({ id }) => id === sold?.model_id) ??
    data[0];
  if (found) return { value: found };
  const detail = `The list of models at ${MODELS_LIST_PATH} does not contain ${model.name}: it has only models with a price per token for input and output at OpenRouter, at their lab or at their cheapest provider. See ${catalog.service.base_url}/api/v1/models/${model.slug} for all prices of the model.`;
  return { problem: "not-found", detail };
}

/** @param day Undefined: today. */
function answerPriceTable(path: string, day: string | undefined, catalog: Catalog): CompatAnswer {
  const fault = day === undefined ? undefined : badDayProblem(day);
  if (fault) return fault;
  const format = COMPAT_FORMATS_OF_DAY.find((one) => one.path === path);
  if (format) return { value: format.make(listPricedModelIds(catalog, day), catalog) };
  const histories = Object.values(COMPAT_HISTORY_PATHS);
  // Without a day, the answer is a file; a redirect to the same address would not end.
  if (day !== undefined && histories.includes(path)) return { location: path };
  const paths = [...COMPAT_FORMATS_OF_DAY.map((one) => one.path), ...histories].join(", ");
  const [sent, next] =
    day === undefined ? [path, "Send"] : [`/at/${day}${path}`, "After /at/<date>, send"];
  const detail = `The URL ${quoteInput(sent)} does not exist. ${next} one of these paths: ${paths}.`;
  return { problem: "not-found", detail };
}

/** Clients of this format send the model ids of this host. */
const OPENROUTER = "openrouter";

/** OpenRouter's ids with its prices; other models as `lab/slug` with their list price or else their lowest price. */
function toOpenRouterModels(ids: readonly PricedModelId[], catalog: Catalog) {
  const sold = ids.filter(({ host }) => host.slug === OPENROUTER);
  const resold = new Set(sold.map(({ model }) => model.slug));
  const others = [...groupBy(ids, ({ model }) => model)].flatMap(([model, own]) => {
    if (resold.has(model.slug)) return [];
    const hosts = [model.list_host, model.cheapest_host];
    const best = hosts
      .map((host) => own.find((one) => one.host.slug === host && one.id === one.offer?.model_id))
      .find((one) => one !== undefined);
    return best ? [{ ...best, id: `${model.lab}/${model.slug}` }] : [];
  });
  const data = [...sold, ...others].flatMap((one) => toOpenRouterModel(one, catalog) ?? []);
  return { object: "list", data, links: { next: null }, total_count: data.length };
}

/** Null without a prompt price or an output price (except for embedding and reranking): the format requires both. */
function toOpenRouterModel(one: PricedModelId, { service }: Catalog) {
  const { id, model, host } = one;
  const pricing = toOpenRouterPricing(one);
  if (pricing === null) return null;
  const { context: context_length = null, output: max_completion_tokens = null } =
    getTokenLimits(one);
  const modalities = (all: readonly string[]) =>
    all.map((modality) => OPENROUTER_MODALITIES[modality] ?? modality);
  const takes = modalities(model.input_modalities);
  const gives = modalities(model.output_modalities);
  return {
    id,
    object: "model",
    owned_by: model.lab,
    canonical_slug: id,
    hugging_face_id: null,
    name: model.name,
    created: Date.parse(model.release_date ?? model.first_seen ?? model.as_of) / 1000,
    context_length,
    architecture: {
      modality: `${takes.join("+")}->${gives.join("+")}`,
      input_modalities: takes,
      output_modalities: gives,
      instruct_type: null,
    },
    pricing,
    top_provider: { context_length, max_completion_tokens, is_moderated: false },
    per_request_limits: null,
    supported_parameters: model.supported_parameters ?? [],
    default_parameters: null,
    supported_voices: null,
    knowledge_cutoff: model.knowledge_cutoff,
    expiration_date:
      getRetirementDate(one) ?? (host.slug === OPENROUTER ? null : model.retirement_date),
    links: { details: `${service.base_url}/api/v1/models/${model.slug}` },
  };
}

const OPENROUTER_MODALITIES: Readonly<Record<string, string>> = {
  pdf: "file",
  embedding: "embeddings",
};

function toOpenRouterPricing(one: PricedModelId) {
  const { model, price, further } = one;
  const token = (usd: number | undefined) => toDecimal(usd, 1e6);
  const base = price("output") ?? (isOutputCharged(model) ? undefined : 0);
  if (price("input") === undefined || base === undefined) return null;
  const plain = further.filter(isPlain);
  const search = plain.find(({ meter }) => meter === "search");
  const request = further.find(({ meter, variant }) => meter === "request" && variant === null);
  const prices = (output: number | undefined, size?: number) => ({
    prompt: token(price("input", size)),
    completion: token(output),
    input_cache_read: token(price("cache_read", size)),
    input_cache_write: token(price("cache_write", size)),
  });
  const overrides = listLongPromptThresholds(one).map((size) =>
    omitNullFields({ min_prompt_tokens: size, ...prices(price("output", size), size) }),
  );
  return omitNullFields({
    ...prices(base),
    input_cache_write_1h: token(price("cache_write@1h")),
    internal_reasoning: token(price("reasoning")),
    audio: token(price("input_audio")),
    audio_output: token(price("output_audio")),
    request: toDecimal(request?.price, 1000),
    web_search: toDecimal(search?.price, 1000),
    overrides: overrides.length > 0 ? overrides : undefined,
  });
}

/** Whether a rate depends on no service tier, size, region or variant. */
const isPlain = (rate: PricedModelId["further"][number]): boolean =>
  [rate.service_tier, rate.above_input_tokens, rate.region, rate.variant].every(
    (condition) => condition === null,
  );

/** The price of one of `size` units as a decimal string: `0.0000025`. */
const toDecimal = (price: number | undefined, size: number): string | undefined =>
  price === undefined ? undefined : formatWithoutExponent(toPriceOfOneUnit(price, size));

/** OpenLIT's table: prices of an id per 1,000 tokens, per image, per 1,000 characters or per second. */
function toOpenlitTable(ids: readonly PricedModelId[]) {
  const empty = (): Record<string, unknown> => ({});
  const table = { chat: empty(), embeddings: empty(), images: empty(), audio: empty() };
  const perThousand = (usd: number | undefined) => toPriceOfOneUnit(usd, 1000);
  for (const one of pickHostPerModelId(ids)) {
    const { id, model, price } = one;
    const [promptPrice, completionPrice] = [price("input"), price("output")].map(perThousand);
    if (model.model_type === "embedding") {
      if (promptPrice !== undefined) table.embeddings[id] = promptPrice;
    } else if (promptPrice !== undefined && completionPrice !== undefined)
      table.chat[id] = {
        promptPrice,
        completionPrice,
        ...omitNullFields({
          cacheReadPrice: perThousand(price("cache_read")),
          cacheCreationPrice: perThousand(price("cache_write")),
        }),
      };
    const images = toOpenlitImages(one);
    if (images) table.images[id] = images;
    const audio = toOpenlitAudio(one);
    if (audio !== undefined) table.audio[id] = audio;
  }
  return table;
}

/** Quality → size → USD for one image. */
function toOpenlitImages({ further }: PricedModelId) {
  const found: Record<string, Record<string, number>> = {};
  for (const { meter, unit, variant, service_tier, price } of further) {
    const [, quality = "standard", size] = /^(?:(\w+)-)?(\d+x\d+)$/.exec(variant ?? "") ?? [];
    if (meter !== "output_image" || unit !== "image" || service_tier !== null || !size) continue;
    found[quality] = { ...found[quality], [size]: price };
  }
  return Object.keys(found).length > 0 ? found : undefined;
}

/** Price per 1,000 characters of text to speak, or per second of audio input. */
function toOpenlitAudio({ further }: PricedModelId): number | undefined {
  const plain = further.filter(isPlain);
  const spoken = plain.find(({ unit }) => unit === "1M characters");
  const heard = plain.find(({ meter, unit }) => meter === "input_audio" && unit === "minute");
  return toPriceOfOneUnit(spoken?.price, 1000) ?? toPriceOfOneUnit(heard?.price, 60);
}

/** Current prices in the format of llm-prices: one row for each id of a lab at the host of its list price. */
function toLlmPrices(ids: readonly PricedModelId[], { asOf }: Catalog) {
  return {
    updated_at: asOf,
    prices: ids
      .filter(({ host, model }) => host.slug === model.list_host)
      .flatMap((one) => {
        const price = toLlmPricesEntry(one);
        const { id, model } = one;
        return price ? [{ id, vendor: model.lab, name: model.name, ...price }] : [];
      }),
  };
}

/** Undefined without both an input and an output price. */
export function toLlmPricesEntry({ price }: RateCardPrices) {
  const [input, output] = [price("input"), price("output")];
  if (input === undefined || output === undefined) return undefined;
  return { input, output, input_cached: price("cache_read") ?? null };
}

/** A ccusage configuration that replaces its price table: prices per token of the ids of labs and clouds. */
function toCcusageConfig(ids: readonly PricedModelId[]) {
  const token = (usd: number | undefined) => toPriceOfOneUnit(usd, 1e6);
  // ccusage has its own prices, which are better than a doubtful one.
  const own = ids.filter(
    ({ host, trust }) => ["lab", "cloud"].includes(host.host_kind ?? "") && trust !== "unverified",
  );
  const overrides = pickHostPerModelId(own).flatMap((one) => {
    const { id, price } = one;
    const prices = omitNullFields({
      inputCostPerToken: token(price("input")),
      outputCostPerToken: token(price("output")),
      cacheCreationInputTokenCost: token(price("cache_write")),
      cacheReadInputTokenCost: token(price("cache_read")),
      inputCostPerTokenAbove200kTokens: token(price("input", 200_000)),
      outputCostPerTokenAbove200kTokens: token(price("output", 200_000)),
      cacheCreationInputTokenCostAbove200kTokens: token(price("cache_write", 200_000)),
      cacheReadInputTokenCostAbove200kTokens: token(price("cache_read", 200_000)),
    });
    if (Object.keys(prices).length === 0) return [];
    const { context: maxInputTokens } = getTokenLimits(one);
    return [[id, { ...prices, ...omitNullFields({ maxInputTokens }) }] as const];
  });
  return { defaults: { pricingOverrides: Object.fromEntries(overrides) } };
}

/** LibreChat's `tokenConfig` per host, in USD per 1M tokens. It requires a context window: ids without are absent. */
function toLibrechatConfigs(ids: readonly PricedModelId[]) {
  return Object.fromEntries(
    [...groupBy(ids, ({ host }) => host.slug)].flatMap(([host, own]) => {
      const models = own.flatMap((one) => {
        const { id, price } = one;
        const { context } = getTokenLimits(one);
        const [prompt, completion] = [price("input"), price("output")];
        if ([prompt, completion, context].includes(undefined)) return [];
        const cached = omitNullFields({
          cacheRead: price("cache_read"),
          cacheWrite: price("cache_write"),
        });
        return [[id, { prompt, completion, context, ...cached }] as const];
      });
      return models.length > 0 ? [[host, Object.fromEntries(models)] as const] : [];
    }),
  );
}
