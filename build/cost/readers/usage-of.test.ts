import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { toPropertyRunCount } from "../../../test/builders/runs.ts";
import { NO_USAGE_ENTRY_METADATA } from "./metadata.ts";
import { usageOf } from "./usage-of.ts";

const usage = (response: unknown) => usageOf(response).usage;

/** Meters that are counted but have no price; the reason when no usage could be read. */
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
  input: 7,
  output: 445,
  cache_read: 16_399,
  search: 2,
  cache_write_5m: 89,
  cache_write_1h: 2000,
};
const AI_SDK_6 = {
  inputTokens: 1000,
  outputTokens: 200,
  totalTokens: 1200,
  cachedInputTokens: 400,
  inputTokenDetails: { noCacheTokens: 500, cacheReadTokens: 400, cacheWriteTokens: 100 },
  outputTokenDetails: { textTokens: 150, reasoningTokens: 50 },
};
const AI_SDK_READ = { input: 500, cache_read: 400, cache_write: 100, output: 150, reasoning: 50 };

/**
 * Sample responses of each vendor, with the usage they are read as, or the meters that are counted but have no price.
 */
const FILE = new URL("../../../test/golden/usage-logs/responses.json", import.meta.url);
const SAMPLES: { name: string; response: object; usage?: object; missing?: string[] }[] =
  JSON.parse(readFileSync(FILE, "utf8"));

test.each(SAMPLES.filter((sample) => sample.usage))(
  "the usage of $name",
  ({ response, usage: expected }) => {
    expect(usage({ id: "x", usage: response })).toEqual(expected);
    expect(missing(response)).toEqual([]);
  },
);

test.each(SAMPLES.filter((sample) => sample.missing))(
  "what is counted and not charged is named: $name",
  ({ response, missing: expected }) => {
    expect(missing({ usage: response })).toEqual(expected);
    expect(missing([{ usage: response }, { usage: ANTHROPIC }])).toEqual(expected);
  },
);

const GEMINI = { promptTokenCount: 9 };
const searched = (groundingMetadata: object, more = {}) => ({
  ...more,
  candidates: [{ groundingMetadata }],
  usageMetadata: GEMINI,
});
const google = { groundingMetadata: { webSearchQueries: ["a", "b"] } };
const listing = (...types: string[]) => ({
  output: types.map((type) => ({ type })),
  usage: { input_tokens: 9 },
});
const call = { type: "web_search_call", status: "completed" };
const calls = ["search", "search", "open_page"].map((type) => ({ ...call, action: { type } }));
const OPENAI_SEARCHES = { object: "response", ...listing(), output: [...calls, call] };
const BUCKET = { input_tokens: 10, num_model_requests: 5, batch: true, model: "gpt-4o" };
const GENERATION = {
  id: "gen-1",
  tokens_prompt: 99,
  tokens_completion: 99,
  native_tokens_prompt: 10,
  native_tokens_completion: 25,
  native_tokens_reasoning: 5,
  native_tokens_cached: 3,
  usage: 0.0015,
};
const STEP = { response: { modelId: "m" }, usage: AI_SDK_6 };

