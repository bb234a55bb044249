/** Usage outside of usage objects: in spans of OpenTelemetry, observations of Langfuse, and lists of tool calls. */
import type { Cost } from "../cost.ts";
import type { Usage, UsageField } from "../usage.ts";
import {
  findFirstLogField,
  findLogFieldAtPath,
  hasLogField,
  isJsonObject,
  type JsonObject,
  normalizeFieldName,
  readLogFieldAsText,
  toUnpricedMeter,
  type UsageCountReader,
} from "./reading.ts";
import { findUsageFormat, USAGE_FORMATS } from "./shapes.ts";

/** `gen_ai.usage.input_tokens` → `usage_input_tokens`, from an object or OTLP's list of {key, value: {intValue}}. */
function flattenOtelSpanAttributes(span: JsonObject): JsonObject {
  const { attributes } = span;
  const pairs: [unknown, unknown][] = Array.isArray(attributes)
    ? attributes.map((one) => {
        const key = findLogFieldAtPath(one, "key");
        const value = findLogFieldAtPath(one, "value");
        return [key, isJsonObject(value) ? Object.values(value)[0] : value];
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

/** `gen_ai.usage.details.*` repeats counts under the host's own names. */
const USAGE_ATTRIBUTE = /^usage_(?!details_)/;

/**
 * Converts a span to a response whose usage has the format `otelSpan`; undefined if the span has no such usage. The cost
 * attributes are a proposal (https://github.com/open-telemetry/semantic-conventions-genai, changelog.d/443).
 */
export function toResponseOfOtelSpan(span: JsonObject): JsonObject | undefined {
  const attributes = flattenOtelSpanAttributes(span);
  const usage = Object.entries(attributes).filter(([name]) => USAGE_ATTRIBUTE.test(name));
  if (findUsageFormat(Object.fromEntries(usage)) !== USAGE_FORMATS.otelSpan) return undefined;
  const { usage_cost_amount: cost, usage_cost_currency: currency } = attributes;
  return {
    model: attributes.response_model ?? attributes.request_model,
    provider: attributes.provider_name ?? attributes.system,
    service_tier: attributes.openai_response_service_tier,
    timestamp: findFirstLogField(span, ["startTimeUnixNano", "timestamp"]),
    cost: currency === "USD" ? cost : null,
    usage: Object.fromEntries(usage),
  };
}

/** Langfuse's usage types, without a final `_tokens`. Their counts are disjoint, even where OpenAI's are not. */
const LANGFUSE_TYPES: Readonly<Partial<Record<UsageField, readonly string[]>>> = {
  input: ["input", "prompt", "input_text", "input_modality_1"],
  output: [
    ...["output", "completion", "output_text", "output_modality_1", "output_accepted_prediction"],
    "output_rejected_prediction",
  ],
  cache_read: [
    "input_cached",
    "input_cache_read",
    "cache_read_input",
    "cached",
    "input_cached_text",
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
 * Reads Langfuse observations: https://langfuse.com/docs/token-usage, with the types that have prices in
 * https://github.com/langfuse/langfuse/blob/main/worker/src/constants/default-model-prices.json. A type may have any
 * name. An unknown type with a count makes the observation unreadable, and the fault names it.
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

export interface SearchAndToolCallCounts {
  usage: Usage;
  /** Variant of the tool calls. */
  variant: string | null;
  missing: Cost["missing"];
}

/** @param model As the response names it. */
export function countSearchesAndToolCalls(
  response: JsonObject,
  model: string | null,
): SearchAndToolCallCounts {
  const own = readCalls(response.output);
  const grounding = readGrounding(response, model);
  return {
    usage: { ...own.usage, search: (own.usage.search ?? 0) + grounding.search },
    variant: own.variant,
    missing: [...own.missing, ...grounding.missing],
  };
}

/**
 * OpenAI's responses: opening a page or searching in it costs nothing
 * (https://developers.openai.com/api/docs/guides/tools-web-search). The code interpreter is charged by its container,
 * and image generation by the tokens of another model; the response states neither.
 */
function readCalls(output: unknown): SearchAndToolCallCounts {
  const items = Array.isArray(output) ? output.filter(isJsonObject) : [];
  const count = (type: string) => items.filter((item) => item.type === type).length;
  const search = items.filter(
    (item) =>
      item.type === "web_search_call" &&
      ["", "search"].includes(readLogFieldAsText(item, "action.type")),
  ).length;
  const tool_call = count("file_search_call");
  return {
    usage: { search, tool_call },
    variant: tool_call > 0 ? "file_search" : null,
    missing: ["code_interpreter_call", "image_generation_call"]
      .filter((type) => count(type) > 0)
      .map(toUnpricedMeter),
  };
}

/** Grounding in sources other than web pages has its own prices. */
const OTHER_GROUNDING = ["image_search_queries", "retrieval_queries", "retrieval", "google_maps"];

/**
 * Gemini 3 is billed for each distinct query that is not empty; older models are billed once for a prompt with any
 * query (https://ai.google.dev/gemini-api/docs/google-search). The AI SDK and LangChain put the queries elsewhere in
 * the response, and an interaction counts them in its usage.
 */
function readGrounding(response: JsonObject, model: string | null) {
  const candidates = Array.isArray(response.candidates) ? response.candidates : [];
  const grounded = [
    ...candidates.map((candidate) => findLogFieldAtPath(candidate, "grounding_metadata")),
    findLogFieldAtPath(response, "provider_metadata.google.grounding_metadata"),
    findLogFieldAtPath(response, "response_metadata.grounding_metadata"),
  ].filter((one) => one !== undefined);
  const listOf = (name: string) => {
    const items = grounded.flatMap((one) => findLogFieldAtPath(one, name) ?? []);
    return new Set(items.filter((item) => item !== "" && item !== null));
  };
  const countOf = (tool: string): number => {
    const name = `grounding_tool_count.${tool}`;
    return Number(findFirstLogField(response, [`usage.${name}`, name])) || 0;
  };
  const queries = listOf("web_search_queries").size + countOf("google_search");
  const [, version] = /gemini-(\d+)/.exec(model ?? "") ?? [];
  const isKnown = queries < 2 || version !== undefined;
  const isOnMaps = [...listOf("grounding_chunks")].some((chunk) => hasLogField(chunk, "maps"));
  const unknown = [
    ...(isKnown ? [] : ["web_search_queries"]),
    ...OTHER_GROUNDING.filter((name) => listOf(name).size > 0 || countOf(name) > 0),
    ...(isOnMaps ? ["grounding_chunks.maps"] : []),
  ];
  return {
    search: isKnown ? Math.min(queries, Number(version) < 3 ? 1 : queries) : 0,
    missing: unknown.map((name) => toUnpricedMeter(`grounding_metadata.${name}`)),
  };
}
