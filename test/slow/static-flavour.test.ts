import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { ENDPOINTS } from "../../generator/endpoints/index.ts";
import { FILE_MANIFEST_PATH } from "../../generator/http/endpoint.ts";
import { readFileManifest } from "../../generator/publish.ts";
import { closeAfterTests } from "../builders/close-after-tests.ts";
import { createTemporaryFolder } from "../builders/temporary-folder.ts";
import { waitForBuiltSite } from "../contract/built-site.ts";
import { runBuildCommand, toBuiltPaths } from "../contract/run-build.ts";
import { GOLDEN_DATA } from "../golden/stored-site.ts";

/** Files that are not published under their own path: the CDN's configuration, and answers found by their query. */
const INTERNAL = /^\/(_headers$|_redirects$|_q\/)/;

const build = async (...options: string[]): Promise<string> => {
  const folder = createTemporaryFolder("static-flavour");
  const run = await runBuildCommand(GOLDEN_DATA, folder, {}, options);
  expect(run.code, run.stderr).toBe(0);
  return toBuiltPaths(folder).dist;
};

/** Like any static host, Python's server has no rewrites and no header rules. */
let site: string;
beforeAll(async () => {
  const cwd = await build("--flavour", "static");
  // `-u` makes it print the port at once.
  const args = ["-u", "-m", "http.server", "--bind", "127.0.0.1", "0"];
  const child = spawn("python3", args, { cwd, stdio: ["ignore", "pipe", "ignore"] });
  closeAfterTests(() => child.kill());
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  site = `http://127.0.0.1:${/port (\d+)/.exec(String(line))?.[1]}`;
}, 600_000);

const get = async (path: string) => {
  const response = await fetch(site + path);
  const { status, headers } = response;
  return { status, type: headers.get("Content-Type"), text: await response.text() };
};

test("every address that has a file answers the same bytes on a host without rules", async () => {
  const usual = join(await waitForBuiltSite(), "dist");
  const paths = Object.keys(readFileManifest(usual).files).filter((path) => !INTERNAL.test(path));
  expect(paths.length).toBeGreaterThan(100);
  for (const path of paths) {
    const { status, type, text } = await get(path.replace(/index\.html$/, ""));
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
    const bare = await get(path);
    const typed = await get(`${path}.json`);
    expect([path, bare.status, typed.type]).toEqual([path, 200, "application/json"]);
    expect(JSON.parse(bare.text)).toEqual(JSON.parse(typed.text));
  }
});

test("--no-query-files writes no redirect rule that reads a query", async () => {
  const rules = await readFile(join(await build("--no-query-files"), "_redirects"), "utf8");
  expect(rules).toMatch(/^\/api\/v1\/models \/\.netlify\/functions\/api 200$/m);
  expect(rules).not.toContain("=");
});
