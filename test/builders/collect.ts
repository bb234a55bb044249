import { readFactsOfKinds } from "../../build/facts/read-facts.ts";
import {
  type Collector,
  runCollectorOnFiles as collectFrom,
} from "../../build/sources/collector.ts";

/** The part of the catalogue that collectors need in tests: source → its names of hosts and companies → our slugs. */
const NAMES = {
  "genai-prices": { google: "google", "cloud-lab": "lab" },
  litellm: {
    openai: "openai",
    vertex_ai: "google-vertex",
    together_ai: "togetherai",
    azure: "azure",
  },
  portkey: { openai: "openai", "together-ai": "togetherai" },
  "pi-ai": { openai: "openai" },
  "deprecations-rss": { OpenAI: "openai", Google: "google" },
  "models-dev": { "nimbus-cloud": "nimbus" },
  "epoch-companies": { OpenAI: "openai" },
};
const hostAliases = Object.entries(NAMES).flatMap(([source, hosts]) =>
  Object.entries(hosts).map(([name, host]) => ({ source, name, host })),
);
const movingNames = [
  ["deepseek-v3-2-exp", "2025-09-29"] as const,
  ["deepseek-v3-2", "2025-12-01"] as const,
].map(([model, since]) => ({
  host: "deepseek",
  model_id: "deepseek-reasoner",
  since,
  model,
  keeps_price: true,
  reason: "",
  source_url: null,
}));
const { epochFiles } = readFactsOfKinds("data", ["epochFiles"]);

/**
 * Runs a collector on the given files.
 * @param files Path → text; a value that is not a string is written as JSON.
 * @returns What the collector returns, plus `reasons`: why each rejected row was rejected.
 */
export function collectFromTexts(
  collector: Collector,
  files: Record<string, unknown>,
  day = "2026-08-21",
) {
  const texts = new Map(
    Object.entries(files).map(([path, value]) => [
      path,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );
  const collected = collectFrom(collector, texts, {
    day,
    hostAliases,
    benchmarks: [],
    movingNames,
    epochFiles,
  });
  return { ...collected, reasons: collected.rejected.map(({ reason }) => reason) };
}
