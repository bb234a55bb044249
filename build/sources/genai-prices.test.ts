import { expect, test } from "vitest";
import { collect } from "../../test/builders/collect.ts";
import { genaiPrices } from "./genai-prices.ts";

/** One model in the format of prices/data.json. */
const read = (model: object, provider = "cloud-lab") =>
  collect(genaiPrices, { "data.json": [{ id: provider, models: [model] }] });

const PRICES = { input_mtok: 3, output_mtok: 15, cache_read_mtok: 0.3 };

test("the price in force on the day counts, with its tiers; dated changes stay", () => {
  const tiered = { base: 2, tiers: [{ start: 200000, price: 4 }] };
  const prices = [
    { prices: { input_mtok: 10, output_mtok: 40 } },
    { constraint: { start_date: "2026-01-01" }, prices: { input_mtok: tiered, output_mtok: 8 } },
    { constraint: { start_date: "2027-01-01" }, prices: { input_mtok: 9, output_mtok: 9 } },
  ];
  expect(read({ id: "nimbus-2", prices }).offers).toMatchObject([
    {
      prices: { input: 2, output: 8 },
      tiers: [{ above: 200000, input: 4, output: 8, cacheRead: null }],
      dated: [
        { effective: "2026-01-01", prices: { input: 2 } },
        { effective: "2027-01-01", prices: { input: 9 } },
      ],
    },
  ]);
});

test("a price that depends on the hour is none, but its id is listed", () => {
  const atNight = { start_time: "00:30:00Z", end_time: "16:30:00Z" };
  const prices = [{ prices: PRICES }, { constraint: atNight, prices: PRICES }];
  const { offers, reasons } = read({ id: "nimbus-night", prices });
  expect(offers).toMatchObject([{ modelId: "nimbus-night", prices: { input: null } }]);
  expect(reasons).toEqual(["holds for a time of day only"]);
});

const RESOLD = "Imported from OpenRouter pricing; verify";
test.each([
  ["cloud-lab", { id: "nimbus-1" }, { host: "lab", prices: { input: 3 }, note: null }],
  ["cloud-lab", { id: "nimbus-0", deprecated: true }, { status: "deprecated" }],
  ["cloud-lab", { id: "a", price_comments: RESOLD }, { note: "reseller: taken from OpenRouter" }],
  ["google", { id: "claude-9" }, { host: "google-vertex" }],
])("an offer of %s with %j has %j", (provider, model, offer) => {
  expect(read({ ...model, prices: PRICES }, provider).offers).toMatchObject([offer]);
});

test.each([
  ["cloud-lab", "ft:nimbus-1", "a price for tuned copies, not for a model"],
  ["huggingface_cloud", "nimbus-1", expect.stringContaining("a router's price")],
  ["elsewhere", "nimbus-1", expect.stringContaining("no host known")],
])("%s %s is left out", (provider, id, reason) => {
  expect(read({ id, prices: PRICES }, provider)).toMatchObject({ offers: [], reasons: [reason] });
});

test("a malformed entry keeps its id, so that its last price stays current", () => {
  const { rejected } = read({ id: "odd", prices: { input_mtok: "1" } });
  expect(rejected).toMatchObject([{ unread: { host: "lab", modelId: "odd" } }]);
});
