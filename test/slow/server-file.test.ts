import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toFunctionProofDataPath } from "../../generator/pipeline/function-data.ts";
import { createTemporaryFolder } from "../builders/temporary-folder.ts";
import { waitForBuiltSite } from "../contract/built-site.ts";
import { postToMcpServer, toMcpRequest } from "../contract/mcp-post.ts";
import { runProcess, toBuiltPaths } from "../contract/run-build.ts";

let folder: string;
let server: ReturnType<typeof spawn>;
let site: string;
beforeAll(async () => {
  folder = createTemporaryFolder("server-file");
  const built = toBuiltPaths(await waitForBuiltSite());
  const bundle = ["--import", "tsx", "mcp-server/local/bundle-server.ts", folder];
  const run = await runProcess(process.execPath, bundle);
  expect(run.code, run.stderr).toBe(0);
  cpSync(built.dist, join(folder, "dist"), { recursive: true });
  cpSync(built.functionData, join(folder, "data.bin"));
  cpSync(toFunctionProofDataPath(built.functionData), join(folder, "data.bin.proofs"));
  chmodSync(folder, 0o555);
  const args = ["server.mjs", "--host", "0.0.0.0", "--port", "0"];
  server = spawn(process.execPath, args, {
    cwd: folder,
    // In this folder, nothing of the project or its packages can be found.
    env: { FUNCTION_DATA: "data.bin" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(server.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
  site = `http://127.0.0.1:${/on 0\.0\.0\.0:(\d+)/.exec(String(line))?.[1]}`;
});
afterAll(() => {
  server.kill("SIGKILL");
  chmodSync(folder, 0o755);
});

test("one file serves the pages, the answers and the tools, and writes nothing", async () => {
  const before = readdirSync(folder);
  for (const path of ["/", "/api/v1/models", "/api/v1/search?q=norn", "/api/v1/proof"])
    expect([path, (await fetch(site + path)).status]).toEqual([path, 200]);
  const send = (request: Request) => fetch(site + new URL(request.url).pathname, request);
  // Like any public deployment, it answers the pages of other sites.
  const origin = { Origin: "https://other.example" };
  const { text } = await postToMcpServer(send, toMcpRequest("tools/list"), origin);
  expect(text).toContain("search_models");
  expect(readdirSync(folder)).toEqual(before);
});

test("the server exits with code 0 when the container is stopped", async () => {
  server.kill("SIGTERM");
  expect(await once(server, "exit")).toEqual([0, null]);
});
