import { expect, test } from "vitest";
import { collectFromTexts } from "../../test/builders/collect.ts";
import { litellmCollector } from "./litellm.ts";

const COST = { input_cost_per_token: 2.8e-7, output_cost_per_token: 1.1e-6 };
const read = (table: Record<string, object>) => {
  const entries = Object.entries(table).map(([route, entry]) => [
    route,
    { litellm_provider: "openai", ...entry },
  ]);
  const models = Object.fromEntries(entries);
  return collectFromTexts(litellmCollector, { "model_prices_and_context_window.json": models });
};
const traitsOf = (more: object, route = "nimbus-1") =>
  read({ [route]: { ...COST, ...more } }).offers[0]?.traits;

test("a limit that is no number is unknown; Azure's retirement dates are only the earliest possible", () => {
  const more = { max_input_tokens: 128000, max_output_tokens: "unknown" };
  const dated = { ...more, deprecation_date: "2026-12-01" };
  const limits = { context_window: 128000, max_output_tokens: null };
  expect(traitsOf(dated)).toMatchObject({ ...limits, retirement_date: "2026-12-01" });
  const azure = traitsOf({ ...dated, litellm_provider: "azure" }, "azure/nimbus-1");
  expect(azure).toMatchObject({ retirement_date: null });
});

test.each([
  ["gemini-flash-experimental", "embedding", ["text"]],
  ["deep-research-pro-preview-12-2025", "image_generation", ["text"]],
  ["gemini-2.5-flash-image", "image_generation", ["image"]],
])("%s with the mode %s has the output modalities %j", (name, mode, output_modalities) => {
  expect(traitsOf({ mode }, name)).toMatchObject({ output_modalities });
});

test.each([
  ["flux-9-dev", "chat", null, ["image"]],
  ["nimbus-diffusion", "image_generation", null, ["image"]],
  ["nimbus-asr", "audio_transcription", null, ["text"]],
  ["nimbus-7b", "chat", 4096, ["text"]],
])("4096 tokens of Fireworks' %s with the mode %s: %j", (name, mode, limit, output_modalities) => {
  const limits = { max_input_tokens: 4096, max_output_tokens: 4096 };
  const route = `fireworks_ai/accounts/fireworks/models/${name}`;
  expect(traitsOf({ ...limits, mode, litellm_provider: "fireworks_ai" }, route)).toMatchObject({
    context_window: limit,
    max_output_tokens: limit,
    output_modalities,
  });
});

test("flags list the accepted request parameters; without flags the parameters are unknown", () => {
  const flags = { supports_function_calling: true, supports_tool_choice: true };
  const parametersOf = (more: object) => traitsOf(more)?.more?.supported_parameters;
  expect([parametersOf(flags), parametersOf({})]).toEqual([["tool_choice", "tools"], null]);
});

