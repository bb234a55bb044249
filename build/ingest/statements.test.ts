import { expect, test } from "vitest";
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

/**
 * The rows that a reading on 2026-06-10 adds to the ledger.
 * @param stated Null when the answer does not list the id.
 */
const append = (ledger: readonly PriceStatement[], stated: StatedOfferPrices | null) =>
  findPriceLedgerRowsToAdd(
    ledger,
    "upstream",
    new Map(stated ? [["acme-large", stated]] : []),
    "2026-06-10",
  );

const FIRST = samplePrice("2026-06-01", 1, 2);
const ENDED = [FIRST, sampleWithdrawal("2026-06-05")];
/** An id that had two prices before a rule withdrew it. */
const DEAD = [
  samplePrice("2026-05-01", 4, 8),
  FIRST,
  sampleWithdrawal("2026-06-05", { note: "rule: dead" }),
];
const NOW = (input: number | null, output: number | null, more: Partial<PriceStatement> = {}) =>
  samplePrice("2026-06-10", input, output, more);
const BATCH = { ...NO_STATED_PRICES, input: 1, output: 2, rates: "input@batch=0.5" };
const note = "reseller: taken from OpenRouter";
const RESOLD = [samplePrice("2026-06-01", 1, 2, { note })];
const CACHED = { ...NO_STATED_PRICES, input: 1, output: 2, cache_read: 0.1 };
const retired = (day: string) => listed(1, 2, { retired: day });

test.each<[string, PriceStatement[], StatedOfferPrices | null, PriceStatement[]]>([
  ["listed for the first time is stated", [], listed(1, 2), [NOW(1, 2)]],
  ["listed without a price is stated too", [], listed(null, null), [NOW(null, null)]],
  ["at the price it had adds nothing", [FIRST], listed(1, 2), []],
  ["at another price does", [FIRST], listed(1, 3), [NOW(1, 3)]],
  ["at another rate does", [FIRST], { prices: BATCH, note: null }, [NOW(1, 2, BATCH)]],
  ["is compared with its own source", [{ ...FIRST, source: "b" }], listed(1, 2), [NOW(1, 2)]],
  ["listed again after its end is stated again", ENDED, listed(1, 2), [NOW(1, 2)]],
  ["withdrawn by a rule stays so at its last price", DEAD, listed(1, 2), []],
  ["withdrawn by a rule stays so at an older price", DEAD, listed(4, 8), []],
  ["withdrawn by a rule comes back at a new price", DEAD, listed(1, 3), [NOW(1, 3)]],
  [
    "withdrawn by a rule comes back when models.dev lists it again",
    [...DEAD, { ...samplePrice("2026-06-07", 1, 2), source: "models-dev" }],
    listed(1, 2),
    [NOW(1, 2)],
  ],
  [
    "keeps the mark of a reseller's price",
    RESOLD,
    { prices: CACHED, note: null },
    [NOW(1, 2, { cache_read: 0.1, note })],
  ],
  ["loses the mark with another price", RESOLD, listed(1, 3), [NOW(1, 3)]],
  ["that is listed no more is withdrawn", [FIRST], null, [sampleWithdrawal("2026-06-10")]],
  ["that is listed no more is withdrawn once", ENDED, null, []],
  [
    "is withdrawn from the day its source names",
    [FIRST],
    retired("2026-06-08"),
    [sampleWithdrawal("2026-06-10", { effective: "2026-06-08" })],
  ],
  [
    "is not withdrawn before its last statement",
    [FIRST],
    retired("2026-05-01"),
    [sampleWithdrawal("2026-06-10", { effective: "2026-06-01" })],
  ],
  ["is not withdrawn before the day comes", [FIRST], retired("2026-12-31"), []],
  ["that ended before it was ever listed adds nothing", [], retired("2026-05-01"), []],
])("an id %s", (_, ledger, stated, rows) => {
  expect(append(ledger, stated)).toEqual(rows);
});

test("an announced price is stated beside the present one, once", () => {
  const effective = "2026-07-01";
  const prices = { ...NO_STATED_PRICES, input: 3, output: 4 };
  const announcement = listed(1, 2, { dated: [{ effective, prices }] });
  const ledger = [FIRST, samplePrice("2026-06-01", 3, 4, { effective })];
  expect(append([], announcement)).toEqual([NOW(3, 4, { effective }), NOW(1, 2)]);
  expect(append(ledger, announcement)).toEqual([]);
});
