/**
 * The facts that exist before the simulated market (`market.ts`) is read for the first time: sources, providers,
 * benchmarks and names.
 */

import { sampleBenchmark, sampleProvider, sampleSource } from "./fact-builders.ts";
import { ATTENTION_ENTITIES } from "./market.ts";
import { SAMPLE_FACTS, type SampleFacts } from "./sample-facts.ts";

const own = { source: "operator" } as const;

export const SIMULATED_MARKET_FACTS: SampleFacts = {
  json: {
    ...(SAMPLE_FACTS.json.service && { service: SAMPLE_FACTS.json.service }),
    // All sources except openrouter, so that one source answers for the first time.
    sources: [
      ...["operator", "models-dev", "genai-prices", "litellm", "aider", "vast-ai", "sec-edgar"],
      ...["hacker-news", "wikimedia", "github-stars"],
    ].map((id) => ({ ...sampleSource(id), recorded_on: "2026-05-01" })),
    providers: [
      sampleProvider("acme", { ...own, is_lab: true, host_kind: "lab", own_hosts: ["acme"] }),
      sampleProvider("delta", { ...own, is_lab: true, host_kind: "lab", own_hosts: ["delta"] }),
      sampleProvider("alps", own),
      sampleProvider("bazaar", own),
      sampleProvider("cirrus", { ...own, host_kind: "cloud" }),
      sampleProvider("deepinfra", own),
      sampleProvider("openrouter", { ...own, host_kind: "router" }),
      sampleProvider("perch", { ...own, host_kind: "plan" }),
    ],
    benchmarks: [
      sampleBenchmark("sample-test", own),
      sampleBenchmark("sample-elo", { ...own, unit: "elo", max_score: null }),
      sampleBenchmark("aider-polyglot", { ...own, category: "coding" }),
    ],
    agents: ATTENTION_ENTITIES.map((slug) => ({
      slug,
      name: slug.toUpperCase(),
      summary: "Writes code.",
      maker: "ACME",
      url: `https://${slug}.example`,
      source: "operator",
      as_of: "2026-01-01",
    })),
  },
  csv: {
    labPrefixes: {
      labs: [
        { prefix: "lepton", lab: "delta", base_model: null },
        { prefix: "quark", lab: "acme", base_model: null },
      ],
    },
    hostAliases: {
      hosts: [
        { source: "genai-prices", name: "acme-inc", host: "acme" },
        { source: "genai-prices", name: "delta-inc", host: "delta" },
        { source: "litellm", name: "acme", host: "acme" },
        { source: "litellm", name: "cirrus", host: "cirrus" },
        { source: "litellm", name: "delta", host: "delta" },
      ],
    },
    attention: {
      attention: ATTENTION_ENTITIES.map((slug) => ({
        entity_type: "agent" as const,
        slug,
        hn_query: slug,
        wikipedia_article: slug,
        github_repo: `${slug}/${slug}`,
      })),
    },
  },
};
