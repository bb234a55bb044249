/** Figures of companies, attention and rents, and directories. */
import { GpuRentalDay, MindshareDay } from "../../schema/activity.ts";
import { CompanyFact } from "../../schema/company-fact.ts";
import { Agent, GlossaryTerm, McpServer, Skill } from "../../schema/directory.ts";
import { kind } from "./fact-kind.ts";

export const ACTIVITY_KINDS = {
  companies: kind({
    pattern: "companies/*.csv",
    format: "csv",
    schema: CompanyFact,
    key: ["metric", "as_of", "scope", "effective_date", "value", "source_url"],
    file: "company",
    references: { source: "sources.id", company: "providers.slug" },
  }),
  mindshare: kind({
    pattern: "mindshare/*.csv",
    format: "csv",
    schema: MindshareDay,
    key: ["day", "slug", "source"],
    file: "entity_type",
    references: { source: "sources.id" },
  }),
  gpuRental: kind({
    pattern: "gpu-rental/*.csv",
    format: "csv",
    schema: GpuRentalDay,
    key: ["day", "chip_slug"],
    file: "source",
    references: { source: "sources.id" },
  }),
  agents: kind({
    pattern: "agents/*.json",
    format: "json",
    schema: Agent,
    key: ["slug"],
    file: "slug",
    references: { source: "sources.id" },
  }),
  mcpServers: kind({
    pattern: "mcp-servers/*.csv",
    format: "csv",
    schema: McpServer,
    key: ["slug"],
    file: "list",
    references: { source: "sources.id" },
  }),
  skills: kind({
    pattern: "skills/*.csv",
    format: "csv",
    schema: Skill,
    key: ["slug"],
    file: "list",
    references: { source: "sources.id" },
  }),
  glossary: kind({
    pattern: "glossary/*.json",
    format: "json",
    schema: GlossaryTerm,
    key: ["slug"],
    file: "slug",
    references: { see_also: "glossary.slug" },
  }),
} as const;
