/** Compares a deployed service with the build on this machine, and checks what only a deployed service shows. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { BuildError } from "../../build/facts/fault.ts";
import { MANIFEST_PATH } from "../../generator/http/endpoint.ts";
import { isSharedHeader } from "../../generator/http/headers.ts";
import type { Manifest } from "../../generator/publish.ts";
import type { Handle } from "../function.ts";
import { openCdn } from "../local/cdn.ts";
import { DeployedService, type SmokeAnswer, type SmokeRequest } from "./deployed.ts";
import { REQUEST_GROUPS, type RequestGroup, requestsTo } from "./requests.ts";
import { checkTransfer } from "./transfer.ts";

/** What one check of a deployed service found. */
export interface CheckResult {
  /** What was looked at: `files`, `range`. */
  check: string;
  /** `differs`: fix it. `seen`: either behaviour is right, and `detail` names it. `known`: a difference with a known reason. */
  verdict: "ok" | "differs" | "seen" | "known";
  detail: string;
}

/** A difference between the service and this machine that is no fault of ours. */
export interface KnownDifference {
  /** Of `<check>: <detail>`. */
  pattern: RegExp;
  reason: string;
}

export interface SmokeOptions {
  /** Of the service. */
  address: string;
  /** The published files of the build that is deployed there. */
  dist: string;
  /** The function of the same build. */
  handle: Handle;
  /** What is compared besides how answers are transferred. Default: every group. */
  groups?: readonly RequestGroup[];
  /** Default: none. */
  known?: readonly KnownDifference[];
  /** Called with each result as soon as it is there. */
  onResult: (result: CheckResult) => void;
}

/** Differences of one check that are printed in full. */
const SHOWN = 5;
/** Requests at once: a smoke test is no load test. */
const AT_ONCE = 4;

/**
 * @returns How many requests were sent, and how many results differ.
 * @throws BuildError when nothing answers, or another build is deployed.
 */
export async function smoke({
  address,
  dist,
  handle,
  groups = REQUEST_GROUPS,
  known = [],
  onResult,
}: SmokeOptions): Promise<{ sent: number; differences: number }> {
  const deployed = new DeployedService(address);
  await refuseLocalBuild(deployed, dist);
  const manifest = await sameManifest(deployed, dist);
  const local = await openCdn(dist, handle, "exact");
  const requests = await requestsTo(dist, manifest);
  let differences = 0;
  const report = (results: readonly CheckResult[]) => {
    const shown = toReport(results, known);
    differences += shown.filter(({ verdict }) => verdict === "differs").length;
    shown.forEach(onResult);
  };
  for (const group of groups) report(await compareAnswers(group, requests[group], deployed, local));
  report(await checkTransfer(deployed));
  return { sent: deployed.sent, differences };
}

/** Known differences counted by their reason, the others of one check cut short. */
function toReport(
  results: readonly CheckResult[],
  known: readonly KnownDifference[],
): CheckResult[] {
  const reasonOf = ({ check, detail }: CheckResult) =>
    known.find(({ pattern }) => pattern.test(`${check}: ${detail}`))?.reason;
  const differing = results.filter(({ verdict }) => verdict === "differs");
  const unknown = differing.filter((result) => reasonOf(result) === undefined);
  const reasons = new Map<string, number>();
  for (const reason of differing.map(reasonOf))
    if (reason !== undefined) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  const check = differing[0]?.check ?? "";
  return [
    ...results.filter(({ verdict }) => verdict !== "differs"),
    ...unknown.slice(0, SHOWN),
    ...(unknown.length > SHOWN
      ? [{ check, verdict: "differs" as const, detail: `and ${unknown.length - SHOWN} more` }]
      : []),
    ...[...reasons].map(([reason, count]) => ({
      ...{ check, verdict: "known" as const, detail: `${count} × ${reason}` },
    })),
  ];
}

