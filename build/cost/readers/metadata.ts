/** The fields of a log entry besides its usage: model, host, service tier, time and cost. */
import { LITELLM_PROVIDERS } from "../price-fields.ts";
import { SERVICE_TIERS, type ServiceTier, toSlug } from "../rates.ts";
import {
  findFirstLogField,
  findLogFieldAtPath,
  hasLogField,
  isJsonObject,
  normalizeFieldName,
  parseUsageLogNumber,
  readLogFieldAsText,
  type UsageReading,
} from "./reading.ts";

export type UsageEntryMetadata = Omit<UsageReading, "usage" | "missing">;

export const NO_USAGE_ENTRY_METADATA: UsageEntryMetadata = {
  model: null,
  host: null,
  serviceTier: null,
  region: null,
  variant: null,
  at: null,
  reportedUsd: null,
  requests: null,
};

const NAMES = {
  model: [
    ...["model", "model_version", "model_name", "model_id", "provided_model_name"],
    ...["model_permaslug", "response.model_id"],
    // LangChain: https://docs.langchain.com/oss/python/langchain/messages
    ...["response_metadata.model_name", "response_metadata.model"],
    // Helicone: https://github.com/Helicone/helicone (`HeliconeRequest`)
    ...["response_model", "request_model"],
  ],
  host: [
    ...["custom_llm_provider", "provider_name", "provider", "provider_id", "model_provider"],
    "response_metadata.model_provider",
  ],
  serviceTier: [
    ...["service_tier.type", "service_tier", "traffic_type"],
    ...["response_metadata.service_tier", "usage_type"],
  ],
  // Anthropic: https://platform.claude.com/docs/en/manage-claude/data-residency
  region: ["inference_geo"],
  at: [
    ...["timestamp", "created_at", "created", "create_time", "start_time", "starting_at", "date"],
    ...["usage_date_utc", "response.timestamp", "time.created", "request_created_at"],
  ],
  reportedUsd: [
    ...["cost_details.total", "total_cost", "cost_total", "cost_usd", "cost", "spend"],
    // Perplexity: https://docs.perplexity.ai/docs/resources/changelog
    ...["response_cost", "calculated_total_cost", "cost.total_cost"],
  ],
  requests: ["api_requests", "num_model_requests", "requests", "request_counts.completed"],
};

/** The fields that an object states itself; null for the others. */
export function readUsageEntryMetadata(value: unknown): UsageEntryMetadata {
  const first = (names: readonly string[]) => findFirstLogField(value, names);
  const isFast = findLogFieldAtPath(value, "speed") === "fast";
  return {
    model:
      textOf(first(NAMES.model)) ?? onlyOf(findFirstLogField(value, ["models_used", "models"])),
    host: ownHost(value) ?? toHostOfLoggedProvider(textOf(first(NAMES.host))),
    serviceTier: isBatch(value)
      ? "batch"
      : isFast
        ? "fast"
        : parseLoggedServiceTier(first(NAMES.serviceTier)),
    region: parseRegion(first(NAMES.region)),
    variant: null,
    at: parseLogTime(first(NAMES.at)),
    reportedUsd: readReportedUsd(value),
    requests: amountOf(first(NAMES.requests)) || null,
    ...readPromptRange(value),
  };
}

/** As Anthropic's usage report (`0-200k`) and the export of its console (`≤ 200k`) state it. */
function readPromptRange(value: unknown): Pick<UsageReading, "promptRange"> {
  const text = readLogFieldAsText(value, "context_window");
  if (/^(0 ?-|≤|<=) ?200k$/i.test(text)) return { promptRange: [0, 200_000] };
  if (/^(200k ?- ?1M|> ?200k)$/i.test(text)) return { promptRange: [200_000, 1_000_000] };
  return {};
}

function readReportedUsd(value: unknown): number | null {
  // OpenRouter's activity export uses `usage` as the name of a row's cost.
  for (const name of NAMES.reportedUsd.concat(isOpenRouter(value) ? "usage" : [])) {
    const usd = amountOf(findLogFieldAtPath(value, name));
    if (usd !== null) return usd + readCostOfOwnKey(value);
  }
  // xAI: https://docs.x.ai/developers/cost-tracking
  const ticks = amountOf(findLogFieldAtPath(value, "cost_in_usd_ticks"));
  return ticks && ticks / 1e10;
}

/** With a customer's own key, OpenRouter states its fee, and besides what the provider charges. */
function readCostOfOwnKey(value: unknown): number {
  const names = ["cost_details.upstream_inference_cost", "upstream_inference_cost"];
  const isOwn = findLogFieldAtPath(value, "is_byok") === true;
  return amountOf(findFirstLogField(value, ["byok_usage_inference", ...(isOwn ? names : [])])) ?? 0;
}

/** @param inner Overrides `outer`, except that everything in a batch is charged as a batch. */
export function mergeUsageEntryMetadata(
  outer: UsageEntryMetadata,
  inner: UsageEntryMetadata,
): UsageEntryMetadata {
  const stated = Object.entries(inner).filter(([, value]) => value !== null);
  const merged = { ...outer, ...Object.fromEntries(stated) };
  return outer.serviceTier === "batch" ? { ...merged, serviceTier: "batch" } : merged;
}

const textOf = (value: unknown): string | null =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : null;

const parseRegion = (value: unknown): string | null =>
  ["global", "not_available"].includes(String(value)) ? null : textOf(value);

const onlyOf = (value: unknown): string | null =>
  Array.isArray(value) && value.length === 1 ? textOf(value[0]) : null;

