import { Agent } from "node:http";
import { describe, expect } from "vitest";
import { IS_LONG, runs } from "../builders/runs.ts";
import { readAnswer } from "./answer-faults.ts";
import { ORIGIN } from "./harness.ts";
import { askFunction, askServers, compareModes } from "./hostile-runs.ts";
import { send } from "./send-raw.ts";
import { verifies } from "./verifies.ts";

describe("hostile input", () => {
  verifies(
    "6.3",
    "no request to the function gives a 5xx, HTML, or an odd problem",
    async (site) => {
      const statuses = await askFunction(site, runs(500));
      const asked = [200, 204, 400, 404, 405, 414, ...(IS_LONG ? [304] : [])];
      for (const status of asked) expect(statuses).toContain(status);
    },
  );

  verifies("6.3", "no request to a server gives a 5xx, hangs, or gives HTML under /api", (site) =>
    askServers(site, runs(100)),
  );

  verifies("6.3", "both modes of the CDN agree on hostile addresses", (site) =>
    compareModes(site, runs(100)),
  );

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
        `/api/v1/compare/${name}/norn-4o`,
        `/api/v1/compare?models=${name},norn-4o`,
      ])
        expect((await get(address)).status, address).toBe(404);
  });

  verifies("6.3", "half a character is no reason to fail", async ({ get }) => {
    for (const half of ["\ud83d", "\udd16", "a\ud800b", "%ed%a0%bd", "%f0%9f", "%"])
      for (const [address, status] of [
        [`/api/v1/models/${half}`, 404],
        [`/api/v1/models?q=${half}&provider=${half}`, 200],
        [`/api/v1/search?q=xx${half}`, 200],
        [`/api/v1/compare?models=${half},norn-4o`, 404],
        [`/api/v1/models?limit=${half}`, 400],
      ] as const)
        expect((await get(address)).status, address).toBe(status);
  });

  verifies("6.3", "no address reaches the file system", async ({ doors }) => {
    for (const up of ["..", "%2e%2e", "..%2f..", "%252e%252e", "....//..", "..%5c..", "..%c0%af"])
      for (const prefix of ["", "/api", "/api/v1/export", "/_q", "/api/v1/models"]) {
        const address = `${prefix}/${up}/${up}/${up}/${up}/etc/passwd`;
        const { status, text } = await readAnswer(await doors.exact(new Request(ORIGIN + address)));
        expect([status, text.includes("root:")], address).toEqual([404, false]);
      }
    for (const own of ["/_redirects", "/_headers", "/.cache/function/data.bin", "/package.json"])
      expect((await doors.exact(new Request(ORIGIN + own))).status, own).toBe(404);
  });
});
