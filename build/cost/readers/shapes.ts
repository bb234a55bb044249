/** How each API counts what a request used: one table for each shape of a usage object. */
import type { Usage } from "../usage.ts";
import { isJsonObject, readLogFieldAsText, UsageCountReader, type UsageShape } from "./reading.ts";
import {
  CCUSAGE_REPORT_SHAPE,
  OPENAI_USAGE_BUCKET_SHAPE,
  OPENROUTER_GENERATION_SHAPE,
} from "./report-shapes.ts";

/**
 * Gemini: https://github.com/googleapis/js-genai/blob/main/src/types.ts (`UsageMetadata`). The prompt includes what was
 * cached; thoughts and the results of tools are counted beside the rest.
 */
const GEMINI: UsageShape = {
  is: (counts) =>
    counts.has("prompt_token_count", "candidates_token_count", "response_token_count"),
  read(counts) {
    const cachedSound = counts.of("cache_tokens_details.AUDIO");
    const kind = (name: string) =>
      counts.of(`prompt_tokens_details.${name}`) - counts.of(`cache_tokens_details.${name}`);
    const cached = counts.of("cached_content_token_count");
    const prompt = counts.split(
      "input",
      counts.of("prompt_token_count"),
      { ...counts.split("cache_read", cached, { cache_read_audio: cachedSound }) },
      { input_audio: kind("AUDIO"), input_image: kind("IMAGE"), input_video: kind("VIDEO") },
    );
    const answer = counts.of("candidates_token_count", "response_token_count");
    const made = (name: string) =>
      counts.of(`candidates_tokens_details.${name}`, `response_tokens_details.${name}`);
    return {
      ...prompt,
      input: (prompt.input ?? 0) + counts.of("tool_use_prompt_token_count"),
      ...counts.split(
        "output",
        answer,
        {},
        { output_audio: made("AUDIO"), output_image: made("IMAGE") },
      ),
      reasoning: counts.of("thoughts_token_count"),
    };
  },
};

/**
 * Transcription billed by time: https://github.com/openai/openai-node/blob/master/src/resources/audio/transcriptions.ts
 */
const DURATION: UsageShape = {
  is: (counts) => counts.has("seconds") && !counts.has("input_tokens", "prompt_tokens"),
  read: (counts) => ({ second: counts.amount("seconds") }),
};

/** OpenAI's two APIs name their tables differently, and what copies one may use the names of the other. */
const TABLES = {
  input: ["prompt_tokens_details", "input_tokens_details", "input_token_details"],
  output: ["completion_tokens_details", "output_tokens_details", "output_token_details"],
};
const inTables = (side: keyof typeof TABLES, ...names: string[]): string[] =>
  names.flatMap((name) => TABLES[side].map((table) => `${table}.${name}`));

/**
 * Some count reasoning beside the answer, which shows in the sum of all, or because it does not fit: xAI, and Gemini
 * where others pass it on.
 */
function splitAnswer(
  counts: UsageCountReader,
  prompt: number,
  answer: number,
  reasoning: number,
  kinds: Usage,
) {
  const isSum = counts.of("total_tokens") === prompt + answer + reasoning;
  const isBeside = reasoning > answer || (reasoning > 0 && isSum);
  return isBeside
    ? { ...counts.split("output", answer, {}, kinds), reasoning }
    : counts.split("output", answer, { reasoning }, kinds);
}

/** https://docs.x.ai/developers/pricing */
const WEB_SEARCHES_OF_XAI = "server_side_tool_usage_details.web_search_calls";

/**
 * OpenAI chat completions: https://github.com/openai/openai-node/blob/master/src/resources/completions.ts, and all that
 * copy it: OpenRouter (https://openrouter.ai/docs/prompt-caching), LiteLLM
 * (https://docs.litellm.ai/docs/completion/prompt_caching), xAI
 * (https://docs.x.ai/developers/advanced-api-usage/prompt-caching/usage-and-pricing), Perplexity
 * (https://docs.perplexity.ai/getting-started/pricing). The prompt includes what was read from and written to the cache,
 * the completion its reasoning.
 */
