import { expect, test } from "vitest";
import { collectFromTexts } from "../../test/builders/collect.ts";
import { formatRatesCell, parseRates } from "../cost/rates.ts";
import { litellmCollector } from "./litellm.ts";

const NIMBUS = {
  litellm_provider: "openai",
  mode: "chat",
  input_cost_per_token: 2.8e-7,
  output_cost_per_token: 1.1e-6,
  cache_read_input_token_cost: 1e-6,
  input_cost_per_token_batches: 1.4e-7,
  output_cost_per_token_batches: 5.5e-7,
  input_cost_per_token_above_200k_tokens: 5.6e-7,
  output_cost_per_token_above_200k_tokens: 2.2e-6,
  max_input_tokens: 128000,
  max_output_tokens: "unknown",
  deprecation_date: "2026-12-01",
};
const read = (table: object) =>
  collectFromTexts(litellmCollector, { "model_prices_and_context_window.json": table });

test("prices are per million tokens without float noise, with batch prices and tiers", () => {
  expect(read({ "nimbus-1": NIMBUS }).offers).toMatchObject([
    {
      host: "openai",
      modelId: "nimbus-1",
      prices: { input: 0.28, output: 1.1, cache_read: null },
      rates: parseRates(
        "input@batch=0.14; input@>200000=0.56; output@batch=0.55; output@>200000=2.2",
      ),
      traits: { context_window: 128000, max_output_tokens: null, retirement_date: "2026-12-01" },
    },
  ]);
});

test("Azure's deprecation dates are only the earliest possible ones, so they are not retirement dates", () => {
  const { offers } = read({ "azure/nimbus-1": { ...NIMBUS, litellm_provider: "azure" } });
  expect(offers).toMatchObject([{ host: "azure", traits: { retirement_date: null } }]);
});

test.each([
  ["gemini-flash-experimental", "embedding", ["text"]],
  ["deep-research-pro-preview-12-2025", "image_generation", ["text"]],
  ["gemini-2.5-flash-image", "image_generation", ["image"]],
])("%s with the mode %s has the output modalities %j", (name, mode, output_modalities) => {
  const { offers } = read({ [name]: { ...NIMBUS, mode } });
  expect(offers).toMatchObject([{ traits: { output_modalities } }]);
});

test("flags list the accepted request parameters; without flags the parameters are unknown", () => {
  const flags = { supports_function_calling: true, supports_tool_choice: true };
  const { offers } = read({ "nimbus-1": { ...NIMBUS, ...flags }, "nimbus-2": NIMBUS });
  expect(offers.map(({ traits }) => traits.more?.supported_parameters)).toEqual([
    ["tool_choice", "tools"],
    null,
  ]);
});

const cardOf = (entry: object, name = "nimbus-1") => {
  const { offers } = read({ [name]: { litellm_provider: "openai", ...entry } });
  return formatRatesCell(offers.flatMap(({ rates }) => rates));
};
const search = (low: number, high: number) => ({
  search_context_cost_per_query: { search_context_size_low: low, search_context_size_high: high },
});
test.each<[object, string | null]>([
  [
    {
      cache_creation_input_token_cost_above_1hr: 6e-6,
      cache_creation_input_token_cost_above_1hr_above_200k_tokens: 1.2e-5,
      input_cost_per_token_above_272k_tokens_priority: 2e-5,
      cache_read_input_token_cost_flex: 2.5e-7,
    },
    "input@priority@>272000=20; cache_read@flex=0.25; cache_write@1h=6; cache_write@>200000@1h=12",
  ],
  [{ mode: "embedding", input_cost_per_image: 0.0001 }, "input_image=0.0001/image"],
  [{ mode: "image_generation", input_cost_per_image: 0.04 }, "output_image=0.04/image"],
  [
    { mode: "image_generation", input_cost_per_image: 0.0011, output_cost_per_image: 0.134 },
    "input_image=0.0011/image; output_image=0.134/image",
  ],
  [{ mode: "chat", input_cost_per_image: 2e-6 }, null],
  [{ mode: "image_generation", input_cost_per_pixel: 3e-9 }, "output_image=0.003/megapixel"],
  [
    { mode: "audio_transcription", input_cost_per_second: 0.0001, output_cost_per_second: 0.0001 },
    "input_audio=0.006/minute",
  ],
  [{ mode: "audio_speech", input_cost_per_character: 1.5e-5 }, "input=15/1M characters"],
  [{ mode: "video_generation", output_cost_per_second: 0.4 }, "output_video=0.4/second"],
  [{ mode: "chat", output_cost_per_second: 0.4 }, null],
  [{ mode: "rerank", input_cost_per_query: 0.002 }, "search=2/1k searches"],
  [{ mode: "ocr", ocr_cost_per_page: 0.004, annotation_cost_per_page: 0 }, "input=0.004/page"],
  [search(0.01, 0.01), "search=10/1k searches"],
  [search(0.005, 0.01), "search@variant:high=10/1k searches; search@variant:low=5/1k searches"],
])("%j has the rates %s", (entry, rates) => {
  expect(cardOf(entry)).toBe(rates);
});

