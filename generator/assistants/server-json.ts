/** `/server.json`: what the MCP registry wants to know of the tool server. */
import type { Service } from "../../build/schema/service.ts";
import { MCP_PATH } from "./mcp-address.ts";
import { VERSION } from "./version.ts";

const SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

export function toServerJson({ name, summary, base_url, repository_url }: Service) {
  return {
    $schema: SCHEMA,
    name: toRegistryName(name, base_url),
    title: name,
    description: summary,
    version: VERSION,
    websiteUrl: base_url,
    ...(repository_url !== null && {
      repository: {
        url: repository_url,
        source: toForge(repository_url),
      },
    }),
    remotes: [{ type: "streamable-http", url: `${base_url}${MCP_PATH}` }],
  };
}

/** `https://github.com/…` → `github`. */
function toForge(repositoryUrl: string): string {
  const { hostname } = new URL(repositoryUrl);
  return hostname.split(".").at(-2) ?? hostname;
}

/** Reverse domain, then the name: `app.netlify.model-almanac/model-almanac`. */
function toRegistryName(name: string, baseUrl: string): string {
  const domain = new URL(baseUrl).hostname.split(".").reverse().join(".");
  return `${domain}/${name.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;
}
