/** Compares a deployed service with the local build, and checks what only a deployed service can show. */
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { request } from "undici";
import { CommandError } from "../../build/facts/fault.ts";
import { mapWithConcurrency } from "../../build/schema/collections.ts";
import { API_FUNCTION_URL_PATH } from "../../generator/cdn/rules.ts";
import { FILE_MANIFEST_PATH } from "../../generator/http/endpoint.ts";
import { isDeploymentIndependentHeader } from "../../generator/http/headers.ts";
import type { FileManifest } from "../../generator/publish.ts";
import type { RequestHandler } from "../function.ts";
import { createLocalCdnHandler } from "../local/cdn.ts";
import { readRedirectRules } from "../local/engine.ts";

export interface SmokeCheckResult {
  /** Name of the check: `files`, `range`. */
  check: string;
  /** `differs`: an error to fix. `seen`: an observation; either behaviour is correct. */
  verdict: "ok" | "differs" | "seen";
  detail: string;
}

interface SmokeOptions {
  address: string;
  /** Published files of the deployed build. */
  dist: string;
  handle: RequestHandler;
  /** Groups of requests to compare; all by default. Transfer checks always run. */
  groups?: readonly string[] | undefined;
  onResult: (result: SmokeCheckResult) => void;
}

interface Answer {
  status: number;
  headers: Headers;
  bytes: Buffer;
}
type Send = (request: SmokeRequest) => Promise<Answer>;

/** Differences per check that are printed in full. */
const SHOWN = 5;
/** Concurrent requests; low, because a smoke test is not a load test. */
const AT_ONCE = 4;
const LIMIT_MS = 30_000;

/**
 * @returns The number of requests sent and of results that differ.
 * @throws CommandError if the service does not answer, or another build is deployed.
 */
export async function runSmokeTest(options: SmokeOptions) {
  const { dist, groups, onResult } = options;
  const { origin } = new URL(options.address);
  let sent = 0;
  const send: Send = (one) => {
    sent += 1;
    return sendTo(origin, one);
  };
  const requests = await listSmokeRequests(dist, await sameManifest(origin, send, dist));
  const cdn = await createLocalCdnHandler(dist, options.handle, "exact");
  let differences = 0;
  const report = (results: readonly SmokeCheckResult[]) => {
    for (const result of shorten(results)) {
      if (result.verdict === "differs") differences += 1;
      onResult(result);
    }
  };
  for (const [group, some] of Object.entries(requests))
    if (groups?.includes(group) ?? true) report(await compare(group, some, send, cdn));
  report(await checkTransfer(send));
  return { sent, differences };
}

/** Sends a request without following redirects, normalizing the URL or decompressing the body, as `fetch` would. */
async function sendTo(origin: string, { address, method = "GET", headers, body }: SmokeRequest) {
  try {
    const answer = await request(origin + address, {
      method,
      headers: { "accept-encoding": "identity", ...headers },
      body: body ?? null,
      // Making a local answer can take longer than a server keeps an idle connection open.
      reset: true,
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    const values = Object.entries(answer.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): [string, string] => [name, one]),
    );
    // A 304 may state the length of the body that it leaves out (RFC 9110, 8.6), which undici would take for a cut answer.
    const isEmpty = answer.statusCode === 304;
    if (isEmpty) await answer.body.dump();
    const bytes = isEmpty ? Buffer.alloc(0) : Buffer.from(await answer.body.arrayBuffer());
    return { status: answer.statusCode, headers: new Headers(values), bytes };
  } catch (error) {
    throw new CommandError(
      `${origin}${address} gives no answer: ${(error as Error).message}; check the URL, and whether the service is running`,
    );
  }
}

/**
 * Checks that the service serves the same build, because all answers of another build would differ. For a service on
 * another machine, a build for localhost is rejected, too: its answers contain localhost URLs.
 */
async function sameManifest(origin: string, send: Send, dist: string): Promise<FileManifest> {
  const text = await readFile(join(dist, FILE_MANIFEST_PATH), "utf8");
  const { url, files } = JSON.parse(text) as { url: string; files: FileManifest };
  const isLocal = (address: string) =>
    ["localhost", "127.0.0.1", "[::1]"].includes(new URL(address).hostname);
  if (isLocal(url) && !isLocal(origin))
    throw new CommandError(
      `${dist} was built for ${new URL(url).origin}, and its answers contain this URL; run BASE_URL=${origin} npm run build, deploy that build, and compare again`,
    );
  const { status, bytes } = await send({ address: FILE_MANIFEST_PATH });
  if (status !== 200)
    throw new CommandError(
      `${origin}${FILE_MANIFEST_PATH} answers ${status}; is the service deployed there?`,
    );
  if (bytes.toString() !== text)
    throw new CommandError(
      `${origin} serves another build than ${dist}; check out the deployed commit and run BASE_URL=${origin} npm run build`,
    );
  return files;
}

