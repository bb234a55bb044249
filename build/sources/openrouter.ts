/** OpenRouter: this reseller's price of each model, and the quantization at the hosts it resells. */
import { z } from "zod";
import type {
  Collected,
  Collector,
  EndpointListing,
  ModelTraits,
  OfferListing,
} from "./listing.ts";
import type { UpstreamFiles } from "./live.ts";
import { hasImpossibleCache, NO_TRAITS, PLAIN_OFFER, perMtok, toTokens } from "./parse/prices.ts";
import { createRejects, idOf, parseJsonList, parseJsonValue, shown } from "./parse/rows.ts";
import { toCleanText } from "./parse/text.ts";

const ID = "openrouter";
const MODELS = { source: ID, file: "models.json" };
const API = "https://openrouter.ai/api/v1/models";
/** `deepseek/deepseek-r1` → `endpoints/deepseek/deepseek-r1.json`. */
const ENDPOINTS = "endpoints/";

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
  translate,
};

/** Routers, `~…-latest` and free variants lead to models that have endpoints of their own. */
const isOneModel = ({ id }: Entry): boolean => !/^~|^openrouter\/|:free$/.test(id);

const toEndpointsRequest = ({ id }: Entry) => ({
  url: `${API}/${id}/endpoints`,
  path: `${ENDPOINTS}${id}.json`,
  optional: true,
});

type Reject = ReturnType<typeof createRejects>["reject"];

function translate(files: UpstreamFiles): Collected {
  const models = readModels(files);
  const { rejected, reject } = createRejects(ID);
  const offers = models.rows.map((entry) => toOffer(entry, reject));
  const { endpoints, rejected: unusable } = readEndpoints(files);
  return { offers, endpoints, rejected: [...models.rejected, ...rejected, ...unusable] };
}

/** A price of each image, request or search is no price per token, and is left out. */
function toOffer(entry: Entry, reject: Reject): OfferListing {
  const outputs = entry.architecture?.output_modalities ?? [];
  const { pricing } = entry;
  const prices = {
    input: perMtok(pricing.prompt),
    output: perMtok(pricing.completion),
    cacheRead: perMtok(pricing.input_cache_read),
    cacheWrite: perMtok(pricing.input_cache_write),
  };
  const isSwapped = hasImpossibleCache(prices);
  if (isSwapped)
    reject(entry.id, `${prices.cacheRead} > ${prices.input}`, "cache read above input");
  return {
    ...PLAIN_OFFER,
    source: ID,
    host: ID,
    modelId: entry.id,
    traits: toTraits(entry),
    prices: isSwapped ? { ...prices, cacheRead: null, cacheWrite: null } : prices,
    // Upstream writes 0 where reasoning costs what output costs.
    reasoningPrice: perMtok(pricing.internal_reasoning) || null,
    isBeyondChat: outputs.length > 0 && !outputs.includes("text"),
  };
}

/** `created` is the day on which OpenRouter added the model, not its release. */
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
    contextWindow: toTokens(entry.context_length),
    maxOutputTokens: toTokens(entry.top_provider?.max_completion_tokens),
    inputModalities: inputs,
    outputModalities: architecture?.output_modalities ?? [],
    tools: parameters?.includes("tools") ?? null,
    reasoning: parameters?.includes("reasoning") ?? null,
    structuredOutput: parameters?.includes("structured_outputs") ?? null,
    attachments: inputs.length > 0 ? inputs.some((kind) => kind !== "text") : null,
    weightsUrl: weights ? `https://huggingface.co/${weights}` : null,
  };
}

/** How upstream writes an unknown quantization. */
const UNKNOWN = "unknown";

const Endpoint = z.looseObject({ provider_name: z.string(), quantization: z.string().nullish() });
const Endpoints = z.looseObject({
  data: z.looseObject({ id: z.string(), endpoints: z.array(z.unknown()) }),
});

function readEndpoints(files: UpstreamFiles) {
  const endpoints: EndpointListing[] = [];
  const { rejected, reject } = createRejects(ID);
  const unknownNames = new Set<string>();
  for (const file of [...files.keys()].filter((path) => path.startsWith(ENDPOINTS))) {
    const answer = parseJsonValue(files, { source: ID, file }, Endpoints);
    rejected.push(...answer.rejected);
    for (const { data } of answer.rows) {
      const quantizations = new Map<string, Set<string>>();
      for (const raw of data.endpoints) {
        const endpoint = Endpoint.safeParse(raw);
        if (!endpoint.success) {
          reject(file, shown(raw), endpoint.error.issues[0]?.message ?? "unknown shape");
          continue;
        }
        const { provider_name, quantization } = endpoint.data;
        const host = OPENROUTER_HOSTS[provider_name];
        if (host === undefined) unknownNames.add(provider_name);
        else
          quantizations.set(
            host,
            (quantizations.get(host) ?? new Set()).add(quantization || UNKNOWN),
          );
      }
      for (const [host, stated] of quantizations)
        endpoints.push(...toEndpoints(data.id, host, [...stated], file, reject));
    }
  }
  for (const name of unknownNames)
    reject(
      "endpoints",
      name,
      "a provider that is none of our hosts; if it is one, add it to OPENROUTER_HOSTS",
    );
  return { endpoints, rejected };
}

/** A host that runs the model in two quantizations has no one quantization for its offer. */
function toEndpoints(
  modelId: string,
  host: string,
  stated: readonly string[],
  file: string,
  reject: Reject,
): EndpointListing[] {
  const [quantization = UNKNOWN] = stated;
  if (stated.length > 1) {
    reject(file, `${host}: ${stated.join(", ")}`, "one host, several quantizations");
    return [];
  }
  return quantization === UNKNOWN ? [] : [{ source: ID, host, modelId, quantization }];
}

/** OpenRouter's names of providers → our hosts, for those that also sell to others. */
const OPENROUTER_HOSTS: Readonly<Record<string, string>> = {
  Alibaba: "alibaba",
  "Amazon Bedrock": "amazon-bedrock",
  "Amazon Nova": "nova",
  Ambient: "ambient",
  Anthropic: "anthropic",
  Avian: "avian",
  Azure: "azure",
  BaseTen: "baseten",
  Cerebras: "cerebras",
  Chutes: "chutes",
  Clarifai: "clarifai",
  Cloudflare: "cloudflare-workers-ai",
  Cohere: "cohere",
  Crusoe: "crusoe",
  DeepInfra: "deepinfra",
  DeepSeek: "deepseek",
  DigitalOcean: "digitalocean",
  Fireworks: "fireworks-ai",
  Friendli: "friendli",
  GMICloud: "gmicloud",
  Google: "google-vertex",
  "Google AI Studio": "google",
  Groq: "groq",
  Hyperbolic: "hyperbolic",
  Inception: "inception",
  Inceptron: "inceptron",
  InferenceNet: "inference",
  "Io Net": "io-net",
  Minimax: "minimax",
  Mistral: "mistral",
  "Moonshot AI": "moonshotai",
  Morph: "morph",
  Nebius: "nebius",
  Novita: "novita-ai",
  Nvidia: "nvidia",
  OpenAI: "openai",
  Perplexity: "perplexity",
  Poolside: "poolside",
  "Sakana AI": "sakana",
  SambaNova: "sambanova",
  SiliconFlow: "siliconflow",
  StepFun: "stepfun",
  Together: "togetherai",
  Upstage: "upstage",
  Venice: "venice",
  Wafer: "wafer-ai",
  WandB: "wandb",
  Xiaomi: "xiaomi",
  "Z.AI": "zai",
  xAI: "xai",
};
