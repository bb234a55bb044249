/** Maps price fields and hosts of other tables to ours, for the collectors and logs that are read and the formats. */
import type { Meter, PriceUnit, RateConditions, ServiceTier } from "./rates.ts";

/** A field of LiteLLM's map; its prices are in USD for one token, image, second, … */
export interface LitellmPriceField {
  name: string;
  meter: Meter;
  unit?: PriceUnit;
  variant?: string;
  /** If set, the field has this meaning only for models with one of these modes. */
  modes?: readonly string[];
}

/** How many of LiteLLM's units make one unit here; 1 for units that are not listed. */
export const LITELLM_UNITS_PER_PRICE_UNIT: Partial<Record<PriceUnit, number>> = {
  "1M tokens": 1e6,
  megapixel: 1e6,
  "1M characters": 1e6,
  "1k requests": 1000,
  "1k searches": 1000,
  // Hosts sell audio by the minute; LiteLLM counts its seconds.
  minute: 60,
};

const IMAGES = ["image_generation", "image_edit"];
const field = (
  name: string,
  meter: Meter,
  conditions: Omit<LitellmPriceField, "name" | "meter"> = {},
): LitellmPriceField => ({ name, meter, ...conditions });
const HEARD = ["audio_transcription"];
/** If two fields have the same meaning, the later one takes precedence. */
export const LITELLM_PRICE_FIELDS: readonly LitellmPriceField[] = [
  field("input_cost_per_token", "input"),
  field("output_cost_per_token", "output"),
  field("cache_read_input_token_cost", "cache_read"),
  field("cache_creation_input_token_cost", "cache_write"),
  field("output_cost_per_reasoning_token", "reasoning"),
  field("input_cost_per_audio_token", "input_audio"),
  field("output_cost_per_audio_token", "output_audio"),
  field("cache_read_input_audio_token_cost", "cache_read", { variant: "audio" }),
  field("cache_creation_input_audio_token_cost", "cache_write", { variant: "audio" }),
  field("input_cost_per_image_token", "input_image"),
  field("output_cost_per_image_token", "output_image"),
  field("output_cost_per_video_token", "output_video"),
  field("citation_cost_per_token", "output", { variant: "citation" }),
  field("input_cost_per_character", "input", { unit: "1M characters" }),
  field("output_cost_per_character", "output", { unit: "1M characters" }),
  field("input_cost_per_pixel", "output_image", { unit: "megapixel", modes: IMAGES }),
  field("output_cost_per_pixel", "output_image", { unit: "megapixel", modes: IMAGES }),
  field("output_cost_per_image", "output_image", { unit: "image" }),
  // Transcription is charged by the second of audio input; LiteLLM uses either field for it.
  field("output_cost_per_second", "input_audio", { unit: "minute", modes: HEARD }),
  field("input_cost_per_second", "input_audio", { unit: "minute", modes: [...HEARD, "realtime"] }),
  field("output_cost_per_second", "output_audio", { unit: "minute", modes: ["audio_speech"] }),
  field("output_cost_per_second", "output_video", { unit: "second", modes: ["video_generation"] }),
  field("output_cost_per_second_1080p", "output_video", { unit: "second", variant: "1080p" }),
  field("input_cost_per_audio_per_second", "input_audio", { unit: "minute" }),
  field("input_cost_per_video_per_second", "input_video", { unit: "second" }),
  field("output_cost_per_video_per_second", "output_video", { unit: "second" }),
  field("input_cost_per_query", "search", { unit: "1k searches" }),
  field("input_cost_per_request", "request", { unit: "1k requests" }),
  field("ocr_cost_per_page", "input", { unit: "page" }),
  field("annotation_cost_per_page", "input", { unit: "page", variant: "annotation" }),
];

/** Suffixes of LiteLLM's fields for service tiers: `input_cost_per_token_batches`. */
export const LITELLM_SERVICE_TIER_SUFFIXES: Partial<Record<string, ServiceTier>> = {
  batches: "batch",
  flex: "flex",
  priority: "priority",
};

/** Request parameter → the flag of a LiteLLM entry that says it is accepted. */
export const LITELLM_PARAMETER_FLAGS = {
  parallel_tool_calls: "supports_parallel_function_calling",
  reasoning: "supports_reasoning",
  response_format: "supports_response_schema",
  tool_choice: "supports_tool_choice",
  tools: "supports_function_calling",
} as const;

/** The four fields of genai-prices that have a price column here. */
export const GENAI_PRICES_PLAIN_FIELDS = [
  ["input_mtok", "input"],
  ["output_mtok", "output"],
  ["cache_read_mtok", "cache_read"],
  ["cache_write_mtok", "cache_write"],
] as const;

/** The other fields of genai-prices: meter, conditions, and the factor from its unit to ours. */
export const GENAI_PRICES_OTHER_FIELDS: Readonly<
  Record<string, [Meter, RateConditions?, number?]>
> = {
  cache_write_1h_mtok: ["cache_write", { cache_ttl: "1h" }],
  output_reasoning_mtok: ["reasoning"],
  input_audio_mtok: ["input_audio"],
  output_audio_mtok: ["output_audio"],
  cache_audio_read_mtok: ["cache_read", { variant: "audio" }],
  input_image_mtok: ["input_image"],
  output_image_mtok: ["output_image"],
  cache_image_read_mtok: ["cache_read", { variant: "image" }],
  input_video_mtok: ["input_video"],
  output_video_mtok: ["output_video"],
  output_citation_mtok: ["output", { variant: "citation" }],
  audio_hours: ["input_audio", { unit: "minute" }, 1 / 60],
  input_audio_hours: ["input_audio", { unit: "minute" }, 1 / 60],
  input_document_kpages: ["input", { unit: "page" }, 1 / 1000],
  input_annotated_document_kpages: ["input", { unit: "page", variant: "annotation" }, 1 / 1000],
  requests_kcount: ["request", { unit: "1k requests" }],
  input_text_messages_kcount: ["request", { unit: "1k requests", variant: "message" }],
  web_searches_kcount: ["search", { unit: "1k searches" }],
  storage_searches_kcount: ["tool_call", { unit: "1k requests", variant: "file_search" }],
};

/** Our host=LiteLLM's name for it, if that differs; the name is also the prefix of its ids. */
const HOSTS = [
  ..."alibaba=dashscope azure azure-cognitive-services=azure_ai baseten cerebras".split(" "),
  ..."cloudflare-workers-ai=cloudflare crusoe databricks deepinfra deepseek".split(" "),
  ..."digitalocean=gradient_ai fireworks-ai=fireworks_ai friendli=friendliai".split(" "),
  ..."github-copilot=github_copilot gmicloud=gmi google=gemini google-vertex=vertex_ai".split(" "),
  ..."google-vertex-anthropic=vertex_ai groq hyperbolic inception libertai".split(" "),
  ..."llama=meta_llama meta minimax mistral moonshotai=moonshot morph nebius".split(" "),
  ..."novita-ai=novita nscale nvidia=nvidia_nim oci openrouter ovhcloud perplexity".split(" "),
  ..."replicate sambanova sarvam scaleway snowflake-cortex=snowflake tensormesh".split(" "),
  ..."togetherai=together_ai v0 vercel=vercel_ai_gateway volcengine voyageai=voyage".split(" "),
  ..."wandb watsonx xai zai".split(" "),
];

export const LITELLM_PROVIDERS: readonly (readonly [host: string, name: string])[] = HOSTS.map(
  (text) => {
    const [host = "", name = host] = text.split("=");
    return [host, name];
  },
);