test("when prices are given only by prompt size, the first is the price and the others are rates", () => {
  const range = (from: number, to: number, usd: number) => ({
    range: [from, to],
    input_cost_per_token: usd,
    output_cost_per_token: 8 * usd,
  });
  const tiered_pricing = [range(0, 256_000, 5e-8), range(256_000, 1e6, 2.5e-7)];
  const { offers } = read({ "nimbus-1": { litellm_provider: "openai", tiered_pricing } });
  expect(offers).toMatchObject([
    { prices: { input: 0.05 }, rates: parseRates("input@>256000=0.25; output@>256000=2") },
  ]);
});

test("routes for image sizes and qualities become rates of their model", () => {
  const image = (usd: number) => ({
    litellm_provider: "openai",
    mode: "image_generation",
    input_cost_per_image: usd,
  });
  const { offers } = read({
    "hd/1024-x-1792/pixel-3": { ...image(0.12), input_cost_per_pixel: 6.5e-8 },
    "pixel-3": image(0.04),
    "512-x-512/pixel-0": image(0.02),
  });
  expect(offers.map(({ modelId, rates }) => [modelId, formatRatesCell(rates)])).toEqual([
    ["pixel-3", "output_image=0.04/image; output_image@variant:hd-1024x1792=0.12/image"],
    ["pixel-0", "output_image@variant:512x512=0.02/image"],
  ]);
});

test("an input and output price of 0 means no price", () => {
  const { offers } = read({ n: { ...NIMBUS, input_cost_per_token: 0, output_cost_per_token: 0 } });
  expect(offers).toMatchObject([{ prices: { input: null, output: null } }]);
});

test.each([
  ["together_ai", "together_ai/meta-llama/Llama-3-8b", "togetherai", "meta-llama/Llama-3-8b"],
  ["vertex_ai-anthropic_models", "vertex_ai/claude-9", "google-vertex", "claude-9"],
])(
  "provider %s with the route %s is the host %s with the id %s",
  (litellm_provider, route, host, modelId) => {
    const { offers } = read({ [route]: { litellm_provider, input_cost_per_token: 1e-6 } });
    expect(offers).toMatchObject([{ host, modelId }]);
  },
);

test.each([
  ["azure", "azure/eu/gpt-4o", "one region's or deployment's price"],
  ["together_ai", "together-ai-up-to-3b", "a class of models, not one model"],
  ["one of the providers", "sample_spec", "a class of models, not one model"],
  ["zoo", "dolphin", 'no host known as "zoo"'],
  ["azure", "azure/speech/azure-tts", "a service, not a model"],
])("provider %s with the route %s is left out: %s", (litellm_provider, route, reason) => {
  const { offers, reasons } = read({ [route]: { litellm_provider, input_cost_per_token: 1e-6 } });
  expect([offers, reasons]).toEqual([[], [reason]]);
});
