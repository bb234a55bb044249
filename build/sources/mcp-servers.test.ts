import { expect, test } from "vitest";
import { collect } from "../../test/builders/collect.ts";
import { dockerMcpRegistry, toolsdkRegistry } from "./mcp-servers.ts";

const SERVER = {
  source: "toolsdk",
  name: "SQLite",
  slug: "sqlite",
  repo_url: "https://github.com/jane/sqlite",
  category: "databases",
  type: "node",
  license: "mit",
};

/** What both registries make of a file with servers that differ from the usual one. */
function read(...servers: object[]) {
  const lines = servers.map((fields) => JSON.stringify({ ...SERVER, ...fields }));
  const [docker, toolsdk] = [dockerMcpRegistry, toolsdkRegistry].map((collector) => {
    const { facts, reasons } = collect(collector, { "servers.jsonl": lines.join("\n") });
    return { tables: facts.mcpServers, reasons };
  });
  return { docker, toolsdk };
}

test("each registry hands over its own entries, in a file of its own", () => {
  const { docker, toolsdk } = read(
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

test("a slug that the other registry has gets the owner of its repository", () => {
  const { toolsdk } = read(
    { source: "docker", repo_url: "https://github.com/docker/sqlite" },
    {},
    { repo_url: "https://sqlite.example/mcp" },
  );
  const rows = [{ slug: "sqlite-jane" }, { slug: "sqlite-sqlite-example" }];
  expect(toolsdk?.tables).toMatchObject([{ rows }]);
});

test.each([
  [
    [{ source: "docker" }, { repo_url: "https://github.com/Jane/SQLite.git" }],
    "same name and repository as an entry before it",
  ],
  [[{ repo_url: "github.com/jane/sqlite" }], "not a web address"],
])("of %j the last is rejected: %s", (servers, reason) => {
  const { toolsdk } = read(...servers);
  expect(toolsdk).toMatchObject({ tables: [{ rows: [] }], reasons: [reason] });
});
