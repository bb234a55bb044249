import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toPropertyRunCount } from "../../../test/builders/runs.ts";
import { usageOf } from "./usage-of.ts";

const usage = (response: unknown) => usageOf(response).usage;

/** The counts that are not charged. */
const missing = (response: unknown) => {
  const read = usageOf(response);
  return read.usage === null ? read.reason : read.missing.map(({ meter }) => meter);
};

const OPENAI = {
  prompt_tokens: 2006,
  completion_tokens: 300,
  total_tokens: 2306,
  prompt_tokens_details: { cached_tokens: 1920, audio_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 64 },
};
const ANTHROPIC = {
  input_tokens: 7,
  cache_creation_input_tokens: 2089,
  cache_read_input_tokens: 16_399,
  cache_creation: { ephemeral_5m_input_tokens: 89, ephemeral_1h_input_tokens: 2000 },
  output_tokens: 445,
  server_tool_use: { web_search_requests: 2 },
};
const ANTHROPIC_READ = {
  ...{ input: 7, output: 445, cache_read: 16_399, search: 2 },
  ...{ cache_write_5m: 89, cache_write_1h: 2000 },
};
const AI_SDK_6 = {
  ...{ inputTokens: 1000, outputTokens: 200, totalTokens: 1200, cachedInputTokens: 400 },
  inputTokenDetails: { noCacheTokens: 500, cacheReadTokens: 400, cacheWriteTokens: 100 },
  outputTokenDetails: { textTokens: 150, reasoningTokens: 50 },
};
const AI_SDK_READ = { input: 500, cache_read: 400, cache_write: 100, output: 150, reasoning: 50 };
const text = (tokenCount: number) => [{ modality: "TEXT", tokenCount }];

