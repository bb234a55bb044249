import { describe, expect, test } from "vitest";
import type { OfferListing } from "../ingest/listing.ts";
import { createIdSpelling } from "../ingest/offers/id-spelling.ts";
import { NO_PRICES, NO_TRAITS } from "../ingest/parse/prices.ts";
import { mergeOffers } from "./merge-offers.ts";
import { seriesKey } from "./merge-prices.ts";
import type { PriceSeries, SeriesRow } from "./price-series.ts";

const offer = (source: string, more: Partial<OfferListing> = {}): OfferListing => ({
  source,
  host: "shop",
  modelId: "nimbus-1",
  traits: NO_TRAITS,
  prices: { ...NO_PRICES, input: 1, output: 4 },
  reasoningPrice: null,
  batchInput: null,
  batchOutput: null,
  tiers: [],
  status: "active",
  asOf: "2026-03-01",
  ...more,
});

const row = (
  source: string,
  date: string,
  input: number,
  change: SeriesRow["change"],
): SeriesRow => ({
  source,
  date,
  change,
  prices: { ...NO_PRICES, input, output: input * 4 },
  suspect: null,
});

function merge(listings: OfferListing[], rows: SeriesRow[] = []) {
  const base = listings.filter(({ source }) => source === "models-dev");
  const series: PriceSeries = { host: "shop", modelId: "nimbus-1", rows, conflicts: [] };
  const all = new Map([[seriesKey("shop", "nimbus-1"), series]]);
  return mergeOffers(listings, all, createIdSpelling(base), "2026-07-01");
}

describe("a present price", () => {
  test("is the one that genai-prices saw change after models.dev's record", () => {
    const { offers } = merge(
      [offer("models-dev")],
      [row("genai-prices", "2026-08-01", 0.5, "changed")],
    );
    expect(offers).toMatchObject([
      { prices: { input: 0.5, output: 2 }, source: "genai-prices", asOf: "2026-08-01" },
    ]);
  });

  test("stays where only an older record differs, with a conflict", () => {
    const { offers, conflicts } = merge([
      offer("models-dev"),
      offer("litellm", { prices: { ...NO_PRICES, input: 3, output: 4 } }),
    ]);
    expect(offers[0]?.prices.input).toBe(1);
    expect(conflicts).toMatchObject([{ source: "litellm", difference: 200 }]);
  });
});

describe("another upstream's listing", () => {
  test("adds batch prices and tiers when it says the same price, in any spelling of the id", () => {
    const tiers = [{ above: 200000, input: 2, output: 8, cacheRead: null }];
    const more = { modelId: "lab/Nimbus-1", batchInput: 0.5, batchOutput: 2, tiers };
    const { offers } = merge([offer("models-dev"), offer("litellm", more)]);
    expect(offers).toMatchObject([{ modelId: "nimbus-1", batchInput: 0.5, tiers }]);
  });

  test("is an offer of its own at a host that models.dev does not cover", () => {
    const { offers } = merge([offer("models-dev"), offer("litellm", { host: "other-shop" })]);
    expect(offers).toHaveLength(2);
  });

  test("is left out where models.dev covers the host and does not list it, or without a price", () => {
    const { offers, rejected } = merge([
      offer("models-dev"),
      offer("litellm", { modelId: "nimbus-0" }),
      offer("litellm", { host: "other-shop", prices: NO_PRICES }),
      offer("litellm", { host: "anyscale" }),
    ]);
    expect(offers).toHaveLength(1);
    expect(rejected.map(({ reason }) => reason.split(":")[0])).toEqual([
      "the host's record in models.dev does not list it",
      "no price per token",
      "sold no more",
    ]);
  });
});
