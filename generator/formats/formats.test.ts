import { expect, test } from "vitest";
import { createPricedCatalog, statedRates } from "../../test/builders/priced-catalog.ts";
import type { AnswerContext } from "../http/endpoint.ts";
import { answerCompatPath, COMPAT_FORMATS_OF_DAY } from "./formats.ts";
import { listPricedModelIds } from "./priced-ids.ts";

const LONG = "input@>200000=6; output@>200000=22.5; cache_write@1h=6; search=10/1k searches";

const catalog = createPricedCatalog({
  models: [
    { slug: "norn-4", list_host: "alps" },
    { slug: "norn-5", list_host: "alps", context_window: null },
    { slug: "norn-embed", model_type: "embedding" },
    { slug: "norn-draw", model_type: "image", output_modalities: ["image"] },
  ],
  offers: [
    {
      ...{ model: "norn-4", host: "alps", model_id: "norn-4", is_list_price: true },
      ...{ cache_read: 0.3, cache_write: 3.75, cards: statedRates(LONG) },
    },
    { model: "norn-4", host: "bazaar", model_id: "norn-4", input: 2, host_kind: "inference" },
    {
      model: "norn-4",
      host: "openrouter",
      model_id: "northwind/norn-4.0",
      input: 3.3,
      output: 16.5,
    },
    { model: "norn-5", host: "alps", model_id: "norn-5", input: 0, output: 0.07 },
    { model: "norn-embed", host: "bazaar", model_id: "norn-embed", input: 0.02, output: null },
    {
      ...{ model: "norn-draw", host: "bazaar", model_id: "norn-draw", input: null, output: null },
      cards: statedRates(
        "output_image@variant:1024x1024=0.04/image; output_image@variant:hd-1024x1792=0.12/image",
      ),
    },
  ],
  hosts: [
    { slug: "bazaar", host_kind: "inference" },
    { slug: "openrouter", host_kind: "router" },
  ],
});
const ids = listPricedModelIds(catalog, undefined);
const make = (path: string): unknown =>
  COMPAT_FORMATS_OF_DAY.find((format) => format.path === path)?.make(ids, catalog);

test("the list of models: OpenRouter's ids at its prices, others as lab/model at the list price", () => {
  const { data } = make("/v1/models") as { data: Record<string, unknown>[] };
  expect(data.map(({ id, pricing }) => [id, pricing])).toEqual([
    ["northwind/norn-4.0", { prompt: "0.0000033", completion: "0.0000165" }],
    ["northwind/norn-5", { prompt: "0", completion: "0.00000007" }],
  ]);
  expect(data[0]).toMatchObject({
    ...{ object: "model", owned_by: "northwind", created: Date.UTC(2026, 0, 10) / 1000 },
    ...{ context_length: 128_000, per_request_limits: null, default_parameters: null },
    architecture: { input_modalities: ["text", "image"], output_modalities: ["text"] },
    top_provider: { context_length: 128_000, max_completion_tokens: 8000, is_moderated: false },
    links: { details: "https://almanac.example/api/v1/models/norn-4" },
  });
});

test("one model is the id that was asked for, or else the one that represents it at OpenRouter", () => {
  const ids = [
    { name: "northwind/norn-4-2026-01-10", input: 5, output: 10 },
    { name: "norn-4:free", input: 0, output: 0 },
  ];
  const row = { model: "norn-4", host: "openrouter" };
  const sold = createPricedCatalog({
    models: [{ slug: "norn-4" }, { slug: "norn-5", list_host: "alps" }],
    offers: [
      {
        ...{ ...row, model_id: "northwind/norn-4" },
        variants: ids.map(({ name, ...price }) => ({
          ...{ model_id: name, service_tier: "standard", ...price },
        })),
      },
      { model: "norn-5", host: "alps", model_id: "norn-5", output: null },
      // A source still lists what OpenRouter has withdrawn.
      { ...row, model: "norn-5", model_id: "northwind/norn-5", status: "retired" },
    ],
    idCards: ids.map((id) => ({ ...row, date: "2026-01-10", ...id })),
  });
  const context = { catalog: sold } as AnswerContext;
  const find = (name: string) => answerCompatPath(`/v1/models/${name}`, context);
  expect(find("norn-4")).toMatchObject({
    value: { id: "northwind/norn-4", pricing: { prompt: "0.000003" } },
  });
  expect(find("norn-4-2026-01-10")).toMatchObject({
    value: { id: "northwind/norn-4-2026-01-10", pricing: { prompt: "0.000005" } },
  });
  expect(find("norn-5")).toMatchObject({
    problem: "not-found",
    detail: expect.stringContaining("for input and output"),
  });
});

test("OpenLIT: per 1,000 tokens, images by quality and size, an id at the lab's own host", () => {
  expect(make("/compat/openlit.json")).toEqual({
    chat: {
      "norn-4": {
        ...{ promptPrice: 0.003, completionPrice: 0.015 },
        ...{ cacheReadPrice: 0.0003, cacheCreationPrice: 0.00375 },
      },
      "norn-5": { promptPrice: 0, completionPrice: 0.00007 },
      "northwind/norn-4.0": { promptPrice: 0.0033, completionPrice: 0.0165 },
    },
    embeddings: { "norn-embed": 0.00002 },
    images: { "norn-draw": { standard: { "1024x1024": 0.04 }, hd: { "1024x1792": 0.12 } } },
    audio: {},
  });
});

test("llm-prices: ids of labs at their own hosts", () => {
  const row = { vendor: "northwind", input: 3, output: 15, input_cached: 0.3 };
  expect(make("/compat/llm-prices.json")).toEqual({
    updated_at: "2026-02-01",
    prices: [
      { id: "norn-4", name: "norn-4", ...row },
      { id: "norn-5", name: "norn-5", ...row, input: 0, output: 0.07, input_cached: null },
    ],
  });
});

test("ccusage: what ids of labs and clouds cost per token", () => {
  expect(make("/compat/ccusage.json")).toEqual({
    defaults: {
      pricingOverrides: {
        "norn-4": {
          ...{ inputCostPerToken: 3e-6, outputCostPerToken: 1.5e-5 },
          ...{ cacheCreationInputTokenCost: 3.75e-6, cacheReadInputTokenCost: 3e-7 },
          inputCostPerTokenAbove200kTokens: 6e-6,
          outputCostPerTokenAbove200kTokens: 2.25e-5,
          maxInputTokens: 128_000,
        },
        "norn-5": { inputCostPerToken: 0, outputCostPerToken: 7e-8 },
      },
    },
  });
});

test("LibreChat: host → id, without ids whose context window is unknown", () => {
  expect(make("/compat/librechat.json")).toEqual({
    alps: {
      "norn-4": { prompt: 3, completion: 15, context: 128_000, cacheRead: 0.3, cacheWrite: 3.75 },
    },
    bazaar: { "norn-4": { prompt: 2, completion: 15, context: 128_000 } },
    openrouter: { "northwind/norn-4.0": { prompt: 3.3, completion: 16.5, context: 128_000 } },
  });
});
