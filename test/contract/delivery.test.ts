import { beforeAll, describe, expect } from "vitest";
import { listModelsEndpoint } from "../../generator/endpoints/models/list-models.ts";
import { getDefined } from "../builders/get.ts";
import { type BuiltSite, openBuiltSite, verifies, visit } from "./harness.ts";
import { splitWords } from "./hostile-inputs.ts";

/** One address of each kind: a file found by its path, a file found by its query, and an answer of the function. */
const KINDS = splitWords(
  "/api/v1/models/norn-4o /api/v1/models?sort=release_date /api/v1/models?limit=3",
);
const ERRORS = ["/api/v1/models?limit=0", "/api/nothing"];
/** Files outside /api. */
const ELSEWHERE = splitWords(
  "/v1/models /api.json /compat/litellm.json /feed.xml /datapackage.json",
);
const ANYWHERE = [
  ...splitWords(
    "/api/v1/export/price-history /api/nothing / /models/norn-4o /share/norn-4o.png /nothing",
  ),
  ...KINDS,
  ...ELSEWHERE,
];
const METHODS = "GET, HEAD, OPTIONS";
const SUCCESS =
  "public, max-age=300, s-maxage=3600, stale-while-revalidate=86400, stale-if-error=604800";

let site: BuiltSite;
let servers: string[];
beforeAll(async () => {
  site = await openBuiltSite();
  servers = [await site.listen("exact"), await site.listen("superset")];
});

/** The same request at both servers and at the bare function, with its body read. */
async function everywhere(address: string, init: RequestInit = {}) {
  const ofServers = servers.map((url) => fetch(url + address, init));
  const responses = await Promise.all([...ofServers, visit(site.handle, address, init)]);
  return Promise.all(
    responses.map(async (response) => {
      const { status, headers } = response;
      return { status, headers, text: await response.text() };
    }),
  );
}

describe("methods", () => {
  verifies("2.4", "HEAD returns the same status and headers as GET, and no body", async () => {
    const headers = { "Accept-Encoding": "identity" };
    for (const address of [...KINDS, ...ERRORS]) {
      const got = await everywhere(address, { headers });
      const heads = await everywhere(address, { method: "HEAD", headers });
      for (const [index, head] of heads.entries()) {
        const get = getDefined(got[index], "answer to GET");
        expect([head.status, head.text], address).toEqual([get.status, ""]);
        for (const name of ["content-type", "cache-control", "etag", "access-control-allow-origin"])
          expect(head.headers.get(name), `${address} ${name}`).toBe(get.headers.get(name));
      }
    }
  });

  verifies("2.4", "OPTIONS lets scripts of any site ask", async () => {
    const headers = { Origin: "https://example.org", "Access-Control-Request-Method": "GET" };
    for (const address of ANYWHERE)
      for (const answer of await everywhere(address, { method: "OPTIONS", headers })) {
        expect([answer.status, answer.text], address).toEqual([204, ""]);
        const allowed = (name: string) => answer.headers.get(`Access-Control-Allow-${name}`);
        expect([allowed("Origin"), allowed("Methods")]).toEqual(["*", METHODS]);
        for (const name of ["If-None-Match", "Authorization", "Content-Type"])
          expect(allowed("Headers")).toContain(name);
      }
  });

  verifies("2.4", "answers and errors can be read by scripts of any site", async () => {
    for (const address of [...KINDS, ...ERRORS])
      for (const { headers } of await everywhere(address)) {
        expect(headers.get("Access-Control-Allow-Origin"), address).toBe("*");
        const exposed = headers.get("Access-Control-Expose-Headers")?.split(", ");
        for (const name of ["ETag", "Link", "X-Data-Source", "X-Data-Url", "X-Data-As-Of"])
          expect(exposed).toContain(name);
      }
    for (const address of ELSEWHERE)
      for (const server of servers) {
        const { headers } = await fetch(server + address, { method: "HEAD" });
        expect(headers.get("Access-Control-Allow-Origin"), address).toBe("*");
      }
  });

  verifies("2.4", "any other method is 405 with Allow, and is not kept", async () => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "REPORT"])
      for (const address of ANYWHERE)
        for (const { status, headers, text } of await everywhere(address, { method })) {
          const found = [status, headers.get("Allow"), headers.get("Cache-Control")];
          expect(found, `${method} ${address}`).toEqual([405, METHODS, "no-store"]);
          expect(JSON.parse(text)).toMatchObject({ status, allowed: METHODS.split(", ") });
          const isMcpNamed = text.includes("The MCP server is at https://almanac.example/api/mcp.");
          expect(isMcpNamed, method).toBe(method === "POST");
        }
  });
});

describe("caching", () => {
  verifies("2.5", "a 404 may be kept for a minute, other errors not", async () => {
    for (const [address, status, kept] of [
      ["/api/v1/models/nothing-like-it", 404, "max-age=60"],
      ["/api/nothing", 404, "max-age=60"],
      ["/api/v1/models?limit=0", 400, "no-store"],
      [`/api/v1/search?q=${"a".repeat(5000)}`, 414, "no-store"],
    ] as const)
      for (const answer of await everywhere(address))
        expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([status, kept]);
  });

  verifies("2.5", "a success may be kept, and its ETag gives a 304", async () => {
    for (const address of [...KINDS, "/api/v1/search?q=quill", "/api/v1/price-history/norn-4o"])
      for (const url of [...servers, ""]) {
        const ask = (headers: Record<string, string>) =>
          url === "" ? visit(site.handle, address, { headers }) : fetch(url + address, { headers });
        const { status, headers } = await ask({});
        expect([status, headers.get("Cache-Control")], address).toEqual([200, SUCCESS]);
        const etag = getDefined(headers.get("ETag"), "ETag");
        expect(etag).toMatch(/^(W\/)?"[\w-]+"$/);
        for (const known of [etag, `"x", ${etag}`, etag.replace(/^W\//, ""), "*"]) {
          const response = await ask({ "If-None-Match": known });
          const found = [response.status, await response.text()];
          expect(found, `${address} ${known}`).toEqual([304, ""]);
          expect(response.headers.get("ETag")).toBe(etag);
          expect(response.headers.get("Cache-Control")).toBe(SUCCESS);
        }
        expect((await ask({ "If-None-Match": '"other"' })).status).toBe(200);
      }
  });

  verifies("2.5", "the CDN keeps the function's answers by the endpoint's parameters", async () => {
    const { headers } = await site.ask("/api/v1/models?limit=3");
    const keys = Object.keys(listModelsEndpoint.query);
    expect(headers.get("Netlify-Vary")).toBe(`query=${keys.join("|")}`);
    expect(headers.get("Netlify-CDN-Cache-Control")).toContain("s-maxage=3600");
    // Unknown parameters and other values.
    const etagOf = async (query: string) =>
      (await site.ask(`/api/v1/models?${query}`)).headers.get("ETag");
    expect(await etagOf("limit=3&utm_source=x")).toBe(headers.get("ETag"));
    expect(await etagOf("limit=4")).not.toBe(headers.get("ETag"));
    // The CDN may read these queries in another way than the function.
    const odd = "%73ort=a sort=a&sort=b Sort=a sort sort=a& sort=1%3z sort[]=a =1";
    for (const query of odd.split(" ")) {
      const { status, headers } = await site.ask(`/api/v1/models?${query}`);
      const kept = headers.get("Netlify-CDN-Cache-Control");
      expect([status, kept], query).toEqual([200, "no-store"]);
    }
  });
});
