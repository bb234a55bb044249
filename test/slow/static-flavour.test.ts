import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ENDPOINTS } from "../../generator/endpoints/index.ts";
import { FILE_MANIFEST_PATH } from "../../generator/http/endpoint.ts";
import { readFileManifest } from "../../generator/publish.ts";
import { findFreePort } from "../builders/free-port.ts";
import { createTemporaryFolder } from "../builders/temporary-folder.ts";
import { waitForBuiltSite } from "../contract/built-site.ts";
import { runBuildCommand, toBuiltPaths } from "../contract/run-build.ts";
import { GOLDEN_DATA } from "../golden/stored-site.ts";

/** Files that are not published under their own path: the CDN's configuration, and answers found by their query. */
const INTERNAL = /^\/(_headers$|_redirects$|_q\/)/;

const hasNginx = spawnSync("nginx", ["-v"]).status === 0;
if (!hasNginx)
  process.stderr.write("nginx is not installed, so it does not serve the static flavour here\n");
const HOSTS = ["python3 -m http.server", ...(hasNginx ? ["nginx"] : [])];

let folder: string;
let usual: string;
let dist: string;
beforeAll(async () => {
  folder = createTemporaryFolder("static-flavour");
  usual = join(await waitForBuiltSite(), "dist");
  const run = await runBuildCommand(GOLDEN_DATA, folder, {}, ["--flavour", "static"]);
  expect(run.code, run.stderr).toBe(0);
  dist = toBuiltPaths(folder).dist;
}, 600_000);

/** Like any static host, Python's server has no rewrites and no header rules. `-u` makes it print the port at once. */
async function servePython(): Promise<RunningHost> {
  const args = ["-u", "-m", "http.server", "--bind", "127.0.0.1", "0"];
  const child = spawn("python3", args, { cwd: dist, stdio: ["ignore", "pipe", "ignore"] });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return { child, site: `http://127.0.0.1:${/port (\d+)/.exec(String(line))?.[1]}` };
}

/** Starts Debian's nginx with the MIME types of its own configuration. */
async function serveNginx(): Promise<RunningHost> {
  const port = await findFreePort();
  const config = join(folder, "nginx.conf");
  await writeFile(
    config,
    `daemon off; master_process off; error_log stderr; pid ${folder}/nginx.pid;
events {}
http {
  include /etc/nginx/mime.types; default_type application/octet-stream; access_log off;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
  server { listen 127.0.0.1:${port}; root ${dist}; }
}`,
  );
  const child = spawn("nginx", ["-c", config, "-p", folder], { stdio: "ignore" });
  const site = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100 && !(await fetch(site).catch(() => null)); tries++)
    await setTimeout(50);
  return { child, site };
}

interface RunningHost {
  child: ChildProcess;
  site: string;
}

describe.each(HOSTS)("on %s", (name) => {
  let host: RunningHost;
  beforeAll(async () => {
    host = await (name === "nginx" ? serveNginx() : servePython());
  });
  afterAll(() => {
    host.child.kill();
  });

  const get = async (path: string) => {
    const response = await fetch(host.site + path);
    const { status, headers } = response;
    return { status, type: headers.get("Content-Type"), text: await response.text() };
  };

  test("every address that has a file answers the same bytes on a host without rules", async () => {
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
      expect(bare.text).not.toMatch(/<[a-z!/]/i);
    }
  });
});

test("--no-query-files writes no redirect rule that reads a query", async () => {
  const plain = createTemporaryFolder("no-query-files");
  const run = await runBuildCommand(GOLDEN_DATA, plain, {}, ["--no-query-files"]);
  expect(run.code, run.stderr).toBe(0);
  const rules = await readFile(join(toBuiltPaths(plain).dist, "_redirects"), "utf8");
  expect(rules).toMatch(/^\/api\/v1\/models \/\.netlify\/functions\/api 200$/m);
  expect(rules).not.toContain("=");
});
