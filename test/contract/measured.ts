/** The answers about what was measured without a model, as the tests of them read them. */
import type {
  OwnTestItem,
  OwnTestResult,
  PublishedTestRun,
} from "../../generator/endpoints/own-tests/own-test.ts";
import type { Enveloped, One, Site } from "./harness.ts";

export const RESULT_FIELDS = [
  ...["model_slug", "model_name", "provider_slug", "grade", "score", "rank", "n_items"],
  ...["n_valid", "metrics", "run_date", "run_id", "interval"],
];

export interface TaxMetrics {
  ratios: Record<string, number>;
  tokens: Record<string, number>;
  usdPer1kWords: Record<string, number> | null;
  priceInPerM: number | null;
  priceBasis: string | null;
  tokenizer: string;
}
export interface Detail<M> {
  headline: string;
  status: string;
  as_of: string;
  models: number;
  results: (OwnTestResult & { metrics: M })[];
  scoring: { grades: Record<string, number> };
  methodology: string;
  context: Record<string, unknown>;
}
export interface CountRecord {
  tokenizer: string;
  language: string;
  tokens: number[];
  approximates: string | null;
}
export interface OfferRecord {
  model: string;
  host: string;
  input: number;
  output: number;
  blended: number;
  quantization: string | null;
  context_window: number | null;
  as_of: string;
}
export type Lab<R> = Enveloped & {
  status: string;
  items: OwnTestItem[];
  runs: PublishedTestRun[];
  records: R[];
};
export interface HostMetrics {
  hosts: number;
  ratio: number;
  blendedLowest: number;
  blendedHighest: number;
  quantizations: string[];
  contextWindows: number[];
  isPlausible: boolean;
}

export const tax = async ({ get }: Site) =>
  (await get<One<Detail<TaxMetrics>>>("/api/v1/own-tests/tokenizer-tax")).body;
export const taxLab = async ({ get }: Site) =>
  (await get<Lab<CountRecord>>("/api/lab/tokenizer-tax")).body;
export const hosts = async ({ get }: Site) =>
  (await get<One<Detail<HostMetrics>>>("/api/v1/own-tests/same-model-different-host")).body;
export const hostsLab = async ({ get }: Site) =>
  (await get<Lab<OfferRecord>>("/api/lab/same-model-different-host")).body;

/** Two decimals, halves up as they are written. */
export const cents = (value: number) => Math.round(Number((value * 100).toPrecision(12))) / 100;