const OPENAI_CHAT: UsageShape = {
  is: (counts) => counts.has("prompt_tokens", "completion_tokens"),
  read(counts) {
    const inside = (side: keyof typeof TABLES, ...names: string[]) =>
      counts.of(...inTables(side, ...names));
    const prompt = counts.of("prompt_tokens", "input_tokens");
    const cache_read = counts.of(
      ...inTables("input", "cached_tokens"),
      ...["cache_read_input_tokens", "prompt_cache_hit_tokens", "cached_tokens"],
      ...["num_cached_tokens", "prompt_token_details.cached_tokens"],
    );
    const cache_write = counts.of(
      ...["prompt_tokens_details.cache_write_tokens", "cache_creation_input_tokens"],
      "prompt_tokens_details.cache_creation_tokens",
      "prompt_tokens_details.cache_creation_input_tokens",
    );
    const written = (ttl: string) =>
      counts.of(
        `prompt_tokens_details.cache_creation_token_details.ephemeral_${ttl}_input_tokens`,
        `prompt_tokens_details.cache_creation.ephemeral_${ttl}_input_tokens`,
      );
    const writes = { cache_write_5m: written("5m"), cache_write_1h: written("1h") };
    return {
      ...counts.split(
        "input",
        prompt,
        { cache_read, ...counts.split("cache_write", cache_write, writes) },
        {
          input_audio: inside("input", "audio_tokens"),
          input_image: inside("input", "image_tokens"),
          input_video: inside("input", "video_tokens"),
        },
      ),
      ...splitAnswer(
        counts,
        prompt,
        counts.of("completion_tokens", "output_tokens"),
        counts.of(...inTables("output", "reasoning_tokens"), "reasoning_tokens"),
        {
          output_audio: inside("output", "audio_tokens"),
          output_image: inside("output", "image_tokens"),
        },
      ),
      search: counts.of(
        ...["server_tool_use.web_search_requests", "server_tool_use_details.web_search_requests"],
        ...["num_search_queries", WEB_SEARCHES_OF_XAI],
      ),
    };
  },
};

/**
 * AI SDK 6 and later: https://github.com/vercel/ai/blob/main/packages/ai/src/types/usage.ts, and the form in which its
 * providers return it, with objects in `inputTokens` and `outputTokens`. The totals include all.
 */
const AI_SDK: UsageShape = {
  // OpenAI's realtime API has `input_token_details`.
  is: (_, usage) =>
    isJsonObject(usage.inputTokens) ||
    ["inputTokenDetails", "outputTokenDetails"].some((name) => Object.hasOwn(usage, name)),
  read: (counts) => ({
    ...counts.split("input", counts.of("inputTokens.total", "inputTokens"), {
      cache_read: counts.of(
        ...["inputTokens.cacheRead", "inputTokenDetails.cacheReadTokens", "cachedInputTokens"],
      ),
      cache_write: counts.of("inputTokens.cacheWrite", "inputTokenDetails.cacheWriteTokens"),
    }),
    ...counts.split("output", counts.of("outputTokens.total", "outputTokens"), {
      reasoning: counts.of(
        ...["outputTokens.reasoning", "outputTokenDetails.reasoningTokens", "reasoningTokens"],
      ),
    }),
  }),
};

/**
 * AI SDK 5
 * (https://github.com/vercel/ai/blob/release-v5.0/packages/provider/src/language-model/v2/language-model-v2-usage.ts)
 * and Codex (https://github.com/openai/codex/blob/main/codex-rs/protocol/src/protocol.rs, `TokenUsage`). The input
 * includes what was cached, but version 5 passes on Anthropic's and Bedrock's, which does not: so it is where the
 * cached do not fit.
 */
export const CACHED_INPUT_USAGE_SHAPE: UsageShape = {
  is: (counts) => counts.has("cached_input_tokens", "reasoning_tokens", "reasoning_output_tokens"),
  read(counts) {
    const input = counts.of("input_tokens");
    const cache_read = counts.of("cached_input_tokens");
    const reasoning = counts.of("reasoning_tokens", "reasoning_output_tokens");
    return {
      ...(cache_read > input
        ? { input, cache_read }
        : counts.split("input", input, { cache_read })),
      ...splitAnswer(counts, input, counts.of("output_tokens"), reasoning, {}),
    };
  },
};

/**
 * Bedrock Converse: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_TokenUsage.html. What was
 * cached is beside the input
 * (https://github.com/vercel/ai/blob/main/packages/amazon-bedrock/src/convert-amazon-bedrock-usage.ts).
 */
const BEDROCK: UsageShape = {
  host: "amazon-bedrock",
  is: (_, usage) =>
    Object.hasOwn(usage, "inputTokens") &&
    Object.keys(usage).some((name) => /^cache(Read|Write)InputToken(s|Count)$/.test(name)),
  read: (counts) => ({
    input: counts.of("inputTokens"),
    output: counts.of("outputTokens"),
    cache_read: counts.of("cacheReadInputTokens", "cacheReadInputTokenCount"),
    ...counts.split(
      "cache_write",
      counts.of("cacheWriteInputTokens", "cacheWriteInputTokenCount"),
      {
        cache_write_5m: counts.of("cacheDetails.5m"),
        cache_write_1h: counts.of("cacheDetails.1h"),
      },
    ),
  }),
};

/**
 * Anthropic messages:
 * https://github.com/anthropics/anthropic-sdk-typescript/blob/main/src/resources/messages/messages.ts. What was cached
 * is beside the input. The totals are without compactions and advisors
 * (https://github.com/vercel/ai/blob/main/packages/anthropic/src/convert-anthropic-usage.ts).
 */
