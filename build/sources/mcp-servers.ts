/** MCP servers in two public registries: names and addresses only. */
import { z } from "zod";
import type { McpServer } from "../schema/directory.ts";
import type { Source } from "../schema/source.ts";
import type { Collected, Collector, Rejected, UpstreamFiles } from "./listing.ts";
import { toCleanText, toCleanUrl } from "./parse/clean-values.ts";
import { toLicenseId } from "./parse/license-id.ts";
import { UNDATED_RECORDED_ON } from "./parse/undated.ts";
import { UniqueSlugs } from "./parse/unique-slugs.ts";
import { parseJsonLines } from "./parse/upstream-rows.ts";

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

/**
 * Both registries at once, in the order of the file: a slug is unique over both, and the same server
 * (slug and repository) listed again is one entry, under the registry that has it first.
 */
function toServers(listed: readonly ListedServer[]): { rows: McpServer[]; rejected: Rejected[] } {
  const slugs = new UniqueSlugs();
  const seen = new Set<string>();
  const rows: McpServer[] = [];
  const rejected: Rejected[] = [];
  for (const server of listed) {
    const source = REGISTRIES[server.source];
    const url = server.repo_url === null ? null : toCleanUrl(server.repo_url);
    const reject = (reason: string) =>
      rejected.push({ source, place: FILE, value: `${server.slug} ${server.repo_url}`, reason });
    if (server.repo_url !== null && url === null) {
      reject("not a web address");
      continue;
    }
    const identity = `${server.slug} ${url === null ? "" : sameRepository(url)}`;
    if (url !== null && seen.has(identity)) {
      reject("same name and repository as an entry before it");
      continue;
    }
    seen.add(identity);
    rows.push({
      slug: slugs.claim(server.slug, ownerOf(server)),
      name: server.name,
      url,
      category: server.category === "uncategorized" ? null : server.category,
      license: toLicenseId(server.license),
      source,
    });
  }
  return { rows, rejected };
}

/** Each registry is a source of its own and hands over its own entries. */
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
    frozen: { folder: "mcp-servers", files: [FILE] },
    minRows,
    newestFact: () => UNDATED_RECORDED_ON,
    translate: (files) => translate(files, id),
  };
}

function translate(files: UpstreamFiles, id: string): Collected {
  const listed = parseJsonLines(files, { source: id, file: FILE }, ListedServer);
  const { rows, rejected } = toServers(listed.rows);
  return {
    facts: { mcpServers: [{ file: id, rows: rows.filter(({ source }) => source === id) }] },
    rejected: [...listed.rejected, ...rejected.filter(({ source }) => source === id)],
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
