/** Usages as tracing tools keep them: spans of OpenTelemetry, observations of Langfuse. */
import type { Usage, UsageField } from "../usage.ts";
import {
  NO_USAGE_LOG_METADATA,
  parseLoggedServiceTier,
  parseLogTime,
  toHostOfLoggedProvider,
  type UsageLogMetadata,
} from "./metadata.ts";
import {
  findLogFieldAtPath,
  isJsonObject,
  type JsonObject,
  normalizeFieldName,
  parseUsageLogNumber,
  UsageCountReader,
} from "./reading.ts";
import { readCounts } from "./shapes.ts";

/** `gen_ai.usage.input_tokens` → `usage_input_tokens`, from a table or OTLP's list of {key, value: {intValue}}. */
export function flattenOtelSpanAttributes(span: JsonObject): JsonObject {
  const { attributes } = span;
  const pairs: [unknown, unknown][] = Array.isArray(attributes)
    ? attributes.map((one) => {
        const value = findLogFieldAtPath(one, "value");
        return [
          findLogFieldAtPath(one, "key"),
          isJsonObject(value) ? Object.values(value)[0] : value,
        ];
      })
    : Object.entries(isJsonObject(attributes) ? attributes : span);
  return Object.fromEntries(
    pairs.flatMap(([key, value]) =>
      typeof key === "string" && key.includes(".")
        ? [[key.replace(/^gen_ai\./, "").replaceAll(".", "_"), value]]
        : [],
    ),
  );
}

export const isOtelSpanWithUsage = (attributes: JsonObject): boolean =>
  new UsageCountReader(attributes).has(
    ...["usage_input_tokens", "usage_output_tokens"],
    ...["usage_prompt_tokens", "usage_completion_tokens"],
  );

/**
 * OpenTelemetry:
 * https://github.com/open-telemetry/semantic-conventions-genai/blob/main/docs/registry/attributes/gen-ai.md. The input
 * includes what was read from and written to the cache, the output its reasoning. The cost is a proposal
 * (changelog.d/443 there).
 */
export const toUsageOfOtelSpan = (counts: UsageCountReader): Usage =>
  readCounts(counts, {
    input: ["usage_input_tokens", "usage_prompt_tokens"],
    cache_read: ["usage_cache_read_input_tokens"],
    cache_write: ["usage_cache_creation_input_tokens"],
    input_audio: ["usage_audio_input_tokens"],
    input_image: ["usage_image_input_tokens"],
    input_video: ["usage_video_input_tokens"],
    output: ["usage_output_tokens", "usage_completion_tokens"],
    output_audio: ["usage_audio_output_tokens"],
    output_image: ["usage_image_output_tokens"],
    reasoning: ["usage_reasoning_output_tokens", "usage_reasoning_tokens"],
  });

export function readOtelSpanMetadata(span: JsonObject, attributes: JsonObject): UsageLogMetadata {
  const text = (...names: string[]): string | null => {
    const found = names.map((name) => attributes[name]).find((one) => typeof one === "string");
    return typeof found === "string" ? found : null;
  };
  const cost = parseUsageLogNumber(attributes.usage_cost_amount);
  const isUsd = text("usage_cost_currency") === "USD" && cost >= 0 && Number.isFinite(cost);
  return {
    ...NO_USAGE_LOG_METADATA,
    model: text("response_model", "request_model"),
    host: toHostOfLoggedProvider(text("provider_name", "system")),
    serviceTier: parseLoggedServiceTier(text("openai_response_service_tier")),
    at: parseLogTime(
      findLogFieldAtPath(span, "startTimeUnixNano") ?? findLogFieldAtPath(span, "timestamp"),
    ),
    reportedUsd: isUsd ? cost : null,
  };
}

/** Langfuse's usage types, without `_tokens` at their end; their counts are disjoint, also where OpenAI's are not. */
const LANGFUSE_TYPES: Readonly<Partial<Record<UsageField, readonly string[]>>> = {
  input: ["input", "prompt", "input_text", "input_modality_1"],
  output: [
    ...["output", "completion", "output_text", "output_modality_1"],
    ...["output_accepted_prediction", "output_rejected_prediction"],
  ],
  cache_read: [
    ...["input_cached", "input_cache_read", "cache_read_input", "cached", "input_cached_text"],
  ],
  cache_read_audio: ["input_cached_audio"],
  cache_write: ["input_cache_creation", "cache_creation_input", "input_cache_write", "cache_write"],
  cache_write_5m: ["input_cache_creation_5m"],
  cache_write_1h: ["input_cache_creation_1h"],
  reasoning: ["output_reasoning", "reasoning"],
  input_audio: ["input_audio"],
  output_audio: ["output_audio"],
  input_image: ["input_image"],
  output_image: ["output_image"],
  search: ["web_search_queries", "grounding_queries"],
};

const withoutUnit = (name: string): string => normalizeFieldName(name).replace(/tokens$/, "");

const FIELDS = new Map(
  (Object.keys(LANGFUSE_TYPES) as UsageField[]).flatMap((field) =>
    (LANGFUSE_TYPES[field] ?? []).map((name) => [withoutUnit(name), field]),
  ),
);

/**
 * Langfuse observations: https://langfuse.com/docs/token-usage, with the types that have prices in
 * https://github.com/langfuse/langfuse/blob/main/worker/src/constants/default-model-prices.json. A type may have any name:
 * one that is not known here makes the observation unreadable, and is named.
 */
export function readLangfuseUsage(details: JsonObject, counts: UsageCountReader): Usage {
  const usage: Usage = {};
  for (const name of Object.keys(details)) {
    const type = withoutUnit(name);
    const count = type === "total" ? 0 : counts.of(name);
    const field = FIELDS.get(type);
    if (field) usage[field] = (usage[field] ?? 0) + count;
    else if (count > 0) counts.faults.push(`has the unknown usage type "${name}"`);
  }
  return usage;
}
