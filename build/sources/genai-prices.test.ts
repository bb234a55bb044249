import { expect, test } from "vitest";
import { collectFromTexts } from "../../test/builders/collect.ts";
import { formatRatesCell, parseRates } from "../cost/rates.ts";
import { genaiPricesCollector } from "./genai-prices.ts";

/** One model in the format of prices/data.json. */
const read = (model: object, provider = "cloud-lab") =>
  collectFromTexts(genaiPricesCollector, { "data.json": [{ id: provider, models: [model] }] });

const PRICES = { input_mtok: 3, output_mtok: 15, cache_read_mtok: 0.3 };

test("the price in force on the day counts, with its tiers, and dated changes are kept", () => {
  const tiered = { base: 2, tiers: [{ start: 200000, price: 4 }] };
  const prices = [
    { prices: { input_mtok: 10, output_mtok: 40 } },
    { constraint: { start_date: "2026-01-01" }, prices: { input_mtok: tiered, output_mtok: 8 } },
    { constraint: { start_date: "2027-01-01" }, prices: { input_mtok: 9, output_mtok: 9 } },
  ];
  expect(read({ id: "nimbus-2", prices }).offers).toMatchObject([
    {
      prices: { input: 2, output: 8 },
      rates: parseRates("input@>200000=4; output@>200000=8"),
      dated: [
        { effective: "2026-01-01", prices: { input: 2 } },
        { effective: "2027-01-01", prices: { input: 9 } },
      ],
    },
  ]);
});

test("a host gets the address of its pricing page, never an address of its API", () => {
  const provider = { id: "cloud-lab", name: "Cloud Lab", models: [] };
  const page = "https://cloud.example.org/pricing";
  const hostsOf = (pricing_urls: string[]) =>
    collectFromTexts(genaiPricesCollector, { "data.json": [{ ...provider, pricing_urls }] }).hosts;
  expect(hostsOf(["https://api.cloud.example.org/models", page])).toMatchObject([
    { name: "Cloud Lab", pricing_page: page, api_url: null },
  ]);
  expect(hostsOf(["https://api.cloud.example.org/models"])).toEqual([]);
});

const hours = (from: string, to: string, input_mtok: number) => ({
  constraint: { start_time: `${from}:00Z`, end_time: `${to}:00Z` },
  prices: { input_mtok },
});
test.each([
  [[hours("00:30", "16:30", 6)], 6, "input@hours:16:30-00:30=3; output@hours:16:30-00:30=15"],
  [
    [hours("01:00", "04:00", 6), hours("06:00", "10:00", 7)],
    3,
    "input@hours:01:00-04:00=6; input@hours:06:00-10:00=7",
  ],
])(
  "prices that depend on the hour, case %#: the offer has the price that holds for most of the day",
  (tables, input, rates) => {
    const prices = [{ prices: { input_mtok: 3, output_mtok: 15 } }, ...tables];
    const [offer] = read({ id: "nimbus-night", prices }).offers;
    expect([offer?.prices.input, formatRatesCell(offer?.rates ?? [])]).toEqual([input, rates]);
  },
);

test.each([
  [
    { input_document_kpages: 1, input_annotated_document_kpages: 3 },
    "input=0.001/page; input@variant:annotation=0.003/page",
  ],
  [
    { input_mtok: 3, cache_write_1h_mtok: 6, cache_audio_read_mtok: 0.1, web_searches_kcount: 10 },
    "cache_read@variant:audio=0.1; cache_write@1h=6; search=10/1k searches",
  ],
  [
    { input_mtok: { base: 5, tiers: [{ start: 271999, price: 10 }] }, output_mtok: 30 },
    "input@>272000=10; output@>272000=30",
  ],
])("the table %j has the rates %s", (prices, rates) => {
  const [offer] = read({ id: "nimbus-3", prices }).offers;
  expect(formatRatesCell(offer?.rates ?? [])).toBe(rates);
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
  ["cloud-lab", "ft:nimbus-1", "a price for fine-tuned copies, not for a model"],
  ["huggingface_cloud", "nimbus-1", expect.stringContaining("a router's price")],
  ["elsewhere", "nimbus-1", expect.stringContaining("no host known")],
])("%s %s is left out", (provider, id, reason) => {
  expect(read({ id, prices: PRICES }, provider)).toMatchObject({ offers: [], reasons: [reason] });
});

test("a malformed entry keeps its id, so that its last price stays current", () => {
  const { rejected } = read({ id: "odd", prices: { input_mtok: "1" } });
  expect(rejected).toMatchObject([{ unread: { host: "lab", modelId: "odd" } }]);
});
