/** The usage formats of APIs, reports and exports: one table of paths per format. */
import type { Usage, UsageField } from "../usage.ts";
import {
  findFirstLogField,
  isJsonObject,
  type JsonObject,
  parseUsageLogNumber,
  readLogFieldAsText,
  UsageCountReader,
} from "./reading.ts";

/**
 * Paths of each count; the first one that is stated is used. `input` and `output` are totals that include their parts.
 */
interface CountPaths extends Partial<Record<UsageField, readonly string[]>> {
  /** Cached video tokens, if the video tokens of the prompt include them. */
  cached_video?: readonly string[];
  /** Tool results, which are counted separately from the prompt and charged as input. */
  tool_results?: readonly string[];
  /** Sum of all tokens; it shows whether the output includes reasoning. */
  total?: readonly string[];
}

/** How one API, log or report counts. */
interface UsageFormat {
  /** Whether a usage object has this format. The first format that matches reads it. */
  is(counts: UsageCountReader, usage: JsonObject): boolean;
  paths: CountPaths;
  /**
   * Whether the input excludes cache reads and writes (`beside`), or excludes them if cache reads exceed it (`fits`).
   */
  cached?: "beside" | "fits";
  /** `shown`: not included in the output if the sum of all tokens says so, or if reasoning exceeds the output. */
  reasoning?: "beside" | "shown";
  /** Host, if only one host uses this format. */
  host?: string;
  /** Rows of this format sum requests without stating how many. */
  isSum?: boolean;
  /** Usages of the same format that are charged in addition, possibly for another model. */
  besides?(usage: JsonObject): unknown[];
}

/** Converts to disjoint counts. Audio, image and video tokens exclude those that were cached. */
export function readDisjointUsage(
  counts: UsageCountReader,
  { paths, cached, reasoning }: UsageFormat,
): Usage {
  const of = (name: keyof CountPaths) => counts.of(...(paths[name] ?? []));
  const prompt = of("input");
  const answer = of("output");
  const thoughts = of("reasoning");
  const cache_read_audio = of("cache_read_audio");
  const cache_read_image = of("cache_read_image");
  const writes = { cache_write_5m: of("cache_write_5m"), cache_write_1h: of("cache_write_1h") };
  // If only the writes by lifetime are stated, or their total is stated as 0, their sum is the total.
  const written = of("cache_write") || writes.cache_write_5m + writes.cache_write_1h;
  const cache: Usage = {
    ...counts.split("cache_read", of("cache_read"), { cache_read_audio, cache_read_image }),
    ...counts.split("cache_write", written, writes),
  };
  const isCacheBeside = cached === "beside" || (cached === "fits" && of("cache_read") > prompt);
  const input = counts.split("input", prompt, isCacheBeside ? {} : cache, {
    input_audio: of("input_audio") - cache_read_audio,
    input_image: of("input_image") - cache_read_image,
    input_video: of("input_video") - of("cached_video"),
  });
  input.input = (input.input ?? 0) + of("tool_results");
  // A total may leave out cached tokens that the input excludes.
  const cacheCount = isCacheBeside ? of("cache_read") + written : 0;
  const isTotal = [0, cacheCount].includes(of("total") - prompt - answer - thoughts);
  const isShown = thoughts > answer || (thoughts > 0 && isTotal);
  const isReasoningBeside = reasoning === "beside" || (reasoning === "shown" && isShown);
  return {
    ...input,
    ...counts.split("output", answer, isReasoningBeside ? {} : { reasoning: thoughts }, {
      output_audio: of("output_audio"),
      output_image: of("output_image"),
    }),
    ...(isReasoningBeside && { reasoning: thoughts }),
    ...(isCacheBeside && cache),
    // Left out if not stated, because the answer may list the searches instead.
    ...(counts.has(...(paths.search ?? [])) && { search: of("search") }),
    second: counts.amount(...(paths.second ?? [])),
  };
}

const inGeminiAnswer = (modality: string): string[] =>
  ["candidates_tokens_details", "response_tokens_details", "output_tokens_by_modality"].map(
    (table) => `${table}.${modality}`,
  );

/**
 * OpenAI's two APIs use different names for these tables, and services that copy one API may use the names of the
 * other.
 */
const inTables = (tables: readonly string[], ...names: string[]): string[] =>
  names.flatMap((name) => tables.map((table) => `${table}.${name}`));
const inPrompt = (...names: string[]): string[] =>
  inTables(["prompt_tokens_details", "input_tokens_details", "input_token_details"], ...names);
