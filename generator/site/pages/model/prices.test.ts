import { expect, test } from "vitest";
import type { PriceRow } from "../../../../build/model/catalog/rows.ts";
import { describeStablePrice } from "./prices.ts";

const row = (date: string, change: PriceRow["change"], more: Partial<PriceRow> = {}): PriceRow => ({
  model: "a",
  host: "acme",
  date,
  change,
  is_list_price: true,
  source: "upstream",
  input: 2,
  output: 6,
  cache_read: null,
  cache_write: null,
  ...(change === "removed" && { input: null, output: null }),
  ...more,
});
const START = row("2025-01-14", "added");
const END = row("2026-05-31", "removed");
const CHARGED = "charged $2.00 input / $6.00 output per 1M tokens";

test.each([
  [`has ${CHARGED} since 14 Jan 2025; no price change is recorded.`, [START]],
  [
    `${CHARGED} from 14 Jan 2025 to 31 May 2026 and then removed the model; no price change is recorded.`,
    [START, END],
  ],
  [
    `has ${CHARGED} since 14 Jan 2025 (with a gap in which the model was not listed); no price change is recorded.`,
    [START, END, row("2026-07-01", "added")],
  ],
  [
    `has ${CHARGED} since 14 Jan 2025; only rates other than input and output have changed.`,
    [START, row("2025-03-01", "changed", { cache_read: 0.5 })],
  ],
])("a price that never changed is described in one sentence: %s", (sentence, rows) =>
  expect(String(describeStablePrice(rows, "Acme")).replace(/<[^>]*>/g, "")).toBe(
    `Acme ${sentence}`,
  ),
);