/** Usages are exact; of the other fields, those named have these values. */
test.each<[source: string, response: object, read: object]>([
  ["OpenAI with searches", OPENAI_SEARCHES, { usage: { input: 9, search: 3 } }],
  [
    "OpenAI's batch output with searches",
    { custom_id: "a", response: { body: OPENAI_SEARCHES } },
    { usage: { input: 9, search: 3 } },
  ],
  [
    "OpenAI's batch itself, which adds up its requests",
    { object: "batch", request_counts: { total: 9, completed: 8 }, usage: { input_tokens: 9 } },
    { usage: { input: 9 }, serviceTier: "batch", requests: 8 },
  ],
  [
    "OpenAI with file searches",
    listing("file_search_call", "file_search_call", "function_call"),
    { usage: { input: 9, tool_call: 2 }, variant: "file_search", missing: [] },
  ],
  [
    "OpenAI's usage API",
    { data: [{ start_time: 1_767_952_800, results: [BUCKET] }] },
    {
      ...NO_USAGE_ENTRY_METADATA,
      ...{ model: "gpt-4o", host: "openai", serviceTier: "batch", at: "2026-01-09T10:00:00.000Z" },
      ...{ usage: { input: 10 }, requests: 5, missing: [] },
    },
  ],
  [
    "Gemini 2, charged by the prompt with searches",
    searched({ webSearchQueries: ["a", "b"] }, { modelVersion: "gemini-2.5-flash" }),
    { usage: { input: 9, search: 1 }, missing: [] },
  ],
  [
    "Gemini 3, charged by the different searches",
    searched({ webSearchQueries: ["a", "", "b", "a"] }, { modelVersion: "models/gemini-3-flash" }),
    { usage: { input: 9, search: 2 }, missing: [] },
  ],
  ...[{ providerMetadata: { google } }, { response_metadata: google }].map(
    (metadata): [string, object, object] => [
      `Gemini's searches in ${Object.keys(metadata)}`,
      { modelId: "gemini-3-pro", usageMetadata: GEMINI, ...metadata },
      { usage: { input: 9, search: 2 } },
    ],
  ),
  ...[
    { key: "a", response: { usageMetadata: GEMINI } },
    { processed_time: "2026", status: "", request: {}, response: { usageMetadata: GEMINI } },
    { dest: { inlinedResponses: { inlinedResponses: [{ response: { usageMetadata: GEMINI } }] } } },
  ].map((line): [string, object, object] => [
    `Gemini's batch output with ${Object.keys(line)}`,
    line,
    { usage: { input: 9 }, serviceTier: "batch" },
  ]),
  [
    "Bedrock's batch output",
    { recordId: "1", modelInput: {}, modelOutput: { model: "m", usage: ANTHROPIC } },
    { usage: ANTHROPIC_READ, model: "m", host: "amazon-bedrock", serviceTier: "batch" },
  ],
  [
    "Anthropic's batch output",
    { custom_id: "1", result: { type: "succeeded", message: { usage: ANTHROPIC } } },
    { usage: ANTHROPIC_READ, serviceTier: "batch" },
  ],
  ["no batch", { name: "a", response: { usageMetadata: GEMINI } }, { serviceTier: null }],
  [
    "xAI, which states its searches twice",
    {
      output: [call, call],
      usage: { input_tokens: 9, server_side_tool_usage_details: { web_search_calls: 2 } },
    },
    { usage: { input: 9, search: 2 } },
  ],
  [
    "OpenRouter's generation endpoint, by native tokens",
    { data: { ...GENERATION, provider_name: "Infermatic", total_cost: 0.0015 } },
    {
      usage: { input: 7, cache_read: 3, output: 20, reasoning: 5 },
      ...{ host: "openrouter", reportedUsd: 0.0015 },
    },
  ],
  [
    "OpenRouter's activity",
    { model_permaslug: "m", prompt_tokens: 9, usage: 0.25, byok_usage_inference: 0.5 },
    { host: "openrouter", reportedUsd: 0.75 },
  ],
  [
    "LangChain",
    {
      response_metadata: { model_name: "gemini-2.5-pro", model_provider: "google_genai" },
      usage_metadata: { input_tokens: 9, output_tokens: 2, input_token_details: {} },
    },
    { usage: { input: 9, output: 2 }, model: "gemini-2.5-pro", host: "google" },
  ],
  [
    "LangChain with a service tier, whose name is part of the names of the counts",
    {
      response_metadata: { model_name: "gpt-5", service_tier: "flex" },
      usage_metadata: {
        ...{ input_tokens: 10, input_token_details: { flex_cache_read: 6, flex: 4 } },
        ...{ output_tokens: 5, output_token_details: { flex_reasoning: 3, flex: 2 } },
      },
    },
    {
      usage: { input: 4, cache_read: 6, output: 2, reasoning: 3 },
      ...{ serviceTier: "flex", missing: [] },
    },
  ],
  [
    "Vertex",
    {
      modelVersion: "gemini-2.5-pro",
      usageMetadata: { ...GEMINI, trafficType: "ON_DEMAND_PRIORITY" },
    },
    { model: "gemini-2.5-pro", host: "google-vertex", serviceTier: "priority" },
  ],
  ["Gemini alone", { usageMetadata: GEMINI }, { host: null, serviceTier: null }],
  [
    "Bedrock",
    {
      output: { message: { role: "assistant" } },
      metrics: { latencyMs: 1 },
      usage: { inputTokens: 5, outputTokens: 1 },
      serviceTier: { type: "flex" },
    },
    { host: "amazon-bedrock", serviceTier: "flex" },
  ],
  ...[
    { cacheDetails: [{ ttl: "1h", inputTokens: 3 }] },
    { cache_creation: { ephemeral_1h_input_tokens: 3 } },
  ].map((usage): [string, object, object] => [
    `Bedrock's log of invocations with ${Object.keys(usage)}`,
    {
      input: { inputTokenCount: 5, cacheWriteInputTokenCount: 4 },
      output: { outputTokenCount: 1, outputBodyJson: { usage } },
    },
    { usage: { input: 5, output: 1, cache_write: 1, cache_write_1h: 3 } },
  ]),
  [
    "the AI SDK with several steps, which are added up",
    {
      steps: [STEP, { ...STEP }],
      totalUsage: { inputTokens: 2000, outputTokens: 400, totalTokens: 2400 },
      usage: AI_SDK_6,
    },
    {
      usage: { input: 1000, cache_read: 800, cache_write: 200, output: 300, reasoning: 100 },
      ...{ model: "m", requests: 2 },
    },
  ],
  [
    "a request in Helicone, whose cached tokens may be part of the prompt or not",
    { request_model: "m", response_model: "m-2", prompt_tokens: 9, prompt_cache_read_tokens: 4 },
    { usage: { input: 9 }, model: "m-2", missing: [{ meter: "prompt_cache_read_tokens" }] },
  ],
  [
    "opencode, whose total shows that the output excludes reasoning",
    { tokens: { total: 131, input: 9, output: 2, reasoning: 100, cache: { read: 20, write: 0 } } },
    { usage: { input: 9, cache_read: 20, output: 2, reasoning: 100 }, requests: 1 },
  ],
  [
    "an older opencode, whose output includes reasoning",
    { tokens: { total: 39, input: 9, output: 10, reasoning: 8, cache: { read: 20, write: 0 } } },
    { usage: { input: 9, cache_read: 20, output: 2, reasoning: 8 }, requests: 1 },
  ],
])("the response of %s", (_, response, read) => {
  const found = usageOf(response);
  expect(found).toMatchObject(read);
  if ("usage" in read) expect(found.usage).toEqual(read.usage);
});