describe("the usage of", () => {
  test.each<[string, unknown, object]>([
    [
      "OpenAI chat, whose prompt includes the cached and whose completion the reasoning",
      OPENAI,
      { input: 86, cache_read: 1920, output: 236, reasoning: 64 },
    ],
    [
      "OpenAI chat with sound, pictures and what was written to the cache",
      {
        ...{ prompt_tokens: 100, completion_tokens: 50 },
        prompt_tokens_details: { audio_tokens: 30, image_tokens: 20, cache_write_tokens: 40 },
        completion_tokens_details: { audio_tokens: 40 },
      },
      {
        ...{ input: 10, cache_write: 40, input_audio: 30, input_image: 20 },
        ...{ output: 10, output_audio: 40 },
      },
    ],
    [
      "Alibaba, whose own API has tables of both names",
      {
        ...{
          input_tokens: 100,
          output_tokens: 50,
          output_tokens_details: { reasoning_tokens: 20 },
        },
        ...{
          input_tokens_details: { text_tokens: 100 },
          prompt_tokens_details: { cached_tokens: 10 },
        },
      },
      { input: 90, cache_read: 10, output: 30, reasoning: 20 },
    ],
    [
      "Mistral, which counts the cached three times",
      {
        ...{ prompt_tokens: 100, num_cached_tokens: 64 },
        ...{
          prompt_tokens_details: { cached_tokens: 64 },
          prompt_token_details: { cached_tokens: 64 },
        },
      },
      { input: 36, cache_read: 64 },
    ],
    [
      "sound that the cache had, once",
      {
        ...{ prompt_tokens: 100, completion_tokens: 0 },
        prompt_tokens_details: { audio_tokens: 90, cached_tokens: 80 },
      },
      { cache_read: 80, input_audio: 20 },
    ],
    [
      "xAI, whose completion has no reasoning in it",
      {
        ...{ prompt_tokens: 32, completion_tokens: 9, total_tokens: 141 },
        completion_tokens_details: { reasoning_tokens: 100 },
      },
      { input: 32, output: 9, reasoning: 100 },
    ],
    [
      "Perplexity with its searches",
      {
        ...{ prompt_tokens: 33, completion_tokens: 7163, total_tokens: 7196 },
        ...{ reasoning_tokens: 73_997, num_search_queries: 18 },
      },
      { input: 33, output: 7163, reasoning: 73_997, search: 18 },
    ],
    [
      "OpenAI responses",
      {
        ...{ input_tokens: 125, output_tokens: 48, total_tokens: 173 },
        input_tokens_details: { cached_tokens: 98, cache_write_tokens: 10 },
        output_tokens_details: { reasoning_tokens: 8 },
      },
      { input: 17, cache_read: 98, cache_write: 10, output: 40, reasoning: 8 },
    ],
    ["an embedding", { prompt_tokens: 8, total_tokens: 8 }, { input: 8 }],
    ["a transcription by time", { type: "duration", seconds: 9.5 }, { second: 9.5 }],
    [
      "a transcription by tokens",
      {
        ...{ type: "tokens", input_tokens: 14, output_tokens: 101 },
        input_token_details: { text_tokens: 4, audio_tokens: 10 },
      },
      { input: 4, input_audio: 10, output: 101 },
    ],
    [
      "a picture",
      {
        ...{ input_tokens: 50, output_tokens: 4160 },
        input_tokens_details: { text_tokens: 10, image_tokens: 40 },
      },
      { input: 10, input_image: 40, output_image: 4160 },
    ],
    [
      "OpenAI's realtime API, whose sound may be cached",
      {
        ...{ input_tokens: 1000, output_tokens: 300 },
        input_token_details: {
          ...{ text_tokens: 400, audio_tokens: 600, cached_tokens: 500 },
          cached_tokens_details: { text_tokens: 100, audio_tokens: 400 },
        },
        output_token_details: { text_tokens: 50, audio_tokens: 250 },
      },
      {
        ...{ input: 300, input_audio: 200, cache_read: 100, cache_read_audio: 400 },
        ...{ output: 50, output_audio: 250 },
      },
    ],
    [
      "LangChain",
      {
        ...{ input_tokens: 350, output_tokens: 240 },
        input_token_details: { audio: 10, cache_creation: 200, cache_read: 100 },
        output_token_details: { audio: 10, reasoning: 200 },
      },
      {
        ...{ input: 40, input_audio: 10, cache_write: 200, cache_read: 100 },
        ...{ output: 30, output_audio: 10, reasoning: 200 },
      },
    ],
    [
      "LangChain for Anthropic, by lifetime of the cache",
      {
        ...{ input_tokens: 350, output_tokens: 240 },
        input_token_details: {
          ...{ cache_read: 100, cache_creation: 0 },
          ...{ ephemeral_5m_input_tokens: 20, ephemeral_1h_input_tokens: 180 },
        },
      },
      { input: 50, cache_read: 100, cache_write_5m: 20, cache_write_1h: 180, output: 240 },
    ],
    [
      "LangChain's JavaScript for Anthropic",
      { input_tokens: 350, input_token_details: { ephemeral_1hr_input_tokens: 180 } },
      { input: 170, cache_write_1h: 180 },
    ],
    ["Anthropic, by lifetime of the cache", ANTHROPIC, ANTHROPIC_READ],
    [
      "Anthropic with thinking, which the output includes",
      {
        ...{ input_tokens: 28, output_tokens: 106 },
        output_tokens_details: { thinking_tokens: 67 },
      },
      { input: 28, output: 39, reasoning: 67 },
    ],
    [
      "Gemini, whose thoughts and results of tools are beside the rest",
      {
        ...{ promptTokenCount: 1844, cachedContentTokenCount: 901, candidatesTokenCount: 51 },
        ...{ thoughtsTokenCount: 91, toolUsePromptTokenCount: 1934, totalTokenCount: 3920 },
        ...{ promptTokensDetails: text(1844), cacheTokensDetails: text(901) },
      },
      { input: 943 + 1934, cache_read: 901, output: 51, reasoning: 91 },
    ],
    [
      "Gemini by modality, in the names of its Python client",
      {
        ...{ prompt_token_count: 1000, cached_content_token_count: 300 },
        candidates_token_count: 1290,
        prompt_tokens_details: [
          ...text(200),
          { modality: "AUDIO", token_count: 500 },
          { modality: "IMAGE", token_count: 300 },
        ],
        cache_tokens_details: [...text(100), { modality: "AUDIO", token_count: 200 }],
        candidates_tokens_details: [{ modality: "IMAGE", token_count: 1290 }],
      },
      {
        ...{ input: 100, input_audio: 300, input_image: 300 },
        ...{ cache_read: 100, cache_read_audio: 200, output_image: 1290 },
      },
    ],
    [
      "Bedrock, by lifetime of the cache",
      {
        ...{ inputTokens: 20, outputTokens: 50, totalTokens: 210 },
        ...{ cacheReadInputTokens: 80, cacheWriteInputTokens: 60 },
        cacheDetails: [
          { ttl: "1h", inputTokens: 40 },
          { ttl: "5m", inputTokens: 20 },
        ],
      },
      { input: 20, output: 50, cache_read: 80, cache_write_5m: 20, cache_write_1h: 40 },
    ],
    [
      "the AI SDK 5, whose input includes the cached",
      { inputTokens: 1000, outputTokens: 200, cachedInputTokens: 400, reasoningTokens: 50 },
      { input: 600, cache_read: 400, output: 150, reasoning: 50 },
    ],
    [
      "the AI SDK 5 for Anthropic, where it does not",
      { inputTokens: 7, outputTokens: 445, totalTokens: 452, cachedInputTokens: 16_399 },
      { input: 7, cache_read: 16_399, output: 445 },
    ],
    [
      "the AI SDK 5 for Gemini, whose output is without its reasoning",
      { inputTokens: 10, outputTokens: 20, reasoningTokens: 30, totalTokens: 60 },
      { input: 10, output: 20, reasoning: 30 },
    ],
    ["the AI SDK 6, whose cached tokens are not input", AI_SDK_6, AI_SDK_READ],
    [
      "a provider of the AI SDK 6",
      {
        inputTokens: { total: 1000, noCache: 500, cacheRead: 400, cacheWrite: 100 },
        outputTokens: { total: 200, text: 150, reasoning: 50 },
      },
      AI_SDK_READ,
    ],
    [
      "the AI SDK 6 where it says what the provider counted",
      { usage: { ...AI_SDK_6, raw: ANTHROPIC } },
      ANTHROPIC_READ,
    ],
    [
      "OpenAI's usage page",
      {
        ...{ object: "organization.usage.completions.result", num_model_requests: 5 },
        ...{ input_tokens: 1000, input_cached_tokens: 800, output_tokens: 500 },
        ...{ input_audio_tokens: 0, output_audio_tokens: 100 },
      },
      { input: 200, cache_read: 800, output: 400, output_audio: 100 },
    ],
    [
      "OpenTelemetry, whose input includes the cached",
      {
        "gen_ai.usage.input_tokens": 100,
        "gen_ai.usage.cache_read.input_tokens": 50,
        "gen_ai.usage.cache_creation.input_tokens": 25,
        "gen_ai.usage.audio.input_tokens": 10,
        "gen_ai.usage.output_tokens": 180,
        "gen_ai.usage.reasoning.output_tokens": 50,
      },
      {
        ...{ input: 15, cache_read: 50, cache_write: 25, input_audio: 10 },
        ...{ output: 130, reasoning: 50 },
      },
    ],
    [
      "Langfuse by its usage types",
      {
        usageDetails: {
          ...{ input: 1, input_text: 2, cache_read_input_tokens: 4, input_cached_audio_tokens: 8 },
          ...{ output_tokens: 16, reasoning_tokens: 32, web_search_queries: 64, total: 127 },
        },
      },
      { input: 3, cache_read: 4, cache_read_audio: 8, output: 16, reasoning: 32, search: 64 },
    ],
    [
      "Langfuse with the counts of Gemini",
      { usageDetails: { promptTokenCount: 10, cachedContentTokenCount: 4, thoughtsTokenCount: 2 } },
      { input: 6, cache_read: 4, reasoning: 2 },
    ],
    ["digits as text", { prompt_tokens: "10", completion_tokens: "2" }, { input: 10, output: 2 }],
  ])("%s", (_, response, expected) => {
    expect(usage(response)).toEqual(expected);
    expect(usage({ id: "x", usage: response })).toEqual(expected);
    expect(missing(response)).toEqual([]);
  });
});

