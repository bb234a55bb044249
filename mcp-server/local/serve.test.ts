import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { API_FUNCTION_URL_PATH } from "../../generator/cdn/rules.ts";
import { createTemporaryFolder } from "../../test/builders/temporary-folder.ts";
import { type LocalCdn, startLocalCdn } from "./serve.ts";

const BIG = JSON.stringify({ data: Array.from({ length: 200 }, (_, at) => `row ${at}`) });

const MB = 1024 * 1024;

let dist: string;
let cdn: LocalCdn;

/** A function that answers with the method, address and body size of the request it got. */
const echo = async (request: Request) =>
  Response.json({
    method: request.method,
    url: request.url,
    bytes: (await request.arrayBuffer()).byteLength,
  });

beforeAll(async () => {
  dist = createTemporaryFolder("local-cdn");
  const files: Record<string, string> = {
    "/api/v1/models/a": BIG,
    "/big.txt": "a line of text\n".repeat(MB),
    "/index.html": "<h1>start</h1>",
    "/404.html": "<h1>nowhere</h1>",
    _redirects: `/api/* ${API_FUNCTION_URL_PATH} 200\n`,
    _headers: "/api/v1/models/a\n  Content-Type: application/json\n",
  };
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(dist, path)), { recursive: true });
    await writeFile(join(dist, path), content);
  }
  cdn = await startLocalCdn({ dist, handle: echo, mode: "exact", port: 0 });
});
afterAll(() => cdn.close());

const get = (path: string, init?: RequestInit) => fetch(`${cdn.url}${path}`, init);

describe("files", () => {
  test.each([
    ["gzip", "gzip"],
    ["gzip, br", "br"],
    ["br;q=0, gzip;q=0.5", "gzip"],
    ["identity", null],
  ])("Accept-Encoding: %s → %s", async (accepted, encoding) => {
    const answer = await get("/api/v1/models/a", { headers: { "Accept-Encoding": accepted } });
    expect(answer.headers.get("content-encoding")).toBe(encoding);
    expect(answer.headers.get("vary")).toMatch(/accept-encoding/i);
    expect(await answer.text()).toBe(BIG);
  });

  test("clients that stop reading keep no file in memory", async () => {
    const held = () => process.memoryUsage().heapTotal + process.memoryUsage().external;
    const before = held();
    const { hostname, port } = new URL(cdn.url);
    const sockets = Array.from({ length: 40 }, () => connect(Number(port), hostname));
    for (const socket of sockets) {
      socket.write("GET /big.txt HTTP/1.1\r\nHost: x\r\n\r\n");
      await once(socket, "data");
      socket.pause();
    }
    // 40 copies of the file would take 640 MB.
    expect((held() - before) / MB).toBeLessThan(160);
    for (const socket of sockets) socket.destroy();
  });
});

describe("the function", () => {
  test("6.2: fails without showing its error, and the server keeps running", async () => {
    const failing = await startLocalCdn({
      dist,
      mode: "superset",
      port: 0,
      handle: () => Promise.reject(new Error("inside")),
    });
    const response = await fetch(`${failing.url}/api/v1/nope`);
    expect([response.status, await response.text()]).toEqual([502, ""]);
    expect((await fetch(`${failing.url}/`)).status).toBe(200);
    await failing.close();
  });
});

test("a body of 6 MB reaches the function, a larger one is refused", async () => {
  const limit = 6 * MB;
  const most = await get("/api/mcp", { method: "POST", body: "x".repeat(limit) });
  expect(await most.json()).toMatchObject({ bytes: limit });
  const more = await get("/api/mcp", { method: "POST", body: "x".repeat(limit + 1) });
  expect(more.status).toBe(413);
});

test.each([
  ["GET", "http://proxied.example/api/v1/models/a", 200],
  ["TRACE", "/", 405],
  ["OPTIONS", "*", 400],
])("%s %s gives the status %i: a proxy sends whole URLs", async (method, path, status) => {
  const { hostname, port } = new URL(cdn.url);
  const [response] = await once(request({ hostname, port, method, path }).end(), "response");
  expect(response.resume().statusCode).toBe(status);
});

test("a rule that the local CDN cannot follow is refused at the start", async () => {
  const other = createTemporaryFolder("local-cdn");
  await writeFile(join(other, "_redirects"), "/a /b 302\n");
  const options = { dist: other, handle: echo, port: 0 };
  await expect(startLocalCdn({ ...options, mode: "exact" })).rejects.toThrow(
    /supports only rewrites \(200\) and redirects/,
  );
});