/** Of the differences of a check, only the first few are listed. */
function shorten(results: readonly SmokeCheckResult[]): SmokeCheckResult[] {
  const differing = results.filter(({ verdict }) => verdict === "differs");
  const left = differing.slice(SHOWN);
  return [
    ...results.filter((result) => !left.includes(result)),
    ...left.slice(0, 1).map((one) => ({ ...one, detail: `and ${left.length} more` })),
  ];
}

/** @returns One result for each status, header or body that differs; a single `ok` if none does. */
async function compare(
  check: string,
  requests: readonly SmokeRequest[],
  send: Send,
  local: RequestHandler,
): Promise<SmokeCheckResult[]> {
  const compareOne = async (one: SmokeRequest): Promise<string[]> => {
    const { address, method = "GET", headers = {}, body = null } = one;
    const init = { method, headers, body };
    const answer = await local(new Request(`http://127.0.0.1${address}`, init));
    const bytes = Buffer.from(await answer.arrayBuffer());
    const { status, headers: sent } = answer;
    const found = differencesOf(await send(one), { status, headers: sent, bytes });
    const short = address.length <= 80 ? address : `${address.slice(0, 80)}…`;
    return found.map((difference) => `${method} ${short}: ${difference}`);
  };
  const found = (await mapWithConcurrency(requests, compareOne, AT_ONCE)).flat();
  const same = `${requests.length} answers are the same as in the local build`;
  if (found.length === 0) return [{ check, verdict: "ok", detail: same }];
  return found.map((detail) => ({ check, verdict: "differs", detail }));
}

function differencesOf(seen: Answer, expected: Answer): string[] {
  // Case and spaces are not significant in the compared values.
  const normal = (value: string | null) => (value ?? "").toLowerCase().replaceAll(" ", "");
  const found =
    seen.status === expected.status ? [] : [`status ${seen.status} instead of ${expected.status}`];
  for (const [name, value] of expected.headers) {
    const other = seen.headers.get(name);
    if (isDeploymentIndependentHeader(name) && normal(other) !== normal(value))
      found.push(`${name} "${other ?? ""}" instead of "${value}"`);
  }
  if (!seen.bytes.equals(expected.bytes)) found.push(bodyDifference(seen.bytes, expected.bytes));
  return found;
}

function bodyDifference(seen: Buffer, expected: Buffer): string {
  const at = seen.findIndex((byte, index) => byte !== expected[index]);
  return `body of ${seen.length} bytes instead of ${expected.length}, other from byte ${at < 0 ? seen.length : at}`;
}

const HEAD_HEADERS = ["content-type", "cache-control", "etag", "access-control-allow-origin"];

/** Checks how an answer is transferred: conditionally, without body, in part, and compressed. */
async function checkTransferOf(address: string, send: Send) {
  const whole = await send({ address });
  const sendWith = (headers: SmokeRequest["headers"] = {}) => send({ address, headers });
  const etag = whole.headers.get("etag") ?? "none";
  const again = await sendWith({ "if-none-match": etag });
  const head = await send({ address, method: "HEAD" });
  const others = HEAD_HEADERS.filter((name) => head.headers.get(name) !== whole.headers.get(name));
  const part = await sendWith({ range: "bytes=0-9" });
  const meant = part.status === 206 ? whole.bytes.subarray(0, 10) : whole.bytes;
  const results: [check: string, isRight: boolean, detail: string][] = [
    [
      "etag",
      again.status === 304,
      `${etag} gives ${again.status} with ${again.bytes.length} bytes`,
    ],
    [
      "head",
      head.status === whole.status && others.length === 0,
      `status ${head.status}; other headers than GET: ${others.join(", ") || "none"}`,
    ],
    ["range", part.bytes.equals(meant), `status ${part.status} with ${part.bytes.length} bytes`],
  ];
  for (const [encoding, decode] of [
    ["gzip", gunzipSync],
    ["br", brotliDecompressSync],
  ] as const) {
    const { headers, bytes } = await sendWith({ "accept-encoding": encoding });
    const used = headers.get("content-encoding");
    const isRight = used === null || (used === encoding && isEncoded(bytes, decode, whole.bytes));
    const detail = `requested ${encoding}, got ${used ?? "none"}: ${bytes.length} of ${whole.bytes.length} bytes`;
    results.push(["compression", isRight, detail]);
  }
  return results;
}

function isEncoded(bytes: Buffer, decode: (bytes: Buffer) => Buffer, expected: Buffer): boolean {
  try {
    return decode(bytes).equals(expected);
  } catch {
    return false;
  }
}

