import { describe, expect, test } from "vitest";
import { createGenaiPrices } from "./genai-prices.ts";
import { createHostMap } from "./parse/host-map.ts";

const ALIASES = ["google", "cloud-lab:lab"].map((pair) => {
  const [name = "", host = name] = pair.split(":");
  return { source: "genai-prices", name, host };
});
const collector = createGenaiPrices(createHostMap(ALIASES, "genai-prices"));

/** The format of prices/data.json, with models that do not exist. */
const CATALOGUE = [
  {
    id: "cloud-lab",
    models: [
      {
        id: "nimbus-1",
        name: "Nimbus 1",
        context_window: 1000,
        prices: { input_mtok: 3, output_mtok: 15, cache_read_mtok: 0.3 },
      },
      {
        id: "nimbus-2",
        prices: [
          { prices: { input_mtok: 10, output_mtok: 40 } },
          {
            constraint: { start_date: "2026-01-01" },
            prices: {
              input_mtok: { base: 2, tiers: [{ start: 200000, price: 4 }] },
              output_mtok: 8,
            },
          },
          { constraint: { start_date: "2027-01-01" }, prices: { input_mtok: 9, output_mtok: 9 } },
        ],
      },
      {
        id: "nimbus-night",
        prices: [
          { prices: { input_mtok: 1, output_mtok: 2 } },
          {
            constraint: { start_time: "00:30:00Z", end_time: "16:30:00Z" },
            prices: { input_mtok: 2, output_mtok: 4 },
          },
        ],
      },
      { id: "nimbus-paint", prices: { input_mtok: 1, output_mtok: 2, output_image_mtok: 30 } },
      { id: "nimbus-0", deprecated: true, prices: { input_mtok: 1, output_mtok: 1 } },
    ],
  },
  { id: "google", models: [{ id: "claude-9", prices: { input_mtok: 3, output_mtok: 15 } }] },
  { id: "huggingface_cloud", models: [{ id: "nimbus-1", prices: { input_mtok: 3 } }] },
  { id: "elsewhere", models: [{ id: "nimbus-1", prices: { input_mtok: 3 } }] },
];

const EVENT =
  "date,provider,model_id,event,input,output,cache_read,cache_write,prev_input,prev_output,prev_cache_read,prev_cache_write,commit";
const FILES = new Map([
  ["data.json", JSON.stringify(CATALOGUE)],
  [
    "price_history_git.csv",
    [
      EVENT,
      "2026-02-01,cloud-lab,nimbus-1,appeared,3,15,0.3,,,,,,a",
      "2026-03-01,cloud-lab,nimbus-paint,changed,1,2,,,1,30,,,b",
      "2026-03-02,cloud-lab,nimbus-night,changed,1,2,,,2,4,,,c",
      "2026-03-03,cloud-lab,ft:nimbus-1,appeared,1,2,,,,,,,d",
    ].join("\n"),
  ],
  [
    "effective_dated.csv",
    [
      "provider,model_id,effective_from,condition,input,output,cache_read,cache_write",
      "cloud-lab,nimbus-2,,,10,40,,",
      "cloud-lab,nimbus-2,2026-01-01,{},2,8,,",
      "cloud-lab,nimbus-2,2027-01-01,{},9,9,,",
      'cloud-lab,nimbus-night,,"{""start_time"": ""00:30:00Z""}",2,4,,',
    ].join("\n"),
  ],
]);

describe("genai-prices", () => {
  const { offers = [], prices = [], rejected } = collector.translate(FILES, "2026-08-19");
  const offerOf = (id: string) => offers.find(({ modelId }) => modelId === id);
  const reasons = rejected.map(({ value, reason }) => `${value}: ${reason}`);

  test("gives the price in force on the day, with its tiers and the day it was recorded", () => {
    expect(offerOf("nimbus-1")).toMatchObject({
      host: "lab",
      prices: { input: 3 },
      asOf: "2026-02-01",
    });
    expect(offerOf("nimbus-2")).toMatchObject({
      prices: { input: 2, output: 8 },
      tiers: [{ above: 200000, input: 4, output: 8, cacheRead: null }],
      asOf: "2026-01-01",
    });
    expect(offerOf("nimbus-0")?.status).toBe("deprecated");
  });

  test("applies a dated change, and none of a later day or an hour", () => {
    expect(prices.filter(({ isEffectiveDate }) => isEffectiveDate)).toMatchObject([
      { modelId: "nimbus-2", date: "2026-01-01", before: { input: 10 }, prices: { input: 2 } },
    ]);
    expect(reasons).toContain("cloud-lab/nimbus-2: takes effect on 2027-01-01");
    expect(offerOf("nimbus-night")?.prices.input).toBeNull();
  });

  test("does not take a new way of writing for a change of price", () => {
    expect(prices.map(({ modelId }) => modelId)).toEqual(["nimbus-1", "nimbus-2"]);
    expect(reasons).toContain(
      "cloud-lab/nimbus-paint: its output was split by modality: no change of price",
    );
    expect(reasons).toContain("cloud-lab/ft:nimbus-1: a price for tuned copies, not for a model");
  });

  test("puts other makers' models at Google on Vertex, and leaves out routers and unknown hosts", () => {
    expect(offerOf("claude-9")?.host).toBe("google-vertex");
    expect(reasons.filter((reason) => /router|no host known/.test(reason))).toHaveLength(2);
  });
});
