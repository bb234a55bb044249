import { Agent, request as httpRequest } from "node:http";
import fc from "fast-check";
import { describe, expect, vi } from "vitest";
import { type Answer, ORIGIN, type Site } from "./harness.ts";
import { type HostileRequest, hostileRequest, target } from "./hostile-inputs.ts";
import { verifies } from "./verifies.ts";

const SEED = 20_260_821;
/** An answer that takes longer than this counts as a hang. */
const HANG_MS = 5_000;

/** What is wrong with an answer under /api; an empty list when nothing is. */
function faults({ validate }: Site, address: string, method: string, answer: Answer<unknown>) {
  const type = answer.headers.get("Content-Type") ?? "";
  const hasBody = method !== "HEAD" && answer.status !== 204 && answer.status !== 304;
  const isCall = method === "POST" && /^\/api\/mcp\/?$/.test(address);
  return [
    ...(answer.status >= 500 ? [`status ${answer.status}`] : []),
    ...(type.includes("html") ? [`type ${type}`] : []),
    ...(/root:|node_modules|at file:/.test(answer.text) ? ["shows the inside"] : []),
    ...(isCall ? callFaults(answer) : hasBody ? validate(address, answer) : []),
  ];
}

/** A call to the tool server without a call in it: an error of JSON-RPC. */
function callFaults({ status, body }: Answer<unknown>): string[] {
  const { jsonrpc, error } = body as { jsonrpc?: string; error?: { code?: number } };
  return jsonrpc === "2.0" && Number(error?.code) < 0 ? [] : [`${status} without an error`];
}

async function read(response: Response): Promise<Answer<unknown>> {
  const { status, headers } = response;
  const text = await response.text();
  return {
    status,
    headers,
    text,
    body: text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : undefined,
  };
}

const isApi = (address: string) => /^\/api(\/|\?|$)/.test(address);

