/**
 * Checks that every kind of request that the load test generates gets a valid answer, and that it generates requests of
 * every kind.
 */
import { Agent } from "node:http";
import fc from "fast-check";
import { beforeAll, expect, test, vi } from "vitest";
import * as z from "zod";
import {
  createLoadTestRequestArbitrary,
  findLoadTestAnswerFaults,
  type LoadTestRequest,
  toLoadTestPathPattern,
} from "../../bench/load-requests.ts";
import { ENDPOINTS } from "../../generator/endpoints/index.ts";
import { MCP_TOOLS } from "../../mcp-server/mcp/server.ts";
import { matchEndpointRoute } from "../../mcp-server/router.ts";
import { toPropertyRunCount } from "../builders/runs.ts";
import { type BuiltSite, openBuiltSite } from "./harness.ts";
import { sendRawRequest } from "./send-raw.ts";

const SEED = 20_261_122;
/** Timeout of an answer, far longer than a busy machine needs. */
const HANG_MS = 30_000;

let site: BuiltSite;
let requests: fc.Arbitrary<LoadTestRequest>;
beforeAll(async () => {
  site = await openBuiltSite();
  requests = await createLoadTestRequestArbitrary(site.context, site.dist);
});

test("6.3: no request to a server gives a 5xx, hangs, or an answer that the published schemas do not describe", async () => {
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
    { numRuns: toPropertyRunCount(150), seed: SEED },
  );
  agent.destroy();
  expect(log).not.toHaveBeenCalled();
  log.mockRestore();
  expect([200, 204, 400, 404, 405, 414].filter((status) => !statuses.has(status))).toEqual([]);
});

/** Names what a request is for: its endpoint, its parameters, the kind of file, the tool. */
function whatIsRequested({ kind, target, body }: LoadTestRequest): string[] {
  const [path = "", query] = target.split("?");
  const page = path.replace(/\/$/, "");
  const [, tool, sent = ""] = /"name":"([a-z_]+)","arguments":(.*)/.exec(body ?? "") ?? [];
  const id = kind === "valid" ? matchEndpointRoute(path)?.endpoint.id : undefined;
  const files = [path, `${page}.html`, `${page}/index.html`].filter((one) => one in site.manifest);
  return [
    String(id),
    ...[...new URLSearchParams(query).keys()].map((key) => `${id} ${key}`),
    ...files.map(toLoadTestPathPattern),
    `tool ${tool}`,
    ...Array.from(sent.matchAll(/"(\w+)":/g), ([, argument]) => `tool ${tool} ${argument}`),
  ];
}

test("every endpoint with each parameter, every kind of file and every tool with each argument is requested", () => {
  const published = Object.keys(site.manifest).filter((path) => !path.startsWith("/_q"));
  const wanted = new Set([
    ...ENDPOINTS.flatMap(({ id, query }) => [
      id,
      ...Object.keys(query).map((key) => `${id} ${key}`),
    ]),
    ...published.map(toLoadTestPathPattern),
    ...MCP_TOOLS.flatMap(({ name, input }) => [
      `tool ${name}`,
      ...Object.keys(z.toJSONSchema(input, { io: "input" }).properties ?? {}).map(
        (argument) => `tool ${name} ${argument}`,
      ),
    ]),
  ]);
  // Most kinds come up early; up to 40,000 requests are drawn for the rarest.
  for (let draw = 0; draw < 40 && wanted.size > 0; draw++)
    for (const request of fc.sample(requests, { numRuns: 1000, seed: SEED + draw }))
      for (const one of whatIsRequested(request)) wanted.delete(one);
  expect([...wanted]).toEqual([]);
});
