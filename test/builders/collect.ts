import { expect } from "vitest";
import {
  createRate,
  formatRatesCell,
  METERS_WITH_PRICE_COLUMN,
  parseRates,
} from "../../build/cost/rates.ts";
import { readFactsOfKinds } from "../../build/facts/read-facts.ts";
import { type Collector, runCollectorOnFiles } from "../../build/sources/collector.ts";

/** What upstreams call the hosts and companies of tests: source → `name=our slug`; a name contains no space. */
const NAMES = {
  "genai-prices": "google=google cloud-lab=lab",
  litellm:
    "openai=openai vertex_ai=google-vertex together_ai=togetherai azure=azure fireworks_ai=fireworks-ai",
  portkey: "openai=openai together-ai=togetherai",
  "pi-ai": "openai=openai",
  "deprecations-rss": "OpenAI=openai Google=google",
  "models-dev": "nimbus-cloud=nimbus",
  "epoch-companies": "OpenAI=openai",
};
const hostAliases = Object.entries(NAMES).flatMap(([source, names]) =>
  names.split(" ").map((pair) => {
    const [name = "", host = ""] = pair.split("=");
    return { source, name, host };
  }),
);
const moved = { host: "deepseek", model_id: "deepseek-reasoner", keeps_price: true, reason: "" };
const movingNames = [
  { ...moved, source_url: null, since: "2025-09-29", model: "deepseek-v3-2-exp" },
  { ...moved, source_url: null, since: "2025-12-01", model: "deepseek-v3-2" },
];
const { epochFiles } = readFactsOfKinds("data", ["epochFiles"]);

/**
 * Runs a collector on files (path → text, or a value to write as JSON). `cards` has a line for each offer with all its
 * prices, and `reasons` why rows were rejected.
 */
export function collectFromTexts(collector: Collector, files: object, day = "2026-08-21") {
  const texts = Object.entries(files).map(
    ([path, file]) => [path, typeof file === "string" ? file : JSON.stringify(file)] as const,
  );
  const context = { day, hostAliases, benchmarks: [], movingNames, epochFiles };
  const collected = runCollectorOnFiles(collector, new Map(texts), context);
  const cards = collected.offers.map(({ host, modelId, prices, rates }) => {
    // The text hides a condition that is undefined or NaN.
    expect(rates).toEqual(expect.arrayContaining(parseRates(formatRatesCell(rates))));
    const known = METERS_WITH_PRICE_COLUMN.flatMap((meter) => {
      const price = prices[meter];
      return price === null ? [] : createRate(meter, price);
    });
    return `${host} ${modelId}: ${formatRatesCell([...known, ...rates]) ?? "no price"}`;
  });
  return { ...collected, cards, reasons: collected.rejected.map(({ reason }) => reason) };
}

/** The header of each table of pages that a person has read. */
const OPERATOR_HEADERS = {
  "prices.csv":
    "host,model_id,effective,input,output,cache_read,cache_write,rates,context_window,max_output_tokens,url",
  "models.csv":
    "model,name,release_date,knowledge_cutoff,retirement_date,replacement,context_window,max_output_tokens,input_modalities,output_modalities,reasoning,open_weights,license,weights,announcement,parameters_total,parameters_active,url",
  "scores.csv": "benchmark,model,score,configuration,self_reported,date,url",
};
export const toOperatorTable = (file: keyof typeof OPERATOR_HEADERS, ...rows: string[]) => ({
  [file]: [OPERATOR_HEADERS[file], ...rows].join("\n"),
});
