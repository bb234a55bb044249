/** MCP servers in two public registries: names and addresses only. */
import { z } from "zod";
import type { McpServer } from "../schema/directory.ts";
import type { Source } from "../schema/source.ts";
import type { Collected, Collector } from "./listing.ts";
import type { UpstreamFiles } from "./live.ts";
import { createRejects, parseJsonLines } from "./parse/rows.ts";
import { toCleanText, toCleanUrl, toLicenseId, UniqueSlugs } from "./parse/text.ts";

const FILE = "servers.jsonl";

/** Registry's key in the file → our source. */
const REGISTRIES = { docker: "docker-mcp-registry", toolsdk: "toolsdk-registry" } as const;

const ListedServer = z.object({
  source: z.enum(["docker", "toolsdk"]),
  name: z.string().transform(toCleanText).pipe(z.string().min(1)),
  slug: z.string().min(1),
  repo_url: z.string().nullable(),
  category: z.string().nullable(),
  license: z.string().nullable(),
});
type ListedServer = z.infer<typeof ListedServer>;

/** `https://github.com/Jane/SQLite.git/` and `https://github.com/jane/sqlite` are one repository. */
const sameRepository = (url: string): string =>
  url
    .toLowerCase()
    .replace(/\/+$/, "")
    .replace(/\.git$/, "");

/** `https://github.com/jane/sqlite` → `jane`; elsewhere the host; without an address the registry. */
function ownerOf({ repo_url, source }: ListedServer): string {
  if (repo_url === null || !URL.canParse(repo_url)) return source;
  const { hostname, pathname } = new URL(repo_url);
  return hostname === "github.com" ? (pathname.split("/")[1] ?? source) : hostname;
}

/** Each registry is a source of its own, with its own entries. */
function collectorOf(
  registry: keyof typeof REGISTRIES,
  minRows: number,
  about: Pick<Source, "name" | "url" | "copyright" | "credit">,
): Collector {
  const id = REGISTRIES[registry];
  return {
    source: {
      id,
      ...about,
      data_url: null,
      license: "MIT",
      license_url: `${about.url}/blob/HEAD/LICENSE`,
      provides: ["mcp-servers"],
    },
    minRows,
    translate: (files) => translate(files, id),
  };
}

/**
 * Reads both registries in the order of the file: a slug is unique over both, and a server (slug and
 * repository) that is listed again is one entry, under the registry that has it first.
 */
function translate(files: UpstreamFiles, id: string): Collected {
  const listed = parseJsonLines(files, { source: id, file: FILE }, ListedServer);
  const { rejected, reject } = createRejects(id);
  const slugs = new UniqueSlugs();
  const seen = new Set<string>();
  const rows: McpServer[] = [];
  for (const server of listed.rows) {
    const source = REGISTRIES[server.source];
    const url = server.repo_url === null ? null : toCleanUrl(server.repo_url);
    const identity = `${server.slug} ${url === null ? "" : sameRepository(url)}`;
    const reason =
      server.repo_url !== null && url === null
        ? "not a web address"
        : url !== null && seen.has(identity)
          ? "same name and repository as an entry before it"
          : null;
    if (reason !== null) {
      if (source === id) reject(FILE, `${server.slug} ${server.repo_url}`, reason);
      continue;
    }
    seen.add(identity);
    const slug = slugs.claim(server.slug, ownerOf(server));
    const category = server.category === "uncategorized" ? null : server.category;
    const license = toLicenseId(server.license);
    if (source === id) rows.push({ slug, name: server.name, url, category, license, source });
  }
  return {
    facts: { mcpServers: [{ file: id, rows }] },
    rejected: [...listed.rejected, ...rejected],
  };
}

export const dockerMcpRegistry = collectorOf("docker", 250, {
  name: "Docker MCP Registry",
  url: "https://github.com/docker/mcp-registry",
  copyright: "Copyright (c) 2025 Docker",
  credit: "Names and addresses of MCP servers: Docker MCP Registry",
});

export const toolsdkRegistry = collectorOf("toolsdk", 4000, {
  name: "ToolSDK MCP Registry",
  url: "https://github.com/toolsdk-ai/toolsdk-mcp-registry",
  copyright: "Copyright (c) 2025 Kelly Peilin Chan",
  credit: "Names and addresses of MCP servers: ToolSDK MCP Registry",
});
