/** The deployed service's answers beside those of the same build on this machine. */
import { isSharedHeader } from "../../generator/http/headers.ts";
import type { Handle } from "../handle.ts";
import type { CheckResult } from "./check-result.ts";
import type { DeployedService, SmokeAnswer, SmokeRequest } from "./deployed.ts";

/** Differences that are reported in full, for each check. */
const SHOWN = 5;

export async function compareAnswers(
  check: string,
  requests: readonly SmokeRequest[],
  deployed: DeployedService,
  local: Handle,
): Promise<CheckResult[]> {
  const differences = (
    await Promise.all(
      requests.map(async (request) => {
        const [seen, expected] = [await deployed.send(request), await sendLocally(request, local)];
        const differing = differencesOf(seen, expected);
        const { method = "GET", address } = request;
        return differing.length === 0
          ? []
          : [`${method} ${short(address)}: ${differing.join("; ")}`];
      }),
    )
  ).flat();
  if (differences.length === 0)
    return [{ check, verdict: "ok", detail: `${requests.length} answers as on this machine` }];
  const more = differences.length - SHOWN;
  return [
    ...differences.slice(0, SHOWN),
    ...(more > 0 ? [`and ${more} more of ${requests.length}`] : []),
  ].map((detail) => ({ check, verdict: "differs", detail }));
}

async function sendLocally(request: SmokeRequest, local: Handle): Promise<SmokeAnswer> {
  const { address, method = "GET", headers = {}, body } = request;
  const init = { method, headers, ...(body !== undefined && { body }) };
  const response = await local(new Request(`http://127.0.0.1${address}`, init));
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

function differencesOf(seen: SmokeAnswer, expected: SmokeAnswer): string[] {
  const names = [...expected.headers.keys()].filter(isSharedHeader);
  const differing = names.filter(
    (name) => normal(seen.headers.get(name)) !== normal(expected.headers.get(name)),
  );
  return [
    ...(seen.status === expected.status
      ? []
      : [`status ${seen.status} instead of ${expected.status}`]),
    ...differing.map(
      (name) =>
        `${name} "${seen.headers.get(name) ?? ""}" instead of "${expected.headers.get(name)}"`,
    ),
    ...(seen.bytes.equals(expected.bytes) ? [] : [bodyDifference(seen, expected)]),
  ];
}

/** Letters of both kinds and blanks say nothing in the values compared here. */
const normal = (value: string | null): string => (value ?? "").toLowerCase().replaceAll(" ", "");

function bodyDifference({ bytes: seen }: SmokeAnswer, { bytes: expected }: SmokeAnswer): string {
  const at = seen.findIndex((byte, index) => byte !== expected[index]);
  const from = at < 0 ? Math.min(seen.length, expected.length) : at;
  const text = (bytes: Buffer) => JSON.stringify(bytes.toString("utf8", from, from + 30));
  return `body of ${seen.length} bytes instead of ${expected.length}, from byte ${from}: ${text(seen)} instead of ${text(expected)}`;
}

const short = (address: string): string =>
  address.length <= 80 ? address : `${address.slice(0, 80)}…`;
