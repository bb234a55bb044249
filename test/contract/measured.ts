/**
 * Reads the answers about what was measured without asking a model (tokenizer-tax, and the prices of
 * same-model-different-host), with their types.
 */
import type { TokenizerTaxResult } from "../../build/experiments/own-tests.ts";
import type { OfferRow, TokenCountRow } from "../../build/model/catalog/rows.ts";
import type { HostPriceSpread } from "../../generator/experiments/measured.ts";
import type { BuiltSite, Schemas } from "./harness.ts";

interface TokenizerTaxMetrics extends Pick<TokenizerTaxResult, "ratios" | "tokens"> {
  usdPer1kWords: Record<string, number> | null;
  priceInPerM: number | null;
  priceBasis: string | null;
}
type OwnTestAnswer<Metrics> = Omit<Schemas["OwnTestDetail"], "results"> & {
  results: readonly (Schemas["OwnTestResult"] & { metrics: Metrics })[];
};
type RecordsAnswer<Row> = Omit<Schemas["LabDataset"], "records"> & { records: readonly Row[] };
/** An offer whose blended price is known. */
type OfferPriceRecord = OfferRow & Record<"blended", number>;

const read =
  <T>(address: string) =>
  async ({ get }: BuiltSite): Promise<T> =>
    (await get<T>(address)).body;

export const getTokenizerTaxTest = read<OwnTestAnswer<TokenizerTaxMetrics>>(
  "/api/v1/own-tests/tokenizer-tax",
);
export const getTokenizerTaxRecords =
  read<RecordsAnswer<TokenCountRow & { approximates: string | null }>>("/api/lab/tokenizer-tax");
export const getHostComparisonTest = read<OwnTestAnswer<HostPriceSpread>>(
  "/api/v1/own-tests/same-model-different-host",
);
export const getHostComparisonRecords = read<RecordsAnswer<OfferPriceRecord>>(
  "/api/lab/same-model-different-host",
);

/** Rounds to two decimals, halves up as in decimal notation. */
export const roundToCents = (value: number) =>
  Math.round(Number((value * 100).toPrecision(12))) / 100;