const inAnswer = (...names: string[]): string[] =>
  inTables(
    ["completion_tokens_details", "output_tokens_details", "output_token_details"],
    ...names,
  );
const inPromptWritten = (lifetime: string): string[] =>
  ["cache_creation_token_details", "cache_creation"].map(
    (table) => `prompt_tokens_details.${table}.ephemeral_${lifetime}_input_tokens`,
  );

/** https://docs.x.ai/developers/pricing */
const WEB_SEARCHES_OF_XAI = "server_side_tool_usage_details.web_search_calls";

const ANTHROPIC_PATHS: CountPaths = {
  input: ["input_tokens"],
  output: ["output_tokens"],
  reasoning: ["output_tokens_details.thinking_tokens"],
  cache_read: ["cache_read_input_tokens"],
  cache_write: ["cache_creation_input_tokens"],
  cache_write_5m: ["cache_creation.ephemeral_5m_input_tokens"],
  cache_write_1h: ["cache_creation.ephemeral_1h_input_tokens"],
  search: ["server_tool_use.web_search_requests"],
};

/** The log of invocations has the cache writes by lifetime only in the response of Converse or of the model. */
const inBedrockLog = (ttl: string): string[] => [
  ...["cacheDetails", "output.outputBodyJson.usage.cacheDetails"].map((path) => `${path}.${ttl}`),
  `output.outputBodyJson.usage.cache_creation.ephemeral_${ttl}_input_tokens`,
];

const RESPONSES_PATHS: CountPaths = {
  input: ["input_tokens"],
  cache_read: [
    ...inPrompt("cached_tokens", "cache_read", "cache_read_input_tokens"),
    ...inPrompt("flex_cache_read", "priority_cache_read"),
    "cached_tokens",
  ],
  cache_read_audio: inPrompt("cached_tokens_details.audio_tokens"),
  cache_read_image: inPrompt("cached_tokens_details.image_tokens"),
  cache_write: inPrompt("cache_write_tokens", "cache_creation", "cache_creation_input_tokens"),
  cache_write_5m: inPrompt("ephemeral_5m_input_tokens"),
  cache_write_1h: inPrompt("ephemeral_1h_input_tokens", "ephemeral_1hr_input_tokens"),
  input_audio: inPrompt("audio_tokens", "audio"),
  input_image: inPrompt("image_tokens"),
  output: ["output_tokens"],
  output_audio: inAnswer("audio_tokens", "audio"),
  output_image: inAnswer("image_tokens"),
  reasoning: inAnswer("reasoning_tokens", "reasoning", "flex_reasoning", "priority_reasoning"),
  search: [WEB_SEARCHES_OF_XAI],
};

