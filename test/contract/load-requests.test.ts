/** Requests of every class that the load test draws are answered validly, and no class is left out. */
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, expect, test, vi } from "vitest";
import {
  createLoadTestRequestArbitrary,
  findLoadTestAnswerFaults,
  type LoadTestRequest,
  toLoadTestPathPattern,
} from "../../bench/load-requests.ts";
import { ENDPOINTS } from "../../generator/endpoints/index.ts";
import { readRedirectRules } from "../../mcp-server/local/engine.ts";
import { MCP_TOOLS } from "../../mcp-server/mcp/server.ts";
import { matchEndpointRoute } from "../../mcp-server/router.ts";
import { toPropertyRunCount } from "../builders/runs.ts";
import { toHttpAnswer } from "./answer-faults.ts";
import { type BuiltSite, openBuiltSite } from "./harness.ts";

const SEED = 20_261_122;

let site: BuiltSite;
let requests: fc.Arbitrary<LoadTestRequest>;
beforeAll(async () => {
  site = await openBuiltSite();
  const rules = await readRedirectRules(join(site.dist, "_redirects"));
  const literals = rules.map(({ from }) => from).filter((path) => !path.includes("*"));
  requests = createLoadTestRequestArbitrary(site.context, [
    ...new Set([...Object.keys(site.manifest), ...literals]),
  ]);
});

test("6.3: no request gives a 5xx or an answer that the published schemas do not describe", async () => {
  const log = vi.spyOn(console, "error");
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(requests, async (request) => {
      const { target, method, headers, body } = request;
      const url = new URL(`http://127.0.0.1${target}`);
      const response = await site.doors.exact(
        new Request(url, { method, headers, ...(body && { body }) }),
      );
      const answer = toHttpAnswer(response, await response.text());
      statuses.add(answer.status);
      expect(findLoadTestAnswerFaults(request, answer, site.validate), target).toEqual([]);
    }),
    { numRuns: toPropertyRunCount(500), seed: SEED },
  );
  expect(log).not.toHaveBeenCalled();
  log.mockRestore();
  expect([200, 204, 400, 404, 405, 414].filter((status) => !statuses.has(status))).toEqual([]);
});

test("every endpoint with each parameter, every kind of file and every tool is requested", () => {
  const drawn = fc.sample(requests, { numRuns: 40_000, seed: SEED });
  const pathOf = ({ target }: LoadTestRequest) => target.split("?")[0] ?? "";
  const requested = new Set(
    drawn.flatMap((request) => {
      const path = pathOf(request);
      const page = path.replace(/\/$/, "");
      const id = request.kind === "valid" ? matchEndpointRoute(path)?.endpoint.id : undefined;
      const keys = [...new URLSearchParams(request.target.split("?")[1]).keys()];
      const files = [path, `${page}.html`, `${page}/index.html`].filter(
        (one) => one in site.manifest,
      );
      const tool = /"name":"([a-z_]+)"/.exec(request.body ?? "")?.[1];
      return [
        String(id),
        ...keys.map((key) => `${id} ${key}`),
        ...files.map(toLoadTestPathPattern),
        `tool ${tool}`,
      ];
    }),
  );
  const published = Object.keys(site.manifest).filter((path) => !path.startsWith("/_q"));
  const wanted = [
    ...ENDPOINTS.flatMap(({ id, query }) => [
      id,
      ...Object.keys(query).map((key) => `${id} ${key}`),
    ]),
    ...published.map(toLoadTestPathPattern),
    ...MCP_TOOLS.map(({ name }) => `tool ${name}`),
  ];
  expect([...new Set(wanted)].filter((one) => !requested.has(one))).toEqual([]);
});
