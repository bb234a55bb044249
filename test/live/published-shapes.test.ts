/**
 * Checks the tables for readers that cannot be run here (in Python, or servers with a database). Every entry must have
 * the shape that the reader's own repository publishes; the shapes are written here from those repositories as of
 * 2026-11-26.
 */
import { expect } from "vitest";
import * as z from "zod";
import { verifies } from "../contract/harness.ts";
import { splitWords } from "../contract/hostile-inputs.ts";

/** Price of one token, second, page, picture or request. LiteLLM's own test refuses more than $1. */
const UsdPerUnit = z.number().min(0).max(1);

const LITELLM_MODES = splitWords(`audio_speech audio_transcription chat completion container
  image_edit embedding image_generation video_generation moderation rerank realtime responses ocr
  search vector_store`);

/** LiteLLM's price map, which aider reads too; from the schema in LiteLLM's tests/test_litellm/test_utils.py. */
const LitellmEntry = z
  .object({
    litellm_provider: z.string().regex(/^[a-z\d_-]+$/),
    mode: z.enum(LITELLM_MODES).optional(),
    source: z.string().optional(),
    deprecation_date: z.iso.date().optional(),
    max_tokens: z.int().positive().optional(),
    max_input_tokens: z.int().positive().optional(),
    max_output_tokens: z.int().positive().optional(),
    off_peak_pricing: z
      .strictObject({
        windows: z.array(
          z.strictObject({
            hours_utc: z.union([z.string(), z.array(z.string())]),
            weekdays: z.array(z.string()),
          }),
        ),
        input_cost_per_token: UsdPerUnit,
        output_cost_per_token: UsdPerUnit,
        cache_read_input_token_cost: UsdPerUnit,
        cache_creation_input_token_cost: UsdPerUnit,
      })
      .partial()
      .optional(),
    search_context_cost_per_query: z
      .strictObject({
        search_context_size_low: UsdPerUnit,
        search_context_size_medium: UsdPerUnit,
        search_context_size_high: UsdPerUnit,
      })
      .partial()
      .optional(),
  })
  .catchall(z.union([UsdPerUnit, z.boolean()]))
  // `max_tokens` is the old name of the output limit.
  .refine((entry) => entry.max_tokens === (entry.max_output_tokens ?? entry.max_tokens))
  .refine((entry) => Object.keys(entry).some((field) => field.includes("cost")));

/** In 2026-08 LiteLLM shipped 2,986 entries and refuses a map with fewer than half as many. */
const LITELLM_MINIMUM = 1493;

/** Further fields of the schema, as far as we write them. LiteLLM's code also reads `…_1080p`. */
const LITELLM_FIELDS =
  splitWords(`annotation_cost_per_page ocr_cost_per_page citation_cost_per_token
  input_cost_per_token output_cost_per_token output_cost_per_reasoning_token
  cache_read_input_token_cost cache_creation_input_token_cost cache_read_input_audio_token_cost
  cache_creation_input_audio_token_cost input_cost_per_audio_token output_cost_per_audio_token
  input_cost_per_character input_cost_per_audio_per_second input_cost_per_second
  output_cost_per_second input_cost_per_video_per_second output_cost_per_video_per_second
  input_cost_per_image_token output_cost_per_image_token output_cost_per_image input_cost_per_pixel
  input_cost_per_query input_cost_per_request output_cost_per_second_1080p
  output_cost_per_video_token supports_audio_input supports_audio_output supports_function_calling
  supports_parallel_function_calling supports_pdf_input supports_prompt_caching supports_reasoning
  supports_response_schema supports_tool_choice supports_video_input supports_vision`);
/** For one-hour cache writes, long prompts and service tiers. LiteLLM's code reads any prompt size, with or without `k`. */
const LITELLM_SUFFIXES = /(_above_1hr)?(_above_\d+k?_tokens)?(_batches|_flex|_priority)?$/;

verifies("9a-litellm", "has enough entries, each in LiteLLM's shape", async ({ read }) => {
  const map = await read<Record<string, object>>("/compat/litellm.json");
  expect(Object.keys(map).length).toBeGreaterThan(LITELLM_MINIMUM);
  expect(z.record(z.string(), LitellmEntry).safeParse(map).error).toBeUndefined();
  const known = new Set([...LITELLM_FIELDS, ...Object.keys(LitellmEntry.shape)]);
  const fields = new Set(Object.values(map).flatMap((entry) => Object.keys(entry)));
  const unknown = [...fields].filter((name) => !known.has(name.replace(LITELLM_SUFFIXES, "")));
  expect(unknown).toEqual([]);
});

