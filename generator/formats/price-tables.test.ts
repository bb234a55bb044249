import { expect, test } from "vitest";
import { parseRates } from "../../build/cost/rates.ts";
import { litellmCollector } from "../../build/sources/litellm.ts";
import { modelsDevCollector } from "../../build/sources/models-dev.ts";
import { collectFromTexts } from "../../test/builders/collect.ts";
import { createPricedCatalog, statedRates } from "../../test/builders/priced-catalog.ts";
import { toLitellmMap, toModelsDevCompatFormat } from "./price-tables.ts";
import { listPricedModelIds } from "./priced-ids.ts";

const RATES =
  "cache_write@1h=6; input@batch=1.5; input@priority=5; input@>200000=6; input@region:eu=4; output@>200000=22.5; search=10/1k searches";

const catalog = createPricedCatalog({
  models: [{ slug: "norn-4" }, { slug: "norn-embed", model_type: "embedding" }, { slug: "quiet" }],
  offers: [
    {
      ...{
        model: "norn-4",
        host: "openai",
        model_id: "norn-4",
        cache_read: 0.3,
        cache_write: 3.75,
      },
      ...{ cards: statedRates(RATES), retirement_date: "2026-12-31", status: "deprecated" },
      variants: [
        { model_id: "norn-4-2026-01-10", service_tier: "standard", input: 3, output: 15 },
        { model_id: "norn-4-old", service_tier: "standard", input: 5, output: 20 },
        { model_id: "norn-4-untold", service_tier: "standard", input: null, output: null },
      ],
    },
    { model: "norn-4", host: "azure", model_id: "norn-4", input: 3.5, context_window: 4000 },
    { model: "norn-4", host: "cellar", model_id: "lab/norn-4" },
    { model: "norn-4", host: "github-copilot", model_id: "norn-4", input: 0, billing: "plan" },
    { model: "norn-embed", host: "openai", model_id: "norn-embed", input: 0.07, output: null },
    { model: "quiet", host: "openai", model_id: "quiet", input: null, output: null },
  ],
  idCards: [
    {
      ...{ model: "norn-4", host: "openai", name: "norn-4-old", date: "2026-01-10" },
      ...{ model_id: "norn-4-old", input: 5, output: 20 },
    },
  ],
  hosts: [
    { slug: "cellar", npm: null },
    { slug: "azure", npm: "@ai-sdk/openai-compatible" },
  ],
});
const ids = listPricedModelIds(catalog, undefined);
const devTable = toModelsDevCompatFormat(ids, catalog);
const litellmMap = toLitellmMap(ids, catalog);

test("models.dev: hosts with their ids, prices per 1M tokens with their sizes, and what a model can do", () => {
  expect(Object.keys(devTable)).toEqual(["azure", "github-copilot", "openai"]);
  const { models, ...host } = devTable.openai ?? { models: {} };
  expect(host).toEqual({
    ...{ id: "openai", env: ["HOST_KEY"], npm: "@sdk/host" },
    ...{ name: "openai", doc: "https://host.example/" },
  });
  // Only a package for several hosts is given an address.
  expect(devTable.azure).toMatchObject({ api: "https://api.example/v1" });
  const large = { input: 6, output: 22.5 };
  expect(models["norn-4"]).toEqual({
    ...{ id: "norn-4", name: "norn-4", attachment: true, reasoning: false, tool_call: true },
    ...{ structured_output: false, knowledge: "2025-06", release_date: "2026-01-10" },
    ...{ last_updated: "2026-02-01", open_weights: false, status: "deprecated" },
    modalities: { input: ["text", "image"], output: ["text"] },
    limit: { context: 128_000, output: 8000 },
    cost: {
      ...{ input: 3, output: 15, cache_read: 0.3, cache_write: 3.75 },
      tiers: [{ ...large, tier: { type: "context", size: 200_000 } }],
      context_over_200k: large,
    },
  });
});

