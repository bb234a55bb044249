/** Everything that can be found, as short documents: names and a line each, no long text. */

import type { Facts } from "../../build/facts/kinds.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { pathOfFacts } from "../endpoints/findings/finding.ts";
import { capabilitiesOf } from "./capabilities.ts";
import { otherNamesOf } from "./host-names.ts";
import { prominenceOf } from "./prominence.ts";

export const SEARCH_TYPES = [
  "model",
  "provider",
  "benchmark",
  "agent",
  "mcp",
  "skill",
  "glossary",
  "finding",
] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];

export interface SearchDocument {
  type: SearchType;
  slug: string;
  name: string;
  summary: string;
  /** Path at this service, or the absolute address of something that lives elsewhere. */
  url: string;
  /** Other names of the same thing, as good as its name. */
  also: readonly string[];
  /** Of a model: who made it. Stands for the model like another name, and beside its name like a word of it. */
  maker: readonly string[];
  /** What else it may be looked for by: its category, what it can do. */
  words: string;
  /** 0 to 1: among those that match alike, the one that is meant more often. */
  prominence: number;
}

/** What can be found and stands in no table of the read model. */
export type Directory = Pick<Facts, "mcpServers" | "skills">;

export function toDocuments(catalog: Catalog, facts: Directory): SearchDocument[] {
  return [
    ...modelDocuments(catalog),
    ...providerDocuments(catalog),
    ...otherDocuments(catalog),
    ...directoryDocuments(facts),
    ...findingDocuments(catalog),
  ];
}

function modelDocuments(catalog: Catalog): SearchDocument[] {
  const capabilities = capabilitiesOf(catalog);
  const prominence = prominenceOf(catalog);
  return catalog.models.map((model) => {
    const lab = catalog.provider(model.lab)?.name ?? model.lab;
    const hosts = model.offers === 1 ? "1 host" : `${model.offers} hosts`;
    return {
      type: "model",
      slug: model.slug,
      name: model.name,
      summary: `${model.model_type} model by ${lab}${model.offers > 0 ? `, sold by ${hosts}` : ""}`,
      url: `/api/v1/models/${model.slug}`,
      also: model.aliases,
      maker: lab === model.lab ? [lab] : [lab, model.lab],
      words: capabilities(model).join(" "),
      prominence: prominence(model),
    };
  });
}

function providerDocuments(catalog: Catalog): SearchDocument[] {
  const otherNames = otherNamesOf("provider", catalog);
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
    also: otherNames(provider),
    maker: [],
    words: "provider",
    prominence: share(provider.models + provider.offers, 300),
  }));
}

const findingDocuments = ({ findings }: Catalog): SearchDocument[] =>
  findings.map((finding, at) => ({
    type: "finding",
    slug: finding.id,
    name: finding.title,
    summary: `${finding.kind.replaceAll("_", " ")}, ${finding.date}`,
    url: pathOfFacts(finding),
    also: [],
    maker: [],
    words: `${finding.kind.replaceAll("_", " ")} finding`,
    prominence: 1 - at / findings.length,
  }));

function otherDocuments(catalog: Catalog): SearchDocument[] {
  const otherNames = otherNamesOf("benchmark", catalog);
  return [
    ...catalog.benchmarks.map(
      (benchmark): SearchDocument => ({
        type: "benchmark",
        slug: benchmark.slug,
        name: benchmark.name,
        summary: `${benchmark.category} benchmark, ${benchmark.models_tested} models tested`,
        url: `/api/v1/benchmarks/${benchmark.slug}`,
        also: otherNames(benchmark),
        maker: [],
        words: `${benchmark.category} benchmark`,
        prominence: share(benchmark.models_tested, 300),
      }),
    ),
    ...catalog.agents.map(
      (agent): SearchDocument => ({
        type: "agent",
        slug: agent.slug,
        name: agent.name,
        summary: agent.summary,
        url: agent.url ?? "",
        also: [],
        maker: [],
        words: `${agent.maker ?? ""} agent`,
        prominence: 0.5,
      }),
    ),
    ...catalog.glossary.map(
      (term): SearchDocument => ({
        type: "glossary",
        slug: term.slug,
        name: term.name,
        summary: term.summary,
        url: `/api/v1/glossary/${term.slug}`,
        also: term.also,
        maker: [],
        words: "",
        prominence: 0.5,
      }),
    ),
  ];
}

function directoryDocuments(facts: Directory): SearchDocument[] {
  return [
    ...facts.mcpServers.map(
      (server): SearchDocument => ({
        type: "mcp",
        slug: server.slug,
        name: server.name,
        summary: server.category ? `MCP server, ${server.category}` : "MCP server",
        url: server.url ?? "",
        also: [],
        maker: [],
        words: `${server.category ?? ""} mcp server`,
        // Docker's registry is a choice of servers, the other one takes all.
        prominence: server.source === "docker-mcp-registry" ? 0.5 : 0,
      }),
    ),
    ...facts.skills.map(
      (skill): SearchDocument => ({
        type: "skill",
        slug: skill.slug,
        name: skill.name,
        summary: `agent skill by ${skill.org}`,
        url: skill.url,
        also: [skill.name.slice(skill.name.lastIndexOf("/") + 1)],
        maker: [],
        words: `${skill.org} skill`,
        prominence: 0,
      }),
    ),
  ];
}

/** 0 for none, 1 for many, by orders of magnitude. */
const share = (count: number, many: number): number =>
  Math.min(1, Math.log(1 + count) / Math.log(1 + many));