/** In the order in which they are tried. */
export const USAGE_FORMATS = {
  /** The usage table that the Claude Console exports. Cached tokens are in separate columns. */
  anthropicExport: {
    host: "anthropic",
    isSum: true,
    is: (counts) => counts.has("usage_input_tokens_no_cache"),
    cached: "beside",
    paths: {
      input: ["usage_input_tokens_no_cache"],
      output: ["usage_output_tokens"],
      cache_read: ["usage_input_tokens_cache_read"],
      cache_write: ["usage_input_tokens_cache_write"],
      cache_write_5m: ["usage_input_tokens_cache_write_5m"],
      cache_write_1h: ["usage_input_tokens_cache_write_1h"],
      search: ["web_search_count"],
    },
  },

  /**
   * Attributes of an OpenTelemetry span:
   * https://github.com/open-telemetry/semantic-conventions-genai/blob/main/docs/registry/attributes/gen-ai.md. The
   * input includes cache reads and writes, and the output includes reasoning.
   */
  otelSpan: {
    is: (counts) =>
      counts.has("usage_input_tokens", "usage_output_tokens") ||
      counts.has("usage_prompt_tokens", "usage_completion_tokens"),
    paths: {
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
    },
  },

  /**
   * Gemini: https://github.com/googleapis/js-genai/blob/main/src/types.ts (`UsageMetadata`), its interactions
   * (https://docs.cloud.google.com/gemini-enterprise-agent-platform/reference/rest/v1beta1/Usage), and the telemetry of
   * Gemini CLI (https://github.com/google-gemini/gemini-cli/blob/main/docs/cli/telemetry.md). The prompt count includes
   * cached tokens. Thoughts and tool results are counted separately.
   */
  gemini: {
    is: (counts) =>
      counts.has("prompt_token_count", "candidates_token_count", "response_token_count") ||
      counts.has("total_output_tokens", "thoughts_token_count"),
    reasoning: "beside",
    paths: {
      input: ["prompt_token_count", "total_input_tokens", "input_token_count"],
      cache_read: ["cached_content_token_count", "total_cached_tokens"],
      cache_read_audio: ["cache_tokens_details.AUDIO", "cached_tokens_by_modality.audio"],
      cache_read_image: ["cache_tokens_details.IMAGE", "cached_tokens_by_modality.image"],
      cached_video: ["cache_tokens_details.VIDEO", "cached_tokens_by_modality.video"],
      input_audio: ["prompt_tokens_details.AUDIO", "input_tokens_by_modality.audio"],
      input_image: ["prompt_tokens_details.IMAGE", "input_tokens_by_modality.image"],
      input_video: ["prompt_tokens_details.VIDEO", "input_tokens_by_modality.video"],
      tool_results: ["tool_use_prompt_token_count", "total_tool_use_tokens", "tool_token_count"],
      output: [
        "candidates_token_count",
        "response_token_count",
        "total_output_tokens",
        "output_token_count",
      ],
      output_audio: inGeminiAnswer("audio"),
      output_image: inGeminiAnswer("image"),
      reasoning: ["thoughts_token_count", "total_thought_tokens"],
    },
  },

  /**
   * Transcription billed by time:
   * https://github.com/openai/openai-node/blob/master/src/resources/audio/transcriptions.ts
   */
  duration: {
    is: (counts) => counts.has("seconds") && !counts.has("input_tokens", "prompt_tokens"),
    paths: { second: ["seconds"] },
  },

  /**
   * OpenAI chat completions: https://github.com/openai/openai-node/blob/master/src/resources/completions.ts, and
   * services that copy it: OpenRouter (https://openrouter.ai/docs/prompt-caching), LiteLLM
   * (https://docs.litellm.ai/docs/completion/prompt_caching), xAI
   * (https://docs.x.ai/developers/advanced-api-usage/prompt-caching/usage-and-pricing), Perplexity
   * (https://docs.perplexity.ai/getting-started/pricing). The prompt includes cache reads and writes, and the
   * completion includes reasoning. xAI, and services that pass on Gemini's counts, count reasoning separately.
   */
  openaiChat: {
    is: (counts) => counts.has("prompt_tokens", "completion_tokens"),
    reasoning: "shown",
    paths: {
      input: ["prompt_tokens", "input_tokens"],
      cache_read: [
        ...inPrompt("cached_tokens"),
        "cache_read_input_tokens",
        "prompt_cache_hit_tokens",
        "cached_tokens",
        "num_cached_tokens",
        "prompt_token_details.cached_tokens",
      ],
      cache_write: [
        "prompt_tokens_details.cache_write_tokens",
        "cache_creation_input_tokens",
        "prompt_tokens_details.cache_creation_tokens",
        "prompt_tokens_details.cache_creation_input_tokens",
      ],
      cache_write_5m: inPromptWritten("5m"),
      cache_write_1h: inPromptWritten("1h"),
      input_audio: inPrompt("audio_tokens"),
      input_image: inPrompt("image_tokens"),
      input_video: inPrompt("video_tokens"),
      output: ["completion_tokens", "output_tokens"],
      output_audio: inAnswer("audio_tokens"),
      output_image: inAnswer("image_tokens"),
      reasoning: [...inAnswer("reasoning_tokens"), "reasoning_tokens"],
      total: ["total_tokens"],
      search: [
        "server_tool_use.web_search_requests",
        "server_tool_use_details.web_search_requests",
        "num_search_queries",
        WEB_SEARCHES_OF_XAI,
      ],
    },
  },

  /**
   * A generation at OpenRouter, from its own endpoint or as a row of the exported activity:
   * https://github.com/OpenRouterTeam/typescript-sdk/blob/main/docs/models/generationresponsedata.mdx. OpenRouter bills
   * the native tokens.
   */
  openrouterGeneration: {
    host: "openrouter",
    is: (counts) => counts.has("native_tokens_prompt", "tokens_prompt"),
    paths: {
      input: ["native_tokens_prompt", "tokens_prompt"],
      cache_read: ["native_tokens_cached", "tokens_cached"],
      output: ["native_tokens_completion", "tokens_completion"],
      reasoning: ["native_tokens_reasoning", "tokens_reasoning"],
    },
  },

  /**
   * OpenAI's usage page by bucket:
   * https://github.com/openai/openai-node/blob/master/src/resources/admin/organization/usage.ts
   */
  openaiUsageBucket: {
    host: "openai",
    is: (counts) => counts.has("input_tokens") && counts.has("num_model_requests"),
    paths: {
      input: ["input_tokens"],
      cache_read: ["input_cached_tokens"],
      cache_read_audio: ["input_cached_audio_tokens"],
      cache_read_image: ["input_cached_image_tokens"],
      cache_write: ["input_cache_write_tokens"],
      input_audio: ["input_audio_tokens"],
      input_image: ["input_image_tokens"],
      output: ["output_tokens"],
      output_audio: ["output_audio_tokens"],
      output_image: ["output_image_tokens"],
    },
  },

  /**
   * AI SDK 6 and later: https://github.com/vercel/ai/blob/main/packages/ai/src/types/usage.ts, and the form in which
   * its providers return it, with objects in `inputTokens` and `outputTokens`. The totals include all.
   */
  aiSdk: {
    // Compares exact names, because OpenAI's realtime API has `input_token_details`.
    is: (_, usage) =>
      isJsonObject(usage.inputTokens) ||
      ["inputTokenDetails", "outputTokenDetails"].some((name) => Object.hasOwn(usage, name)),
    paths: {
      input: ["inputTokens.total", "inputTokens"],
      cache_read: [
        "inputTokens.cacheRead",
        "inputTokenDetails.cacheReadTokens",
        "cachedInputTokens",
      ],
      cache_write: ["inputTokens.cacheWrite", "inputTokenDetails.cacheWriteTokens"],
      output: ["outputTokens.total", "outputTokens"],
      reasoning: [
        "outputTokens.reasoning",
        "outputTokenDetails.reasoningTokens",
        "reasoningTokens",
      ],
    },
  },

  /**
   * AI SDK 5
   * (https://github.com/vercel/ai/blob/release-v5.0/packages/provider/src/language-model/v2/language-model-v2-usage.ts)
   * and Codex (https://github.com/openai/codex/blob/main/codex-rs/protocol/src/protocol.rs, `TokenUsage`). The input
   * includes cached tokens. However, version 5 passes on the counts of Anthropic and Bedrock, whose input excludes
   * them; this is assumed if the cached tokens exceed the input.
   */
  cachedInput: {
    is: (counts) =>
      counts.has("cached_input_tokens", "reasoning_tokens", "reasoning_output_tokens"),
    cached: "fits",
    reasoning: "shown",
    paths: {
      input: ["input_tokens"],
      cache_read: ["cached_input_tokens"],
      output: ["output_tokens"],
      reasoning: ["reasoning_tokens", "reasoning_output_tokens"],
      total: ["total_tokens"],
    },
  },

  /** A model in the result of a Claude Code session. */
  claudeCodeResult: {
    isSum: true,
    is: (counts) => counts.has("input_tokens") && counts.has("web_search_requests"),
    cached: "beside",
    paths: { ...ANTHROPIC_PATHS, search: ["web_search_requests"] },
  },

  /**
   * Bedrock Converse: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_TokenUsage.html, and the log
   * of invocations: https://docs.aws.amazon.com/bedrock/latest/userguide/model-invocation-logging.html. The input
   * excludes cached tokens
   * (https://github.com/vercel/ai/blob/main/packages/amazon-bedrock/src/convert-amazon-bedrock-usage.ts).
   */
  bedrock: {
    host: "amazon-bedrock",
    is: (counts, usage) =>
      counts.has("input.inputTokenCount", "output.outputTokenCount") ||
      (Object.hasOwn(usage, "inputTokens") &&
        Object.keys(usage).some((name) => /^cache(Read|Write)InputToken(s|Count)$/.test(name))),
    cached: "beside",
    paths: {
      input: ["inputTokens", "input.inputTokenCount"],
      output: ["outputTokens", "output.outputTokenCount"],
      cache_read: [
        "cacheReadInputTokens",
        "cacheReadInputTokenCount",
        "input.cacheReadInputTokenCount",
      ],
      cache_write: [
        "cacheWriteInputTokens",
        "cacheWriteInputTokenCount",
        "input.cacheWriteInputTokenCount",
      ],
      cache_write_5m: inBedrockLog("5m"),
      cache_write_1h: inBedrockLog("1h"),
    },
  },

  /** Anthropic's usage report: https://platform.claude.com/docs/en/build-with-claude/usage-cost-api */
  anthropicReport: {
    host: "anthropic",
    isSum: true,
    is: (counts) => counts.has("uncached_input_tokens"),
    cached: "beside",
    paths: { ...ANTHROPIC_PATHS, input: ["uncached_input_tokens"] },
  },

  /**
   * Anthropic messages:
   * https://github.com/anthropics/anthropic-sdk-typescript/blob/main/src/resources/messages/messages.ts. The input
   * excludes cached tokens. The totals exclude compactions and advisors
   * (https://github.com/vercel/ai/blob/main/packages/anthropic/src/convert-anthropic-usage.ts).
   */
  anthropic: {
    is: (counts) =>
      counts.has("cache_creation_input_tokens", "cache_read_input_tokens", "server_tool_use") ||
      counts.has("cache_creation", "output_tokens_details.thinking_tokens"),
    cached: "beside",
    paths: ANTHROPIC_PATHS,
    besides: ({ iterations }) =>
      Array.isArray(iterations)
        ? iterations.filter((part) =>
            ["compaction", "advisor_message"].includes(readLogFieldAsText(part, "type")),
          )
        : [],
  },

  /** The usage table that Cursor exports. Cache writes, other input and cache reads are in separate columns. */
  cursorExport: {
    is: (counts) => counts.has("Input (w/o Cache Write)"),
    cached: "beside",
    paths: {
      input: ["Input (w/o Cache Write)"],
      cache_write: ["Input (w/ Cache Write)"],
      cache_read: ["Cache Read"],
      output: ["Output Tokens"],
    },
  },

  /**
   * A message of opencode: https://github.com/anomalyco/opencode/blob/dev/packages/opencode/src/session/session.ts
   * (`getUsage`). The total shows whether the output includes reasoning. Older versions, without a total, are read as
   * ccusage's reports, where reasoning is not known.
   */
  opencodeMessage: {
    is: (counts) => counts.has("cache.read") && counts.has("total"),
    cached: "beside",
    reasoning: "shown",
    paths: {
      ...{ input: ["input"], output: ["output"], reasoning: ["reasoning"], total: ["total"] },
      ...{ cache_read: ["cache.read"], cache_write: ["cache.write"] },
    },
  },

  /**
   * ccusage, by day, session or model: https://github.com/ryoppippi/ccusage/blob/main/docs/guide/json-output.md. The
   * input excludes cached tokens.
   */
  ccusageReport: {
    isSum: true,
    is: (counts, usage) =>
      (counts.has("input_tokens") && counts.has("cache_creation_tokens", "cache_read_tokens")) ||
      ["input", "output"].every((name) =>
        Number.isFinite(parseUsageLogNumber(findFirstLogField(usage, [name]))),
      ),
    cached: "beside",
    paths: {
      input: ["input_tokens", "input"],
      output: ["output_tokens", "output"],
      cache_read: ["cache_read_tokens", "cache_read", "cache.read"],
      cache_write: ["cache_creation_tokens", "cache_create", "cache_write", "cache.write"],
    },
  },

  /** OpenAI's Images API (`images.ts`): without output details, all output tokens are image tokens. */
  openaiImages: {
    is: (counts) =>
      counts.has("input_tokens_details.image_tokens") && !counts.has("output_tokens_details"),
    paths: { ...RESPONSES_PATHS, output_image: ["output_tokens"] },
  },

  /**
   * OpenAI responses (https://github.com/openai/openai-node/blob/master/src/resources/responses/responses.ts), the
   * realtime API (`realtime/realtime.ts` there), transcriptions, and LangChain
   * (https://reference.langchain.com/python/langchain-core/messages/ai/InputTokenDetails; the lifetimes of the cache:
   * https://github.com/langchain-ai/langchain/blob/master/libs/partners/anthropic/langchain_anthropic/chat_models.py;
   * its JavaScript version writes "1hr"). The input includes cached tokens.
   */
  openaiResponses: {
    is: (counts) => counts.has("input_tokens", "output_tokens"),
    paths: RESPONSES_PATHS,
  },
} satisfies Record<string, UsageFormat>;

export function findUsageFormat(usage: unknown): UsageFormat | undefined {
  if (!isJsonObject(usage)) return undefined;
  const counts = new UsageCountReader(usage);
  return Object.values<UsageFormat>(USAGE_FORMATS).find((format) => format.is(counts, usage));
}