test.each<[string, object, string[]]>([
  ["Perplexity's citations", { prompt_tokens: 1, citation_tokens: 20_016 }, ["citation_tokens"]],
  ["Cohere's pictures", { input_tokens: 1, image_tokens: 50_000 }, ["image_tokens"]],
  [
    "programs that Anthropic ran, and no pages that it fetched",
    { ...ANTHROPIC, server_tool_use: { web_fetch_requests: 1, code_execution_requests: 3 } },
    ["server_tool_use.code_execution_requests"],
  ],
  [
    "a kind of token in a table of counts",
    { prompt_tokens: 9, prompt_tokens_details: { text_tokens: 4, smell_tokens: 5 } },
    ["prompt_tokens_details.smell_tokens"],
  ],
  [
    "OpenCode's reasoning",
    { input: 5, output: 9, reasoning: 3, cache: { read: 2, write: 0 } },
    ["reasoning"],
  ],
  [
    "a modality of Gemini",
    {
      ...{ promptTokenCount: 1, candidatesTokenCount: 9 },
      candidatesTokensDetails: [...text(4), { modality: "VIDEO", tokenCount: 5 }],
    },
    ["candidatesTokensDetails.VIDEO"],
  ],
  [
    "OpenTelemetry, and no limit and no count in the names of the host",
    {
      ...{ "gen_ai.usage.input_tokens": 1, "gen_ai.usage.smell.input_tokens": 5 },
      ...{ "gen_ai.request.max_tokens": 100, "gen_ai.usage.details.cached_tokens": 1 },
    },
    ["usage_smell_input_tokens"],
  ],
  [
    "no sums, repetitions, times and counts of nothing",
    {
      ...{ prompt_tokens: 9, completion_tokens: 5, total_tokens: 14, prompt_cache_miss_tokens: 9 },
      ...{ queue_time: 0.1, total_tokens_per_sec: 88, time_to_first_token: 0.5 },
      ...{ max_tokens: 100, num_search_queries: 0, citation_tokens: 0, num_cached_tokens: 0 },
      completion_tokens_details: { accepted_prediction_tokens: 3, rejected_prediction_tokens: 1 },
    },
    [],
  ],
])("what is counted and not charged is named: %s", (_, response, expected) => {
  expect(missing({ usage: response })).toEqual(expected);
  expect(missing([{ usage: response }, { usage: ANTHROPIC }])).toEqual(expected);
});

