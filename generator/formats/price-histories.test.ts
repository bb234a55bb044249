import { expect, test } from "vitest";
import { announce, createPricedCatalog, statedRates } from "../../test/builders/priced-catalog.ts";
import { expectStoredTable } from "../../test/builders/stored-table.ts";
import {
  listModelIdPriceHistories,
  toGenaiPricesTable,
  toLangfuseModels,
  toLlmPricesHistory,
} from "./price-histories.ts";

const at = { model: "norn-4", host: "alps", model_id: "norn-4" };
const old = { model: "norn-6", host: "alps" };
const present = { model: "norn-5", host: "alps", model_id: "norn-5", input: 3, output: 9 };
const retired = { model: "norn-3", model_id: "norn-3", date: "2025-01-10", output: 8 };
const RATES =
  "input@>200000=6; output@>200000=22; search=10/1k searches; input_audio=3; cache_write@1h=4";

const catalog = createPricedCatalog({
  asOf: "2026-06-01",
  // In the catalogue, the former model of a reassigned id may come after the present one.
  models: ["norn-4", "norn-5", "norn-6", "norn-3"].map((slug) => ({
    slug,
    list_host: slug === "norn-3" ? null : "alps",
    lab: "alps",
  })),
  offers: [
    {
      ...at,
      input: 2,
      output: 8,
      announced: [announce("2026-09-01", 1, 4)],
      variants: [
        { model_id: "norn-4-preview", input: 2, output: 8 },
        { model_id: "norn-4-2026-02-20", input: 2, output: 8 },
        { model_id: "norn-4-old", input: 5, output: 20 },
      ],
    },
    { ...present, variants: [{ model_id: "norn-latest", input: 3, output: 9 }] },
  ],
  cards: [
    { ...at, date: "2026-01-10", input: 4, output: 16 },
    { ...at, date: "2026-02-01", model_id: null, input: null, output: null },
    { ...at, date: "2026-02-10", input: 4, output: 16 },
    { ...at, date: "2026-03-01", input: 2, output: 8, cache_read: 0.2, cards: statedRates(RATES) },
    { ...old, model_id: "norn-6", date: "2026-01-10", input: 4, output: 16 },
    // Stated late at the same price, the cache price counts from 2026-01-10.
    { ...old, model_id: "norn-6", date: "2026-02-01", input: 4, output: 16, cache_read: 0.4 },
    { ...old, model_id: "norn-6", date: "2026-04-01", input: 5, output: 20 },
    { ...present, date: "2026-02-20" },
    { ...retired, host: "bazaar", input: 1 },
    { ...retired, host: "alps-east", input: 2 },
    { ...retired, host: "alps", input: 3 },
  ],
  idCards: [
    { ...at, name: "norn-4-old", model_id: "norn-4-old", date: "2026-01-10", input: 5, output: 20 },
    { ...at, name: "fast", model_id: "fast", date: "2026-03-01", input: 5, output: 20 },
    { ...at, name: "kept", model_id: null, date: "2026-01-10" },
    { ...at, name: "kept", model_id: "kept", date: "2026-03-01", input: 4, output: 16 },
    { ...at, name: "withdrawn", model_id: "withdrawn", date: "2026-01-10", input: 5, output: 20 },
    { ...at, name: "withdrawn", model_id: null, service_tier: null, date: "2026-02-01" },
  ],
  movingIds: [
    { host: "alps", name: "norn-latest", model: "norn-6", since: null },
    { host: "alps", name: "norn-latest", model: "norn-5", since: "2026-03-01" },
  ],
  hosts: [{ slug: "alps", name: "Alps AI", own_hosts: ["alps", "alps-east"] }],
});
const histories = listModelIdPriceHistories(catalog);

const SHARED = ["2026-01-10 4", "2026-02-01 -", "2026-02-10 4", "2026-03-01 2", "2026-09-01 1"];
const DATED = ["2026-02-20 4", "2026-03-01 2", "2026-09-01 1"];
const OWN = ["2026-01-10 5", "2026-02-01 5", "2026-02-10 5", "2026-03-01 5", "2026-09-01 5"];
const GONE = ["2026-01-10 -", "2026-02-01 -", "2026-02-10 -"];
const KEPT = ["2026-01-10 4", "2026-02-01 -", "2026-02-10 4", "2026-03-01 4", "2026-09-01 4"];

test.each([
  ["the days of its model for sale", "norn-4", "norn-4", SHARED],
  ["the price of its model, where it has none of its own", "norn-4-preview", "norn-4", SHARED],
  ["that price from the date in it on", "norn-4-2026-02-20", "norn-4", DATED],
  ["its own price on each day of its model", "norn-4-old", "norn-4", OWN],
  [
    "no price before its first own one",
    "fast",
    "norn-4",
    [...GONE, "2026-03-01 5", "2026-09-01 5"],
  ],
  ["the price of its model until it differs", "kept", "norn-4", KEPT],
  [
    "no price once it is withdrawn",
    "withdrawn",
    "norn-4",
    ["2026-01-10 5", "2026-02-01 -", "2026-02-10 -", "2026-03-01 -", "2026-09-01 -"],
  ],
  [
    "the prices of the models that it meant, each for its days",
    "norn-latest",
    "norn-5",
    ["2026-01-10 4", "2026-02-01 4", "2026-03-01 3"],
  ],
])("an id has %s: %s", (_, name, model, prices) => {
  const found = histories.find(({ id }) => id === name);
  expect(found?.model.slug).toBe(model);
  const days = found?.days.map(({ from, prices: of }) => `${from} ${of?.price("input") ?? "-"}`);
  expect(days).toEqual(prices);
});

// Its readers refuse a price of audio beside a cache price without one of cached audio.
test("genai-prices: dated prices, prompt sizes as tiers, one entry for ids with the same history", () =>
  expectStoredTable("/compat/genai-prices.json", toGenaiPricesTable(histories, catalog)));

test("llm-prices: a row for each price up to today, which ends when the id is withdrawn", () =>
  expectStoredTable("/compat/llm-prices-historical.json", toLlmPricesHistory(histories, catalog)));

test("a model without a list price keeps the history at its lab's first own host", () => {
  expect(histories.filter(({ id }) => id === "norn-3").length).toBe(3);
  const { prices } = toLlmPricesHistory(histories, catalog);
  expect(prices.filter(({ id }) => id === "norn-3")).toMatchObject([{ input: 3 }]);
});

test("Langfuse: a definition for each price, per token, with a tier for long prompts", async () => {
  const ofOne = histories.filter(({ id }) => id === "norn-4");
  const own = toLangfuseModels(ofOne, catalog);
  await expectStoredTable("/compat/langfuse.json", own);
  // Langfuse's patterns are case-insensitive.
  const spelt = ofOne.map((one) => ({ ...one, id: one.id.toUpperCase() }));
  expect(toLangfuseModels([...spelt, ...ofOne], catalog)).toEqual(own);
});
