import { mkdir, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { Handle } from "../../mcp-server/function.ts";
import { sendResponse, toRequest } from "../../mcp-server/local/serve.ts";
import { REQUEST_GROUPS, type RequestGroup } from "../../mcp-server/smoke/requests.ts";
import { type CheckResult, type KnownDifference, smoke } from "../../mcp-server/smoke/smoke.ts";
import { temporaryFolder } from "../builders/temporary-folder.ts";
import { openSite } from "./harness.ts";

const open: Server[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

type Fault = (request: Request, answer: Handle) => Promise<Response> | Response;

/** What is found at a service that answers as the local CDN does, but for a fault. */
async function smokeAt(
  fault: Fault,
  {
    mode = "exact",
    groups = [],
    known = [],
  }: {
    mode?: "exact" | "superset";
    groups?: RequestGroup[];
    known?: readonly KnownDifference[];
  } = {},
): Promise<CheckResult[]> {
  const { dist, handle, doors } = await openSite();
  const server = createServer(async (incoming, outgoing) => {
    const request = await toRequest(incoming);
    const response = request instanceof Response ? request : await fault(request, doors[mode]);
    await sendResponse(response, incoming, outgoing);
  });
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const results: CheckResult[] = [];
  const { differences } = await smoke({
    address,
    dist,
    handle,
    groups,
    known,
    onResult: (result) => results.push(result),
  });
  expect(differences).toBe(differing(results).length);
  return results;
}

const differing = (results: readonly CheckResult[]) =>
  results.filter(({ verdict }) => verdict === "differs");
const changed = async (response: Response, change: (headers: Headers) => void) => {
  const headers = new Headers(response.headers);
  change(headers);
  const body = [204, 304].includes(response.status) ? null : await response.arrayBuffer();
  return new Response(body, { status: response.status, headers });
};
const pathOf = (request: Request) => new URL(request.url).pathname;

describe("npm run smoke", () => {
  test.each(["exact", "superset"] as const)("finds nothing at the local CDN, %s", async (mode) => {
    const groups = [...REQUEST_GROUPS];
    const results = await smokeAt((request, answer) => answer(request), { mode, groups });
    expect(differing(results)).toEqual([]);
    expect(results.find(({ check }) => check === "matching")?.detail).toMatch(RegExp(`^${mode}:`));
    expect(new Set(results.map(({ check }) => check)).size).toBe(12);
  });

  const FAULTS: [name: string, check: string, detail: RegExp, fault: Fault][] = [
    [
      "a type that a header rule missed",
      "files",
      /export\/.*: content-type "application\/octet-stream" instead of "text\/csv/,
      async (request, answer) =>
        changed(await answer(request), (headers) => {
          if (pathOf(request).startsWith("/api/v1/export/"))
            headers.set("content-type", "application/octet-stream");
        }),
    ],
    [
      "another page for one query",
      "queries",
      /sort=.*body of \d+ bytes instead of/,
      (request, answer) =>
        answer(
          request.url.includes("sort=") ? new Request("http://x/api/v1/models?page=2") : request,
        ),
    ],
    [
      "parameters that the function is not given",
      "odd queries",
      /limit=0: status 200 instead of 400/,
      (request, answer) =>
        answer(request.url.endsWith("limit=0") ? new Request("http://x/api/v1/models") : request),
    ],
    [
      "the page for people below /api",
      "no file",
      /GET \/api\/nothing: .*content-type "text\/html/,
      (request, answer) =>
        answer(pathOf(request) === "/api/nothing" ? new Request("http://x/nothing") : request),
    ],
    [
      "a preflight that the CDN refuses",
      "methods",
      /OPTIONS .*status 405 instead of 204/,
      (request, answer) =>
        request.method === "OPTIONS" ? new Response(null, { status: 405 }) : answer(request),
    ],
    [
      "no 304",
      "etag",
      /gives 200 with \d+ bytes/,
      (request, answer) => {
        const headers = new Headers(request.headers);
        headers.delete("if-none-match");
        return request.method === "GET"
          ? answer(new Request(request, { headers }))
          : answer(request);
      },
    ],
    [
      "HEAD without the type",
      "head",
      /content-type/,
      async (request, answer) =>
        changed(await answer(request), (headers) => {
          if (request.method === "HEAD") headers.set("content-type", "text/plain");
        }),
    ],
    [
      "a part that is none",
      "range",
      /status 206 with/,
      async (request, answer) => {
        const response = await answer(request);
        return request.headers.has("range") && response.status === 200
          ? new Response(response.body, { status: 206, headers: response.headers })
          : response;
      },
    ],
    [
      "bytes that are not as encoded as they say",
      "compression",
      /requested gzip, got gzip of other bytes/,
      async (request, answer) => {
        if (request.headers.get("accept-encoding") !== "gzip") return answer(request);
        const headers = { ...Object.fromEntries(request.headers), "accept-encoding": "identity" };
        const plain = await answer(new Request(request.url, { headers }));
        return changed(plain, (own) => own.set("content-encoding", "gzip"));
      },
    ],
    [
      "an answer that is another one each time",
      "matching",
      /one answer two ETags/,
      async (request, answer) =>
        changed(await answer(request), (headers) => {
          if (request.url.endsWith("limit=3&utm_source=x")) headers.set("etag", '"another"');
        }),
    ],
  ];
  test.each(FAULTS)("tells of %s", async (_, check, detail, fault) => {
    const groups = REQUEST_GROUPS.filter((group) => group === check);
    const found = differing(await smokeAt(fault, { groups }));
    expect(
      found
        .filter((result) => result.check === check)
        .map((one) => one.detail)
        .join("\n"),
    ).toMatch(detail);
  });

  test("sees that the CDN keeps what the function answered", async () => {
    const results = await smokeAt(async (request, answer) =>
      changed(await answer(request), (headers) => headers.set("age", "2")),
    );
    expect(results.find(({ check }) => check === "cache")).toMatchObject({
      verdict: "seen",
      detail: expect.stringContaining("came from the CDN (age 2"),
    });
  });

  test("takes a 304 that tells the length of what it leaves out", async () => {
    const results = await smokeAt(async (request, answer) =>
      changed(await answer(request), (headers) => {
        if (request.headers.has("if-none-match")) headers.set("content-length", "1234");
      }),
    );
    expect(differing(results)).toEqual([]);
  });

  test("counts known differences with their reason", async () => {
    const results = await smokeAt(
      async (request, answer) =>
        changed(await answer(request), (headers) => {
          if (pathOf(request) === "/nothing") headers.set("cache-control", "no-store");
          if (pathOf(request) === "/_headers") headers.set("x-frame-options", "SAMEORIGIN");
        }),
      {
        groups: ["no file"],
        known: [
          { pattern: /^no file: GET \S+: cache-control "no-store"/, reason: "keeps nothing" },
        ],
      },
    );
    expect(results.filter(({ verdict }) => verdict === "known")).toEqual([
      { check: "no file", verdict: "known", detail: "1 × keeps nothing" },
    ]);
    expect(differing(results).map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^GET \/_headers: x-frame-options "SAMEORIGIN" instead of/),
    ]);
  });

  test("does not compare with another build", async () => {
    const other: Fault = (request, answer) =>
      pathOf(request) === "/api/v1/manifest.json" ? new Response("{}") : answer(request);
    await expect(smokeAt(other)).rejects.toThrow(/has another build than .*BASE_URL=http/);
  });

  test("does not look at a build whose answers lead to somebody's own machine", async () => {
    const dist = temporaryFolder("smoke-local");
    await mkdir(join(dist, "api/v1"), { recursive: true });
    await writeFile(
      join(dist, "api/v1/manifest.json"),
      JSON.stringify({ url: "http://localhost:8888/api/v1/manifest.json", files: {} }),
    );
    const address = "https://almanac.example";
    const asked = smoke({ address, dist, handle: () => new Response(), onResult: () => {} });
    await expect(asked).rejects.toThrow(
      "was built for http://localhost:8888, where its answers lead; run BASE_URL=https://almanac.example npm run build",
    );
    await rm(dist, { recursive: true });
  });
});
