import { expect, test } from "vitest";
import { samplePrice, sampleWithdrawal } from "../../test/builders/price-statements.ts";
import type { PriceStatement } from "../schema/price-statement.ts";
import { checkPriceLedger } from "./ledger.ts";

const OFFER = { model_id: "acme-large", model: "acme-large" };
const FIRST = samplePrice("2026-01-01", 1, 2);
const SLIP = "wrong: a slip https://acme.example";
const retraction = (day: string, effective: string) =>
  sampleWithdrawal(day, { event: "was_wrong", effective, note: SLIP });
const later = (month: string, output: number) => samplePrice(`2026-${month}-01`, 1, output);
const end = (month: string, more: Partial<PriceStatement> = {}) =>
  sampleWithdrawal(`2026-${month}-01`, more);
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
  return checkPriceLedger(ledger, new Set(broken)).map(
    ({ file, line, message }) => `${file}:${line} ${message}`,
  );
};

test.each<[string, PriceStatement[], RegExp | null]>([
  ["an announcement", [FIRST, samplePrice("2026-02-01", 1, 2, { effective: "2026-09-01" })], null],
  ["a withdrawal by a rule", [FIRST, end("02", { note: "rule: closed" })], null],
  ["a repetition", [FIRST, later("02", 2)], /:3 .*repeats the prices of line 2; delete/],
  [
    "the price before a retracted one, stated again",
    [FIRST, later("02", 9), later("03", 2), retraction("2026-04-01", "2026-02-01")],
    null,
  ],
  [
    "a retracted price, stated again",
    [FIRST, retraction("2026-02-01", "2026-01-01"), later("03", 2)],
    null,
  ],
  [
    "a withdrawal before any price",
    [end("01")],
    /:2 .*withdrawn, but no earlier row states a price/,
  ],
  [
    "two withdrawals",
    [FIRST, end("02"), end("03")],
    /:4 .*already withdrawn in line 3; delete the row/,
  ],
  [
    "a withdrawal with a price",
    [FIRST, end("02", { cache_read: 0.1 })],
    /:3 a withdrawn row must not have a price \(found "0.1"\); empty the cell/,
  ],
  ["an unknown note", [{ ...FIRST, note: "cheap!" }], /"cheap!" is not a known kind of note/],
  ["a rule's note on a price", [{ ...FIRST, note: "rule: old" }], /"rule: old" is allowed only/],
])("the ledger check accepts or refuses %s", (_, prices, message) => {
  expect(faultsOf({ acme: prices })).toEqual(message ? [expect.stringMatching(message)] : []);
});

test("every id of the ledger has an offer and every offer a price, unless a file cannot be read", () => {
  const old = [samplePrice("2026-01-01", 1, 2, ID), sampleWithdrawal("2026-02-01", ID)];
  const stranger = { model_id: "acme-small", model: "acme-small" };
  expect(faultsOf({ acme: [FIRST, ...old] }, { acme: [OFFER, stranger] })).toEqual([
    'prices/acme.csv:3 "acme-old" has no row in offers/acme.csv; add it there with its model and tier',
    'offers/acme.csv:3 "acme-small" has no price row in prices/acme.csv; add one, or delete the row',
  ]);
  expect(faultsOf({ acme: [FIRST] }, {}, ["offers/acme.csv"])).toEqual([]);
});
