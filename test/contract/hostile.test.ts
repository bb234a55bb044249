/** Requests that are random, too large or too long, or that try to read files. */
import { Agent } from "node:http";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import {
  createLoadTestRequestArbitrary,
  findLoadTestAnswerFaults,
} from "../../bench/load-requests.ts";
import { ENDPOINTS } from "../../generator/endpoints/index.ts";
import { listModelsSortedBy } from "../../generator/endpoints/models/model-query.ts";
import { fillPathTemplate } from "../../generator/http/endpoint.ts";
import { FUNCTION_RENDERED_PAGES } from "../../generator/site/pages/query-pages.ts";
import { requireNonEmpty } from "../builders/get.ts";
import { IS_LONG_TEST_RUN, toPropertyRunCount } from "../builders/runs.ts";
import { openBuiltSite, verifies, visit } from "./harness.ts";
import { splitWords } from "./hostile-inputs.ts";
import { listMcpTools, postToMcpServer, toMcpRequest } from "./mcp-post.ts";
import { sendRawRequest } from "./send-raw.ts";

/** Timeout of an answer, far longer than a busy machine needs. */
const HANG_MS = 30_000;

verifies("6.3", "no request gives a 5xx, hangs, or breaks the published schemas", async (site) => {
  const requests = await createLoadTestRequestArbitrary(site.context, site.dist);
  const log = vi.spyOn(console, "error");
  const servers = [await site.listen("exact"), await site.listen("superset")];
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(requests, fc.constantFrom(...servers), async (request, server) => {
      const answer = await sendRawRequest(server, agent, request, HANG_MS);
      statuses.add(answer.status);
      const faults = findLoadTestAnswerFaults(request, answer, site.validate);
      expect(faults, request.target).toEqual([]);
    }),
    { numRuns: toPropertyRunCount(150), seed: 20_261_122 },
  );
  agent.destroy();
  expect(log).not.toHaveBeenCalled();
  log.mockRestore();
  expect([200, 204, 400, 404, 405, 414].filter((status) => !statuses.has(status))).toEqual([]);
});

const send = (url: string, target: string, headers = {}) =>
  sendRawRequest(url, false, { target, method: "GET", headers });

verifies("6.3", "an address of 70 kB, and headers of 60 kB, are answered", async (site) => {
  const url = await site.listen("exact");
  const long = "a".repeat(70_000);
  const limited = "/api/v1/models?limit=3";
  for (const [target, status, headers] of [
    [`/api/v1/search?q=${long}`, 414, {}],
    [`/api/v1/models/${long}`, 404, {}],
    [limited, 200, { Cookie: long.slice(10_000) }],
    [limited, 431, { "X-Odd": "a".repeat(200_000) }],
  ] as const)
    expect((await send(url, target, headers)).status, target.slice(0, 40)).toBe(status);
});

verifies("6.3", "lists of hosts, of which there are any number, are not kept", async (site) => {
  const { catalog } = site.context;
  const listAt = (host: string) => listModelsSortedBy("avg_score", catalog, "desc", host);
  expect(listAt("northwind")).toBe(listAt("northwind"));
  expect(listAt("northwind,quillon")).not.toBe(listAt("northwind,quillon"));
  expect(listAt("northwind,quillon")).toEqual(listAt("northwind,quillon"));
});

verifies("6.3", "no address reaches the file system", async (site) => {
  const url = await site.listen("exact");
  const ups = splitWords(".. %2e%2e ..%2f.. %252e%252e ....//.. ..%5c.. ..%c0%af ..\\ %5c..");
  const outside = ["", "/api", "/api/v1/export", "/_q", "/docs", "/api/v1/models"].flatMap(
    (folder) => ups.map((up) => `${folder}/${up}/${up}/${up}/${up}/etc/passwd`),
  );
  const own =
    splitWords(`/_redirects /_headers /_q /_q/ /_q/api /.cache/function/data.bin /package.json
    /../function/data.json /%2e%2e/function/data.json //function/data.json /%00 /index.html%00 /docs.html/`);
  for (const target of [...outside, ...own]) {
    const { status, text } = await send(url, target);
    expect(status, target).toBe(404);
    expect(text, target).not.toContain("root:");
  }
});

/** Pieces that make backtracking regular expressions slow when repeated. */
const PIECES = [" ", "\t", "0", ".aa", "/", "-", ":free", "aa", "{", "1 ", "or ", "compare s to "];
const TEXTS = PIECES.map((piece) => piece.repeat(1_000 / piece.length));
const LONGEST = 200_000;
/** A long test run tries all texts at each place; otherwise every sixth, shifted by one from place to place. */
const textsAt = (place: number) =>
  TEXTS.filter((_, at) => IS_LONG_TEST_RUN || (at + place) % 6 === 0);

const inQuery = (path: string, keys: readonly string[]) =>
  keys.map((key) => (text: string) => `${path}?${key}=${encodeURIComponent(text)}`);

test("endpoints and pages answer a long text in any parameter", async () => {
  const { handle } = await openBuiltSite();
  // A path with parameters has one place for all of them.
  const places = ENDPOINTS.flatMap(({ path, params, query }) => {
    const names = Object.keys(params);
    const inPath = (text: string) =>
      fillPathTemplate(path, Object.fromEntries(names.map((name) => [name, text])));
    return [...(names.length > 0 ? [inPath] : []), ...inQuery(path, Object.keys(query))];
  });
  places.push(...FUNCTION_RENDERED_PAGES.flatMap(({ path, keys }) => inQuery(path, keys)));
  for (const [place, toAddress] of places.entries())
    for (const address of textsAt(place).map(toAddress)) {
      const response = await visit(handle, address);
      expect([200, 400, 404, 414], address.slice(0, 80)).toContain(response.status);
      expect((await response.text()).length, address.slice(0, 80)).toBeLessThan(LONGEST);
    }
});

test("every tool answers a call with a long text in any argument", async () => {
  const { handle } = await openBuiltSite();
  const places = (await listMcpTools(handle)).flatMap(({ name, inputSchema }) =>
    Object.keys(inputSchema.properties ?? {}).map((key) => ({ name, key })),
  );
  for (const [place, { name, key }] of requireNonEmpty(places, "arguments").entries())
    for (const value of textsAt(place)) {
      const call = toMcpRequest("tools/call", { name, arguments: { [key]: value } });
      const { status, reply, text } = await postToMcpServer(handle, call);
      expect(status, name).toBeLessThan(500);
      expect(reply.result ?? reply.error, name).toBeDefined();
      expect(text.length, name).toBeLessThan(LONGEST);
    }
});
