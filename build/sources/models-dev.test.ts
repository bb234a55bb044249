import { describe, expect, test } from "vitest";
import { modelsDev } from "./models-dev.ts";

/** The format of https://models.dev/api.json, with a host and models that do not exist. */
const API = {
  "cloud.shop": {
    id: "cloud.shop",
    name: "Cloud Shop",
    api: "https://api.cloud.example.org/v1",
    doc: "https://cloud.example.org/docs",
    models: {
      "lab/nimbus-1": {
        id: "lab/nimbus-1",
        name: "Nimbus 1",
        attachment: true,
        reasoning: false,
        tool_call: true,
        open_weights: true,
        knowledge: "2025-03",
        release_date: "2025-06-01",
        modalities: { input: ["text", "image"], output: ["text"] },
        limit: { context: 128000, output: 0 },
        cost: {
          input: 3,
          output: 15,
          cache_read: 0.3,
          reasoning: 20,
          tiers: [{ tier: { size: 200000 }, input: 6, output: 22.5, cache_read: 0.6 }],
        },
        status: "beta",
      },
      "nimbus-swapped": {
        id: "nimbus-swapped",
        name: "Swapped",
        cost: { input: 1, output: 2, cache_read: 5 },
      },
      "nimbus-cents": { id: "nimbus-cents", name: "Cents", cost: { input: 3000, output: 9000 } },
      "nimbus-quiet": { id: "nimbus-quiet", name: "Quiet" },
      odd: { id: 7 },
    },
  },
};

const HISTORY = [
  "date,provider,model_id,event,input,output,cache_read,cache_write,prev_input,prev_output,prev_cache_read,prev_cache_write,changed_fields,other_costs,tiers,rename,commit,suspect",
  "2025-06-05,cloud.shop,lab/nimbus-1,appeared,5,25,,,,,,,,,,,aaa,",
  "2025-07-01,cloud.shop,lab/nimbus-1,changed,3,15,0.3,,5,25,,,input|output,,,,bbb,",
  "2025-07-02,cloud.shop,nimbus-cents,appeared,3000,9000,,,,,,,,,,,ccc,unit>2000",
  "2025-07-03,cloud.shop,nimbus-gone,removed,,,,,1,2,,,,,,,ddd,",
].join("\n");

const RECORD = `${JSON.stringify({
  id: "lab/nimbus-1",
  name: "Nimbus 1",
  open_weights: true,
  license: "MIT",
  weights: [{ label: "hub", url: "https://hub.example.org/nimbus" }],
  links: [{ type: "announcement", url: "https://lab.example.org/nimbus" }],
})}\n`;

const FILES = new Map([
  ["api.json", JSON.stringify(API)],
  ["models.jsonl", RECORD],
  ["price_history.csv", HISTORY],
]);

describe("models.dev", () => {
  const { hosts, offers = [], models, prices, rejected } = modelsDev.translate(FILES, "2025-07-03");
  const offerOf = (id: string) => offers.find(({ modelId }) => modelId === id);

  test("gives hosts a slug of ours", () => {
    expect(hosts).toEqual([
      {
        source: "models-dev",
        slug: "cloud-shop",
        name: "Cloud Shop",
        apiUrl: "https://api.cloud.example.org/v1",
        documentationUrl: "https://cloud.example.org/docs",
      },
    ]);
  });

  test("gives offers with prices, tiers and limits, dated by the last event of the id", () => {
    expect(offerOf("lab/nimbus-1")).toMatchObject({
      host: "cloud-shop",
      prices: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: null },
      reasoningPrice: 20,
      tiers: [{ above: 200000, input: 6, output: 22.5, cacheRead: 0.6 }],
      status: "beta",
      asOf: "2025-07-01",
      traits: { contextWindow: 128000, maxOutputTokens: null, knowledgeCutoff: "2025-03" },
    });
  });

  test("does not take an impossible cache price, a unit error or silence for a price", () => {
    expect(offerOf("nimbus-swapped")?.prices).toMatchObject({ input: 1, cacheRead: null });
    expect(offerOf("nimbus-cents")?.prices.input).toBeNull();
    expect(offerOf("nimbus-quiet")).toMatchObject({ prices: { input: null }, asOf: "2025-07-03" });
    expect(rejected.map(({ place }) => place)).toEqual([
      "cloud-shop/nimbus-swapped",
      "cloud-shop/nimbus-cents",
      "cloud-shop/odd",
    ]);
  });

  test("gives the recorded changes, suspect ones marked", () => {
    expect(prices?.map(({ change, suspect }) => [change, suspect])).toEqual([
      ["added", null],
      ["changed", null],
      ["added", "unit>2000"],
      ["removed", null],
    ]);
    expect(prices?.[1]?.before).toMatchObject({ input: 5, output: 25 });
  });

  test("gives neutral records with licence, weights and announcement", () => {
    expect(models).toMatchObject([
      {
        name: "lab/nimbus-1",
        traits: {
          maker: "lab",
          weightsLicense: "MIT",
          weightsUrl: "https://hub.example.org/nimbus",
          announcementUrl: "https://lab.example.org/nimbus",
        },
      },
    ]);
  });

  test("reads the live answer, where the records are a map and there is no history", () => {
    const record = { name: "Nimbus 1", open_weights: true };
    const live = new Map([
      ["api.json", JSON.stringify(API)],
      ["models.json", JSON.stringify({ "lab/nimbus-1": record, "lab/odd": 1 })],
    ]);
    const collected = modelsDev.translate(live, "2026-08-01");
    expect(collected.offers).toHaveLength(4);
    expect(collected.models?.map(({ name }) => name)).toEqual(["lab/nimbus-1"]);
    expect(collected.prices).toEqual([]);
  });
});