describe("a response", () => {
  test("of OpenAI with tools used the searches that its output lists, and no page that was opened", () => {
    const call = { type: "web_search_call", status: "completed" };
    const output = [
      ...["search", "search", "open_page"].map((type) => ({ ...call, action: { type } })),
      ...[call, { type: "message", content: [] }],
    ];
    const response = { object: "response", output, usage: { input_tokens: 9, output_tokens: 6 } };
    const expected = { input: 9, output: 6, search: 3 };
    expect(usage(response)).toEqual(expected);
    expect(usage({ custom_id: "a", response: { body: response } })).toEqual(expected);
  });

  test("of OpenAI with other tools names what its files cost by, and what is not known", () => {
    const calls = (...types: string[]) => ({
      ...{ output: types.map((type) => ({ type })), usage: { input_tokens: 9 } },
    });
    expect(usageOf(calls("file_search_call", "file_search_call", "function_call"))).toMatchObject({
      ...{ usage: { input: 9, tool_call: 2 }, variant: "file_search", missing: [] },
    });
    const others = calls("code_interpreter_call", "image_generation_call", "mcp_call");
    expect(usageOf(others)).toMatchObject({ usage: { input: 9 }, variant: null });
    expect(missing(others)).toEqual(["code_interpreter_call", "image_generation_call"]);
  });

  const grounded = (groundingMetadata: object) => ({
    ...{ candidates: [{ groundingMetadata }], usageMetadata: { promptTokenCount: 9 } },
  });

  test.each([
    ["gemini-2.5-flash", ["a", "b"], 1],
    ["models/gemini-3-flash-preview", ["a", "", "b", "a"], 2],
    ["gemini-3-flash-preview", [], undefined],
    ["gemini-flash-latest", ["a"], 1],
  ])("of %s that searched the web for %j is billed for %s", (modelVersion, queries, search) => {
    const response = { modelVersion, ...grounded({ webSearchQueries: queries }) };
    expect(usageOf(response)).toMatchObject({ usage: { input: 9 }, missing: [] });
    expect(usage(response)?.search).toBe(search);
  });

  test("of Gemini, as the AI SDK has it", () => {
    const google = { groundingMetadata: { webSearchQueries: ["a", "b"] } };
    const usageMetadata = { promptTokenCount: 9 };
    const response = { modelId: "gemini-3-pro", providerMetadata: { google }, usageMetadata };
    expect(usage(response)).toEqual({ input: 9, search: 2 });
  });

  test("of Gemini whose searches have no known price names them", () => {
    expect(missing(grounded({ webSearchQueries: ["a", "b"] }))).toEqual([
      "grounding_metadata.web_search_queries",
    ]);
    const groundingChunks = [{ web: {} }, { maps: {} }];
    expect(missing(grounded({ groundingChunks, imageSearchQueries: ["a"] }))).toEqual([
      "grounding_metadata.image_search_queries",
      "grounding_metadata.grounding_chunks.maps",
    ]);
  });

  test("of xAI has the searches of its usage once", () => {
    const searches = { server_side_tool_usage_details: { web_search_calls: 2, x_search_calls: 1 } };
    const response = {
      output: [{ type: "web_search_call" }, { type: "web_search_call" }],
      usage: { input_tokens: 9, ...searches },
    };
    expect(usage(response)).toEqual({ input: 9, search: 2 });
    expect(missing(response)).toEqual(["server_side_tool_usage_details.x_search_calls"]);
  });

  test("of OpenAI has its model, service tier and time", () => {
    const response = { model: "gpt-4o-2024-08-06", created: 1_767_952_800, usage: OPENAI };
    expect(usageOf({ ...response, service_tier: "flex" })).toMatchObject({
      ...{ model: "gpt-4o-2024-08-06", serviceTier: "flex", host: null, reportedUsd: null },
      ...{ at: "2026-01-09T10:00:00.000Z", requests: 1 },
    });
    expect(usageOf({ ...response, service_tier: "default" })).toMatchObject({
      serviceTier: "standard",
    });
    expect(usageOf({ ...response, service_tier: "scale" })).toMatchObject({ serviceTier: null });
  });

  test("of OpenAI's usage page is of a batch, and of many requests, where it says so", () => {
    const bucket = { input_tokens: 10, num_model_requests: 5, batch: true, model: "gpt-4o" };
    expect(usageOf({ data: [{ start_time: 1_767_952_800, results: [bucket] }] })).toEqual({
      ...{
        usage: { input: 10 },
        model: "gpt-4o",
        host: "openai",
        serviceTier: "batch",
        region: null,
        variant: null,
      },
      ...{ at: "2026-01-09T10:00:00.000Z", reportedUsd: null, requests: 5, missing: [] },
    });
  });

  test("of Gemini in the output of a batch is of the batch", () => {
    const response = { usageMetadata: { promptTokenCount: 10 } };
    const lines = [
      { key: "a", response },
      { processed_time: "2026-01-09T10:00:00Z", status: "", request: {}, response },
      { dest: { inlinedResponses: { inlinedResponses: [{ response }] } } },
    ];
    for (const line of lines)
      expect(usageOf(line)).toMatchObject({ usage: { input: 10 }, serviceTier: "batch" });
    expect(usageOf({ name: "a", response })).toMatchObject({ serviceTier: null });
  });

  test("of OpenRouter has its cost, and its host is OpenRouter", () => {
    const counts = { prompt_tokens: 10_339, completion_tokens: 60, cost: 0.0042, is_byok: false };
    const details = { cached_tokens: 10_318, cache_write_tokens: 0 };
    const usage = { ...counts, prompt_tokens_details: details };
    expect(usageOf({ id: "gen-1", model: "m", provider: "OpenAI", usage })).toMatchObject({
      ...{ usage: { input: 21, cache_read: 10_318, output: 60 }, model: "m" },
      ...{ host: "openrouter", reportedUsd: 0.0042 },
    });
  });

  test.each([
    ["xAI in ticks", { cost_in_usd_ticks: 37_756_000 }, 0.0037756],
    ["Perplexity by its parts", { cost: { request_cost: 0.006, total_cost: 0.012609 } }, 0.012609],
  ])("of %s has its cost", (_, cost, reportedUsd) => {
    const response = { model: "m", usage: { ...OPENAI, ...cost } };
    expect(usageOf(response)).toMatchObject({ reportedUsd, missing: [] });
  });

  test("of Perplexity with little context has no known fee, which our cards have for much", () => {
    const read = (search_context_size: string) =>
      missing({ usage: { prompt_tokens: 9, search_context_size } });
    expect(read("low")).toEqual(["search_context_size"]);
    expect(read("high")).toEqual([]);
  });

  test("of OpenRouter's generation endpoint is billed by native tokens", () => {
    const native = { native_tokens_prompt: 10, native_tokens_completion: 25 };
    const parts = { native_tokens_reasoning: 5, native_tokens_cached: 3, total_cost: 0.0015 };
    const data = { id: "gen-1", tokens_prompt: 99, tokens_completion: 99, ...native, ...parts };
    expect(
      usageOf({ data: { ...data, usage: 0.0015, provider_name: "Infermatic" } }),
    ).toMatchObject({
      usage: { input: 7, cache_read: 3, output: 20, reasoning: 5 },
      ...{ host: "openrouter", reportedUsd: 0.0015 },
    });
  });

  test("of Gemini and Bedrock tells the host and the tier where its fields do", () => {
    const gemini = { promptTokenCount: 5, candidatesTokenCount: 1 };
    const vertex = { ...gemini, trafficType: "ON_DEMAND_PRIORITY" };
    expect(usageOf({ modelVersion: "gemini-2.5-pro", usageMetadata: vertex })).toMatchObject({
      ...{ model: "gemini-2.5-pro", host: "google-vertex", serviceTier: "priority" },
    });
    expect(usageOf({ usageMetadata: gemini })).toMatchObject({ host: null, serviceTier: null });
    const converse = {
      ...{ output: { message: { role: "assistant" } }, metrics: { latencyMs: 1 } },
      ...{ usage: { inputTokens: 5, outputTokens: 1 }, serviceTier: { type: "flex" } },
    };
    expect(usageOf(converse)).toMatchObject({ host: "amazon-bedrock", serviceTier: "flex" });
  });

  test.each([
    ["2026-01-09", "2026-01-09"],
    ["2026-01-09 10:00:00 UTC", "2026-01-09T10:00:00.000Z"],
    ["2026-01-09T12:00:00.123456+0200", "2026-01-09T10:00:00.123Z"],
    [1_767_952_800_000, "2026-01-09T10:00:00.000Z"],
    [1_767_952_800_000_000, "2026-01-09T10:00:00.000Z"],
    ["1767952800000000000", "2026-01-09T10:00:00.000Z"],
    ["2026-13-09", null],
    ["2026-01", null],
    [-1, null],
    [1e300, null],
  ])("of the time %s is of %s", (timestamp, at) => {
    expect(usageOf({ timestamp, usage: OPENAI })).toMatchObject({ at });
  });

  test.each([
    ["openai.responses", "openai"],
    ["gcp.vertex_ai", "google-vertex"],
    ["google.vertex.chat", "google-vertex"],
    ["bedrock_converse", "amazon-bedrock"],
    ["constructor", "constructor"],
    ["—", null],
  ])("from the provider %s is of the host %s", (provider, host) => {
    expect(usageOf({ provider, usage: OPENAI })).toMatchObject({ host });
  });

  test.each([
    ["us", "us"],
    ["global", null],
    ["not_available", null],
  ])("of Anthropic computed in %s has the prices of the region %s", (inference_geo, region) => {
    expect(usageOf({ model: "m", usage: { ...ANTHROPIC, inference_geo } })).toMatchObject({
      ...{ model: "m", region },
    });
  });

  test("of the AI SDK 5 has what its providers wrote to the cache", () => {
    const counts = { inputTokens: 7, outputTokens: 445, totalTokens: 452 };
    const read = { input: 7, output: 445, cache_write: 2000 };
    const bedrock = { usage: { cacheWriteInputTokens: 2000 } };
    const anthropic = { cacheCreationInputTokens: 2000 };
    for (const providerMetadata of [{ bedrock }, { anthropic }])
      for (const response of [{ usage: counts }, { usage: counts, totalUsage: counts }])
        expect(usage({ ...response, providerMetadata })).toEqual(read);
    const cached = { usage: { ...counts, cachedInputTokens: 5 }, providerMetadata: { anthropic } };
    expect(usage(cached)).toEqual({ ...read, cache_read: 5 });
    const total = { totalUsage: { ...counts, inputTokens: 9 }, usage: counts };
    expect(usage(total)).toEqual({ input: 9, output: 445 });
    expect(missing({ ...total, providerMetadata: { bedrock } })).toEqual(["cache_write"]);
  });

  test("of the AI SDK for Anthropic is what the provider counted, where it counted all steps", () => {
    const counts = { inputTokens: 7, outputTokens: 445, cachedInputTokens: 5 };
    const providerMetadata = { anthropic: { usage: ANTHROPIC } };
    const one = { usage: counts, totalUsage: counts, providerMetadata };
    expect(usage(one)).toEqual(ANTHROPIC_READ);
    const last = { usage: { ...AI_SDK_6, raw: ANTHROPIC }, totalUsage: AI_SDK_6 };
    expect(usage(last)).toEqual(ANTHROPIC_READ);
    const sum = { ...AI_SDK_6, inputTokens: 1001 };
    expect(usage({ ...last, totalUsage: sum })).toEqual({ ...AI_SDK_READ, input: 501 });
  });

  test("of several steps is their sum", () => {
    const step = { response: { modelId: "m" }, usage: AI_SDK_6 };
    const sum = { inputTokens: 2000, outputTokens: 400, totalTokens: 2400 };
    expect(usageOf({ steps: [step, { ...step }], totalUsage: sum, usage: AI_SDK_6 })).toMatchObject(
      {
        usage: { input: 1000, cache_read: 800, cache_write: 200, output: 300, reasoning: 100 },
        ...{ model: "m", requests: 2 },
      },
    );
  });
});

