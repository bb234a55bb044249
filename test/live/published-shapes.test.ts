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

/**
 * Fields of the schema with a price in USD, as far as we write them. The schema of that day did not list
 * `output_cost_per_second_1080p` yet, but LiteLLM's code reads it.
 */
const LITELLM_COSTS = new Set(
  splitWords(`annotation_cost_per_page ocr_cost_per_page citation_cost_per_token
    input_cost_per_token output_cost_per_token output_cost_per_reasoning_token
    cache_read_input_token_cost cache_creation_input_token_cost
    cache_read_input_audio_token_cost cache_creation_input_audio_token_cost
    input_cost_per_audio_token output_cost_per_audio_token input_cost_per_character
    input_cost_per_audio_per_second input_cost_per_second output_cost_per_second
    input_cost_per_video_per_second output_cost_per_video_per_second
    input_cost_per_image_token output_cost_per_image_token output_cost_per_image
    input_cost_per_pixel input_cost_per_query input_cost_per_request
    output_cost_per_second_1080p output_cost_per_video_token`),
);
/** LiteLLM's suffixes for one-hour cache writes, long prompts and service tiers. Its code accepts any prompt size. */
const LITELLM_SUFFIXES = /(_above_1hr)?(_above_\d+k_tokens)?(_batches|_flex|_priority)?$/;
const LITELLM_ABILITIES = new Set(
  splitWords(`audio_input audio_output function_calling parallel_function_calling pdf_input
    prompt_caching reasoning response_schema tool_choice video_input vision`).map(
    (name) => `supports_${name}`,
  ),
);

verifies(
  "9a-litellm",
  "has enough entries, and each has the shape of LiteLLM's schema",
  async ({ read }) => {
    const map = await read<Record<string, object>>("/compat/litellm.json");
    expect(Object.keys(map).length).toBeGreaterThan(LITELLM_MINIMUM);
    expect(z.record(z.string(), LitellmEntry).safeParse(map).error).toBeUndefined();
    const unknown = Object.values(map)
      .flatMap((entry) => Object.entries(entry))
      .filter(([field]) => !(field in LitellmEntry.shape))
      .filter(([field, value]) =>
        typeof value === "boolean"
          ? !LITELLM_ABILITIES.has(field)
          : !LITELLM_COSTS.has(field.replace(LITELLM_SUFFIXES, "")),
      );
    expect(unknown).toEqual([]);
  },
);

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
const isUnique = (values: readonly unknown[]) => new Set(values).size === values.length;
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
    .refine(
      (tiers) =>
        isUnique(tiers.map(({ name }) => name)) && isUnique(tiers.map((one) => one.priority)),
    ),
});

verifies("9a-langfuse", "every model has the shape of Langfuse's API", async ({ read }) => {
  const models = await read("/compat/langfuse.json");
  expect(z.array(LangfuseModel).min(1000).safeParse(models).error).toBeUndefined();
});

/** models.dev's table, from its packages/core/src/schema.ts. LangChain's model profiles are made from this table. */
const Usd = z.number().min(0);
const ModelsDevCost = z.strictObject({
  input: Usd,
  output: Usd,
  ...z
    .object({
      reasoning: Usd,
      cache_read: Usd,
      cache_write: Usd,
      input_audio: Usd,
      output_audio: Usd,
    })
    .partial().shape,
});
const ModelsDevModality = z.enum(["text", "audio", "image", "video", "pdf"]);
const MonthOrDay = z.string().regex(/^\d{4}-\d{2}(-\d{2})?$/);
const ModelsDevModel = z
  .strictObject({
    id: z.string(),
    name: z.string().min(1),
    family: z.string().optional(),
    attachment: z.boolean(),
    reasoning: z.boolean(),
    reasoning_options: z
      .array(
        z.discriminatedUnion("type", [
          z.strictObject({ type: z.literal("toggle") }),
          z.strictObject({
            type: z.literal("effort"),
            values: z.array(
              z
                .enum(["none", "minimal", "low", "medium", "high", "xhigh", "max", "default"])
                .nullable(),
            ),
          }),
          z.strictObject({
            type: z.literal("budget_tokens"),
            min: z.number().min(-1).optional(),
            max: Usd.optional(),
          }),
        ]),
      )
      .optional(),
    tool_call: z.boolean(),
    interleaved: z
      .union([
        z.literal(true),
        z.strictObject({ field: z.enum(["reasoning_content", "reasoning_details"]) }),
      ])
      .optional(),
    structured_output: z.boolean().optional(),
    temperature: z.boolean().optional(),
    knowledge: MonthOrDay.optional(),
    release_date: MonthOrDay,
    last_updated: MonthOrDay,
    modalities: z.strictObject({
      input: z.array(ModelsDevModality),
      output: z.array(ModelsDevModality),
    }),
    open_weights: z.boolean(),
    limit: z.strictObject({ context: Usd, input: Usd.optional(), output: Usd }),
    status: z.enum(["alpha", "beta", "deprecated"]).optional(),
    cost: ModelsDevCost.extend({
      context_over_200k: ModelsDevCost.optional(),
      tiers: z
        .array(
          ModelsDevCost.extend({
            tier: z.strictObject({ type: z.literal("context"), size: z.int().min(0) }),
          }),
        )
        .refine((tiers) => isUnique(tiers.map(({ tier }) => tier.size)))
        .optional(),
    }).optional(),
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