function amountOf(value: unknown): number | null {
  const amount = parseUsageLogNumber(value);
  return Number.isFinite(amount) && amount >= 0 ? amount : null;
}

/**
 * A batch of OpenAI, a line of the batch output of OpenAI (https://github.com/openai/openai-openapi, `Batch` and
 * `BatchRequestOutput`), the Gemini API (https://ai.google.dev/gemini-api/docs/batch-api), Vertex AI
 * (https://cloud.google.com/vertex-ai/generative-ai/docs/multimodal/batch-prediction-gemini), Anthropic or Bedrock, or a
 * row of OpenAI's usage page.
 */
const isBatch = (value: unknown): boolean =>
  isBedrockBatch(value) ||
  findLogFieldAtPath(value, "object") === "batch" ||
  (hasLogField(value, "custom_id") && hasLogField(value, "response.body", "result.message")) ||
  (["key", "processed_time"].some((name) => readLogFieldAsText(value, name) !== "") &&
    hasLogField(value, "response.usage_metadata")) ||
  hasLogField(value, "inlined_responses") ||
  (findLogFieldAtPath(value, "batch") === true && hasLogField(value, "num_model_requests"));

/** https://docs.aws.amazon.com/bedrock/latest/userguide/batch-inference-results.html */
const isBedrockBatch = (value: unknown): boolean =>
  readLogFieldAsText(value, "record_id") !== "" && hasLogField(value, "model_output");

/** OpenRouter's ids begin with `gen-`, and its usage says who paid (`is_byok`). */
const isOpenRouter = (value: unknown): boolean =>
  readLogFieldAsText(value, "id").startsWith("gen-") ||
  hasLogField(value, "usage.is_byok", "model_permaslug");

/** The host that the form of a response reveals: only Vertex AI has a traffic type, and only Gemini API a tier. */
function ownHost(value: unknown): string | null {
  if (isOpenRouter(value)) return "openrouter";
  if (hasLogField(value, "x_groq")) return "groq";
  const isConverse = hasLogField(value, "metrics.latency_ms");
  if (isBedrockBatch(value) || (isConverse && isJsonObject(findLogFieldAtPath(value, "output"))))
    return "amazon-bedrock";
  if (!hasLogField(value, "prompt_token_count")) return null;
  if (hasLogField(value, "traffic_type")) return "google-vertex";
  return hasLogField(value, "service_tier") ? "google" : null;
}

/** Our slug → further names of the host in OpenTelemetry, LiteLLM and the AI SDK. */
const HOST_NAMES = {
  "amazon-bedrock": ["awsbedrock", "bedrock", "bedrockconverse"],
  azure: ["azureaiopenai", "azureaiinference", "azureai", "azureopenai"],
  google: ["gcpgemini", "gcpgenai", "googlegenai"],
  "google-vertex": ["gcpvertexai", "vertexai", "googlevertex"],
  ibm: ["ibmwatsonxai"],
  mistral: ["mistralai"],
  cohere: ["coherechat"],
  openai: ["textcompletionopenai"],
};
/** `x_ai` and `togetherAI` are our slugs in another spelling. */
const HOSTS: ReadonlyMap<string, string> = new Map([
  ...LITELLM_PROVIDERS.flatMap(([host, name]) =>
    [host, name].map((one) => [normalizeFieldName(one), host] as const),
  ),
  ...Object.entries(HOST_NAMES).flatMap(([host, names]) =>
    names.map((name) => [name, host] as const),
  ),
]);

/** The AI SDK appends the name of the API to the host: `openai.responses`. */
const API_NAME = /\.(chat|responses|messages|completion|embedding|image|generative-ai)$/;

function toHostOfLoggedProvider(name: string | null): string | null {
  if (name === null) return null;
  const host = name.replace(API_NAME, "");
  return HOSTS.get(normalizeFieldName(host)) ?? (toSlug(host) || null);
}

/** Vendors' names for service tiers. `auto`, `scale` and provisioned throughput have no price per token. */
const TIERS: ReadonlyMap<string, ServiceTier> = new Map([
  ...SERVICE_TIERS.map((tier) => [tier, tier] as const),
  ["default", "standard"],
  ["ondemand", "standard"],
  ["ondemandpriority", "priority"],
  ["ondemandflex", "flex"],
]);

const parseLoggedServiceTier = (value: unknown): ServiceTier | null =>
  (typeof value === "string" && TIERS.get(normalizeFieldName(value))) || null;

const ISO =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)\d* ?(?:Z|UTC|([+-]\d\d):?(\d\d))?)?$/;

/** Unix times in seconds, milliseconds, micro- and nanoseconds differ in size. A time without a zone is in UTC. */
function parseLogTime(value: unknown): string | null {
  const parts = (typeof value === "string" && ISO.exec(value.trim())) || [];
  const [, day, time, hours, minutes] = parts;
  const number = parseUsageLogNumber(value);
  const size = [1e11, 1e14, 1e17].findIndex((limit) => number < limit);
  const zone = hours === undefined ? "Z" : `${hours}:${minutes}`;
  const milliseconds = day
    ? Date.parse(`${day}T${time ?? "00:00"}${zone}`)
    : number * ([1e3, 1, 1e-3][size] ?? 1e-6);
  const isTime = milliseconds > 0 && milliseconds <= 8.64e15;
  if (!isTime) return null;
  return day && !time ? day : new Date(Math.round(milliseconds)).toISOString();
}
