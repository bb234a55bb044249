import { expect, test } from "vitest";
import { collectFromTexts } from "../../test/builders/collect.ts";
import { formatRatesCell } from "../cost/rates.ts";
import { genaiPricesCollector } from "./genai-prices.ts";

/** One model in the format of prices/data.json. */
const read = (model: object, provider: object = {}) =>
  collectFromTexts(genaiPricesCollector, {
    "data.json": [{ id: "cloud-lab", models: [{ id: "n", ...model }], ...provider }],
  });
const PRICES = { input_mtok: 3, output_mtok: 15 };

test("the price in force on the day counts, with its tiers, and dated changes are kept", () => {
  const tiered = { base: 2, tiers: [{ start: 200000, price: 4 }] };
  const prices = [
    { prices: { input_mtok: 10, output_mtok: 40 } },
    { constraint: { start_date: "2026-01-01" }, prices: { input_mtok: tiered, output_mtok: 8 } },
    { constraint: { start_date: "2027-01-01" }, prices: { input_mtok: 9, output_mtok: 9 } },
  ];
  const { offers, cards } = read({ prices });
  expect(cards).toEqual(["lab n: input=2; input@>200000=4; output=8; output@>200000=8"]);
  expect(offers[0]?.dated).toMatchObject([
    { effective: "2026-01-01", prices: { input: 2 } },
    { effective: "2027-01-01", prices: { input: 9 } },
  ]);
});

test("hours that a comment limits to weekdays from a day on are so from that day", () => {
  const prices = [
    { prices: { input_mtok: 1 } },
    { constraint: { start_date: "2025-08-17" }, prices: { input_mtok: 2 } },
    { constraint: { start_time: "01:00:00Z", end_time: "04:00:00Z" }, prices: { input_mtok: 4 } },
  ];
  const price_comments = "And from 2025-08-23 it bills off-peak all day at weekends, see below.";
  const { offers, cards } = read({ prices, price_comments });
  expect(cards).toEqual(["lab n: input=2; input@hours:01:00-04:00 Mon-Fri=4"]);
  expect(
    offers[0]?.dated?.map(({ effective, rates }) => [effective, formatRatesCell(rates)]),
  ).toEqual([
    ["2025-08-17", "input@hours:01:00-04:00=4"],
    ["2025-08-23", "input@hours:01:00-04:00 Mon-Fri=4"],
  ]);
});

test("a host gets the address of its pricing page, never an address of its API", () => {
  const page = "https://cloud.example.org/pricing";
  const hostsOf = (...pricing_urls: string[]) =>
    read({}, { name: "Cloud Lab", models: [], pricing_urls }).hosts;
  const listed = { name: "Cloud Lab", pricing_page: page, api_url: null };
  expect(hostsOf("https://api.cloud.example.org/models", page)).toMatchObject([listed]);
  expect(hostsOf("https://api.cloud.example.org/models")).toEqual([]);
});

/** Prices by hour of the day; the offer has the price that holds for most of the day. */
const hours = (...tables: [from: string, to: string, input_mtok: number][]) => [
  { prices: PRICES },
  ...tables.map(([from, to, input_mtok]) => ({
    constraint: { start_time: `${from}:00Z`, end_time: `${to}:00Z` },
    prices: { input_mtok },
  })),
];
test.each([
  [hours(["00:30", "16:30", 6]), "input=6; input@hours:16:30-00:30=3; output@hours:16:30-00:30=15"],
  [
    hours(["01:00", "04:00", 6], ["06:00", "10:00", 7]),
    "input=3; input@hours:01:00-04:00=6; input@hours:06:00-10:00=7; output=15",
  ],
  [
    { input_document_kpages: 1, input_annotated_document_kpages: 3 },
    "input=0.001/page; input@variant:annotation=0.003/page",
  ],
  [
    { input_mtok: 3, cache_write_1h_mtok: 6, cache_audio_read_mtok: 0.1, web_searches_kcount: 10 },
    "input=3; cache_read@variant:audio=0.1; cache_write@1h=6; search=10/1k searches",
  ],
  [
    { input_mtok: { base: 5, tiers: [{ start: 271999, price: 10 }] }, output_mtok: 30 },
    "input=5; input@>272000=10; output=30; output@>272000=30",
  ],
])("the prices %j are the card %s", (prices, card) => {
  expect(read({ prices }).cards).toEqual([`lab n: ${card}`]);
});

const price_comments = "Imported from OpenRouter pricing; verify";
test.each([
  [{}, {}, { host: "lab", prices: { cache_read: 0.3 }, note: null }],
  [{ deprecated: true }, {}, { status: "deprecated" }],
  [{ price_comments }, {}, { note: "reseller: taken from OpenRouter" }],
  [{ id: "claude-9" }, { id: "google" }, { host: "google-vertex" }],
])("an offer with %j and %j has %j", (model, provider, offer) => {
  const prices = { ...PRICES, cache_read_mtok: 0.3 };
  expect(read({ ...model, prices }, provider).offers).toMatchObject([offer]);
});

test.each([
  ["cloud-lab", "ft:nimbus-1", "a price for fine-tuned copies, not for a model"],
  ["huggingface_cloud", "nimbus-1", expect.stringContaining("a router's price")],
  ["elsewhere", "nimbus-1", expect.stringContaining("no host known")],
])("%s %s is left out", (provider, id, reason) => {
  const collected = read({ id, prices: PRICES }, { id: provider });
  expect(collected).toMatchObject({ offers: [], reasons: [reason] });
});

test("a malformed entry keeps its id, so that its last price stays current", () => {
  const { rejected } = read({ prices: { input_mtok: "1" } });
  expect(rejected).toMatchObject([{ unread: { host: "lab", modelId: "n" }, isMalformed: true }]);
});
