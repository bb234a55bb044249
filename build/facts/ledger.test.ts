import { describe, expect, test } from "vitest";
import { stated, withdrawn } from "../../test/builders/price-statements.ts";
import { PriceStatement } from "../schema/price-statement.ts";
import { checkLedger } from "./ledger.ts";

const OFFER = { model_id: "acme-large", model: "acme-large" };
const FIRST = stated("2026-01-01", 1, 2);
const ID = { model_id: "acme-old" };

const faultsOf = (
  prices: Record<string, PriceStatement[]>,
  offers: Record<string, (typeof OFFER)[]> = { acme: [OFFER] },
  broken: readonly string[] = [],
) => {
  const ledger = {
    offers: new Map(Object.entries(offers)),
    prices: new Map(Object.entries(prices)),
  };
  return checkLedger(ledger, new Set(broken)).map(
    ({ file, line, message }) => `${file}:${line} ${message}`,
  );
};

test.each<[string, PriceStatement[], RegExp | null]>([
  ["a price by two sources", [FIRST, stated("2026-01-01", 1, 2, { source: "other" })], null],
  ["a new price", [FIRST, stated("2026-02-01", 1, 3)], null],
  [
    "other tiers",
    [FIRST, stated("2026-02-01", 1, 2, { rates: "input@>1000=2; output@>1000=4" })],
    null,
  ],
  ["an announcement", [FIRST, stated("2026-02-01", 1, 2, { effective: "2026-09-01" })], null],
  ["a price after its end", [FIRST, withdrawn("2026-02-01"), stated("2026-03-01", 1, 2)], null],
  ["a rule's withdrawal", [FIRST, withdrawn("2026-02-01", { note: "rule: closed" })], null],
  ["a suspect price", [stated("2026-01-01", 1, 2, { note: "suspect: another unit" })], null],
  [
    "a repetition",
    [FIRST, stated("2026-02-01", 1, 2)],
    /:3 .*states the same as in line 2; delete/,
  ],
  ["an end before a start", [withdrawn("2026-01-01")], /:2 .*withdrawn before it was stated/],
  [
    "two ends",
    [FIRST, withdrawn("2026-02-01"), withdrawn("2026-03-01")],
    /:4 .*withdrawn already in line 3; delete the row/,
  ],
  [
    "an end with a price",
    [FIRST, withdrawn("2026-02-01", { cache_read: 0.1 })],
    /:3 a withdrawal has no price \(found "0.1"\); empty the cell/,
  ],
  [
    "an unknown note",
    [stated("2026-01-01", 1, 2, { note: "cheap!" })],
    /"cheap!" is no known reason/,
  ],
  ["a rule on a price", [stated("2026-01-01", 1, 2, { note: "rule: old" })], /"rule: old" is on a/],
])("%s", (_, prices, message) => {
  expect(faultsOf({ acme: prices })).toEqual(message ? [expect.stringMatching(message)] : []);
});

test("an operator's row needs the address that shows its price", () => {
  const row = { ...FIRST, source: "operator" };
  expect(PriceStatement.safeParse(row).error?.issues[0]?.message).toMatch(/write https:/);
  const shown = { ...row, note: "https://acme.example/pricing" };
  expect(PriceStatement.safeParse(shown).success).toBe(true);
});

test("every id of the ledger has an offer and every offer a price, unless a file cannot be read", () => {
  const old = [stated("2026-01-01", 1, 2, ID), withdrawn("2026-02-01", ID)];
  const stranger = { model_id: "acme-small", model: "acme-small" };
  expect(faultsOf({ acme: [FIRST, ...old] }, { acme: [OFFER, stranger] })).toEqual([
    'prices/acme.csv:3 "acme-old" has no row in offers/acme.csv; add it there with its model and tier',
    'offers/acme.csv:3 "acme-small" has no statement in prices/acme.csv; add one, or delete the row',
  ]);
  expect(faultsOf({ acme: [FIRST] }, {}, ["offers/acme.csv"])).toEqual([]);
});

describe("a price beside those of three hosts", () => {
  const HOSTS = ["alps", "bazaar", "cirrus"];
  const RATES = { cache_read: 0.2, cache_write: 2.5 };
  const price = (input: number, output: number, more: Partial<PriceStatement> = {}) =>
    stated("2026-02-01", input, output, { ...RATES, ...more });
  const faultsBeside = (row: PriceStatement, hosts = HOSTS, others: PriceStatement[] = []) => {
    const before = stated("2026-01-01", 2, 8, RATES);
    const prices = Object.fromEntries(hosts.map((host) => [host, [before]]));
    const offers = [...hosts, "delta"].map((host) => [host, [OFFER]]);
    return faultsOf({ ...prices, delta: [row, ...others] }, Object.fromEntries(offers));
  };

  test.each([
    [price(20, 8), "input 20 and output 8 are the 2 and 8 of 3 other hosts with a decimal"],
    [price(2, 0.8), "input 2 and output 0.8 are the 2 and 8 of 3 other hosts with a decimal"],
    [price(8, 2), "input 8 and output 2 are the 2 and 8 of 3 other hosts exchanged"],
    [price(2, 8, { cache_read: 0.02 }), "input 2 and cache_read 0.02 are the 2 and 0.2 of 3"],
    [price(2, 8, { cache_write: 25 }), "input 2 and cache_write 25 are the 2 and 2.5 of 3"],
  ])("is a likely typo: %o", (row, message) => {
    expect(faultsBeside(row)).toEqual([expect.stringContaining(`prices/delta.csv:2 ${message}`)]);
  });

  const other = { source: "litellm" };
  const operator = { source: "operator", note: "https://delta.example/prices" };
  test.each<[string, PriceStatement, string[]?, PriceStatement[]?]>([
    ["the same", price(2, 8)],
    ["of its own", price(3, 12, { cache_read: 0.3, cache_write: 3.75 })],
    ["ten times in all", price(20, 80, { cache_read: 2, cache_write: 25 })],
    ["without a discount for the cache", price(2, 8, { cache_read: 2 })],
    ["stated on their day", price(20, 8, { recorded: "2026-01-01" })],
    ["free", price(0, 0, { cache_read: 0, cache_write: 0 })],
    ["suspect", price(20, 8, { note: "suspect: a typo" })],
    ["beside two hosts only", price(20, 8), HOSTS.slice(1)],
    ["stated by another source too", price(20, 8), HOSTS, [price(20, 8, other)]],
    ["confirmed by the operator", price(20, 8), HOSTS, [price(20, 8, operator)]],
  ])("is none when it is %s", (_, row, hosts, others) => {
    expect(faultsBeside(row, hosts, others)).toEqual([]);
  });
});
