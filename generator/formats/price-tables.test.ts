import { expect, test } from "vitest";
import { parseRates } from "../../build/cost/rates.ts";
import { litellmCollector } from "../../build/sources/litellm.ts";
import { modelsDevCollector } from "../../build/sources/models-dev.ts";
import { collectFromTexts } from "../../test/builders/collect.ts";
import { createPricedCatalog, statedRates } from "../../test/builders/priced-catalog.ts";
import { expectStoredTable } from "../../test/builders/stored-table.ts";
import { toLitellmMap, toModelsDevCompatFormat } from "./price-tables.ts";
import { listPricedModelIds } from "./priced-ids.ts";

const RATES =
  "cache_write@1h=6; input@batch=1.5; input@priority=5; input@>200000=6; input@region:eu=4; output@>200000=22.5; search=10/1k searches";

const catalog = createPricedCatalog({
  models: [
    { slug: "norn-4" },
    // The retirement date that the lab announced applies at its own host when the offer there states none.
    {
      slug: "norn-embed",
      model_type: "embedding",
      list_host: "openai",
      retirement_date: "2027-01-31",
    },
    { slug: "quiet" },
  ],
  offers: [
    {
      model: "norn-4",
      host: "openai",
      model_id: "norn-4",
      cache_read: 0.3,
      cache_write: 3.75,
      cards: statedRates(RATES),
      retirement_date: "2026-12-31",
      status: "deprecated",
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
      model: "norn-4",
      host: "openai",
      name: "norn-4-old",
      date: "2026-01-10",
      model_id: "norn-4-old",
      input: 5,
      output: 20,
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

test("models.dev: hosts with their ids, prices by prompt size, and no output limit above the context window", () =>
  expectStoredTable("/api.json", devTable));

test("a prompt size other than 200,000 is a tier, and never context_over_200k", () => {
  const at = createPricedCatalog({
    models: [{ slug: "norn-4" }],
    offers: [
      {
        model: "norn-4",
        host: "alps",
        model_id: "norn-4",
        cards: statedRates("input@>272000=6; output@>272000=22.5; input@excess>300000=9"),
      },
    ],
  });
  expect(
    toModelsDevCompatFormat(listPricedModelIds(at, undefined), at).alps?.models["norn-4"]?.cost,
  ).toEqual({
    input: 3,
    output: 15,
    tiers: [{ input: 6, output: 22.5, tier: { type: "context", size: 272_000 } }],
  });
});

test("LiteLLM: ids under its names, prices per token, no unknown hosts or unpriced ids, no limit above the context window", () =>
  expectStoredTable("/compat/litellm.json", litellmMap));

test.each([
  ["models.dev", modelsDevCollector, { "api.json": JSON.stringify(devTable) }],
  [
    "LiteLLM",
    litellmCollector,
    { "model_prices_and_context_window.json": JSON.stringify(litellmMap) },
  ],
] as const)("our collector for %s reads the prices that were written", (_, collector, files) => {
  const { offers } = collectFromTexts(collector, files);
  const read = offers.find(({ host, modelId }) => host === "openai" && modelId === "norn-4");
  expect(read).toMatchObject({
    prices: { input: 3, output: 15, cache_read: 0.3, cache_write: 3.75 },
    rates: expect.arrayContaining(parseRates("input@>200000=6; output@>200000=22.5")),
  });
});