const image = { mode: "image_generation" };
const search = (low: number, high: number) => ({
  search_context_cost_per_query: { search_context_size_low: low, search_context_size_high: high },
});
test.each<[object, string]>([
  [{ ...COST, cache_read_input_token_cost: 1e-6 }, "input=0.28; output=1.1"],
  [{ input_cost_per_token: 0, output_cost_per_token: 0 }, "no price"],
  [{ input_cost_per_token_batches: 1.4e-7 }, "input@batch=0.14"],
  [{ output_cost_per_token_above_200k_tokens: 2.2e-6 }, "output@>200000=2.2"],
  [{ input_cost_per_token_above_32768_tokens: 3e-6 }, "input@>32768=3"],
  [{ input_cost_per_token_above_272k_tokens_priority: 2e-5 }, "input@priority@>272000=20"],
  [{ cache_read_input_token_cost_flex: 2.5e-7 }, "cache_read@flex=0.25"],
  [{ cache_creation_input_token_cost_above_1hr: 6e-6 }, "cache_write@1h=6"],
  [
    { cache_creation_input_token_cost_above_1hr_above_200k_tokens: 1.2e-5 },
    "cache_write@>200000@1h=12",
  ],
  [{ mode: "embedding", input_cost_per_image: 0.0001 }, "input_image=0.0001/image"],
  [{ ...image, input_cost_per_image: 0.04 }, "output_image=0.04/image"],
  [
    { ...image, input_cost_per_image: 0.0011, output_cost_per_image: 0.134 },
    "input_image=0.0011/image; output_image=0.134/image",
  ],
  [{ mode: "chat", input_cost_per_image: 2e-6 }, "no price"],
  [{ ...image, input_cost_per_pixel: 3e-9 }, "output_image=0.003/megapixel"],
  [
    { mode: "audio_transcription", input_cost_per_second: 0.0001, output_cost_per_second: 0.0001 },
    "input_audio=0.006/minute",
  ],
  [{ mode: "audio_speech", input_cost_per_character: 1.5e-5 }, "input=15/1M characters"],
  [{ mode: "video_generation", output_cost_per_second: 0.4 }, "output_video=0.4/second"],
  [{ mode: "chat", output_cost_per_second: 0.4 }, "no price"],
  [{ mode: "rerank", input_cost_per_query: 0.002 }, "search=2/1k searches"],
  [{ mode: "ocr", ocr_cost_per_page: 0.004, annotation_cost_per_page: 0 }, "input=0.004/page"],
  [search(0.01, 0.01), "search=10/1k searches"],
  [search(0.005, 0.01), "search@variant:high=10/1k searches; search@variant:low=5/1k searches"],
])("%j has the rates %s", (entry, rates) => {
  expect(read({ "nimbus-1": entry }).cards).toEqual([`openai nimbus-1: ${rates}`]);
});

test("when prices are given only by prompt size, the first is the price and the others are rates", () => {
  const range = (from: number, to: number, usd: number) => ({
    range: [from, to],
    input_cost_per_token: usd,
    output_cost_per_token: 8 * usd,
  });
  const tiered_pricing = [range(0, 256_000, 5e-8), range(256_000, 1e6, 2.5e-7)];
  expect(read({ n: { tiered_pricing } }).cards).toEqual([
    "openai n: input=0.05; input@>256000=0.25; output=0.4; output@>256000=2",
  ]);
});

test("routes for image sizes and qualities become rates of their model", () => {
  const { cards } = read({
    "hd/1024-x-1792/pixel-3": { ...image, input_cost_per_image: 0.12, input_cost_per_pixel: 7e-8 },
    "pixel-3": { ...image, input_cost_per_image: 0.04 },
    "512-x-512/pixel-0": { ...image, input_cost_per_image: 0.02 },
  });
  expect(cards).toEqual([
    "openai pixel-3: output_image=0.04/image; output_image@variant:hd-1024x1792=0.12/image",
    "openai pixel-0: output_image@variant:512x512=0.02/image",
  ]);
});

test.each([
  ["together_ai", "together_ai/meta-llama/Llama-3-8b", "togetherai meta-llama/Llama-3-8b"],
  ["vertex_ai-anthropic_models", "vertex_ai/claude-9", "google-vertex claude-9"],
  ["azure", "azure/eu/gpt-4o", "one region's or deployment's price"],
  ["together_ai", "together-ai-up-to-3b", "a class of models, not one model"],
  ["one of the providers", "sample_spec", "a class of models, not one model"],
  ["zoo", "dolphin", 'no host known as "zoo"'],
  ["azure", "azure/speech/azure-tts", "a service, not a model"],
])("provider %s with the route %s: %s", (litellm_provider, route, expected) => {
  const { offers, reasons } = read({ [route]: { litellm_provider, ...COST } });
  const ids = offers.map(({ host, modelId }) => `${host} ${modelId}`);
  expect([...ids, ...reasons]).toEqual([expected]);
});
