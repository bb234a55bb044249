import { describe, expect, test } from "vitest";
import { createGenaiPrices } from "./genai-prices.ts";
import { createHostMap } from "./parse/prices.ts";

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
      { id: "ft:nimbus-1", prices: { input_mtok: 1, output_mtok: 2 } },
      {
        id: "nimbus-lent",
        price_comments: "Imported from OpenRouter pricing; verify",
        prices: { input_mtok: 1, output_mtok: 2 },
      },
      { id: "odd", prices: { input_mtok: "1" } },
      { id: "nimbus-0", deprecated: true, prices: { input_mtok: 1, output_mtok: 1 } },
    ],
  },
  { id: "google", models: [{ id: "claude-9", prices: { input_mtok: 3, output_mtok: 15 } }] },
  { id: "huggingface_cloud", models: [{ id: "nimbus-1", prices: { input_mtok: 3 } }] },
  { id: "elsewhere", models: [{ id: "nimbus-1", prices: { input_mtok: 3 } }] },
];

const FILES = new Map([["data.json", JSON.stringify(CATALOGUE)]]);

describe("genai-prices", () => {
  const { offers = [], rejected } = collector.translate(FILES, "2026-08-19");
  const offerOf = (id: string) => offers.find(({ modelId }) => modelId === id);
  const reasons = rejected.map(({ value, reason }) => `${value}: ${reason}`);

  test("gives the price in force on the day, with its tiers and dated changes", () => {
    expect(offerOf("nimbus-1")).toMatchObject({ host: "lab", prices: { input: 3 } });
    expect(offerOf("nimbus-2")).toMatchObject({
      prices: { input: 2, output: 8 },
      tiers: [{ above: 200000, input: 4, output: 8, cacheRead: null }],
      dated: [
        { effective: "2026-01-01", prices: { input: 2 } },
        { effective: "2027-01-01", prices: { input: 9 } },
      ],
    });
    expect(offerOf("nimbus-0")?.status).toBe("deprecated");
  });

  test("gives no price where it depends on the hour, and none for tuned copies", () => {
    expect(offerOf("nimbus-night")?.prices.input).toBeNull();
    expect(reasons).toContain("nimbus-night: holds for a time of day only");
    expect(reasons).toContain("ft:nimbus-1: a price for tuned copies, not for a model");
  });

  test("keeps a malformed entry's id, so that its last price stays current", () => {
    expect(rejected.find(({ unread }) => unread)?.unread).toEqual({ host: "lab", modelId: "odd" });
  });
});
