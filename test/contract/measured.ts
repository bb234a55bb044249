/** The answers about what was measured without a model, as the tests of them read them. */
import type {
  OwnTestItem,
  OwnTestResult,
  PublishedTestRun,
} from "../../generator/endpoints/own-tests/own-test.ts";
import type { AnswerEnvelope, BuiltSite, DetailAnswer } from "./harness.ts";

export const OWN_TEST_RESULT_FIELDS = [
  ...["model_slug", "model_name", "provider_slug", "grade", "score", "rank", "n_items"],
  ...["n_valid", "metrics", "run_date", "run_id", "interval"],
];

export interface TokenizerTaxMetrics {
  ratios: Record<string, number>;
  tokens: Record<string, number>;
  usdPer1kWords: Record<string, number> | null;
  priceInPerM: number | null;
  priceBasis: string | null;
  tokenizer: string;
}
export interface OwnTestAnswer<M> {
  headline: string;
  status: string;
  as_of: string;
  models: number;
  results: (OwnTestResult & { metrics: M })[];
  scoring: { grades: Record<string, number> };
  methodology: string;
  context: Record<string, unknown>;
}
export interface TokenCountRecord {
  tokenizer: string;
  language: string;
  tokens: number[];
  approximates: string | null;
}
export interface OfferPriceRecord {
  model: string;
  host: string;
  input: number;
  output: number;
  blended: number;
  quantization: string | null;
  context_window: number | null;
  as_of: string;
}
export type OwnTestRecordsAnswer<R> = AnswerEnvelope & {
  status: string;
  items: OwnTestItem[];
  runs: PublishedTestRun[];
  records: R[];
};
export interface HostComparisonMetrics {
  hosts: number;
  ratio: number;
  blendedLowest: number;
  blendedHighest: number;
  quantizations: string[];
  contextWindows: number[];
  isPlausible: boolean;
}

export const getTokenizerTaxTest = async ({ get }: BuiltSite) =>
  (await get<DetailAnswer<OwnTestAnswer<TokenizerTaxMetrics>>>("/api/v1/own-tests/tokenizer-tax"))
    .body;
export const getTokenizerTaxRecords = async ({ get }: BuiltSite) =>
  (await get<OwnTestRecordsAnswer<TokenCountRecord>>("/api/lab/tokenizer-tax")).body;
export const getHostComparisonTest = async ({ get }: BuiltSite) =>
  (
    await get<DetailAnswer<OwnTestAnswer<HostComparisonMetrics>>>(
      "/api/v1/own-tests/same-model-different-host",
    )
  ).body;
export const getHostComparisonRecords = async ({ get }: BuiltSite) =>
  (await get<OwnTestRecordsAnswer<OfferPriceRecord>>("/api/lab/same-model-different-host")).body;

/** Two decimals, halves up as they are written. */
export const roundToCents = (value: number) =>
  Math.round(Number((value * 100).toPrecision(12))) / 100;
