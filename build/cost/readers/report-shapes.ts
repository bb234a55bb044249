/** How reports and exports count, of one request or of many. */
import { findFirstLogField, parseLogNumberOrNaN, type UsageShape } from "./reading.ts";

/**
 * A generation at OpenRouter, by its own endpoint or as a row of the exported activity:
 * https://github.com/OpenRouterTeam/typescript-sdk/blob/main/docs/models/generationresponsedata.mdx. Billed are the
 * native tokens.
 */
export const OPENROUTER_GENERATION_SHAPE: UsageShape = {
  host: "openrouter",
  is: (counts) => counts.has("native_tokens_prompt", "tokens_prompt"),
  read: (counts) => ({
    ...counts.split("input", counts.of("native_tokens_prompt", "tokens_prompt"), {
      cache_read: counts.of("native_tokens_cached", "tokens_cached"),
    }),
    ...counts.split("output", counts.of("native_tokens_completion", "tokens_completion"), {
      reasoning: counts.of("native_tokens_reasoning", "tokens_reasoning"),
    }),
  }),
};

/**
 * OpenAI's usage page by bucket:
 * https://github.com/openai/openai-node/blob/master/src/resources/admin/organization/usage.ts
 */
export const OPENAI_USAGE_BUCKET_SHAPE: UsageShape = {
  host: "openai",
  is: (counts) => counts.has("input_tokens") && counts.has("num_model_requests"),
  read(counts) {
    const cachedSound = counts.of("input_cached_audio_tokens");
    const cached = counts.of("input_cached_tokens");
    return {
      ...counts.split(
        "input",
        counts.of("input_tokens"),
        {
          ...counts.split("cache_read", cached, { cache_read_audio: cachedSound }),
          cache_write: counts.of("input_cache_write_tokens"),
        },
        {
          input_audio: counts.of("input_audio_tokens"),
          input_image: counts.of("input_image_tokens") - counts.of("input_cached_image_tokens"),
        },
      ),
      ...counts.split(
        "output",
        counts.of("output_tokens"),
        {},
        {
          output_audio: counts.of("output_audio_tokens"),
          output_image: counts.of("output_image_tokens"),
        },
      ),
    };
  },
};

/**
 * ccusage, by day, session or model: https://github.com/ryoppippi/ccusage/blob/main/docs/guide/json-output.md. What was
 * cached is beside the input.
 */
export const CCUSAGE_REPORT_SHAPE: UsageShape = {
  isSum: true,
  is: (counts, usage) =>
    (counts.has("input_tokens") && counts.has("cache_creation_tokens", "cache_read_tokens")) ||
    ["input", "output"].every((name) =>
      Number.isFinite(parseLogNumberOrNaN(findFirstLogField(usage, [name]))),
    ),
  read: (counts) => ({
    input: counts.of("input_tokens", "input"),
    output: counts.of("output_tokens", "output"),
    cache_read: counts.of("cache_read_tokens", "cache_read", "cache.read"),
    cache_write: counts.of("cache_creation_tokens", "cache_create", "cache_write", "cache.write"),
  }),
};