/** From Langfuse's API definition (fern/apis/server/definition/models.yml and commons.yml). */
const LangfuseTier = z.strictObject({
  name: z.string().min(1),
  isDefault: z.boolean(),
  priority: z.int().min(0),
  conditions: z.array(
    z.strictObject({
      usageDetailPattern: z.string(),
      operator: z.enum(["gt", "gte", "lt", "lte", "eq", "neq"]),
      value: z.number(),
      caseSensitive: z.boolean(),
    }),
  ),
  prices: z.record(z.string(), UsdPerUnit).refine((prices) => Object.keys(prices).length > 0),
});
const LangfuseModel = z.strictObject({
  modelName: z.string().min(1),
  matchPattern: z.string(),
  startDate: z.iso.datetime().optional(),
  unit: z.enum(["CHARACTERS", "TOKENS", "MILLISECONDS", "SECONDS", "IMAGES", "REQUESTS"]),
  pricingTiers: z
    .array(LangfuseTier)
    .refine((tiers) => tiers.filter(({ isDefault }) => isDefault).length === 1)
    .refine((tiers) =>
      tiers.every((one) => one.isDefault === (one.priority === 0 && one.conditions.length === 0)),
    )
    .refine((tiers) => new Set(tiers.map(({ name }) => name)).size === tiers.length)
    .refine((tiers) => new Set(tiers.map((one) => one.priority)).size === tiers.length),
});

verifies("9a-langfuse", "every model has the shape of Langfuse's API", async ({ read }) => {
  const models = await read("/compat/langfuse.json");
  expect(z.array(LangfuseModel).min(1000).safeParse(models).error).toBeUndefined();
});

/**
 * models.dev's table, from its packages/core/src/schema.ts. LangChain's model profiles are made from this table. The
 * optional fields are in the stored table (`generator/formats/formats.test.ts`), and opencode and tokenlens read them.
 */
const Usd = z.number().min(0);
const MonthOrDay = z.string().regex(/^\d{4}-\d{2}(-\d{2})?$/);
const Modalities = z.array(z.enum(["text", "audio", "image", "video", "pdf"]));
const ModelsDevModel = z
  .looseObject({
    id: z.string(),
    name: z.string().min(1),
    attachment: z.boolean(),
    reasoning: z.boolean(),
    reasoning_options: z.array(z.looseObject({ type: z.string() })).optional(),
    tool_call: z.boolean(),
    knowledge: MonthOrDay.optional(),
    release_date: MonthOrDay,
    last_updated: MonthOrDay,
    modalities: z.strictObject({ input: Modalities, output: Modalities }),
    open_weights: z.boolean(),
    limit: z.strictObject({ context: Usd, input: Usd.optional(), output: Usd }),
    status: z.enum(["alpha", "beta", "deprecated"]).optional(),
    cost: z.looseObject({ input: Usd, output: Usd, reasoning: Usd.optional() }).optional(),
  })
  .refine(({ reasoning, reasoning_options }) => reasoning === (reasoning_options !== undefined))
  .refine(({ reasoning, cost }) => reasoning || cost?.reasoning === undefined);
/** Packages that require an API address, and packages that allow one. For all others, an address is a fault. */
const NEED_ADDRESS = ["@ai-sdk/openai-compatible", "@openrouter/ai-sdk-provider"];
const TAKE_ADDRESS = ["@ai-sdk/anthropic", "@ai-sdk/openai", "kiro-acp-ai-provider"];
const ModelsDevProvider = z
  .strictObject({
    id: z.string(),
    env: z.array(z.string()).min(1),
    npm: z.string().min(1),
    api: z.string().optional(),
    name: z.string().min(1),
    doc: z.string().min(1),
    models: z.record(z.string(), ModelsDevModel),
  })
  .refine(
    ({ npm, api }) =>
      TAKE_ADDRESS.includes(npm) || NEED_ADDRESS.includes(npm) === (api !== undefined),
  );

verifies("9a-models-dev", "every host has the shape of models.dev's schema", async ({ read }) => {
  const table = await read("/api.json");
  expect(Object.keys(table).length).toBeGreaterThan(100);
  expect(z.record(z.string(), ModelsDevProvider).safeParse(table).error).toBeUndefined();
});
