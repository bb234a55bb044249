import { spawn, spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { ENDPOINTS } from "../../generator/endpoints/index.ts";
import { FILE_MANIFEST_PATH } from "../../generator/http/endpoint.ts";
import { readFileManifest } from "../../generator/publish.ts";
import { closeAfterTests } from "../builders/close-after-tests.ts";
import { findFreePort } from "../builders/free-port.ts";
import { createTemporaryFolder } from "../builders/temporary-folder.ts";
import { startTestServer } from "../builders/test-server.ts";
import { waitForBuiltSite } from "../contract/built-site.ts";
import { GOLDEN_DATA, runBuildCommand, toBuiltPaths } from "../contract/run-build.ts";
import { sendRawRequest } from "../contract/send-raw.ts";

/** Files that are not published under their own path: the CDN's configuration, and answers found by their query. */
const INTERNAL = /^\/(_headers$|_redirects$|_q\/)/;

const build = async (...options: string[]): Promise<string> => {
  const folder = createTemporaryFolder("static-flavour");
  const run = await runBuildCommand(GOLDEN_DATA, folder, {}, options);
  expect(run.code, run.stderr).toBe(0);
  return toBuiltPaths(folder).dist;
};

let dist: string;
beforeAll(async () => {
  dist = await build("--flavour", "static");
}, 600_000);

// Once a test of the same process has loaded undici, its client answers `fetch` too. It fails with `!this.paused` when a
// host closes the connection before all of a large answer is read, as Python's server does.
type Got = { status: number; type: string | null; text: string };
async function get(site: string, target: string): Promise<Got> {
  const request = { target, method: "GET", headers: {} };
  const { status, headers, text } = await sendRawRequest(site, false, request, 60_000);
  // From `/models/gpt-4o` to the folder of this name.
  const folder = headers.get("Location");
  if (folder !== null) return get(site, new URL(folder, site).pathname);
  return { status, type: headers.get("Content-Type"), text };
}

/** @returns The address of a program that serves `dist`, once it answers. */
async function startHost(program: string, port: number, ...args: string[]): Promise<string> {
  const child = spawn(program, args, { cwd: dist, stdio: "ignore" });
  closeAfterTests(() => child.kill());
  const site = `http://127.0.0.1:${port}`;
  await vi.waitFor(() => get(site, "/"), 10_000);
  return site;
}

const TEMPORARY = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
const hasNginx = spawnSync("nginx", ["-v"]).status === 0;

test.runIf(hasNginx)("nginx, as documented, forwards what has no file", async () => {
  const [, server = ""] =
    /```nginx\nserver \{(.*?)\n\}\n```/s.exec(await readFile("docs/operating.md", "utf8")) ?? [];
  const own = await startTestServer((_, to) => void to.end("function"));
  const port = await findFreePort();
  const folder = createTemporaryFolder("nginx");
  const places = server.replace("/srv/almanac", dist).replaceAll("http://127.0.0.1:8888", own);
  const text = `daemon off; master_process off; error_log stderr; pid ${folder}/pid; events {} http {
  include /etc/nginx/mime.types; default_type application/octet-stream; access_log off;
  ${TEMPORARY.map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
  server { listen 127.0.0.1:${port}; ${places} } }`;
  await writeFile(join(folder, "nginx.conf"), text);
  const site = await startHost("nginx", port, "-c", join(folder, "nginx.conf"), "-p", folder);
  const isForwarded = async (path: string) => (await get(site, path)).text === "function";
  const changes = ["/changes?model=acme-large", "/feeds/mine.xml?models=acme-large"];
  const names = [
    "/models/acme",
    "/compat/nope.json",
    "/Models/acme-large",
    "/model/acme-large",
    "/v1/models/acme-large",
  ];
  for (const path of ["/api", "/api/v1/models?page=2", "/search?q=a", ...changes, ...names])
    expect([path, await isForwarded(path)]).toEqual([path, true]);
  const files = ["/api/v1/models", "/api/v1/status", "/compat/openlit.json", "/models/"];
  for (const path of [...files, "/v1/models", "/nothing"])
    expect([path, await isForwarded(path)]).toEqual([path, false]);
  const types = [
    ["/api/v1/status", "application/json"],
    ["/api/v1/export/models", "text/csv; charset=utf-8"],
    ["/api/v1/export/models.csv", "text/csv; charset=utf-8"],
    ["/api/v1/export/models.parquet", "application/vnd.apache.parquet"],
    ["/api/v1/export/index.json", "application/json"],
  ];
  for (const [path = "", type] of types)
    expect([path, (await get(site, path)).type]).toEqual([path, type]);
  const toFolder = { target: "/models", method: "GET", headers: {} };
  const moved = await sendRawRequest(site, false, toFolder, 60_000);
  expect(moved.headers.get("Location")).toBe("/models/");
});

describe("on a host without any rules", () => {
  let site: string;
  beforeAll(async () => {
    const port = await findFreePort();
    const args = ["-m", "http.server", "--bind", "127.0.0.1", String(port)];
    site = await startHost("python3", port, ...args);
  });

  test("every address that has a file answers the same bytes", async () => {
    const usual = join(await waitForBuiltSite(), "dist");
    const paths = Object.keys(readFileManifest(usual).files).filter((path) => !INTERNAL.test(path));
    expect(paths.length).toBeGreaterThan(100);
    for (const path of paths) {
      const { status, type, text } = await get(site, path.replace(/index\.html$/, ""));
      const file = await readFile(join(usual, path), "utf8");
      expect([path, status, text === file]).toEqual([path, 200, true]);
      if (file.startsWith("<!doctype html>")) expect([path, type]).toEqual([path, "text/html"]);
    }
  });

  test("every list is a file at its address, not a folder, and has the right type with .json", async () => {
    const lists = ENDPOINTS.filter(
      ({ params, exampleQuery }) => Object.keys(params).length + (exampleQuery ?? "").length === 0,
    );
    const paths = lists.map(({ path }) => path).filter((path) => path !== FILE_MANIFEST_PATH);
    expect(paths).toContain("/api/v1/models");
    for (const path of paths) {
      const bare = await get(site, path);
      const typed = await get(site, `${path}.json`);
      expect([path, bare.status, typed.type]).toEqual([path, 200, "application/json"]);
      expect(JSON.parse(bare.text)).toEqual(JSON.parse(typed.text));
    }
  });
});

test("--no-query-files writes no redirect rule that reads a query", async () => {
  const rules = await readFile(join(await build("--no-query-files"), "_redirects"), "utf8");
  expect(rules).toMatch(/^\/api\/v1\/models \/\.netlify\/functions\/api 200$/m);
  expect(rules).not.toContain("=");
});
