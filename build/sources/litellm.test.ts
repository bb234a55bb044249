import { describe, expect, test } from "vitest";
import { createLitellm } from "./litellm.ts";
import { createHostMap } from "./parse/prices.ts";

const NAMES = {
  openai: "openai",
  OpenAI: "openai",
  bedrock: "amazon-bedrock",
  vertex_ai: "google-vertex",
  together_ai: "togetherai",
  azure: "azure",
};
const hostOf = createHostMap(
  Object.entries(NAMES).map(([name, host]) => ({ source: "litellm", name, host })),
  "litellm",
);

const TABLE = {
  sample_spec: { litellm_provider: "one of the providers" },
  "nimbus-1": {
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
  },
  "nimbus-0": { litellm_provider: "openai", input_cost_per_token: 0, output_cost_per_token: 0 },
  "nowhere/nimbus": { litellm_provider: "nowhere", input_cost_per_token: 1e-6 },
};

const LAUNCHES = [
  "model,vendor,tier,release_date,launch_price_in,launch_price_out,source_url",
  "nimbus-1,OpenAI,frontier,2026-02-01,0.5,2,https://lab.example.org/nimbus",
  "nimbus-open,Nobody,open,2026-03-01,,,https://lab.example.org/open",
].join("\n");

describe("LiteLLM", () => {
  const files = new Map([
    ["model_prices_and_context_window.json", JSON.stringify(TABLE)],
    ["launch_prices.csv", LAUNCHES],
  ]);
  const { offers = [], models = [] } = createLitellm(hostOf).translate(files, "2026-08-01");

  test("gives prices per million tokens without float noise, with batch prices and tiers", () => {
    expect(offers[0]).toMatchObject({
      host: "openai",
      modelId: "nimbus-1",
      prices: { input: 0.28, output: 1.1, cacheRead: null },
      batchInput: 0.14,
      tiers: [{ above: 200000, input: 0.56, output: 2.2, cacheRead: null }],
      traits: { contextWindow: 128000, maxOutputTokens: null, retirementDate: "2026-12-01" },
    });
  });

  test("gives the release and the openness of launched models", () => {
    expect(
      models.map(({ name, traits }) => [name, traits.releaseDate, traits.isOpenWeights]),
    ).toEqual([
      ["nimbus-1", "2026-02-01", false],
      ["nimbus-open", "2026-03-01", true],
    ]);
  });
});

describe("a route", () => {
  test.each([
    [
      "together_ai",
      "together_ai/meta-llama/Llama-3-8b",
      { host: "togetherai", modelId: "meta-llama/Llama-3-8b" },
    ],
    [
      "vertex_ai-anthropic_models",
      "vertex_ai/claude-9",
      { host: "google-vertex", modelId: "claude-9" },
    ],
    ["?", "anthropic.claude-v2", { host: "amazon-bedrock", modelId: "anthropic.claude-v2" }],
    ["?", "azure/gpt-4", { host: "azure", modelId: "gpt-4" }],
    ["azure", "azure/eu/gpt-4o", "one region's or deployment's price"],
    ["together_ai", "together-ai-up-to-3b", "a class of models, not one"],
    ["?", "dolphin", 'no host known as "dolphin"'],
  ])("%s %s", (provider, route, place) => {
    const table = { [route]: { litellm_provider: provider, input_cost_per_token: 1e-6 } };
    const files = new Map([["model_prices_and_context_window.json", JSON.stringify(table)]]);
    const { offers = [], rejected } = createLitellm(hostOf).translate(files, "");
    if (typeof place === "string") expect(rejected[0]?.reason).toBe(place);
    else expect(offers[0]).toMatchObject(place);
  });
});
