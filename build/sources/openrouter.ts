/** OpenRouter: this reseller's price of each model, and the quantization at the hosts it resells. */
import { z } from "zod";
import {
  type Collector,
  findIdOfMalformedRow,
  toDailyDownload,
  toExcerpt,
  toSourceLicense,
  UpstreamReader,
} from "./collector.ts";
import {
  type ModelTraits,
  NO_MODEL_TRAITS,
  type OfferListing,
  type RateCard,
  type ResoldEndpointListing,
} from "./listing.ts";
import {
  removeImpossibleCachePrices,
  toKnownRates,
  toTokenLimit,
  toUsdPerMtok,
  toUsdPerThousand,
} from "./parse/prices.ts";
import { toCleanText } from "./parse/text.ts";

const ID = "openrouter";
const MODELS = "models.json";
const API = "https://openrouter.ai/api/v1/models";
/** `deepseek/deepseek-r1` → `endpoints/deepseek/deepseek-r1.json`. */
const ENDPOINTS = "endpoints/";

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
  created: z.number(),
  context_length: z.number().nullish(),
  hugging_face_id: z.string().nullish(),
  knowledge_cutoff: z.string().nullish(),
  architecture: z.looseObject({ input_modalities: Texts, output_modalities: Texts }).optional(),
  pricing: Pricing,
  top_provider: z.looseObject({ max_completion_tokens: z.number().nullish() }).nullish(),
  supported_parameters: z.array(z.string()).nullish(),
});
type Entry = z.infer<typeof Entry>;

const readModels = (reader: UpstreamReader): Entry[] =>
  reader.jsonList(MODELS, "data", Entry, (row) => ({
    host: ID,
    modelId: findIdOfMalformedRow(row),
  }));

export const openrouterCollector: Collector = {
  source: {
    id: ID,
    name: "OpenRouter",
    url: "https://openrouter.ai",
    data_url: API,
    entry_url: "https://openrouter.ai/{model_id}",
    ...toSourceLicense("LicenseRef-OpenRouter-Terms-of-Service", "https://openrouter.ai/terms"),
    credit:
      "OpenRouter's own prices and its providers' quantization: OpenRouter API, openrouter.ai",
    provides: ["offers", "quantization"],
  },
  live: {
    ...toDailyDownload(() => [{ url: API, path: MODELS }], { megabytes: 10, seconds: 900 }),
    follow: (files) =>
      readModels(new UpstreamReader(ID, files))
        // Routers, `~…-latest` and free variants lead to models that have endpoints of their own.
        .filter(({ id }) => !/^~|^openrouter\/|:free$/.test(id))
        .map(({ id }) => ({
          url: `${API}/${id}/endpoints`,
          path: `${ENDPOINTS}${id}.json`,
          optional: true,
        })),
  },
  minRows: 250,
  translate: (reader) => ({
    offers: readModels(reader).map((entry) => toOffer(entry, reader)),
    endpoints: readEndpoints(reader),
  }),
};

function toOffer(entry: Entry, reader: UpstreamReader): OfferListing {
  const outputs = entry.architecture?.output_modalities ?? [];
  return {
    ...{ source: ID, host: ID, modelId: entry.id },
    ...toRateCard(entry, reader),
    traits: toTraits(entry),
    status: "active",
    isBeyondChat: outputs.length > 0 && !outputs.includes("text"),
  };
}

/** `image` is a price per token at some models and per image at others: it is left out. */
const toRateCard = ({ id, pricing }: Entry, reader: UpstreamReader): RateCard => ({
  prices: removeImpossibleCachePrices(reader, id, {
    input: toUsdPerMtok(pricing.prompt),
    output: toUsdPerMtok(pricing.completion),
    cache_read: toUsdPerMtok(pricing.input_cache_read),
    cache_write: toUsdPerMtok(pricing.input_cache_write),
  }),
  // Upstream writes 0 where reasoning costs what output costs.
  rates: [
    ...toKnownRates("reasoning", toUsdPerMtok(pricing.internal_reasoning)),
    ...toKnownRates("input_audio", toUsdPerMtok(pricing.audio)),
    ...toKnownRates("search", toUsdPerThousand(pricing.web_search), { unit: "1k searches" }),
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
    context_window: toTokenLimit(entry.context_length),
    max_output_tokens: toTokenLimit(entry.top_provider?.max_completion_tokens),
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

/** How upstream writes an unknown quantization. */
const UNKNOWN = "unknown";

const Endpoint = z.looseObject({ provider_name: z.string(), quantization: z.string().nullish() });
const Endpoints = z.looseObject({
  data: z.looseObject({ id: z.string(), endpoints: z.array(z.unknown()) }),
});

function readEndpoints(reader: UpstreamReader): ResoldEndpointListing[] {
  const listings: ResoldEndpointListing[] = [];
  const unknownNames = new Set<string>();
  for (const file of [...reader.files.keys()].filter((path) => path.startsWith(ENDPOINTS))) {
    const { id: modelId = "", endpoints = [] } = reader.json(file, Endpoints)?.data ?? {};
    const quantizations = new Map<string, Set<string>>();
    for (const raw of endpoints) {
      const { data, error } = Endpoint.safeParse(raw);
      if (error) {
        reader.reject(file, toExcerpt(raw), error.issues[0]?.message ?? "unknown shape");
        continue;
      }
      const host = reader.hostOf(data.provider_name);
      if (host === undefined) unknownNames.add(data.provider_name);
      else {
        const stated = quantizations.get(host) ?? new Set();
        quantizations.set(host, stated.add(data.quantization || UNKNOWN));
      }
    }
    for (const [host, stated] of quantizations) {
      const [quantization = UNKNOWN] = stated;
      // A host that runs the model in two quantizations has no one quantization for its offer.
      if (stated.size > 1)
        reader.reject(
          file,
          `${host}: ${[...stated].join(", ")}`,
          "one host, several quantizations",
        );
      else if (quantization !== UNKNOWN) listings.push({ source: ID, host, modelId, quantization });
    }
  }
  const reason = "an unknown provider; if it is a host, add it to data/aliases/hosts.csv";
  for (const name of unknownNames) reader.reject("endpoints", name, reason);
  return listings;
}
