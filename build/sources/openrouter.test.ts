import { describe, expect, test } from "vitest";
import { openrouter } from "./openrouter.ts";

/** The format of /api/v1/models, with models that do not exist. */
const entry = (id: string, pricing: unknown, more: Record<string, unknown> = {}) => ({
  id,
  canonical_slug: `${id}-20260301`,
  hugging_face_id: "",
  name: "Acme: Nimbus 1",
  created: 1_772_323_200,
  context_length: 131_072,
  architecture: { modality: "text->text", input_modalities: ["text"], output_modalities: ["text"] },
  pricing,
  top_provider: { context_length: 131_072, max_completion_tokens: null, is_moderated: false },
  supported_parameters: ["tools", "temperature"],
  ...more,
});
const PRICE = { prompt: "0.00000028", completion: "0.0000042", image: "0.01", request: "0" };

/** The format of /api/v1/models/{author}/{slug}/endpoints. */
const endpoint = (provider_name: unknown, quantization: unknown) => ({
  name: `${provider_name} | acme/nimbus-1`,
  provider_name,
  quantization,
  context_length: 131_072,
  pricing: { prompt: "0.0000003", completion: "0.0000044" },
  max_completion_tokens: null,
  supported_parameters: [],
  status: 0,
  uptime_last_30m: null,
});

function collect(entries: unknown[], endpoints?: unknown[]) {
  const files = new Map([["models.json", JSON.stringify({ data: entries })]]);
  if (endpoints) {
    const data = { id: "acme/nimbus-1", name: "Nimbus 1", endpoints };
    files.set("endpoints/acme/nimbus-1.json", JSON.stringify({ data }));
  }
  return openrouter.translate(files, "2026-03-02");
}

describe("models", () => {
  test("prices per token become prices per 1M tokens, those of images and requests nothing", () => {
    const pricing = { ...PRICE, input_cache_read: "0.000000028", internal_reasoning: "0" };
    const { offers } = collect([entry("acme/nimbus-1:free", pricing)]);
    expect(offers).toMatchObject([
      {
        host: "openrouter",
        modelId: "acme/nimbus-1:free",
        prices: { input: 0.28, output: 4.2, cacheRead: 0.028, cacheWrite: null },
        reasoningPrice: null,
        traits: {
          displayName: "Nimbus 1",
          maker: "acme",
          contextWindow: 131_072,
          maxOutputTokens: null,
          releaseDate: null,
          isOpenWeights: null,
          tools: true,
          reasoning: false,
        },
      },
    ]);
  });

  test("free is a price, the -1 of a router is none", () => {
    const { offers = [] } = collect([
      entry("acme/nimbus-1:free", { prompt: "0", completion: "0" }),
      entry("openrouter/auto", { prompt: "-1", completion: "-1" }),
    ]);
    expect(offers.map(({ prices }) => prices.input)).toEqual([0, null]);
  });

  test.each([
    ["no pricing", entry("acme/a", undefined)],
    ["an empty price", entry("acme/a", { prompt: "", completion: "0" })],
    ["a price in words", entry("acme/a", { prompt: "free", completion: "0" })],
    ["null", entry("acme/a", { prompt: null, completion: null })],
    ["no id", { ...entry("acme/a", PRICE), id: undefined }],
    ["an id that leaves its folder", entry("acme/../../a", PRICE)],
    ["no object", 7],
  ])("%s is rejected", (_what, odd) => {
    const { offers, rejected } = collect([odd]);
    expect(offers).toEqual([]);
    expect(rejected).toMatchObject([{ place: "models.json, row 1" }]);
  });
});

describe("endpoints", () => {
  test("are requested for each model, not for routers, aliases and free variants", () => {
    const ids = ["acme/nimbus-1", "acme/nimbus-1:free", "~acme/latest", "openrouter/auto"];
    const data = ids.map((id) => entry(id, PRICE));
    const files = new Map([["models.json", JSON.stringify({ data })]]);
    expect(openrouter.live?.follow?.(files, "2026-03-02")).toEqual([
      {
        url: "https://openrouter.ai/api/v1/models/acme/nimbus-1/endpoints",
        path: "endpoints/acme/nimbus-1.json",
        optional: true,
      },
    ]);
  });

  test("give the quantization that a host of ours states", () => {
    const { endpoints, rejected } = collect(
      [],
      [
        endpoint("DeepInfra", "fp8"),
        endpoint("DeepInfra", "fp8"),
        endpoint("Groq", "unknown"),
        endpoint("Novita", null),
        endpoint("Together", "fp8"),
        endpoint("Together", "fp4"),
        endpoint("Newcomer", "int4"),
        endpoint(7, "int4"),
      ],
    );
    expect(endpoints).toEqual([
      {
        source: "openrouter",
        host: "deepinfra",
        modelId: "acme/nimbus-1",
        quantization: "fp8",
      },
    ]);
    expect(rejected.map(({ value }) => value.slice(0, 20))).toEqual([
      expect.stringContaining("7 | acme"),
      "togetherai: fp8, fp4",
      "Newcomer",
    ]);
  });
});
