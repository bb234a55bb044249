import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { sendWebResponse, toWebRequest } from "../../mcp-server/local/serve.ts";
import {
  type KnownPlatformDifference,
  runSmokeTest,
  type SmokeCheckResult,
} from "../../mcp-server/smoke/smoke.ts";
import { createTemporaryFolder } from "../builders/temporary-folder.ts";
import { startTestServer } from "../builders/test-server.ts";
import { openBuiltSite } from "./harness.ts";

type Answer = (request: Request) => Promise<Response> | Response;
type Fault = (request: Request, answer: Answer) => Promise<Response> | Response;

/**
 * Runs the smoke test against a service that answers as the local CDN does, except for a planted fault.
 * @returns What it finds.
 */
async function smokeAt(
  fault: Fault,
  groups?: readonly string[],
  known: readonly KnownPlatformDifference[] = [],
  mode: "exact" | "superset" = "exact",
): Promise<SmokeCheckResult[]> {
  const { dist, handle, doors } = await openBuiltSite();
  const address = await startTestServer(async (incoming, outgoing) => {
    const request = await toWebRequest(incoming);
    const response = request instanceof Response ? request : await fault(request, doors[mode]);
    // The smoke test closes connections when it does not need the rest of an answer.
    await sendWebResponse(response, incoming, outgoing).catch(() => outgoing.destroy());
  });
  const results: SmokeCheckResult[] = [];
  const { differences } = await runSmokeTest({
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

const differing = (results: readonly SmokeCheckResult[]) =>
  results.filter(({ verdict }) => verdict === "differs");
const changed = async (response: Response, change: (headers: Headers) => void) => {
  const headers = new Headers(response.headers);
  change(headers);
  const body = [204, 304].includes(response.status) ? null : await response.arrayBuffer();
  return new Response(body, { status: response.status, headers });
};
const pathOf = (request: Request) => new URL(request.url).pathname;

describe("npm run smoke", () => {
  test.each([
    ["exact", undefined, 12],
    ["superset", [], 6],
  ] as const)("finds no difference at the local CDN, %s", async (mode, groups, checks) => {
    const results = await smokeAt((request, answer) => answer(request), groups, [], mode);
    expect(differing(results)).toEqual([]);
    expect(results.find(({ check }) => check === "matching")?.detail).toMatch(RegExp(`^${mode}:`));
    expect(new Set(results.map(({ check }) => check)).size).toBe(checks);
  });

  /** A fault that sets a header in the answers to some requests. */
  const withHeader =
    (isMeant: (request: Request) => boolean, name: string, value: string): Fault =>
    async (request, answer) =>
      changed(await answer(request), (headers) => isMeant(request) && headers.set(name, value));
  /** A fault that answers an address with the answer of another one. */
  const redirected =
    (ending: string, path: string): Fault =>
    (request, answer) =>
      answer(request.url.endsWith(ending) ? new Request(`http://x${path}`) : request);
  const isExport = (request: Request) => pathOf(request).startsWith("/api/v1/export/");
  const isHead = ({ method }: Request) => method === "HEAD";
  const isTagged = ({ url }: Request) => url.endsWith("limit=3&utm_source=x");
  const noPreflight: Fault = (request, answer) =>
    request.method === "OPTIONS" ? new Response(null, { status: 405 }) : answer(request);
  const noConditions: Fault = (request, answer) =>
    answer(request.method === "GET" ? new Request(request.url) : request);
  const wrongPart: Fault = async (request, answer) => {
    const { status, body, headers } = await answer(request);
    const isPart = request.headers.has("range") && status === 200;
    return new Response(body, { status: isPart ? 206 : status, headers });
  };
  const notEncoded: Fault = async (request, answer) =>
    request.headers.get("accept-encoding") === "gzip"
      ? changed(await answer(new Request(request.url)), (headers) =>
          headers.set("content-encoding", "gzip"),
        )
      : answer(request);

  const FAULTS: [check: string, detail: RegExp, fault: Fault][] = [
    // Applied innermost, directly around the service, because it is the first.
    ["etag", /gives 200 with \d+ bytes/, noConditions],
    [
      "files",
      /export\/.*: content-type "text\/x" instead of "text\/csv/,
      withHeader(isExport, "content-type", "text/x"),
    ],
    ["queries", /sort=.*body of \d+ bytes instead/, redirected("_date", "/api/v1/models?page=2")],
    ["odd queries", /limit=0: status 200 instead of 400/, redirected("limit=0", "/api/v1/models")],
    ["no file", /GET \/api\/nothing: .*type "text\/html/, redirected("/api/nothing", "/nothing")],
    ["methods", /OPTIONS .*status 405 instead of 204/, noPreflight],
    ["head", /content-type/, withHeader(isHead, "content-type", "text/plain")],
    ["range", /status 206 with/, wrongPart],
    ["compression", /requested gzip, got gzip with different bytes/, notEncoded],
    ["matching", /two different ETags/, withHeader(isTagged, "etag", '"another"')],
  ];
  const found: SmokeCheckResult[] = [];
  beforeAll(async () => {
    // All faults are planted at once, because each is found by its own check. The last one runs separately: only the
    // first few differences of transfer are reported.
    for (const faults of [FAULTS.slice(0, -1), FAULTS.slice(-1)]) {
      const all: Fault = (request, answer) =>
        faults.reduce<Answer>(
          (inner, [, , fault]) =>
            (one) =>
              fault(one, inner),
          answer,
        )(request);
      const groups = faults.map(([check]) => check);
      found.push(...differing(await smokeAt(all, groups)));
    }
  });
  test.each(FAULTS)("reports a fault with the check %s", (check, detail) => {
    const details = found.filter((result) => result.check === check).map((one) => one.detail);
    expect(details.join("\n")).toMatch(detail);
  });

  test("counts known differences with their reason", async () => {
    const results = await smokeAt(
      async (request, answer) =>
        changed(await answer(request), (headers) => {
          if (pathOf(request) === "/nothing") headers.set("cache-control", "no-store");
          if (pathOf(request) === "/_headers") headers.set("x-frame-options", "SAMEORIGIN");
        }),
      ["no file"],
      [{ pattern: /^no file: GET \S+: cache-control "no-store"/, reason: "keeps nothing" }],
    );
    expect(results.filter(({ verdict }) => verdict === "known")).toEqual([
      { check: "no file", verdict: "known", detail: "1 × keeps nothing" },
    ]);
    expect(differing(results).map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^GET \/_headers: x-frame-options "SAMEORIGIN" instead of/),
    ]);
  });

  test("refuses a service that serves another build", async () => {
    const other: Fault = (request, answer) =>
      pathOf(request) === "/api/v1/manifest.json" ? new Response("{}") : answer(request);
    await expect(smokeAt(other)).rejects.toThrow(/serves another build than .*BASE_URL=http/);
  });

  test("refuses a build whose answers link to localhost", async () => {
    const dist = createTemporaryFolder("smoke-local");
    await mkdir(join(dist, "api/v1"), { recursive: true });
    await writeFile(
      join(dist, "api/v1/manifest.json"),
      JSON.stringify({ url: "http://localhost:8888/api/v1/manifest.json", files: {} }),
    );
    const address = "https://almanac.example";
    const asked = runSmokeTest({ address, dist, handle: () => new Response(), onResult: () => {} });
    await expect(asked).rejects.toThrow(
      "was built for http://localhost:8888, and its answers contain this URL; run BASE_URL=https://almanac.example npm run build",
    );
  });
});
