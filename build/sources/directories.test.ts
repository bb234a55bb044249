import { expect, test } from "vitest";
import { collectFromTexts } from "../../test/builders/collect.ts";
import type { Collector } from "./collector.ts";
import {
  agentSkillsCollector,
  dockerMcpRegistryCollector,
  toolsdkRegistryCollector,
} from "./directories.ts";

/** @param entries The fields of each entry that differ from `usual`. */
function read(collector: Collector, file: string, usual: object, entries: readonly object[]) {
  const lines = entries.map((entry) => JSON.stringify({ ...usual, ...entry }));
  const { facts, reasons } = collectFromTexts(collector, { [file]: lines.join("\n") });
  const [table] = [...(facts.skills ?? []), ...(facts.mcpServers ?? [])];
  return { file: table?.file, rows: table?.rows ?? [], reasons };
}

const SKILL = { name: "jane/docx", org: "jane", url: "https://skills.example/jane/docx" };
const readSkills = (...entries: object[]) =>
  read(
    agentSkillsCollector,
    "skills.jsonl",
    { ...SKILL, slug: "jane-docx", section: "x" },
    entries,
  );

test("a skill has its name, maker and address, but not the section headings of the source", () => {
  const skill = { ...SKILL, slug: "jane-docx", source: "agent-skills" };
  expect(readSkills({}).rows).toEqual([skill]);
  const rejected = { rows: [], reasons: ["no address"] };
  expect(readSkills({ url: "see README" })).toMatchObject(rejected);
});

test("later skills with the same slug get their maker in the slug, then a number", () => {
  const slugs = readSkills({}, { org: "Joe" }, { org: "Joe" }).rows.map(({ slug }) => slug);
  expect(slugs).toEqual(["jane-docx", "jane-docx-joe", "jane-docx-joe-2"]);
});

const SERVER = {
  source: "toolsdk",
  name: "SQLite",
  slug: "sqlite",
  repo_url: "https://github.com/jane/sqlite",
  category: "databases",
  license: "mit",
};
const readServers = (collector: Collector, ...entries: object[]) =>
  read(collector, "servers.jsonl", SERVER, entries);

test("each collector writes only the entries of its own registry, in its own file", () => {
  const entries = [
    { source: "docker", slug: "apify", repo_url: null, license: null },
    { name: "SQL\nite ", category: "uncategorized" },
  ];
  const docker = readServers(dockerMcpRegistryCollector, ...entries);
  const apify = { slug: "apify", url: null, license: null, source: "docker-mcp-registry" };
  expect(docker).toMatchObject({ file: "docker-mcp-registry", rows: [apify] });
  const toolsdk = readServers(toolsdkRegistryCollector, ...entries);
  const sqlite = { slug: "sqlite", name: "SQL ite", url: SERVER.repo_url, category: null };
  const rows = [{ ...sqlite, license: "MIT", source: "toolsdk-registry" }];
  expect(toolsdk).toEqual({ file: "toolsdk-registry", rows, reasons: [] });
});

const OTHER = { source: "docker", repo_url: "https://github.com/docker/sqlite" };
test.each<[object[], string[]]>([
  // A slug that the other registry already has gets the owner of the repository appended.
  [[OTHER, {}], ["sqlite-jane"]],
  [[OTHER, { repo_url: "https://sqlite.example/mcp" }], ["sqlite-sqlite-example"]],
  [[{ source: "docker" }, { repo_url: "https://github.com/Jane/SQLite.git" }], ["same name and"]],
  [[{ repo_url: "github.com/jane/sqlite" }], ["not a web address"]],
])("of the entries %j the second registry has: %j", (entries, expected) => {
  const { rows, reasons } = readServers(toolsdkRegistryCollector, ...entries);
  const found = [...rows.map(({ slug }) => slug), ...reasons];
  expect(found).toEqual(expected.map((text) => expect.stringContaining(text)));
});
