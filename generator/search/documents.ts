/** Everything that can be found, as short documents: names and a line each, no long text. */
import type { Catalog } from "../../build/catalog/catalog.ts";
import type { Facts } from "../../build/facts/kinds.ts";

export const SEARCH_TYPES = [
  "model",
  "provider",
  "benchmark",
  "agent",
  "mcp",
  "skill",
  "glossary",
] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];

export interface SearchDocument {
  type: SearchType;
  slug: string;
  name: string;
  summary: string;
  /** Path at this service, or the absolute address of something that lives elsewhere. */
  url: string;
  /** Other names: aliases, the maker, categories. */
  words: string;
}

export function toDocuments(
  catalog: Catalog,
  facts: Pick<Facts, "mcpServers" | "skills">,
): SearchDocument[] {
  return [
    ...modelDocuments(catalog),
    ...providerDocuments(catalog),
    ...otherDocuments(catalog),
    ...directoryDocuments(facts),
  ];
}

function modelDocuments(catalog: Catalog): SearchDocument[] {
  return catalog.models.map((model) => {
    const lab = catalog.provider(model.lab)?.name ?? model.lab;
    const hosts = model.offers === 1 ? "1 host" : `${model.offers} hosts`;
    return {
      type: "model",
      slug: model.slug,
      name: model.name,
      summary: `${model.model_type} model by ${lab}${model.offers > 0 ? `, sold by ${hosts}` : ""}`,
      url: `/api/v1/models/${model.slug}`,
      words: [
        lab,
        model.lab,
        model.model_type,
        ...model.input_modalities,
        ...model.aliases.slice(0, 12),
      ].join(" "),
    };
  });
}

function providerDocuments(catalog: Catalog): SearchDocument[] {
  return catalog.providers.map((provider) => ({
    type: "provider",
    slug: provider.slug,
    name: provider.name,
    summary: [
      provider.is_lab ? `makes ${provider.models} models` : "",
      provider.is_host ? `sells ${provider.offers}` : "",
    ]
      .filter((part) => part !== "")
      .join(", "),
    url: `/api/v1/providers/${provider.slug}`,
    words: "",
  }));
}

function otherDocuments(catalog: Catalog): SearchDocument[] {
  return [
    ...catalog.benchmarks.map(
      (benchmark): SearchDocument => ({
        type: "benchmark",
        slug: benchmark.slug,
        name: benchmark.name,
        summary: `${benchmark.category} benchmark, ${benchmark.models_tested} models tested`,
        url: `/api/v1/benchmarks/${benchmark.slug}`,
        words: benchmark.category,
      }),
    ),
    ...catalog.agents.map(
      (agent): SearchDocument => ({
        type: "agent",
        slug: agent.slug,
        name: agent.name,
        summary: agent.summary,
        url: agent.url ?? "",
        words: agent.maker ?? "",
      }),
    ),
    ...catalog.glossary.map(
      (term): SearchDocument => ({
        type: "glossary",
        slug: term.slug,
        name: term.name,
        summary: term.summary,
        url: `/api/v1/glossary/${term.slug}`,
        words: term.also.join(" "),
      }),
    ),
  ];
}

function directoryDocuments(facts: Pick<Facts, "mcpServers" | "skills">): SearchDocument[] {
  return [
    ...facts.mcpServers.map(
      (server): SearchDocument => ({
        type: "mcp",
        slug: server.slug,
        name: server.name,
        summary: server.category ? `MCP server, ${server.category}` : "MCP server",
        url: server.url ?? "",
        words: server.category ?? "",
      }),
    ),
    ...facts.skills.map(
      (skill): SearchDocument => ({
        type: "skill",
        slug: skill.slug,
        name: skill.name,
        summary: `agent skill by ${skill.org}`,
        url: skill.url,
        words: skill.org,
      }),
    ),
  ];
}
