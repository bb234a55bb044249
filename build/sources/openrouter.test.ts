import { expect, test } from "vitest";
import { collectFromTexts } from "../../test/builders/collect.ts";
import { createRate } from "../cost/rates.ts";
import { openrouterCollector } from "./openrouter.ts";

/** The format of /api/v1/models, with models that do not exist. */
const entry = (id: string, pricing: unknown) => ({
  id,
  hugging_face_id: "",
  name: "Acme: Nimbus 1",
  created: 1_772_323_200,
  context_length: 131_072,
  architecture: { input_modalities: ["text"], output_modalities: ["text"] },
  pricing,
  top_provider: { max_completion_tokens: null },
  supported_parameters: ["tools", "temperature"],
});
const PRICE = { prompt: "0.00000028", completion: "0.0000042", image: "0.01", request: "0" };
const read = (...data: unknown[]) =>
  collectFromTexts(openrouterCollector, { "models.json": { data } });

test("token prices are converted to 1M tokens and search prices to 1k searches; image prices are ignored", () => {
  const pricing = {
    ...PRICE,
    input_cache_read: "0.000000028",
    internal_reasoning: "0",
    web_search: "0.01",
  };
  expect(read(entry("acme/nimbus-1:free", pricing)).offers).toMatchObject([
    {
      host: "openrouter",
      modelId: "acme/nimbus-1:free",
      prices: { input: 0.28, output: 4.2, cache_read: 0.028, cache_write: null },
      rates: [createRate("search", 10, { unit: "1k searches" })],
      traits: {
        display_name: "Nimbus 1",
        maker: "acme",
        context_window: 131_072,
        max_output_tokens: null,
        release_date: null,
        is_open_source: null,
        tools: true,
        reasoning: false,
      },
    },
  ]);
});

test.each([
  ["a price of 0 is free", { prompt: "0", completion: "0" }, { input: 0, output: 0 }],
  [
    "a price that depends on a router's choice is unknown",
    { prompt: "-1", completion: "-1" },
    { input: null, output: null },
  ],
  [
    "a cache price above the input price is dropped",
    { ...PRICE, input_cache_read: "0.1" },
    { input: 0.28, cache_read: null },
  ],
])("%s", (_what, pricing, prices) => {
  expect(read(entry("acme/a", pricing)).offers).toMatchObject([{ prices }]);
});

test.each([
  ["an empty price", entry("acme/a", { prompt: "", completion: "0" })],
  ["a price that is null", entry("acme/a", { prompt: null, completion: null })],
  ["an id that leaves its folder", entry("acme/../../a", PRICE)],
  ["a row that is not an object", 7],
])("%s is rejected", (_what, odd) => {
  const rejected = [{ place: "models.json, row 1", isMalformed: true }];
  expect(read(odd)).toMatchObject({ offers: [], rejected });
});