test("an id with a small window at its host writes no more than fits into it", () => {
  expect(devTable.azure?.models["norn-4"]?.limit).toEqual({ context: 4000, output: 4000 });
  expect(litellmMap["azure/norn-4"]).toMatchObject({
    ...{ max_tokens: 4000, max_input_tokens: 4000, max_output_tokens: 4000 },
  });
});

test("models.dev: an id costs what it costs, and without a known price it has no cost", () => {
  const costOf = (host: string, id: string) => devTable[host]?.models[id]?.cost;
  expect(costOf("openai", "norn-4-2026-01-10")).toMatchObject({ input: 3, cache_read: 0.3 });
  expect(costOf("openai", "norn-4-old")).toEqual({ input: 5, output: 20 });
  expect(costOf("openai", "norn-embed")).toEqual({ input: 0.07, output: 0 });
  expect(costOf("openai", "quiet")).toBeUndefined();
  expect(costOf("openai", "norn-4-untold")).toBeUndefined();
  expect(costOf("github-copilot", "norn-4")).toBeUndefined();
});

test("a prompt size other than 200,000 is a tier, and never context_over_200k", () => {
  const at = createPricedCatalog({
    models: [{ slug: "norn-4" }],
    offers: [
      {
        ...{ model: "norn-4", host: "alps", model_id: "norn-4" },
        cards: statedRates("input@>272000=6; output@>272000=22.5; input@excess>300000=9"),
      },
    ],
  });
  expect(
    toModelsDevCompatFormat(listPricedModelIds(at, undefined), at).alps?.models["norn-4"]?.cost,
  ).toEqual({
    ...{ input: 3, output: 15 },
    tiers: [{ input: 6, output: 22.5, tier: { type: "context", size: 272_000 } }],
  });
});

test("LiteLLM: ids under its names, per token, without hosts it does not know and ids without a price", () => {
  expect(Object.keys(litellmMap)).toEqual([
    ...["azure/norn-4", "norn-4", "norn-4-2026-01-10", "norn-4-old", "norn-embed"],
  ]);
  expect(litellmMap["norn-4"]).toEqual({
    ...{ litellm_provider: "openai", mode: "chat" },
    ...{ input_cost_per_token: 3e-6, output_cost_per_token: 1.5e-5 },
    ...{ cache_read_input_token_cost: 3e-7, cache_creation_input_token_cost: 3.75e-6 },
    cache_creation_input_token_cost_above_1hr: 6e-6,
    ...{ input_cost_per_token_batches: 1.5e-6, input_cost_per_token_priority: 5e-6 },
    input_cost_per_token_above_200k_tokens: 6e-6,
    output_cost_per_token_above_200k_tokens: 2.25e-5,
    search_context_cost_per_query: {
      ...{ search_context_size_low: 0.01, search_context_size_medium: 0.01 },
      search_context_size_high: 0.01,
    },
    ...{ max_tokens: 8000, max_input_tokens: 128_000, max_output_tokens: 8000 },
    ...{ deprecation_date: "2026-12-31", source: "https://prices.example/" },
    ...{ supports_function_calling: true, supports_response_schema: false },
    ...{ supports_vision: true, supports_prompt_caching: true },
  });
});

test.each([
  ["models.dev", modelsDevCollector, { "api.json": JSON.stringify(devTable) }],
  [
    "LiteLLM",
    litellmCollector,
    { "model_prices_and_context_window.json": JSON.stringify(litellmMap) },
  ],
] as const)(
  "what a collector of %s reads are the prices that were written",
  (_, collector, files) => {
    const { offers } = collectFromTexts(collector, files);
    const read = offers.find(({ host, modelId }) => host === "openai" && modelId === "norn-4");
    expect(read).toMatchObject({
      prices: { input: 3, output: 15, cache_read: 0.3, cache_write: 3.75 },
      rates: expect.arrayContaining(parseRates("input@>200000=6; output@>200000=22.5")),
    });
  },
);