describe("hostile input", () => {
  verifies(
    "6.3",
    "10,000 requests to the function: no 5xx, no HTML, valid problems",
    async (site) => {
      const log = vi.spyOn(console, "error");
      const statuses = new Set<number>();
      await fc.assert(
        fc.asyncProperty(hostileRequest, async ({ target, method, headers }) => {
          const url = new URL(ORIGIN + target);
          const request = new Request(url, { method, headers });
          const answer = await read(await site.handle(request));
          statuses.add(answer.status);
          expect(faults(site, url.pathname, method, answer), target.slice(0, 200)).toEqual([]);
        }),
        { numRuns: 10_000, seed: SEED },
      );
      for (const status of [200, 204, 304, 400, 404, 405, 414]) expect(statuses).toContain(status);
      expect(log).not.toHaveBeenCalled();
      log.mockRestore();
    },
  );

  verifies(
    "6.3",
    "2,000 requests to each server: no 5xx, no hang, no HTML under /api",
    async (site) => {
      for (const mode of ["exact", "superset"] as const) {
        const server = await site.listen(mode);
        const agent = new Agent({ keepAlive: true, maxSockets: 4 });
        await fc.assert(
          fc.asyncProperty(hostileRequest, async (request) => {
            const answer = await send(server.url, agent, request);
            const { pathname } = new URL(ORIGIN + request.target);
            expect(answer.status, request.target.slice(0, 200)).toBeLessThan(500);
            if (!isApi(pathname)) return;
            expect(faults(site, pathname, request.method, answer), request.target).toEqual([]);
          }),
          { numRuns: 2_000, seed: SEED },
        );
        agent.destroy();
        await server.close();
      }
    },
  );

  verifies("6.3", "the CDN and the function agree on hostile addresses", async (site) => {
    await fc.assert(
      fc.asyncProperty(target.filter(isApi), async (address) => {
        const request = () => new Request(ORIGIN + address);
        const { status, text } = await read(await site.doors.exact(request()));
        const other = await read(await site.doors.superset(request()));
        expect([other.status, other.text], address).toEqual([status, text]);
      }),
      { numRuns: 1_000, seed: SEED },
    );
  });

  verifies("6.3", "an address of 70 kB, and headers of 60 kB, are answered", async (site) => {
    const server = await site.listen("exact");
    const agent = new Agent();
    const ask = (target: string, headers = {}) =>
      send(server.url, agent, { target, method: "GET", headers });
    const long = "a".repeat(70_000);
    expect((await ask(`/api/v1/search?q=${long}`)).status).toBe(414);
    expect((await ask(`/api/v1/models/${long}`)).status).toBe(404);
    expect((await ask("/api/v1/models?limit=3", { Cookie: long.slice(10_000) })).status).toBe(200);
    expect((await ask("/api/v1/models?limit=3", { "X-Odd": "a".repeat(200_000) })).status).toBe(
      431,
    );
    await server.close();
  });

  verifies("6.3", "the names of objects' own parts are no slugs", async ({ get }) => {
    for (const name of ["__proto__", "constructor", "toString", "valueOf", "hasOwnProperty"])
      for (const address of [
        `/api/v1/models/${name}`,
        `/api/v1/price-history/${name}`,
        `/api/v1/providers/${name}`,
        `/api/v1/benchmarks/${name}`,
        `/api/v1/own-tests/${name}`,
        `/api/lab/${name}`,
        `/api/v1/export/${name}`,
        `/api/v1/compare/${name}/gpt-4o`,
        `/api/v1/compare?models=${name},gpt-4o`,
      ])
        expect((await get(address)).status, address).toBe(404);
  });

  verifies("6.3", "half a character is no reason to fail", async ({ get }) => {
    for (const half of ["\ud83d", "\udd16", "a\ud800b", "%ed%a0%bd", "%f0%9f", "%"])
      for (const [address, status] of [
        [`/api/v1/models/${half}`, 404],
        [`/api/v1/models?q=${half}&provider=${half}`, 200],
        [`/api/v1/search?q=xx${half}`, 200],
        [`/api/v1/compare?models=${half},gpt-4o`, 404],
        [`/api/v1/models?limit=${half}`, 400],
      ] as const)
        expect((await get(address)).status, address).toBe(status);
  });

  verifies("6.3", "no address reaches the file system", async ({ doors }) => {
    for (const up of ["..", "%2e%2e", "..%2f..", "%252e%252e", "....//..", "..%5c..", "..%c0%af"])
      for (const prefix of ["", "/api", "/api/v1/export", "/_q", "/api/v1/models"]) {
        const address = `${prefix}/${up}/${up}/${up}/${up}/etc/passwd`;
        const { status, text } = await read(await doors.exact(new Request(ORIGIN + address)));
        expect([status, text.includes("root:")], address).toEqual([404, false]);
      }
    for (const own of ["/_redirects", "/_headers", "/.cache/function/data.json", "/package.json"])
      expect((await doors.exact(new Request(ORIGIN + own))).status, own).toBe(404);
  });
});

/** Sends the target as it stands, which `fetch` would mend. Rejects when no answer comes in time. */
function send(
  base: string,
  agent: Agent,
  { target, method, headers }: HostileRequest,
): Promise<Answer<unknown>> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { agent, hostname, port, path: target, method, headers, timeout: HANG_MS },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          text += chunk;
        });
        response.on("end", () => {
          const fields = Object.entries(response.headers).map(([name, value]) => [
            name,
            String(value),
          ]);
          const isJson = /json/.test(response.headers["content-type"] ?? "") && text !== "";
          resolve({
            status: response.statusCode!,
            headers: new Headers(fields as [string, string][]),
            text,
            body: isJson && !response.headers["content-encoding"] ? JSON.parse(text) : undefined,
          });
        });
      },
    );
    sent.on("timeout", () => sent.destroy(new Error(`no answer to ${method} ${target}`)));
    sent.on("error", reject);
    sent.end();
  });
}