test.each<[counted: string[], response: object]>([
  [
    ["code_interpreter_call", "image_generation_call"],
    listing("code_interpreter_call", "image_generation_call", "mcp_call"),
  ],
  [["grounding_metadata.web_search_queries"], searched({ webSearchQueries: ["a", "b"] })],
  [
    ["grounding_metadata.image_search_queries", "grounding_metadata.grounding_chunks.maps"],
    searched({ groundingChunks: [{ web: {} }, { maps: {} }], imageSearchQueries: ["a"] }),
  ],
  [
    ["server_side_tool_usage_details.x_search_calls"],
    { usage: { input_tokens: 9, server_side_tool_usage_details: { x_search_calls: 1 } } },
  ],
  [["search_context_size"], { usage: { prompt_tokens: 9, search_context_size: "low" } }],
  [["input_tokens_written"], { usage: { input_tokens: 9, input_tokens_written: 5 } }],
  [[], { usage: { prompt_tokens: 9, search_context_size: "high" } }],
])("%j is counted and not charged", (counted, response) => {
  expect(missing(response)).toEqual(counted);
});

test.each<[stated: object, read: object]>([
  [{ service_tier: "flex" }, { serviceTier: "flex" }],
  [{ service_tier: "default" }, { serviceTier: "standard" }],
  [{ service_tier: "scale" }, { serviceTier: null }],
  [{ timestamp: "2026-01-09" }, { at: "2026-01-09" }],
  [{ timestamp: "2026-01-09 10:00:00 UTC" }, { at: "2026-01-09T10:00:00.000Z" }],
  [{ timestamp: "2026-01-09T12:00:00.123456+0200" }, { at: "2026-01-09T10:00:00.123Z" }],
  [{ timestamp: 1_767_952_800_000 }, { at: "2026-01-09T10:00:00.000Z" }],
  [{ timestamp: 1_767_952_800_000_000 }, { at: "2026-01-09T10:00:00.000Z" }],
  [{ timestamp: "1767952800000000000" }, { at: "2026-01-09T10:00:00.000Z" }],
  [{ timestamp: 1e300 }, { at: null }],
  [{ request_created_at: "2026-01-09T10:00:00Z" }, { at: "2026-01-09T10:00:00.000Z" }],
  [{ time: { created: 1_767_952_800_000 } }, { at: "2026-01-09T10:00:00.000Z" }],
  [{ provider: "openai.responses" }, { host: "openai" }],
  [{ provider: "gcp.vertex_ai" }, { host: "google-vertex" }],
  [{ provider: "google.vertex.chat" }, { host: "google-vertex" }],
  [{ provider: "bedrock_converse" }, { host: "amazon-bedrock" }],
  [{ provider: "vercel_ai_gateway" }, { host: "vercel" }],
  [{ provider: "vertex_ai" }, { host: "google-vertex" }],
  [{ provider: "x_ai" }, { host: "xai" }],
  [{ provider: "novita" }, { host: "novita-ai" }],
  [{ provider: "constructor" }, { host: "constructor" }],
  [{ provider: "—" }, { host: null }],
  [{ providerID: "OPENAI" }, { host: "openai" }],
  [{ x_groq: { id: "r" } }, { host: "groq" }],
  // Anthropic's region.
  [{ inference_geo: "us" }, { region: "us" }],
  [{ inference_geo: "global" }, { region: null }],
  [{ inference_geo: "not_available" }, { region: null }],
  [{ requests: 0 }, { requests: 1 }],
  // Costs of OpenRouter, xAI and Perplexity.
  ...[false, true].map((is_byok): [object, object] => [
    { cost: 0.25, is_byok, cost_details: { upstream_inference_cost: 0.5 } },
    { reportedUsd: is_byok ? 0.75 : 0.25 },
  ]),
  [{ cost_in_usd_ticks: 37_756_000 }, { reportedUsd: 0.0037756 }],
  [{ cost: { request_cost: 0.006, total_cost: 0.012609 } }, { reportedUsd: 0.012609 }],
])("a response that states %j has %j", (stated, read) => {
  const beside = usageOf({ model: "m", ...stated, usage: OPENAI });
  const inUsage = usageOf({ model: "m", usage: { ...OPENAI, ...stated } });
  for (const found of [beside, inUsage])
    expect(found).toMatchObject({ model: "m", missing: [], ...read });
});

