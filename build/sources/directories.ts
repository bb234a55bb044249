/** Names and addresses of agent skills and MCP servers, from public directories. */
import * as z from "zod";
import type { McpServerListing } from "../schema/directory.ts";
import type { Collector, SourceFileReader } from "./collector.ts";
import type { SourceListings } from "./listing.ts";
import {
  stripUrlTracking,
  toCleanText,
  toSpdxLicenseId,
  UniqueSlugGenerator,
} from "./parse/text.ts";

const CleanText = z.string().transform(toCleanText).pipe(z.string().min(1));

const SKILLS = "skills.jsonl";

const ListedSkill = z.object({
  name: CleanText,
  slug: z.string().min(1),
  org: CleanText,
  url: z.string(),
});

/** Instructions that an agent loads when a task needs them. */
export const agentSkillsCollector: Collector = {
  id: "agent-skills",
  minRows: 900,
  translate(reader) {
    const slugs = new UniqueSlugGenerator();
    const listed = reader.jsonLines(SKILLS, ListedSkill);
    const nameOf = ({ name, url }: z.infer<typeof ListedSkill>) => `${name}: ${url}`;
    const rows = reader.each(SKILLS, listed, nameOf, ({ name, slug, org, url: written }) => {
      const url = stripUrlTracking(written);
      if (url === null) return "no address";
      return { slug: slugs.claim(slug, org), name, org, url, source: reader.source };
    });
    return { facts: { skills: [{ file: "awesome-agent-skills", rows }] } };
  },
};

const SERVERS = "servers.jsonl";

/** Registry's key in the file → our source. */
const REGISTRIES = { docker: "docker-mcp-registry", toolsdk: "toolsdk-registry" } as const;

const ListedServer = z.object({
  source: z.enum(["docker", "toolsdk"]),
  name: CleanText,
  slug: z.string().min(1),
  repo_url: z.string().nullable(),
  category: z.string().nullable(),
  license: z.string().nullable(),
});
type ListedServer = z.infer<typeof ListedServer>;

/** Each registry is a source of its own, with its own entries. */
export const dockerMcpRegistryCollector: Collector = {
  id: REGISTRIES.docker,
  minRows: 250,
  translate: toServers,
};
export const toolsdkRegistryCollector: Collector = {
  id: REGISTRIES.toolsdk,
  minRows: 4000,
  translate: toServers,
};

/** Slugs are unique over both registries; a repeated slug and repository belongs to the one that listed it first. */
function toServers(reader: SourceFileReader): SourceListings {
  const slugs = new UniqueSlugGenerator();
  const seen = new Set<string>();
  const rows: McpServerListing[] = [];
  for (const server of reader.jsonLines(SERVERS, ListedServer)) {
    const { name, repo_url } = server;
    const source = REGISTRIES[server.source];
    const url = stripUrlTracking(repo_url);
    const identity = `${server.slug} ${url === null ? "" : sameRepository(url)}`;
    const isUnusable = repo_url !== null && url === null;
    if (isUnusable || (url !== null && seen.has(identity))) {
      const reason = isUnusable
        ? "not a web address"
        : "same name and repository as an entry before it";
      if (source === reader.source) reader.reject(SERVERS, `${server.slug} ${repo_url}`, reason);
      continue;
    }
    seen.add(identity);
    const slug = slugs.claim(server.slug, ownerOf(server));
    const category = server.category === "uncategorized" ? null : server.category;
    const license = toSpdxLicenseId(server.license);
    if (source === reader.source) rows.push({ slug, name, url, category, license, source });
  }
  return { facts: { mcpServers: [{ file: reader.source, rows }] } };
}

/** `https://github.com/Jane/SQLite.git/` and `https://github.com/jane/sqlite` are one repository. */
const sameRepository = (url: string): string => url.toLowerCase().replace(/(\.git)?\/*$/, "");

/** `https://github.com/jane/sqlite` → `jane`; elsewhere the host; without an address the registry. */
function ownerOf({ repo_url, source }: ListedServer): string {
  if (repo_url === null || !URL.canParse(repo_url)) return source;
  const { hostname, pathname } = new URL(repo_url);
  return hostname === "github.com" ? (pathname.split("/")[1] ?? source) : hostname;
}
