import { describe, expect, it } from "vitest";
import type { FactOf } from "../../build/facts/kinds.ts";
import type { PriceRow } from "../../build/read-model/catalog/rows.ts";
import { offer, priceEvent } from "../builders/fact-builders.ts";
import { loadSample } from "../builders/sample-catalog.ts";
import { SAMPLE, type SampleFacts } from "../builders/sample-facts.ts";

type Event = FactOf<"priceHistory">;

/** The published rows of acme-small at acme, from these recorded events. */
async function published(
  events: Event[],
  host = "acme",
): Promise<[string, string, number | null, number | null][]> {
  const rows = await rowsOf({ [host]: events });
  return rows
    .filter((row) => row.host === host)
    .map(({ date, change, input, output }) => [date, change, input, output]);
}

async function rowsOf(files: Record<string, Event[]>): Promise<readonly PriceRow[]> {
  const sample: SampleFacts = { ...SAMPLE, csv: { ...SAMPLE.csv, priceHistory: files } };
  const loaded = await loadSample(sample);
  const rows = loaded.catalog.pricesOf("acme-small");
  await loaded.dispose();
  return rows;
}

const at = (date: string, input: number | null, output: number | null, more: Partial<Event> = {}) =>
  priceEvent(date, "acme-small", input, output, more);

describe("published price history", () => {
  it("starts with an addition, whatever the upstream called its first row", async () => {
    expect(await published([at("2026-01-01", 2, 4)])).toEqual([["2026-01-01", "added", 2, 4]]);
  });

  it("has no row that repeats the row before it", async () => {
    expect(
      await published([at("2026-01-01", 2, 4), at("2026-02-01", 2, 4), at("2026-03-01", 1, 4)]),
    ).toEqual([
      ["2026-01-01", "added", 2, 4],
      ["2026-03-01", "changed", 1, 4],
    ]);
  });

  it("leaves out a price that goes back to what it was within 7 days", async () => {
    expect(
      await published([at("2026-01-01", 2, 4), at("2026-02-01", 200, 4), at("2026-02-08", 2, 4)]),
    ).toEqual([["2026-01-01", "added", 2, 4]]);
  });

  it("keeps a price that holds for 8 days", async () => {
    const rows = await published([
      at("2026-01-01", 2, 4),
      at("2026-02-01", 3, 4),
      at("2026-02-09", 2, 4),
    ]);
    expect(rows.map(([, , input]) => input)).toEqual([2, 3, 2]);
  });

  it("leaves out suspect rows, which stay in the facts with their reason", async () => {
    expect(
      await published([
        at("2026-01-01", 2, 4),
        at("2026-02-01", 2000, 4000, { suspect: "per-token unit" }),
      ]),
    ).toEqual([["2026-01-01", "added", 2, 4]]);
  });

  it("records a removal with unknown prices, and a later return as an addition", async () => {
    const events = [
      at("2026-01-01", 2, 4),
      at("2026-02-01", null, null, { change: "removed" }),
      at("2026-04-01", 2, 4),
    ];
    expect(await published(events)).toEqual([
      ["2026-01-01", "added", 2, 4],
      ["2026-02-01", "removed", null, null],
      ["2026-04-01", "added", 2, 4],
    ]);
  });

  it("never shows a cache read dearer than fresh input", async () => {
    const rows = await rowsOf({ acme: [at("2026-01-01", 2, 4, { cache_read_usd_per_mtok: 3 })] });
    expect(rows[0]?.cache_read).toBeNull();
  });

  it("takes the lab's own host as the default series, however short its record", async () => {
    const loaded = await loadSample({
      ...SAMPLE,
      csv: {
        ...SAMPLE.csv,
        priceHistory: {
          acme: [at("2026-03-01", 2, 4)],
          bazaar: [at("2026-01-01", 1, 1), at("2026-02-01", 2, 2)],
        },
      },
    });
    expect(loaded.catalog.model("acme-small")).toMatchObject({
      default_host: "acme",
      default_is_list_price: true,
      price_changes: 0,
    });
    await loaded.dispose();
  });
});

describe("price moves", () => {
  const movesOf = async (events: Event[]) => {
    const loaded = await loadSample({
      ...SAMPLE,
      csv: { ...SAMPLE.csv, priceHistory: { acme: events } },
    });
    const moves = loaded.catalog.changes.filter(
      ({ type, model }) => type.startsWith("price") && model === "acme-small",
    );
    await loaded.dispose();
    return moves.map(({ type, pct_input, pct_output }) => [type, pct_input, pct_output]);
  };

  it("count a change between two real prices, in percent", async () => {
    expect(await movesOf([at("2026-01-01", 2, 4), at("2026-02-01", 1, 3)])).toEqual([
      ["price_drop", -50, -25],
    ]);
  });

  it("do not count a price that becomes free, or known", async () => {
    expect(await movesOf([at("2026-01-01", 0, 0), at("2026-02-01", 1, 3)])).toEqual([]);
    expect(await movesOf([at("2026-01-01", 2, 4), at("2026-02-01", 0, 0)])).toEqual([]);
  });
});

describe("offers", () => {
  it("stand under the undated id of the model, the others are variants", async () => {
    const loaded = await loadSample();
    const [cheapest] = loaded.catalog.offersOf("acme-large");
    expect(cheapest).toMatchObject({
      host: "bazaar",
      model_id: "acme/acme-large",
      variants: [{ model_id: "acme/acme-large-20260201" }],
    });
    await loaded.dispose();
  });

  it("tie by the slug of the host when they cost the same", async () => {
    const same = [offer("delta-7b", "delta-7b", 1, 2)];
    const loaded = await loadSample({
      ...SAMPLE,
      csv: { ...SAMPLE.csv, offers: { cumulus: same, bazaar: same } },
    });
    expect(loaded.catalog.model("delta-7b")?.cheapest_host).toBe("bazaar");
    await loaded.dispose();
  });
});
