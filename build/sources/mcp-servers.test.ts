import { expect, test } from "vitest";
import { getDefined } from "../../test/builders/get.ts";
import { dockerMcpRegistry, toolsdkRegistry } from "./mcp-servers.ts";

const server = (fields: object) =>
  JSON.stringify({
    source: "toolsdk",
    name: "SQLite",
    slug: "sqlite",
    repo_url: "https://github.com/jane/sqlite",
    category: "databases",
    type: "node",
    license: "mit",
    ...fields,
  });

const collect = (...lines: string[]) => {
  const files = new Map([["servers.jsonl", `${lines.join("\n")}\n`]]);
  const [docker, toolsdk] = [dockerMcpRegistry, toolsdkRegistry].map((collector) => {
    const { facts, rejected } = collector.translate(files, "2026-08-21");
    return { file: facts?.mcpServers?.[0]?.file, rows: facts?.mcpServers?.[0]?.rows, rejected };
  });
  return {
    docker: getDefined(docker, "Docker registry"),
    toolsdk: getDefined(toolsdk, "ToolSDK registry"),
  };
};

test("each registry hands over its own entries, in a file of its own", () => {
  const { docker, toolsdk } = collect(
    server({ source: "docker", slug: "apify", repo_url: null, license: null }),
    server({ name: "SQL\nite ", category: "uncategorized" }),
  );
  expect(docker).toMatchObject({
    file: "docker-mcp-registry",
    rows: [{ slug: "apify", url: null, license: null, source: "docker-mcp-registry" }],
  });
  expect(toolsdk.rows).toEqual([
    {
      slug: "sqlite",
      name: "SQL ite",
      url: "https://github.com/jane/sqlite",
      category: null,
      license: "MIT",
      source: "toolsdk-registry",
    },
  ]);
});

test("a slug that the other registry has gets the owner of its repository", () => {
  const { toolsdk } = collect(
    server({ source: "docker", repo_url: "https://github.com/docker/sqlite" }),
    server({}),
    server({ repo_url: "https://sqlite.example/mcp" }),
  );
  expect(toolsdk.rows?.map(({ slug }) => slug)).toEqual(["sqlite-jane", "sqlite-sqlite-example"]);
});

test("the same server listed again is one entry, however its address is spelt", () => {
  const { docker, toolsdk } = collect(
    server({ source: "docker" }),
    server({ repo_url: "https://github.com/Jane/SQLite.git" }),
  );
  expect(docker.rows).toHaveLength(1);
  expect(toolsdk.rows).toEqual([]);
  expect(toolsdk.rejected).toMatchObject([
    { reason: "same name and repository as an entry before it" },
  ]);
});
