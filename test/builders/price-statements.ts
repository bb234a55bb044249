/** Made-up rows of the price ledger, for tests to change. */
import type { PriceStatement } from "../../build/schema/price-statement.ts";

/** `source` states `input` and `output` for `acme-large`. */
export const samplePrice = (
  recorded: string,
  input: number | null,
  output: number | null,
  more: Partial<PriceStatement> = {},
): PriceStatement => ({
  recorded,
  effective: null,
  model_id: "acme-large",
  source: "upstream",
  event: "stated",
  input,
  output,
  cache_read: null,
  cache_write: null,
  rates: null,
  note: null,
  ...more,
});

/** `source` lists `acme-large` no more. */
export const sampleWithdrawal = (
  recorded: string,
  more: Partial<PriceStatement> = {},
): PriceStatement => samplePrice(recorded, null, null, { event: "withdrawn", ...more });

/** Prices of one source, of which input and output are the same. */
export const pricesBy =
  (source: string) =>
  (recorded: string, price: number | null, more: Partial<PriceStatement> = {}): PriceStatement =>
    samplePrice(recorded, price, price, { source, ...more });