test("the AI SDK 5 has the cache writes that its provider metadata states", () => {
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

test("the AI SDK for Anthropic has the counts of the provider, if these cover all steps", () => {
  const counts = { inputTokens: 7, outputTokens: 445, cachedInputTokens: 5 };
  const providerMetadata = { anthropic: { usage: ANTHROPIC } };
  const one = { usage: counts, totalUsage: counts, providerMetadata };
  expect(usage(one)).toEqual(ANTHROPIC_READ);
  const last = { usage: { ...AI_SDK_6, raw: ANTHROPIC }, totalUsage: AI_SDK_6 };
  expect(usage(last)).toEqual(ANTHROPIC_READ);
  const sum = { ...AI_SDK_6, inputTokens: 1001 };
  expect(usage({ ...last, totalUsage: sum })).toEqual({ ...AI_SDK_READ, input: 501 });
});

test.each<[unknown, string]>([
  [null, "The response contains no token counts"],
  [
    { prompt_tokens: -5 },
    "The response has prompt_tokens -5, which is not a whole number of 0 or more",
  ],
  [{ prompt_tokens: Number.POSITIVE_INFINITY }, "has prompt_tokens Infinity, which is not"],
  [{ prompt_tokens: { toString: 1 } }, "has prompt_tokens {…}, which is not"],
  [{ prompt_tokens: "many" }, 'has prompt_tokens "many", which is not'],
  [{ prompt_tokens: "9".repeat(99) }, "The response has prompt_tokens"],
  [
    { prompt_tokens: 5, prompt_tokens_details: { cached_tokens: 6 } },
    "The response has more cache_read tokens (6) than input tokens (5)",
  ],
  [{ type: "message_delta", usage: { output_tokens: 5 } }, "one part of a streamed response"],
  [{ steps: [5, -5].map((input_tokens) => ({ usage: { input_tokens } })) }, "input_tokens -5"],
  [{ usageDetails: { input: 5, unicorns: 3 } }, 'has the unknown usage type "unicorns"'],
])("%j has no usage, and a reason", (response, reason) => {
  expect(usageOf(response)).toEqual({ usage: null, reason: expect.stringContaining(reason) });
});

test("keys of prototypes are data like any other", () => {
  const hostile = '{"__proto__": {"prompt_tokens": 5}, "constructor": {"usage": 1}}';
  expect(usage(JSON.parse(hostile))).toEqual({ input: 5 });
  expect(usage(Object.create({ prompt_tokens: 5 }))).toBeNull();
});

const countOrJson = fc.oneof(
  { weight: 9, arbitrary: fc.nat(9) },
  fc.constantFrom(-1, 0.5),
  fc.jsonValue(),
);
/** The samples with other numbers, most of which can be read, and any JSON in the place of one. */
const anySample = fc
  .tuple(fc.constantFrom(...SAMPLES), fc.array(countOrJson, { minLength: 1 }))
  .map(([{ response }, values]) => {
    let at = 0;
    return JSON.parse(JSON.stringify(response), (_, value) =>
      typeof value === "number" ? values[at++ % values.length] : value,
    );
  });

test("no value makes it throw, and what it reads are counts", () => {
  let readings = 0;
  fc.assert(
    fc.property(anySample, (value) => {
      const counts = Object.values(usageOf(value).usage ?? {});
      if (counts.length > 0) readings++;
      for (const count of counts) {
        expect(Number.isFinite(count)).toBe(true);
        expect(count).toBeGreaterThan(0);
      }
    }),
    { numRuns: toPropertyRunCount(200), seed: 26 },
  );
  expect(readings).toBeGreaterThan(30);
});
