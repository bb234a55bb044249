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
import { runBuildCommand, toBuiltPaths } from "../contract/run-build.ts";
import { sendRawRequest } from "../contract/send-raw.ts";
import { GOLDEN_DATA } from "../golden/stored-site.ts";

/** Files that are not published under their own path: the CDN's configuration, and answers found by their query. */
const INTERNAL = /^\/(_headers$|_redirects$|_q\/)/;

const build = async (...options: string[]): Promise<string> => {
  const folder = createTemporaryFolder("static-flavour");
  const run = await runBuildCommand(GOLDEN_DATA, folder, {}, options);
  expect(run.code, run.stderr).toBe(0);
  return toBuiltPaths(folder).dist;
};

const TEMPORARY = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
/** Arguments of static hosts: one without any rules, and one with the MIME types of its own configuration. */
const HOSTS = {
  python3: async (port: number) => ["-m", "http.server", "--bind", "127.0.0.1", String(port)],
  nginx: async (port: number, root: string, server = `listen 127.0.0.1:${port}; root ${root};`) => {
    const folder = createTemporaryFolder("nginx");
    const text = `daemon off; master_process off; error_log stderr; pid ${folder}/pid; events {} http {
      include /etc/nginx/mime.types; default_type application/octet-stream; access_log off;
      ${TEMPORARY.map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
      server { ${server} } }`;
    await writeFile(join(folder, "nginx.conf"), text);
    return ["-c", join(folder, "nginx.conf"), "-p", folder];
  },
};
const hasNginx = spawnSync("nginx", ["-v"]).status === 0;

let dist: string;
beforeAll(async () => {
  dist = await build("--flavour", "static");
}, 600_000);

test.runIf(hasNginx)(
  "nginx, as docs/operating.md configures it, forwards what has no file",
  async () => {
    const [, server = ""] =
      /```nginx\nserver \{(.*?)\n\}\n```/s.exec(await readFile("docs/operating.md", "utf8")) ?? [];
    const own = await startTestServer((_, to) => void to.end("function"));
    const port = await findFreePort();
    const text = server.replace("/srv/almanac", dist).replaceAll("http://127.0.0.1:8888", own);
    const args = await HOSTS.nginx(port, dist, `listen 127.0.0.1:${port}; ${text}`);
    const child = spawn("nginx", args, { stdio: "ignore" });
    closeAfterTests(() => child.kill());
    const site = `http://127.0.0.1:${port}`;
    await vi.waitFor(async () => (await fetch(site)).text(), 10_000);
    const isForwarded = async (path: string) =>
      (await (await fetch(site + path)).text()) === "function";
    const changes = ["/changes?model=acme-large", "/feeds/mine.xml?models=acme-large"];
    const names = [
      "/models/acme",
      "/Models/acme-large",
      "/model/acme-large",
      "/v1/models/acme-large",
    ];
    for (const path of ["/api", "/api/v1/models?page=2", "/search?q=a", ...changes, ...names])
      expect([path, await isForwarded(path)]).toEqual([path, true]);
    for (const path of ["/api/v1/models", "/api/v1/status", "/models/", "/v1/models", "/nothing"])
      expect([path, await isForwarded(path)]).toEqual([path, false]);
  },
);

describe.each(hasNginx ? (["python3", "nginx"] as const) : (["python3"] as const))(
  "on %s",
  (name) => {
    let site: string;
    beforeAll(async () => {
      const port = await findFreePort();
      site = `http://127.0.0.1:${port}`;
      const child = spawn(name, await HOSTS[name](port, dist), { cwd: dist, stdio: "ignore" });
      closeAfterTests(() => child.kill());
      await vi.waitFor(() => get("/"), 10_000);
    });

    // Once a test of the same process has loaded undici, its client answers `fetch` too. It fails with `!this.paused`
    // when a host closes the connection before all of a large answer is read, as Python's server does.
    const get = async (
      target: string,
    ): Promise<{ status: number; type: string | null; text: string }> => {
      const request = { target, method: "GET", headers: {} };
      const { status, headers, text } = await sendRawRequest(site, false, request, 60_000);
      // From `/models/gpt-4o` to the folder of this name.
      const folder = headers.get("Location");
      if (folder !== null) return get(new URL(folder, site).pathname);
      return { status, type: headers.get("Content-Type"), text };
    };

    test("every address that has a file answers the same bytes on a host without rules", async () => {
      const usual = join(await waitForBuiltSite(), "dist");
      const paths = Object.keys(readFileManifest(usual).files).filter(
        (path) => !INTERNAL.test(path),
      );
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
        ({ params, exampleQuery }) =>
          Object.keys(params).length + (exampleQuery ?? "").length === 0,
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
  },
);

test("--no-query-files writes no redirect rule that reads a query", async () => {
  const rules = await readFile(join(await build("--no-query-files"), "_redirects"), "utf8");
  expect(rules).toMatch(/^\/api\/v1\/models \/\.netlify\/functions\/api 200$/m);
  expect(rules).not.toContain("=");
});
