import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
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
    expect(usage(response)).toEqual(expected);
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

describe("a response", () => {
  test("of OpenAI has the searches that its output lists, without the pages that were opened", () => {
    const call = { type: "web_search_call", status: "completed" };
    const output = [
      ...["search", "search", "open_page"].map((type) => ({ ...call, action: { type } })),
      call,
      { type: "message", content: [] },
    ];
    const response = { object: "response", output, usage: { input_tokens: 9, output_tokens: 6 } };
    const expected = { input: 9, output: 6, search: 3 };
    expect(usage(response)).toEqual(expected);
    expect(usage({ custom_id: "a", response: { body: response } })).toEqual(expected);
  });

  test("of OpenAI counts file searches as tool calls, and names tools without a known price", () => {
    const calls = (...types: string[]) => ({
      output: types.map((type) => ({ type })),
      usage: { input_tokens: 9 },
    });
    expect(usageOf(calls("file_search_call", "file_search_call", "function_call"))).toMatchObject({
      usage: { input: 9, tool_call: 2 },
      variant: "file_search",
      missing: [],
    });
    const others = calls("code_interpreter_call", "image_generation_call", "mcp_call");
    expect(usageOf(others)).toMatchObject({ usage: { input: 9 }, variant: null });
    expect(missing(others)).toEqual(["code_interpreter_call", "image_generation_call"]);
  });

  const grounded = (groundingMetadata: object) => ({
    candidates: [{ groundingMetadata }],
    usageMetadata: { promptTokenCount: 9 },
  });

  test.each([
    ["gemini-2.5-flash", ["a", "b"], 1],
    ["models/gemini-3-flash-preview", ["a", "", "b", "a"], 2],
  ])("of %s that searched the web for %j is billed for %s", (modelVersion, queries, search) => {
    const response = { modelVersion, ...grounded({ webSearchQueries: queries }) };
    expect(usageOf(response)).toMatchObject({ usage: { input: 9 }, missing: [] });
    expect(usage(response)?.search).toBe(search);
  });

  test("of Gemini through the AI SDK or LangChain has the searches of its metadata", () => {
    const google = { groundingMetadata: { webSearchQueries: ["a", "b"] } };
    const response = { modelId: "gemini-3-pro", usageMetadata: { promptTokenCount: 9 } };
    for (const metadata of [{ providerMetadata: { google } }, { response_metadata: google }])
      expect(usage({ ...response, ...metadata })).toEqual({ input: 9, search: 2 });
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

  test("of OpenAI's usage API has its batch tier and its number of requests", () => {
    const bucket = { input_tokens: 10, num_model_requests: 5, batch: true, model: "gpt-4o" };
    expect(usageOf({ data: [{ start_time: 1_767_952_800, results: [bucket] }] })).toEqual({
      ...NO_USAGE_ENTRY_METADATA,
      usage: { input: 10 },
      model: "gpt-4o",
      host: "openai",
      serviceTier: "batch",
      requests: 5,
      missing: [],
      at: "2026-01-09T10:00:00.000Z",
    });
  });

  test("of Gemini in the output of a batch has the batch tier", () => {
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

  test("of Perplexity has a known fee for the search context size high, but not for low", () => {
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
      host: "openrouter",
      reportedUsd: 0.0015,
    });
    const activity = { model_permaslug: "m", prompt_tokens: 9, usage: 0.0015 };
    expect(usageOf(activity)).toMatchObject({ host: "openrouter", reportedUsd: 0.0015 });
  });

  test("of LangChain has the model and the host beside the usage", () => {
    const response_metadata = { model_name: "gemini-2.5-pro", model_provider: "google_genai" };
    const usage_metadata = { input_tokens: 9, output_tokens: 2, input_token_details: {} };
    expect(usageOf({ response_metadata, usage_metadata })).toMatchObject({
      usage: { input: 9, output: 2 },
      model: "gemini-2.5-pro",
      host: "google",
    });
  });

  test("of Gemini and Bedrock has the host and the tier that its fields show", () => {
    const gemini = { promptTokenCount: 5, candidatesTokenCount: 1 };
    const vertex = { ...gemini, trafficType: "ON_DEMAND_PRIORITY" };
    expect(usageOf({ modelVersion: "gemini-2.5-pro", usageMetadata: vertex })).toMatchObject({
      model: "gemini-2.5-pro",
      host: "google-vertex",
      serviceTier: "priority",
    });
    expect(usageOf({ usageMetadata: gemini })).toMatchObject({ host: null, serviceTier: null });
    const converse = {
      output: { message: { role: "assistant" } },
      metrics: { latencyMs: 1 },
      usage: { inputTokens: 5, outputTokens: 1 },
      serviceTier: { type: "flex" },
    };
    expect(usageOf(converse)).toMatchObject({ host: "amazon-bedrock", serviceTier: "flex" });
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
    [{ provider: "openai.responses" }, { host: "openai" }],
    [{ provider: "gcp.vertex_ai" }, { host: "google-vertex" }],
    [{ provider: "google.vertex.chat" }, { host: "google-vertex" }],
    [{ provider: "bedrock_converse" }, { host: "amazon-bedrock" }],
    [{ provider: "novita" }, { host: "novita-ai" }],
    [{ provider: "constructor" }, { host: "constructor" }],
    [{ provider: "—" }, { host: null }],
    // Anthropic's region.
    [{ inference_geo: "us" }, { region: "us" }],
    [{ inference_geo: "global" }, { region: null }],
    [{ inference_geo: "not_available" }, { region: null }],
    // Costs of OpenRouter, xAI and Perplexity.
    [{ cost: 0.0042, is_byok: false }, { reportedUsd: 0.0042 }],
    [{ cost_in_usd_ticks: 37_756_000 }, { reportedUsd: 0.0037756 }],
    [{ cost: { request_cost: 0.006, total_cost: 0.012609 } }, { reportedUsd: 0.012609 }],
  ])("that states %j has %j", (stated, read) => {
    const beside = usageOf({ model: "m", ...stated, usage: OPENAI });
    const inUsage = usageOf({ model: "m", usage: { ...OPENAI, ...stated } });
    for (const found of [beside, inUsage])
      expect(found).toMatchObject({ model: "m", missing: [], ...read });
  });

  test("of the AI SDK 5 has the cache writes that its provider metadata states", () => {
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

  test("of the AI SDK for Anthropic has the counts of the provider, if these cover all steps", () => {
    const counts = { inputTokens: 7, outputTokens: 445, cachedInputTokens: 5 };
    const providerMetadata = { anthropic: { usage: ANTHROPIC } };
    const one = { usage: counts, totalUsage: counts, providerMetadata };
    expect(usage(one)).toEqual(ANTHROPIC_READ);
    const last = { usage: { ...AI_SDK_6, raw: ANTHROPIC }, totalUsage: AI_SDK_6 };
    expect(usage(last)).toEqual(ANTHROPIC_READ);
    const sum = { ...AI_SDK_6, inputTokens: 1001 };
    expect(usage({ ...last, totalUsage: sum })).toEqual({ ...AI_SDK_READ, input: 501 });
  });

  test("with several steps has their sum", () => {
    const step = { response: { modelId: "m" }, usage: AI_SDK_6 };
    const sum = { inputTokens: 2000, outputTokens: 400, totalTokens: 2400 };
    const read = usageOf({ steps: [step, { ...step }], totalUsage: sum, usage: AI_SDK_6 });
    expect(read).toMatchObject({
      usage: { input: 1000, cache_read: 800, cache_write: 200, output: 300, reasoning: 100 },
      model: "m",
      requests: 2,
    });
  });
});

describe("what cannot be read has no usage, and a reason", () => {
  test.each<[unknown, string]>([
    [null, "The response contains no token counts"],
    [{ usage: {} }, "The response contains no token counts"],
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
  ..."usage prompt_tokens completion_tokens input_tokens cachedInputTokens usageMetadata".split(
    " ",
  ),
  ..."promptTokenCount promptTokensDetails attributes spanId model usageDetails".split(" "),
  ..."gen_ai.usage.input_tokens created cost steps __proto__".split(" "),
];

/** Random JSON values under the field names that the readers know. */
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

/** The samples with other numbers, most of which can be read. */
const anySample = fc
  .tuple(
    fc.constantFrom(...SAMPLES),
    fc.array(fc.oneof({ weight: 9, arbitrary: fc.nat(9) }, fc.constantFrom(-1, 0.5, null)), {
      minLength: 1,
    }),
  )
  .map(([{ response }, numbers]) => {
    let at = 0;
    const text = JSON.stringify(response);
    return JSON.parse(text, (_, value) =>
      typeof value === "number" ? numbers[at++ % numbers.length] : value,
    );
  });

test("no value makes it throw, and what it reads are counts", () => {
  let readings = 0;
  fc.assert(
    fc.property(fc.oneof(anyJson, anySample), (value) => {
      const read = usageOf(value);
      if (read.usage !== null) readings++;
      for (const count of Object.values(read.usage ?? {})) {
        expect(Number.isFinite(count)).toBe(true);
        expect(count).toBeGreaterThan(0);
      }
    }),
    { numRuns: toPropertyRunCount(200), seed: 26 },
  );
  expect(readings).toBeGreaterThan(30);
});
