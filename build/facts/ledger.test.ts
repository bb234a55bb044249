import { describe, expect, test } from "vitest";
import { stated, withdrawn } from "../../test/builders/price-statements.ts";
import { PriceStatement } from "../schema/price-statement.ts";
import type { Fault } from "./fault.ts";
import { checkLedger } from "./ledger.ts";

const OFFER = { model_id: "acme-large", model: "acme-large" };
const faultsOf = (
  prices: readonly PriceStatement[],
  offers: readonly (typeof OFFER)[] = [OFFER],
  broken: readonly string[] = [],
) => {
  const ledger = { offers: new Map([["acme", offers]]), prices: new Map([["acme", prices]]) };
  return textsOf(checkLedger(ledger, new Set(broken)));
};
const textsOf = (faults: readonly Fault[]) =>
  faults.map(({ file, line, message }) => `${file}:${line} ${message}`);

const FIRST = stated("2026-01-01", 1, 2);

test("a sound ledger has no fault", () => {
  const ledger = [
    FIRST,
    stated("2026-01-01", 1, 2, { source: "other" }),
    stated("2026-02-01", 1, 3),
    stated("2026-02-01", 1, 4, { effective: "2026-09-01" }),
    withdrawn("2026-03-01", { note: "rule: closed" }),
    stated("2026-04-01", 1, 3),
    stated("2026-05-01", 1, 5, { note: "suspect: of another unit" }),
  ];
  expect(faultsOf(ledger)).toEqual([]);
});

describe("a row is a fault", () => {
  test("that says what its source said before", () => {
    expect(faultsOf([FIRST, stated("2026-02-01", 1, 2)])).toEqual([
      'prices/acme.csv:3 upstream of "acme-large" states the same as in line 2; delete the row',
    ]);
    expect(faultsOf([FIRST, stated("2026-02-01", 1, 2, { tiers: "1000:2:4:" })])).toEqual([]);
  });

  test("that withdraws what was never stated, or was withdrawn already", () => {
    expect(faultsOf([withdrawn("2026-01-01")])).toEqual([
      expect.stringMatching(/^prices\/acme\.csv:2 .*before it was stated; delete the row/),
    ]);
    expect(faultsOf([FIRST, withdrawn("2026-02-01"), withdrawn("2026-03-01")])).toEqual([
      expect.stringMatching(/^prices\/acme\.csv:4 .*withdrawn already in line 3; delete the row/),
    ]);
  });

  test("that withdraws with a price", () => {
    expect(faultsOf([FIRST, withdrawn("2026-02-01", { cache_read: 0.1 })])).toEqual([
      'prices/acme.csv:3 a withdrawal has no price (found "0.1"); empty the cell, or write stated',
    ]);
  });

  test("with a note that nobody knows, or a rule on a statement", () => {
    expect(faultsOf([stated("2026-01-01", 1, 2, { note: "cheap!" })])).toEqual([
      expect.stringMatching(/"cheap!" is no known reason; begin it with suspect:/),
    ]);
    expect(faultsOf([stated("2026-01-01", 1, 2, { note: "rule: old" })])).toEqual([
      expect.stringMatching(/"rule: old" is on a statement/),
    ]);
  });

  test("of an operator without the address that shows it", () => {
    const row = stated("2026-01-01", 1, 2, { source: "operator" });
    expect(PriceStatement.safeParse(row).error?.issues[0]?.message).toMatch(/write https:/);
    const shown = { ...row, note: "https://acme.example/pricing" };
    expect(PriceStatement.safeParse(shown).success).toBe(true);
    expect(faultsOf([shown])).toEqual([]);
  });
});

describe("the ids of the ledger and of the offers", () => {
  test("are the same, each missing one told once", () => {
    const stranger = { model_id: "acme-small", model: "acme-small" };
    const prices = [
      FIRST,
      stated("2026-01-01", 1, 2, { model_id: "acme-old" }),
      withdrawn("2026-02-01", { model_id: "acme-old" }),
    ];
    expect(faultsOf(prices, [OFFER, stranger])).toEqual([
      'prices/acme.csv:3 "acme-old" has no row in offers/acme.csv; add it there with its model and tier',
      'offers/acme.csv:3 "acme-small" has no statement in prices/acme.csv; add one, or delete the row',
    ]);
  });

  test("are not compared with a file that cannot be read", () => {
    expect(faultsOf([FIRST], [], ["offers/acme.csv"])).toEqual([]);
  });
});

describe("a likely typo", () => {
  const HOSTS = ["alps", "bazaar", "cirrus"];
  const faultsAt = (...rows: PriceStatement[]) => {
    const offers = new Map([...HOSTS, "delta"].map((host) => [host, [OFFER]]));
    const prices = new Map(HOSTS.map((host) => [host, [FIRST]])).set("delta", rows);
    return textsOf(checkLedger({ offers, prices }, new Set()));
  };

  test("is a fault with its line", () => {
    expect(faultsAt(stated("2026-02-01", 1, 2.5), stated("2026-03-01", 2, 1))).toEqual([
      expect.stringMatching(
        /^prices\/delta\.csv:3 input 2 and output 1 are the 1 and 2 of 3 other hosts exchanged; /,
      ),
    ]);
  });

  test("is none when a person says so, or when it is suspect", () => {
    const [odd, note] = [stated("2026-03-01", 2, 1), "https://delta.example/prices"];
    expect(faultsAt(odd, stated("2026-03-02", 2, 1, { source: "operator", note }))).toEqual([]);
    expect(faultsAt({ ...odd, note: "suspect: a slip" })).toEqual([]);
  });
});