/** Also observes how the CDN treats queries and caches the function's answers. */
async function checkTransfer(send: Send): Promise<SmokeCheckResult[]> {
  const results: SmokeCheckResult[] = [];
  for (const [kind, address] of Object.entries(SAMPLE_ADDRESSES))
    for (const [check, isRight, detail] of await checkTransferOf(address, send))
      results.push({
        check,
        verdict: isRight ? "ok" : "differs",
        detail: `${kind}: ${detail}`,
      });
  results.push(await checkMatching(send));
  const { headers } = await send({ address: SAMPLE_ADDRESSES.function });
  const cached = `age ${headers.get("age") ?? "none"}, cache-status ${headers.get("cache-status") ?? "none"}`;
  return [...results, { check: "cache", verdict: "seen", detail: `second answer: ${cached}` }];
}

/** Finds out how redirect rules match queries, by the ETag: that of a file, or another one of the function. */
async function checkMatching(send: Send): Promise<SmokeCheckResult> {
  const etagOf = async (address: string) => (await send({ address })).headers.get("etag");
  const isSame = async (address: string) =>
    (await etagOf(address)) === (await etagOf(`${address}&utm_source=x`));
  const check = "matching";
  if (!(await isSame(SAMPLE_ADDRESSES.function)))
    return { check, verdict: "differs", detail: "two different ETags for the same answer" };
  const detail = (await isSame(SAMPLE_ADDRESSES.query))
    ? "superset: a rule also matches a query with more parameters, or ETags do not show which rule was used"
    : "exact: the function answers queries with more parameters than a rule";
  return { check, verdict: "seen", detail };
}

interface SmokeRequest {
  /** Path and query. */
  address: string;
  method?: "GET" | "HEAD" | "OPTIONS" | "POST";
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

/** A file, a file for a query, and the function. They exist for any catalogue. */
const SAMPLE_ADDRESSES = {
  file: "/api/v1/sources",
  query: "/api/v1/models?sort=release_date",
  function: "/api/v1/models?limit=3",
};

/** Query strings that parsers interpret differently. The service and the local build must agree on them. */
const ODD_QUERIES = `
  ? ?sort= ?sort ?sort=nonsense ?limit=0 ?utm_source=x ?sort=release_date& ?&sort=release_date
  ?%73ort=release_date ?sort=release%5Fdate ?page=1&page=2 ?sort=release_date&sort=pricing_input
  ?Sort=release_date ?page=2&sort=release_date ?sort=release_date&page=2 ?sort=release_date&page=2&x
`;

/** URLs without a file. */
const WITHOUT_FILE = `
  /api /api/ /api/v1 /api/nothing /api/v1/models/ /api/v1/models/gpt-4p /api/v1/models/gpt-4o/
  /api/v1/models/openai%2Fgpt-4o /api/v1/models/%3Cscript%3E /api//v1/status /api/v1/own-tests
  /api/v1/providers /_headers /_redirects /nothing
`;

const listed = (words: string): string[] => words.trim().split(/\s+/);

const PREFLIGHT = { origin: "https://example.org", "access-control-request-method": "GET" };

const METHODS: SmokeRequest[] = [
  ...[...Object.values(SAMPLE_ADDRESSES), "/v1/models", "/"].flatMap((address) => [
    { address, method: "OPTIONS", headers: PREFLIGHT } as const,
    { address, method: "POST", body: "{}" } as const,
  ]),
  {
    address: "/api/mcp",
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  },
  { address: "/api/mcp" },
];

/** @param dist The published files of this machine. @returns Group → its requests, in the order of sending. */
async function listSmokeRequests(dist: string, manifest: FileManifest) {
  const rules = await readRedirectRules(join(dist, "_redirects"));
  const queries = rules
    .filter(({ to, query }) => to !== API_FUNCTION_URL_PATH && Object.keys(query).length > 0)
    .map(({ from, query }) => `${from}?${new URLSearchParams(query)}`);
  const index: { data: { example: string }[] } = JSON.parse(
    await readFile(join(dist, "_q/api/v1.json"), "utf8"),
  );
  const addresses = {
    files: someFiles(Object.keys(manifest)),
    // Each query is sent twice: unchanged, and with an unknown parameter added.
    queries: evenlySpread(queries, 40).flatMap((query) => [query, `${query}&utm_source=x`]),
    "odd queries": ["", ...listed(ODD_QUERIES)].map((query) => `/api/v1/models${query}`),
    examples: index.data.map(({ example }) => example.replace(/^https?:[/]{2}[^/]+/, "")),
    "no file": [...listed(WITHOUT_FILE), `/api/v1/search?q=${"a".repeat(5_000)}`],
  };
  const requests = Object.entries(addresses).map(
    ([group, all]) => [group, all.map((address) => ({ address }))] as const,
  );
  return { ...Object.fromEntries(requests), methods: METHODS };
}

/** Some files, one of each extension among them. */
function someFiles(paths: readonly string[]): string[] {
  const kinds = new Map(paths.map((path) => [extname(path), path]));
  return [...new Set([...kinds.values(), ...evenlySpread(paths, 150)])];
}

/** At least `count` evenly spread elements, or all if there are fewer. */
function evenlySpread<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.floor(all.length / count));
  return all.filter((_, at) => at % step === 0);
}