const ANTHROPIC: UsageShape = {
  is: (counts) =>
    counts.has("cache_creation_input_tokens", "cache_read_input_tokens", "server_tool_use") ||
    counts.has("cache_creation", "output_tokens_details.thinking_tokens"),
  read(counts) {
    const writes = {
      cache_write_5m: counts.of("cache_creation.ephemeral_5m_input_tokens"),
      cache_write_1h: counts.of("cache_creation.ephemeral_1h_input_tokens"),
    };
    const written = counts.has("cache_creation_input_tokens")
      ? counts.of("cache_creation_input_tokens")
      : writes.cache_write_5m + writes.cache_write_1h;
    return {
      input: counts.of("input_tokens"),
      ...counts.split("output", counts.of("output_tokens"), {
        reasoning: counts.of("output_tokens_details.thinking_tokens"),
      }),
      cache_read: counts.of("cache_read_input_tokens"),
      ...counts.split("cache_write", written, writes),
      search: counts.of("server_tool_use.web_search_requests"),
    };
  },
  besides(usage) {
    const { iterations } = usage;
    const isBeside = (part: unknown) =>
      ["compaction", "advisor_message"].includes(readLogFieldAsText(part, "type"));
    return Array.isArray(iterations) ? iterations.filter(isBeside) : [];
  },
};

/**
 * OpenAI responses (https://github.com/openai/openai-node/blob/master/src/resources/responses/responses.ts), the
 * realtime API (`realtime/realtime.ts` there), transcriptions and pictures (`images.ts`), and LangChain
 * (https://reference.langchain.com/python/langchain-core/messages/ai/InputTokenDetails; the lifetimes of the cache:
 * https://github.com/langchain-ai/langchain/blob/master/libs/partners/anthropic/langchain_anthropic/chat_models.py). The
 * input includes what was cached.
 */
const OPENAI_RESPONSES: UsageShape = {
  is: (counts) => counts.has("input_tokens", "output_tokens"),
  read(counts) {
    const inside = (side: keyof typeof TABLES, ...names: string[]) =>
      counts.of(...inTables(side, ...names));
    const output = counts.of("output_tokens");
    // Where pictures are made, the output is pictures unless it is said to be more.
    const isPicture =
      counts.has("input_tokens_details.image_tokens") && !counts.has("output_tokens_details");
    const cached = counts.of(
      ...inTables("input", "cached_tokens", "cache_read", "cache_read_input_tokens"),
      "cached_tokens",
    );
    const cachedSound = inside("input", "cached_tokens_details.audio_tokens");
    // LangChain's total is 0 where it has the lifetimes, and its JavaScript writes "1hr".
    const written = inside(
      ...([
        "input",
        "cache_write_tokens",
        "cache_creation",
        "cache_creation_input_tokens",
      ] as const),
    );
    const written5m = inside("input", "ephemeral_5m_input_tokens");
    const written1h = inside("input", "ephemeral_1h_input_tokens", "ephemeral_1hr_input_tokens");
    const cachedPictures = inside("input", "cached_tokens_details.image_tokens");
    return {
      ...counts.split(
        "input",
        counts.of("input_tokens"),
        {
          ...counts.split("cache_read", cached, { cache_read_audio: cachedSound }),
          ...counts.split("cache_write", written || written5m + written1h, {
            cache_write_5m: written5m,
            cache_write_1h: written1h,
          }),
        },
        {
          input_audio: inside("input", "audio_tokens", "audio") - cachedSound,
          input_image: inside("input", "image_tokens") - cachedPictures,
        },
      ),
      ...counts.split(
        "output",
        output,
        { reasoning: inside("output", "reasoning_tokens", "reasoning") },
        {
          output_audio: inside("output", "audio_tokens", "audio"),
          output_image: isPicture ? output : inside("output", "image_tokens"),
        },
      ),
      ...(counts.has(WEB_SEARCHES_OF_XAI) && { search: counts.of(WEB_SEARCHES_OF_XAI) }),
    };
  },
};

const SHAPES: readonly UsageShape[] = [
  ...[
    GEMINI,
    DURATION,
    OPENAI_CHAT,
    OPENROUTER_GENERATION_SHAPE,
    OPENAI_USAGE_BUCKET_SHAPE,
    AI_SDK,
    CACHED_INPUT_USAGE_SHAPE,
  ],
  ...[BEDROCK, ANTHROPIC, CCUSAGE_REPORT_SHAPE, OPENAI_RESPONSES],
];

export const findUsageShape = (usage: unknown): UsageShape | undefined =>
  isJsonObject(usage)
    ? SHAPES.find((shape) => shape.is(new UsageCountReader(usage), usage))
    : undefined;
