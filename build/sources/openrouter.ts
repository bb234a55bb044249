/** OpenRouter: what this reseller asks for each model, and what it says of the machines it resells. */
import { z } from "zod";
import type {
  Collected,
  Collector,
  ModelTraits,
  OfferListing,
  Prices,
  Rejected,
  UpstreamFiles,
} from "./listing.ts";
import type { LiveRequest } from "./live.ts";
import { endpointsPath, readEndpoints } from "./openrouter-endpoints.ts";
import { toCleanText } from "./parse/clean-values.ts";
import { newestDay } from "./parse/newest-day.ts";
import { hasImpossibleCache, NO_TRAITS, perMtok } from "./parse/prices.ts";
import { idOf, parseJsonList } from "./parse/upstream-rows.ts";

const ID = "openrouter";
const MODELS = { source: ID, file: "models.json" };
const API = "https://openrouter.ai/api/v1/models";

/** US dollars per token, written as text; `-1` where a router chooses the model and so the price. */
const UsdPerToken = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d+(\.\d+)?(e-?\d+)?$/i, "not a price per token")
    .transform(Number),
]);
const Pricing = z.looseObject({
  prompt: UsdPerToken,
  completion: UsdPerToken,
  internal_reasoning: UsdPerToken.nullish(),
  input_cache_read: UsdPerToken.nullish(),
  input_cache_write: UsdPerToken.nullish(),
});

const Entry = z.looseObject({
  id: z.string().regex(/^~?[\w.-]+\/[\w.:-]+$/, "not maker/model"),
  name: z.string(),
  created: z.number(),
  context_length: z.number().nullish(),
  hugging_face_id: z.string().nullish(),
  knowledge_cutoff: z.string().nullish(),
  architecture: z
    .looseObject({
      input_modalities: z.array(z.string()).optional(),
      output_modalities: z.array(z.string()).optional(),
    })
    .optional(),
  pricing: Pricing,
  top_provider: z.looseObject({ max_completion_tokens: z.number().nullish() }).nullish(),
  supported_parameters: z.array(z.string()).nullish(),
});
type Entry = z.infer<typeof Entry>;

const readModels = (files: UpstreamFiles) =>
  parseJsonList(files, MODELS, "data", Entry, (row) => ({ host: ID, modelId: idOf(row) }));

export const openrouter: Collector = {
  source: {
    id: ID,
    name: "OpenRouter",
    url: "https://openrouter.ai",
    data_url: API,
    license: "LicenseRef-OpenRouter-Terms-of-Service",
    license_url: "https://openrouter.ai/terms",
    copyright: null,
    credit:
      "OpenRouter's own prices and its providers' quantization: OpenRouter API, openrouter.ai",
    provides: ["offers", "quantization"],
  },
  live: {
    requests: () => [{ url: API, path: MODELS.file }],
    follow: (files) => readModels(files).rows.filter(isOneModel).map(toEndpointsRequest),
    everyDays: 1,
    maxBytes: 10_000_000,
    limitMs: 900_000,
  },
  minRows: 250,
  newestFact: (files) => newestDay(readModels(files).rows.map(({ created }) => toDay(created))),
  translate,
};

/** Routers and `~…-latest` stand for models that have endpoints of their own, and so do free variants. */
const isOneModel = ({ id }: Entry): boolean => !/^~|^openrouter\/|:free$/.test(id);

const toEndpointsRequest = ({ id }: Entry): LiveRequest => ({
  url: `${API}/${id}/endpoints`,
  path: endpointsPath(id),
  optional: true,
});

const toDay = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

function translate(files: UpstreamFiles, recordedOn: string): Collected {
  const { rows, rejected: malformed } = readModels(files);
  const { endpoints, rejected: odd } = readEndpoints(files);
  const rejected: Rejected[] = [];
  const offers = rows.map((entry) => toOffer(entry, recordedOn, rejected));
  return { offers, endpoints, rejected: [...malformed, ...rejected, ...odd] };
}

/** A price of each image, request or search is no price per token, and is left out. */
function toOffer(entry: Entry, recordedOn: string, rejected: Rejected[]): OfferListing {
  const outputs = entry.architecture?.output_modalities ?? [];
  return {
    source: ID,
    host: ID,
    modelId: entry.id,
    traits: toTraits(entry),
    prices: toPrices(entry, rejected),
    // Upstream writes 0 where thinking costs what output costs.
    reasoningPrice: perMtok(entry.pricing.internal_reasoning) || null,
    batchInput: null,
    batchOutput: null,
    tiers: [],
    status: "active",
    asOf: recordedOn,
    isBeyondChat: outputs.length > 0 && !outputs.includes("text"),
  };
}

function toPrices({ id, pricing }: Entry, rejected: Rejected[]): Prices {
  const prices = {
    input: perMtok(pricing.prompt),
    output: perMtok(pricing.completion),
    cacheRead: perMtok(pricing.input_cache_read),
    cacheWrite: perMtok(pricing.input_cache_write),
  };
  if (!hasImpossibleCache(prices)) return prices;
  const value = `${prices.cacheRead} > ${prices.input}`;
  rejected.push({ source: ID, place: id, value, reason: "cache read above input" });
  return { ...prices, cacheRead: null, cacheWrite: null };
}

/** `created` is the day the model came to OpenRouter, and an expiry the day it leaves: no fact of the model. */
function toTraits(entry: Entry): ModelTraits {
  const { id, architecture, hugging_face_id: weights } = entry;
  const parameters = entry.supported_parameters ?? null;
  const inputs = architecture?.input_modalities ?? [];
  return {
    ...NO_TRAITS,
    displayName: toCleanText(entry.name.replace(/^[^:]+: /, "")) || null,
    maker: id.slice(0, id.indexOf("/")).replace(/^~/, ""),
    isOpenWeights: weights ? true : null,
    knowledgeCutoff: entry.knowledge_cutoff || null,
    contextWindow: positive(entry.context_length),
    maxOutputTokens: positive(entry.top_provider?.max_completion_tokens),
    inputModalities: inputs,
    outputModalities: architecture?.output_modalities ?? [],
    tools: parameters?.includes("tools") ?? null,
    reasoning: parameters?.includes("reasoning") ?? null,
    structuredOutput: parameters?.includes("structured_outputs") ?? null,
    attachments: inputs.length > 0 ? inputs.some((kind) => kind !== "text") : null,
    weightsUrl: weights ? `https://huggingface.co/${weights}` : null,
  };
}

const positive = (tokens: number | null | undefined): number | null =>
  typeof tokens === "number" && Number.isInteger(tokens) && tokens > 0 ? tokens : null;
