/** The facts that stand before the market of `market.ts` was ever read: who there is, and what things are called. */

import { benchmark, provider, source } from "./fact-builders.ts";
import { ENTITIES } from "./market.ts";
import { SAMPLE, type SampleFacts } from "./sample-facts.ts";

const KNOWN_SOURCES = [
  ...["aider", "genai-prices", "github-stars", "hacker-news", "litellm", "models-dev"],
  ...["sec-edgar", "vast-ai", "wikimedia"],
];

const own = { source: "operator" } as const;

export const MARKET_FACTS: SampleFacts = {
  json: {
    ...(SAMPLE.json.service && { service: SAMPLE.json.service }),
    // All but openrouter: one source answers for the first time.
    sources: ["operator", ...KNOWN_SOURCES].map((id) => ({
      ...source(id),
      recorded_on: "2026-05-01",
    })),
    providers: [
      provider("acme", { ...own, is_lab: true, host_kind: "lab", own_hosts: ["acme"] }),
      provider("delta", { ...own, is_lab: true, host_kind: "lab", own_hosts: ["delta"] }),
      provider("alps", own),
      provider("bazaar", own),
      provider("cirrus", { ...own, host_kind: "cloud" }),
      provider("deepinfra", own),
      provider("openrouter", { ...own, host_kind: "router" }),
      provider("perch", { ...own, host_kind: "plan" }),
    ],
    benchmarks: [
      benchmark("sample-test", own),
      benchmark("sample-elo", { ...own, unit: "elo", max_score: null }),
      benchmark("aider-polyglot", { ...own, category: "coding" }),
    ],
    agents: ENTITIES.map((slug) => ({
      ...{ slug, name: slug.toUpperCase(), summary: "Writes code.", maker: "ACME" },
      ...{ url: `https://${slug}.example`, source: "operator", as_of: "2026-01-01" },
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
      attention: ENTITIES.map((slug) => ({
        ...{ entity_type: "agent" as const, slug, hn_query: slug },
        ...{ wikipedia_article: slug, github_repo: `${slug}/${slug}` },
      })),
    },
  },
};