test("a usage that is counted up is read as it is", () => {
  const counting = { prompt_tokens: 1, completion_tokens: 0 };
  expect(usage(counting)).toEqual({ input: 1 });
  counting.prompt_tokens = 2;
  expect(usage(counting)).toEqual({ input: 2 });
});

describe("what cannot be read has no usage, and a reason", () => {
  test.each<[unknown, string]>([
    [null, "The response contains no token counts"],
    ["text", "The response contains no token counts"],
    [{ usage: {} }, "The response contains no token counts"],
    ...[
      [-5, "-5"] as const,
      [Number.NaN, "NaN"] as const,
      [Number.POSITIVE_INFINITY, "Infinity"] as const,
      [1.5, "1.5"] as const,
      [1e300, "1e+300"] as const,
      [{ toString: 1 }, "{…}"] as const,
      ["many", '"many"'] as const,
    ].map(([prompt_tokens, shown]): [unknown, string] => [
      { prompt_tokens },
      `The response has prompt_tokens ${shown}, which is not a whole number of 0 or more`,
    ]),
    [{ prompt_tokens: "9".repeat(99) }, "The response has prompt_tokens"],
    [
      { prompt_tokens: 5, prompt_tokens_details: { cached_tokens: 6 } },
      "The response has more cache_read tokens (6) than input tokens (5)",
    ],
    [
      { type: "message_delta", usage: { output_tokens: 5 } },
      "The response is one part of a streamed response",
    ],
    [
      { steps: [{ usage: { input_tokens: 5 } }, { usage: { input_tokens: -5 } }] },
      "The response has input_tokens -5",
    ],
    [
      { usageDetails: { input: 5, unicorns: 3 } },
      'The response has the unknown usage type "unicorns"',
    ],
  ])("%j", (response, reason) => {
    expect(usageOf(response)).toEqual({ usage: null, reason: expect.stringContaining(reason) });
  });

  test("keys of prototypes are data like any other", () => {
    const hostile =
      '{"__proto__": {"prompt_tokens": 5}, "constructor": {"usage": 1}, "toString": 3}';
    expect(usage(JSON.parse(hostile))).toEqual({ input: 5 });
    expect(usage(Object.create({ prompt_tokens: 5 }))).toBeNull();
    expect({}).not.toHaveProperty("prompt_tokens");
  });
});

const NAMES = [
  ...["usage", "prompt_tokens", "completion_tokens", "input_tokens", "cachedInputTokens"],
  ...["usageMetadata", "promptTokenCount", "promptTokensDetails", "attributes", "spanId", "model"],
  ...["gen_ai.usage.input_tokens", "usageDetails", "created", "cost", "steps", "__proto__"],
];

/** Random values under the names that readers know. */
const anyJson = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.jsonValue(),
    fc.integer(),
    fc.double(),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...NAMES), tie("value"), { maxKeys: 6 }),
  ),
})).value;

test("no value makes it throw, and what it reads are counts", () => {
  fc.assert(
    fc.property(anyJson, (value) => {
      const read = usageOf(value);
      for (const count of Object.values(read.usage ?? {})) {
        expect(Number.isFinite(count)).toBe(true);
        expect(count).toBeGreaterThan(0);
      }
    }),
    { numRuns: toPropertyRunCount(200), seed: 26 },
  );
});
