import { expect, test } from "vitest";
import { collect } from "../../test/builders/collect.ts";
import { litellm } from "./litellm.ts";

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
const read = (table: object, launches = "") =>
  collect(litellm, {
    "model_prices_and_context_window.json": table,
    "launch_prices.csv": `model,vendor,tier,release_date,source_url\n${launches}`,
  });

test("prices are per million tokens without float noise, with batch prices and tiers", () => {
  expect(read({ "nimbus-1": NIMBUS }).offers).toMatchObject([
    {
      host: "openai",
      modelId: "nimbus-1",
      prices: { input: 0.28, output: 1.1, cacheRead: null },
      batchInput: 0.14,
      tiers: [{ above: 200000, input: 0.56, output: 2.2, cacheRead: null }],
      traits: { contextWindow: 128000, maxOutputTokens: null, retirementDate: "2026-12-01" },
    },
  ]);
});

test("0 and 0 is no price", () => {
  const unpriced = {
    litellm_provider: "openai",
    input_cost_per_token: 0,
    output_cost_per_token: 0,
  };
  const { offers } = read({ "nimbus-0": unpriced });
  expect(offers).toMatchObject([{ prices: { input: null, output: null } }]);
});

test("launched models have a release day and openness", () => {
  const page = "https://lab.example.org/nimbus";
  const { models } = read({}, `one,A,frontier,2026-02-01,${page}\ntwo,B,open,2026-03-01,${page}\n`);
  expect(models).toMatchObject([
    { name: "one", traits: { maker: "A", releaseDate: "2026-02-01", isOpenWeights: false } },
    { name: "two", traits: { maker: "B", releaseDate: "2026-03-01", isOpenWeights: true } },
  ]);
});

test.each([
  ["together_ai", "together_ai/meta-llama/Llama-3-8b", "togetherai", "meta-llama/Llama-3-8b"],
  ["vertex_ai-anthropic_models", "vertex_ai/claude-9", "google-vertex", "claude-9"],
  ["?", "anthropic.claude-v2", "amazon-bedrock", "anthropic.claude-v2"],
  ["?", "azure/gpt-4", "azure", "gpt-4"],
])("provider %s, route %s is at %s as %s", (litellm_provider, route, host, modelId) => {
  const { offers } = read({ [route]: { litellm_provider, input_cost_per_token: 1e-6 } });
  expect(offers).toMatchObject([{ host, modelId }]);
});

test.each([
  ["azure", "azure/eu/gpt-4o", "one region's or deployment's price"],
  ["together_ai", "together-ai-up-to-3b", "a class of models, not one"],
  ["one of the providers", "sample_spec", "a class of models, not one"],
  ["?", "dolphin", 'no host known as "dolphin"'],
  ["azure", "azure/speech/azure-tts", "a service, not a model"],
])("provider %s, route %s is left out: %s", (litellm_provider, route, reason) => {
  const { offers, reasons } = read({ [route]: { litellm_provider, input_cost_per_token: 1e-6 } });
  expect([offers, reasons]).toEqual([[], [reason]]);
});
