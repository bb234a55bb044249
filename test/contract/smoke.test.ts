import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sendWebResponse, toWebRequest } from "../../mcp-server/local/serve.ts";
import type { SmokeCheckResult } from "../../mcp-server/smoke/smoke.ts";
import { runSmokeTest } from "../../mcp-server/smoke/smoke.ts";
import { createTemporaryFolder } from "../builders/temporary-folder.ts";
import { startTestServer } from "../builders/test-server.ts";
import { openBuiltSite } from "./harness.ts";

type Answer = (request: Request) => Promise<Response> | Response;
type Fault = (request: Request, answer: Answer) => Promise<Response> | Response;

/** Runs the smoke test against a service that answers as the local CDN does, except for a planted fault. */
async function smokeAt(
  fault: Fault,
  groups?: readonly string[],
  mode: "exact" | "superset" = "exact",
): Promise<SmokeCheckResult[]> {
  const { dist, handle, doors } = await openBuiltSite();
  const connections = new Set<string | undefined>();
  const address = await startTestServer(async (incoming, outgoing) => {
    connections.add(incoming.headers.connection);
    const request = await toWebRequest(incoming);
    const response = request instanceof Response ? request : await fault(request, doors[mode]);
    // The smoke test closes connections when it does not need the rest of an answer.
    await sendWebResponse(response, incoming, outgoing).catch(() => outgoing.destroy());
  });
  const results: SmokeCheckResult[] = [];
  const onResult = (result: SmokeCheckResult) => results.push(result);
  const { differences } = await runSmokeTest({ address, dist, handle, groups, onResult });
  expect(differences).toBe(differing(results).length);
  // A server may close an idle connection while the local answer is made.
  expect([...connections]).toEqual(["close"]);
  return results;
}

const differing = (results: readonly SmokeCheckResult[]) =>
  results.filter(({ verdict }) => verdict === "differs");
const pathOf = (request: Request) => new URL(request.url).pathname;

test.each(["exact", "superset"] as const)("the smoke test passes at the CDN, %s", async (mode) => {
  const groups = mode === "exact" ? undefined : [];
  const results = await smokeAt((request, answer) => answer(request), groups, mode);
  expect(differing(results)).toEqual([]);
  expect(results.find(({ check }) => check === "matching")?.detail).toMatch(RegExp(`^${mode}:`));
  expect(new Set(results.map(({ check }) => check)).size).toBe(groups ? 6 : 12);
});

/** A fault that sets a header in the answers to some requests. */
const withHeader =
  (isMeant: (request: Request) => boolean, name: string, value: string): Fault =>
  async (request, answer) => {
    const { body, status, headers } = await answer(request);
    const changed = new Headers(headers);
    if (isMeant(request)) changed.set(name, value);
    return new Response(body, { status, headers: changed });
  };
const isPreflight = ({ method }: Request) => method === "OPTIONS";
/** The same address without headers. */
const bare = ({ url }: Request) => new Request(url);

test.each<[check: string, detail: RegExp, fault: Fault]>([
  [
    "files",
    /export\/.*: content-type "text\/x" instead of "text\/csv/,
    withHeader((one) => pathOf(one).startsWith("/api/v1/export/"), "content-type", "text/x"),
  ],
  [
    "queries",
    /sort=.*body of \d+ bytes instead/,
    (one, answer) =>
      answer(one.url.endsWith("_date") ? new Request("http://x/api/v1/models?page=2") : one),
  ],
  [
    "methods",
    /OPTIONS .*status 405 instead of 204/,
    (one, answer) => (isPreflight(one) ? new Response(null, { status: 405 }) : answer(one)),
  ],
  ["etag", /gives 200 with \d+ b/, (one, get) => get(one.method === "GET" ? bare(one) : one)],
  ["head", /content-type/, withHeader(({ method }) => method === "HEAD", "content-type", "a/b")],
  [
    "range",
    /status 206 with/,
    async (one, answer) => {
      const { body, headers, status } = await answer(one);
      return new Response(body, { headers, status: one.headers.has("range") ? 206 : status });
    },
  ],
  [
    "compression",
    /requested gzip, got gzip/,
    withHeader((one) => one.headers.get("accept-encoding") === "gzip", "content-encoding", "gzip"),
  ],
  [
    "matching",
    /two different ETags/,
    withHeader(({ url }) => url.endsWith("limit=3&utm_source=x"), "etag", '"another"'),
  ],
])("the smoke test reports a fault with the check %s", async (check, detail, fault) => {
  const found = differing(await smokeAt(fault, [check])).filter((one) => one.check === check);
  expect(found.map((one) => one.detail).join("\n")).toMatch(detail);
});

test("the smoke test refuses another build, and a build whose answers link to localhost", async () => {
  const other: Fault = (request, answer) =>
    pathOf(request) === "/api/v1/manifest.json" ? new Response("{}") : answer(request);
  await expect(smokeAt(other)).rejects.toThrow(/serves another build than .*BASE_URL=http/);
  const dist = createTemporaryFolder("smoke-local");
  await mkdir(join(dist, "api/v1"), { recursive: true });
  const manifest = { url: "http://localhost:8888/api/v1/manifest.json", files: {} };
  await writeFile(join(dist, "api/v1/manifest.json"), JSON.stringify(manifest));
  const address = "https://almanac.example";
  const asked = runSmokeTest({ address, dist, handle: () => new Response(), onResult: () => {} });
  await expect(asked).rejects.toThrow(
    /was built for http:\/\/localhost:8888, .*; run BASE_URL=https:\/\/almanac\.example npm/,
  );
});
