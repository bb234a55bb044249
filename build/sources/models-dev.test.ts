import { describe, expect, test } from "vitest";
import { modelsDev, modelsDevBenchmarks } from "./models-dev.ts";

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
      "nimbus-quiet": { id: "nimbus-quiet", name: "Quiet" },
      odd: { id: 7 },
    },
  },
};

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
]);

describe("models.dev", () => {
  const { hosts, offers = [], models, rejected } = modelsDev.translate(FILES, "2025-07-03");
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

  test("gives offers with prices, tiers and limits", () => {
    expect(offerOf("lab/nimbus-1")).toMatchObject({
      host: "cloud-shop",
      prices: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: null },
      reasoningPrice: 20,
      tiers: [{ above: 200000, input: 6, output: 22.5, cacheRead: 0.6 }],
      status: "beta",
      traits: { contextWindow: 128000, maxOutputTokens: null, knowledgeCutoff: "2025-03" },
    });
  });

  test("does not take an impossible cache price or a missing one for a price", () => {
    expect(offerOf("nimbus-swapped")?.prices).toMatchObject({ input: 1, cacheRead: null });
    expect(offerOf("nimbus-quiet")?.prices.input).toBeNull();
    expect(rejected.map(({ place }) => place)).toEqual([
      "cloud-shop/nimbus-swapped",
      "cloud-shop/odd",
    ]);
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
});

const LINE = {
  model: "anthropic/nimbus-1",
  name: "Terminal-Bench",
  score: 66.1,
  metric: "success rate",
  source: "https://www.anthropic.com/news/nimbus-1",
};

const toFiles = (...lines: object[]) =>
  new Map([["model_benchmarks.jsonl", lines.map((line) => JSON.stringify(line)).join("\n")]]);

const collect = (more: object) =>
  modelsDevBenchmarks.translate(toFiles({ ...LINE, ...more }), "2026-06-04");

test("a score keeps the page it was read from; the maker's own page reports on itself", () => {
  expect(collect({}).scores).toMatchObject([
    {
      source: "models-dev",
      benchmark: "Terminal-Bench",
      modelName: "anthropic/nimbus-1",
      maker: "anthropic",
      score: 66.1,
      selfReported: true,
      asOf: "2026-06-04",
      sourceUrl: "https://www.anthropic.com/news/nimbus-1",
    },
  ]);
});

test.each([
  [{ source: "their paper" }, "its source is not an address"],
  [{ model: "mistral/codestral-latest" }, "a moving name, not one model"],
  [{ model: "deepseek/deepseek-chat" }, "a moving name, not one model"],
])("%j is rejected", (more, reason) => {
  const { scores, rejected } = collect(more);
  expect(scores).toEqual([]);
  expect(rejected.map((row) => row.reason)).toEqual([reason]);
});
