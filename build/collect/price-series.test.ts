import { describe, expect, test } from "vitest";
import type { PriceListing } from "../ingest/listing.ts";
import { type Hearing, mergeSeries } from "./price-series.ts";

const FIRST_PARTY: Hearing = { isFirstParty: true, baseUntil: "2026-07-01" };
const RESELLER: Hearing = { ...FIRST_PARTY, isFirstParty: false };

type Money = [input: number | null, output: number | null, cacheRead?: number];
const toPrices = ([input, output, cacheRead]: Money) => ({
  input,
  output,
  cacheRead: cacheRead ?? null,
  cacheWrite: null,
});

function event(
  source: string,
  date: string,
  after: Money,
  more: { before?: Money; suspect?: string; effective?: boolean } = {},
): PriceListing {
  return {
    source,
    host: "lab",
    modelId: "model",
    date,
    change: more.before ? "changed" : "added",
    prices: toPrices(after),
    before: more.before ? toPrices(more.before) : null,
    isEffectiveDate: more.effective ?? false,
    suspect: more.suspect ?? null,
  };
}

const removal = (source: string, date: string): PriceListing => ({
  ...event(source, date, [null, null]),
  change: "removed",
});

const rowsOf = (events: PriceListing[], hearing = FIRST_PARTY) =>
  mergeSeries("lab", "model", events, hearing).rows.map(
    ({ date, change, prices, source }) =>
      `${date} ${change} ${prices.input}/${prices.output} ${source}`,
  );

describe("a series of one upstream", () => {
  test("has a row per change and none that repeats the row before", () => {
    expect(
      rowsOf([
        event("models-dev", "2026-01-01", [5, 15]),
        event("models-dev", "2026-02-01", [5, 15], { before: [5, 15] }),
        event("models-dev", "2026-03-01", [2.5, 10], { before: [5, 15] }),
        removal("models-dev", "2026-04-01"),
      ]),
    ).toEqual([
      "2026-01-01 added 5/15 models-dev",
      "2026-03-01 changed 2.5/10 models-dev",
      "2026-04-01 removed null/null models-dev",
    ]);
  });

  test("keeps a price that goes up and back again: what is noise is decided later", () => {
    expect(
      rowsOf([
        event("models-dev", "2026-01-01", [1, 2]),
        event("models-dev", "2026-01-03", [3, 6], { before: [1, 2] }),
        event("models-dev", "2026-01-05", [1, 2], { before: [3, 6] }),
      ]),
    ).toHaveLength(3);
  });

  test("a change that is taken back on the same day leaves no row", () => {
    expect(
      rowsOf([
        event("litellm", "2024-01-01", [1, 2]),
        removal("litellm", "2024-02-01"),
        event("litellm", "2024-02-01", [1, 2]),
      ]),
    ).toEqual(["2024-01-01 added 1/2 litellm"]);
  });

  test("a suspect row stays in the record and changes nothing", () => {
    const { rows } = mergeSeries(
      "lab",
      "model",
      [
        event("models-dev", "2026-01-01", [1, 2]),
        event("models-dev", "2026-02-01", [1000, 2], { before: [1, 2], suspect: "unit" }),
        event("models-dev", "2026-02-02", [1, 2], { before: [1000, 2] }),
        event("models-dev", "2026-03-01", [0.5, 1], { before: [1, 2] }),
      ],
      FIRST_PARTY,
    );
    expect(rows.map(({ suspect }) => suspect)).toEqual([null, "unit", null]);
    expect(rows.at(-1)?.change).toBe("changed");
  });
});

describe("several upstreams", () => {
  test("a lagging one that repeats a change makes no row", () => {
    expect(
      rowsOf([
        event("models-dev", "2026-04-24", [1.74, 3.48]),
        event("genai-prices", "2026-05-14", [1.74, 3.48, 0.01]),
        event("models-dev", "2026-05-25", [0.435, 0.87], { before: [1.74, 3.48] }),
        event("genai-prices", "2026-06-03", [0.435, 0.87], { before: [1.74, 3.48] }),
      ]),
    ).toEqual([
      "2026-04-24 added 1.74/3.48 models-dev",
      "2026-05-25 changed 0.435/0.87 models-dev",
    ]);
  });

  test("a stale one that first reports the old price is a conflict, and its catching up is none", () => {
    const { rows, conflicts } = mergeSeries(
      "lab",
      "model",
      [
        event("litellm", "2024-05-22", [5, 15]),
        event("litellm", "2024-11-14", [2.5, 10], { before: [5, 15] }),
        event("models-dev", "2025-06-05", [2.5, 10]),
        event("genai-prices", "2025-06-22", [5, 15]),
        event("genai-prices", "2025-07-04", [2.5, 10], { before: [5, 15] }),
      ],
      FIRST_PARTY,
    );
    expect(rows).toHaveLength(2);
    expect(conflicts).toMatchObject([{ source: "genai-prices", difference: 100 }]);
  });

  test("the day a price took effect wins over the day it was seen", () => {
    expect(
      rowsOf([
        event("litellm", "2025-04-16", [10, 40]),
        event("models-dev", "2025-06-11", [2, 8]),
        event("litellm", "2025-06-11", [2, 8], { before: [10, 40] }),
        event("genai-prices", "2025-06-10", [2, 8], { before: [10, 40], effective: true }),
      ]),
    ).toEqual(["2025-04-16 added 10/40 litellm", "2025-06-10 changed 2/8 genai-prices"]);
  });

  test("models.dev takes over from LiteLLM by a row that is no change", () => {
    expect(
      rowsOf([event("litellm", "2025-05-01", [1, 1]), event("models-dev", "2025-07-01", [2, 2])]),
    ).toEqual(["2025-05-01 added 1/1 litellm", "2025-07-01 added 2/2 models-dev"]);
  });

  test("genai-prices is heard beside models.dev where a lab sells its own, not at a reseller", () => {
    const events = [
      event("models-dev", "2025-08-01", [0.15, 0.75]),
      event("genai-prices", "2025-11-01", [0.1, 0.5], { before: [0.12, 0.6] }),
    ];
    expect(rowsOf(events, FIRST_PARTY)).toHaveLength(2);
    expect(rowsOf(events, RESELLER)).toHaveLength(1);
  });

  test("after models.dev's last day the others are heard everywhere", () => {
    const events = [
      event("models-dev", "2025-08-01", [1, 2]),
      event("genai-prices", "2026-08-01", [0.5, 1], { before: [0.9, 2] }),
    ];
    expect(rowsOf(events, RESELLER)).toHaveLength(2);
  });

  test("an id is gone only when no upstream that follows withdrawals lists it", () => {
    const events = [
      event("models-dev", "2026-01-01", [1, 2]),
      event("genai-prices", "2026-01-02", [1, 2]),
      removal("genai-prices", "2026-02-01"),
    ];
    expect(rowsOf(events)).toHaveLength(1);
    expect(rowsOf([...events, removal("models-dev", "2026-03-01")]).at(-1)).toContain("removed");
  });
});