/** Its answers would lead everybody to their own machine. */
async function refuseLocalBuild({ origin }: DeployedService, dist: string): Promise<void> {
  const { url } = JSON.parse(await readFile(join(dist, MANIFEST_PATH), "utf8")) as { url: string };
  const isLocal = (text: string) =>
    ["localhost", "127.0.0.1", "[::1]"].includes(new URL(text).hostname);
  if (isLocal(url) && !isLocal(origin))
    throw new BuildError(
      `${dist} was built for ${new URL(url).origin}, where its answers lead; run BASE_URL=${origin} npm run build, deploy that, and compare again`,
    );
}

/** Of two different builds every answer differs, which would say nothing. */
async function sameManifest(deployed: DeployedService, dist: string): Promise<Manifest> {
  const text = await readFile(join(dist, MANIFEST_PATH), "utf8");
  const { status, bytes } = await deployed.send({ address: MANIFEST_PATH });
  if (status !== 200)
    throw new BuildError(
      `${deployed.origin}${MANIFEST_PATH} answers ${status}; is the service deployed there?`,
    );
  if (bytes.toString() !== text)
    throw new BuildError(
      `${deployed.origin} has another build than ${dist}; check out what is deployed and run BASE_URL=${deployed.origin} npm run build`,
    );
  return (JSON.parse(text) as { files: Manifest }).files;
}

/** @returns A result for each status, header or body that differs; one `ok` where none does. */
async function compareAnswers(
  check: string,
  requests: readonly SmokeRequest[],
  deployed: DeployedService,
  local: Handle,
): Promise<CheckResult[]> {
  const found: CheckResult[] = [];
  for (let from = 0; from < requests.length; from += AT_ONCE)
    await Promise.all(
      requests.slice(from, from + AT_ONCE).map(async (request) => {
        const [seen, expected] = [await deployed.send(request), await sendLocally(request, local)];
        const { method = "GET", address } = request;
        const short = address.length <= 80 ? address : `${address.slice(0, 80)}…`;
        for (const difference of differencesOf(seen, expected))
          found.push({ check, verdict: "differs", detail: `${method} ${short}: ${difference}` });
      }),
    );
  const detail = `${requests.length} answers as on this machine`;
  return found.length > 0 ? found : [{ check, verdict: "ok", detail }];
}

async function sendLocally(request: SmokeRequest, local: Handle): Promise<SmokeAnswer> {
  const { address, method = "GET", headers = {}, body } = request;
  const init = { method, headers, ...(body !== undefined && { body }) };
  const answer = await local(new Request(`http://127.0.0.1${address}`, init));
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: answer.headers, bytes };
}

function differencesOf(seen: SmokeAnswer, expected: SmokeAnswer): string[] {
  // Case and spaces mean nothing in the values compared here.
  const normal = (value: string | null) => (value ?? "").toLowerCase().replaceAll(" ", "");
  const headers = [...expected.headers]
    .filter(
      ([name, value]) => isSharedHeader(name) && normal(seen.headers.get(name)) !== normal(value),
    )
    .map(([name, value]) => `${name} "${seen.headers.get(name) ?? ""}" instead of "${value}"`);
  return [
    ...(seen.status === expected.status
      ? []
      : [`status ${seen.status} instead of ${expected.status}`]),
    ...headers,
    ...(seen.bytes.equals(expected.bytes) ? [] : [bodyDifference(seen.bytes, expected.bytes)]),
  ];
}

function bodyDifference(seen: Buffer, expected: Buffer): string {
  const at = seen.findIndex((byte, index) => byte !== expected[index]);
  const from = at < 0 ? Math.min(seen.length, expected.length) : at;
  const text = (bytes: Buffer) => JSON.stringify(bytes.toString("utf8", from, from + 30));
  return `body of ${seen.length} bytes instead of ${expected.length}, from byte ${from}: ${text(seen)} instead of ${text(expected)}`;
}
