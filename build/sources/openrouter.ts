/** OpenRouter: this reseller's own price of each model. */
import * as z from "zod";
import { type Collector, readIdOfRow, type SourceFileReader } from "./collector.ts";
import {
  type ModelTraits,
  NO_MODEL_TRAITS,
  type OfferListing,
  type RateCardListing,
} from "./listing.ts";
import {
  rejectImpossibleCachePrices,
  toKnownTokenLimit,
  toRatesIfPriceKnown,
  toUsdPerMtok,
  toUsdPerThousandRequests,
} from "./parse/prices.ts";
import { toCleanText } from "./parse/text.ts";

const ID = "openrouter";
const MODELS = "models.json";
const API = "https://openrouter.ai/api/v1/models";

/** US dollars per token, written as text; `-1` where a router chooses the model and so the price. */
const NUMBER = /^-?\d+(\.\d+)?(e-?\d+)?$/i;
const UsdPerToken = z.union([
  z.number(),
  z.string().regex(NUMBER, "not a price per token").transform(Number),
]);
const Pricing = z.looseObject({
  prompt: UsdPerToken,
  completion: UsdPerToken,
  internal_reasoning: UsdPerToken.nullish(),
  input_cache_read: UsdPerToken.nullish(),
  input_cache_write: UsdPerToken.nullish(),
  audio: UsdPerToken.nullish().catch(null),
  web_search: UsdPerToken.nullish().catch(null),
});

const Texts = z.array(z.string()).optional();
const Entry = z.looseObject({
  id: z.string().regex(/^~?[\w.-]+\/[\w.:-]+$/, "not maker/model"),
  name: z.string(),
  context_length: z.number().nullish(),
  hugging_face_id: z.string().nullish(),
  knowledge_cutoff: z.string().nullish(),
  architecture: z.looseObject({ input_modalities: Texts, output_modalities: Texts }).optional(),
  pricing: Pricing,
  top_provider: z.looseObject({ max_completion_tokens: z.number().nullish() }).nullish(),
  supported_parameters: z.array(z.string()).nullish(),
});
type Entry = z.infer<typeof Entry>;

const readModels = (reader: SourceFileReader): Entry[] =>
  reader.jsonList(MODELS, "data", Entry, (row) => ({
    host: ID,
    modelId: readIdOfRow(row),
  }));

export const openrouterCollector: Collector = {
  id: ID,
  description: {
    name: "OpenRouter",
    url: "https://openrouter.ai",
    data_url: API,
    entry_url: "https://openrouter.ai/{model_id}",
    license: "LicenseRef-OpenRouter-Terms-of-Service",
    license_url: "https://openrouter.ai/terms",
    credit: "OpenRouter's own prices: OpenRouter API, openrouter.ai",
    provides: ["offers"],
  },
  live: { requests: () => [{ url: API, path: MODELS }], megabytes: 10, seconds: 120 },
  minRows: 250,
  translate: (reader) => ({ offers: readModels(reader).map((entry) => toOffer(entry, reader)) }),
};

function toOffer(entry: Entry, reader: SourceFileReader): OfferListing {
  const outputs = entry.architecture?.output_modalities ?? [];
  return {
    source: ID,
    host: ID,
    modelId: entry.id,
    ...toRateCard(entry, reader),
    traits: toTraits(entry),
    status: "active",
    isBeyondChat: outputs.length > 0 && !outputs.includes("text"),
  };
}

/** `image` is a price per token at some models and per image at others: it is left out. */
const toRateCard = ({ id, pricing }: Entry, reader: SourceFileReader): RateCardListing => ({
  prices: rejectImpossibleCachePrices(reader, id, {
    input: toUsdPerMtok(pricing.prompt),
    output: toUsdPerMtok(pricing.completion),
    cache_read: toUsdPerMtok(pricing.input_cache_read),
    cache_write: toUsdPerMtok(pricing.input_cache_write),
  }),
  // The upstream writes 0 when reasoning has the same price as output.
  rates: [
    ...toRatesIfPriceKnown("reasoning", toUsdPerMtok(pricing.internal_reasoning)),
    ...toRatesIfPriceKnown("input_audio", toUsdPerMtok(pricing.audio)),
    ...toRatesIfPriceKnown("search", toUsdPerThousandRequests(pricing.web_search), {
      unit: "1k searches",
    }),
  ],
});

/** `created` is the day on which OpenRouter added the model, not its release. */
function toTraits(entry: Entry): ModelTraits {
  const { id, architecture, hugging_face_id: weights } = entry;
  const supports = (parameter: string) => entry.supported_parameters?.includes(parameter) ?? null;
  const inputs = architecture?.input_modalities ?? [];
  return {
    ...NO_MODEL_TRAITS,
    display_name: toCleanText(entry.name.replace(/^[^:]+: /, "")) || null,
    maker: id.slice(0, id.indexOf("/")).replace(/^~/, ""),
    is_open_source: weights ? true : null,
    knowledge_cutoff: entry.knowledge_cutoff || null,
    context_window: toKnownTokenLimit(entry.context_length),
    max_output_tokens: toKnownTokenLimit(entry.top_provider?.max_completion_tokens),
    input_modalities: inputs,
    output_modalities: architecture?.output_modalities ?? [],
    tools: supports("tools"),
    reasoning: supports("reasoning"),
    structured_output: supports("structured_outputs"),
    attachments: inputs.length > 0 ? inputs.some((kind) => kind !== "text") : null,
    weights: weights ? `https://huggingface.co/${weights}` : null,
    more: { supported_parameters: entry.supported_parameters?.toSorted() ?? null },
  };
}
