import { expect, test } from "vitest";
import { collectFromTexts } from "../../test/builders/collect.ts";
import {
  agentSkillsCollector,
  dockerMcpRegistryCollector,
  toolsdkRegistryCollector,
} from "./directories.ts";

const skill = (fields: object) =>
  JSON.stringify({
    name: "jane/docx",
    slug: "jane-docx",
    org: "jane",
    url: "https://skills.example/jane/docx",
    section: "A sentence of the upstream's",
    ...fields,
  });

const readSkills = (...lines: string[]) => {
  const { facts, reasons } = collectFromTexts(agentSkillsCollector, {
    "skills.jsonl": lines.join("\n"),
  });
  return { rows: facts.skills?.[0]?.rows ?? [], reasons };
};

test("a skill has its name, maker and address, but not the section headings of the source", () => {
  expect(readSkills(skill({})).rows).toEqual([
    {
      slug: "jane-docx",
      name: "jane/docx",
      org: "jane",
      source: "agent-skills",
      url: "https://skills.example/jane/docx",
    },
  ]);
});

test("later skills with the same slug get their maker in the slug, then a number", () => {
  const joe = skill({ org: "Joe" });
  const slugs = readSkills(skill({}), joe, joe).rows.map(({ slug }) => slug);
  expect(slugs).toEqual(["jane-docx", "jane-docx-joe", "jane-docx-joe-2"]);
});

test("a skill without an address is rejected", () => {
  expect(readSkills(skill({ url: "see README" }))).toEqual({ rows: [], reasons: ["no address"] });
});

const SERVER = {
  source: "toolsdk",
  name: "SQLite",
  slug: "sqlite",
  repo_url: "https://github.com/jane/sqlite",
  category: "databases",
  type: "node",
  license: "mit",
};

/**
 * What the collectors of both registries make of a file of servers.
 * @param servers The fields of each that differ from `SERVER`.
 */
function readServers(...servers: object[]) {
  const lines = servers.map((fields) => JSON.stringify({ ...SERVER, ...fields }));
  const [docker, toolsdk] = [dockerMcpRegistryCollector, toolsdkRegistryCollector].map(
    (collector) => {
      const { facts, reasons } = collectFromTexts(collector, { "servers.jsonl": lines.join("\n") });
      return { tables: facts.mcpServers, reasons };
    },
  );
  return { docker, toolsdk };
}

test("each collector writes only the entries of its own registry, in its own file", () => {
  const { docker, toolsdk } = readServers(
    { source: "docker", slug: "apify", repo_url: null, license: null },
    { name: "SQL\nite ", category: "uncategorized" },
  );
  const apify = { slug: "apify", url: null, license: null, source: "docker-mcp-registry" };
  expect(docker?.tables).toMatchObject([{ file: "docker-mcp-registry", rows: [apify] }]);
  const sqlite = {
    slug: "sqlite",
    name: "SQL ite",
    url: "https://github.com/jane/sqlite",
    category: null,
    license: "MIT",
    source: "toolsdk-registry",
  };
  expect(toolsdk?.tables).toEqual([{ file: "toolsdk-registry", rows: [sqlite] }]);
});

test("a slug that the other registry already has gets the owner of the repository appended", () => {
  const { toolsdk } = readServers(
    { source: "docker", repo_url: "https://github.com/docker/sqlite" },
    {},
    { repo_url: "https://sqlite.example/mcp" },
  );
  const rows = [{ slug: "sqlite-jane" }, { slug: "sqlite-sqlite-example" }];
  expect(toolsdk?.tables).toMatchObject([{ rows }]);
});

test.each([
  [[{ source: "docker" }, { repo_url: "https://github.com/Jane/SQLite.git" }], "same name and"],
  [[{ repo_url: "github.com/jane/sqlite" }], "not a web address"],
])("of %j the last is rejected: %s", (servers, reason) => {
  const { toolsdk } = readServers(...servers);
  const reasons = [expect.stringContaining(reason)];
  expect(toolsdk).toMatchObject({ tables: [{ rows: [] }], reasons });
});
