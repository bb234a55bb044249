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

/** A price cut, an id with its own price, an id that shares the model's price, and an announced price. */
const catalog = createPricedCatalog({
  models: [{ slug: "norn-4", list_host: "alps", lab: "alps" }],
  offers: [
    {
      ...at,
      input: 2,
      output: 8,
      announced: [announce("2026-09-01", 1, 4)],
      variants: [
        { model_id: "norn-4-2026-03-01", service_tier: "standard", input: 2, output: 8 },
        { model_id: "norn-4-old", service_tier: "standard", input: 5, output: 20 },
      ],
    },
  ],
  cards: [
    { ...at, date: "2026-01-10", input: 4, output: 16 },
    { ...at, date: "2026-02-01", model_id: null, input: null, output: null },
    { ...at, date: "2026-02-10", input: 4, output: 16 },
    {
      ...at,
      date: "2026-03-01",
      input: 2,
      output: 8,
      cache_read: 0.2,
      cards: statedRates(
        "input@>200000=6; output@>200000=22; search=10/1k searches; input_audio=3",
      ),
    },
  ],
  idCards: [
    { ...at, name: "norn-4-old", model_id: "norn-4-old", date: "2026-01-10", input: 5, output: 20 },
  ],
  hosts: [{ slug: "alps", name: "Alps AI", own_hosts: ["alps"] }],
});
const histories = listModelIdPriceHistories(catalog);

test("an id has its own prices, or else those of its model, and keeps its price while its model is not for sale", () => {
  const read = histories.map(({ id, days }) => [
    id,
    days.map(({ from, prices }) => `${from} ${prices.price("input")}`),
  ]);
  const shared = ["2026-01-10 4", "2026-02-10 4", "2026-03-01 2", "2026-09-01 1"];
  expect(read).toEqual([
    ["norn-4", shared],
    ["norn-4-2026-03-01", shared],
    [
      "norn-4-old",
      ["2026-01-10 5", "2026-02-01 5", "2026-02-10 5", "2026-03-01 5", "2026-09-01 5"],
    ],
  ]);
});

// Its readers refuse a price of audio beside a cache price without one of cached audio.
test("genai-prices: dated prices, prompt sizes as tiers, one entry for ids with the same history", () =>
  expectStoredTable("/compat/genai-prices.json", toGenaiPricesTable(histories, catalog)));

test("an id that was reassigned to another model has the prices of each model for the days on which it meant that model", () => {
  const name = "norn-latest";
  const cards = [
    { ...at, date: "2026-01-10", model_id: name, input: 4, output: 16 },
    { ...at, date: "2026-04-01", input: 5, output: 20 },
    { ...at, model: "norn-5", model_id: "norn-5", date: "2026-02-20", input: 3, output: 9 },
  ];
  const variants = [{ model_id: name, service_tier: "standard", input: 3, output: 9 }] as const;
  const offer = { ...at, model: "norn-5", model_id: "norn-5", input: 3, output: 9 };
  // In the catalogue, the former model may come after the present one.
  const models = [{ slug: "norn-5" }, { slug: "norn-4" }];
  const [found] = listModelIdPriceHistories(
    createPricedCatalog({
      models,
      offers: [{ ...offer, variants: [...variants] }],
      cards,
      movingIds: [
        { host: "alps", name, model: "norn-4", since: null },
        { host: "alps", name, model: "norn-5", since: "2026-03-01" },
      ],
    }),
  ).filter(({ id }) => id === name);
  expect(found?.model.slug).toBe("norn-5");
  expect(found?.days.map(({ from, prices }) => `${from} ${prices.price("input")}`)).toEqual([
    "2026-01-10 4",
    "2026-03-01 3",
  ]);
});

test("a withdrawn id keeps its own last price and does not get its model's price", () => {
  const name = "norn-4-old";
  const withdrawn = createPricedCatalog({
    models: [{ slug: "norn-4" }],
    offers: [{ ...at, input: 2 }],
    cards: [{ ...at, date: "2026-01-10", input: 2, output: 8 }],
    idCards: [
      { ...at, name, model_id: name, date: "2026-01-10", input: 5, output: 20 },
      { ...at, name, model_id: null, service_tier: null, date: "2026-02-01" },
    ],
  });
  const found = listModelIdPriceHistories(withdrawn).find(({ id }) => id === name);
  expect(found?.days.map(({ from, prices }) => `${from} ${prices.price("input")}`)).toEqual([
    "2026-01-10 5",
  ]);
});

test("llm-prices: a row for each price, the last one without an end", () =>
  expectStoredTable("/compat/llm-prices-historical.json", toLlmPricesHistory(histories, catalog)));

test("llm-prices, Langfuse: a model without a list price keeps the history at its lab's first own host", () => {
  const retired = createPricedCatalog({
    models: [{ slug: "norn-3", list_host: null, lab: "alps" }],
    offers: [],
    cards: ["bazaar", "alps-east", "alps"].map((host, place) => ({
      model: "norn-3",
      host,
      model_id: "norn-3",
      date: "2025-01-10",
      input: place + 1,
      output: 8,
    })),
    hosts: [
      { slug: "alps", own_hosts: ["alps", "alps-east"] },
      ...["alps-east", "bazaar"].map((slug) => ({ slug })),
    ],
  });
  const of = listModelIdPriceHistories(retired);
  expect(of.length).toBe(3);
  expect(toLlmPricesHistory(of, retired).prices).toMatchObject([{ id: "norn-3", input: 3 }]);
  expect(toLangfuseModels(of, retired)).toMatchObject([
    { modelName: "norn-3", pricingTiers: [{ prices: { input: 0.000003 } }] },
  ]);
});

test("Langfuse: a definition for each price, per token, with a tier for long prompts", async () => {
  const own = toLangfuseModels(histories, catalog);
  await expectStoredTable("/compat/langfuse.json", own);
  // Langfuse's patterns are case-insensitive.
  const spelt = histories.map((one) => ({ ...one, id: one.id.toUpperCase() }));
  expect(toLangfuseModels([...spelt, ...histories], catalog)).toEqual(own);
});
