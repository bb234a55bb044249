import { describe, expect, test } from "vitest";
import { samplePrice, sampleWithdrawal } from "../../test/builders/price-statements.ts";
import type { PriceStatement } from "../schema/price-statement.ts";
import {
  findPriceLedgerRowsToAdd,
  NO_STATED_PRICES,
  type StatedOfferPrices,
} from "./statements.ts";

const listed = (
  input: number | null,
  output: number | null,
  more: Partial<StatedOfferPrices> = {},
): StatedOfferPrices => ({ prices: { ...NO_STATED_PRICES, input, output }, note: null, ...more });

/** What one reading on 2026-06-10 adds; `null` reads an answer that does not list the id. */
const append = (
  ledger: readonly PriceStatement[],
  stated: StatedOfferPrices | null,
  unread: readonly string[] = [],
) =>
  findPriceLedgerRowsToAdd(
    ledger,
    "upstream",
    new Map(stated ? [["acme-large", stated]] : []),
    "2026-06-10",
    new Set(unread),
  );

describe("an id that a source lists", () => {
  test("for the first time is stated, without a price too", () => {
    expect(append([], listed(1, 2))).toEqual([samplePrice("2026-06-10", 1, 2)]);
    expect(append([], listed(null, null))).toEqual([samplePrice("2026-06-10", null, null)]);
  });

  test("at the price it had adds nothing; at another one it does", () => {
    const ledger = [samplePrice("2026-06-01", 1, 2)];
    expect(append(ledger, listed(1, 2))).toEqual([]);
    expect(append(ledger, listed(1, 3))).toEqual([samplePrice("2026-06-10", 1, 3)]);
    const batch = { ...NO_STATED_PRICES, input: 1, output: 2, rates: "input@batch=0.5" };
    expect(append(ledger, { prices: batch, note: null })).toEqual([
      samplePrice("2026-06-10", 1, 2, { rates: "input@batch=0.5" }),
    ]);
  });

  test("is compared with its own source only", () => {
    const other = samplePrice("2026-06-01", 1, 2, { source: "another" });
    expect(append([other], listed(1, 2))).toEqual([samplePrice("2026-06-10", 1, 2)]);
  });

  test("again after it was withdrawn is stated again", () => {
    const ledger = [samplePrice("2026-06-01", 1, 2), sampleWithdrawal("2026-06-05")];
    expect(append(ledger, listed(1, 2))).toEqual([samplePrice("2026-06-10", 1, 2)]);
  });

  test("stays withdrawn by a rule until its source names a price that it never stated", () => {
    const ledger = [
      samplePrice("2026-05-01", 4, 8),
      samplePrice("2026-06-01", 1, 2),
      sampleWithdrawal("2026-06-05", { note: "rule: dead" }),
    ];
    expect(append(ledger, listed(1, 2))).toEqual([]);
    expect(append(ledger, listed(4, 8))).toEqual([]);
    expect(append(ledger, listed(1, 3))).toEqual([samplePrice("2026-06-10", 1, 3)]);
  });

  test("keeps the mark of a reseller's price while it is the same", () => {
    const note = "reseller: taken from OpenRouter";
    const ledger = [samplePrice("2026-06-01", 1, 2, { note })];
    const cached = { ...NO_STATED_PRICES, input: 1, output: 2, cache_read: 0.1 };
    expect(append(ledger, { prices: cached, note: null })[0]?.note).toBe(note);
    expect(append(ledger, listed(1, 3))[0]?.note).toBeNull();
  });
});

describe("an id that a source lists no more", () => {
  const ledger = [samplePrice("2026-06-01", 1, 2)];

  test("is withdrawn once", () => {
    expect(append(ledger, null)).toEqual([sampleWithdrawal("2026-06-10")]);
    expect(append([...ledger, sampleWithdrawal("2026-06-05")], null)).toEqual([]);
  });

  test("is withdrawn from the day its source names, but not before its last statement", () => {
    expect(append(ledger, listed(1, 2, { retired: "2026-06-08" }))).toEqual([
      sampleWithdrawal("2026-06-10", { effective: "2026-06-08" }),
    ]);
    expect(append(ledger, listed(1, 2, { retired: "2026-05-01" }))).toEqual([
      sampleWithdrawal("2026-06-10", { effective: "2026-06-01" }),
    ]);
    expect(append(ledger, listed(1, 2, { retired: "2026-12-31" }))).toEqual([]);
    expect(append([], listed(1, 2, { retired: "2026-05-01" }))).toEqual([]);
  });
});

describe("an announced price", () => {
  const [effective, prices] = ["2026-07-01", { ...NO_STATED_PRICES, input: 3, output: 4 }];
  const announcement = listed(1, 2, { dated: [{ effective, prices }] });
  const ledger = [samplePrice("2026-06-01", 1, 2), samplePrice("2026-06-01", 3, 4, { effective })];

  test("is stated beside the present one, once", () => {
    expect(append([], announcement)).toEqual([
      samplePrice("2026-06-10", 3, 4, { effective }),
      samplePrice("2026-06-10", 1, 2),
    ]);
    expect(append(ledger, announcement)).toEqual([]);
  });
});
