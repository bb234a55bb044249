/** The deployed service's answers beside those of the same build on this machine. */
import { isSharedHeader } from "../../generator/http/headers.ts";
import type { Handle } from "../function.ts";
import type { CheckResult } from "./check-result.ts";
import type { DeployedService, SmokeAnswer, SmokeRequest } from "./deployed.ts";

/** @returns One finding for each status, header or body that differs; one that all is well where none does. */
export async function compareAnswers(
  check: string,
  requests: readonly SmokeRequest[],
  deployed: DeployedService,
  local: Handle,
): Promise<CheckResult[]> {
  const differences = await Promise.all(
    requests.map(async (request): Promise<CheckResult[]> => {
      const [seen, expected] = [await deployed.send(request), await sendLocally(request, local)];
      const { method = "GET", address } = request;
      return differencesOf(seen, expected).map((difference) => ({
        ...{ check, verdict: "differs" },
        detail: `${method} ${short(address)}: ${difference}`,
      }));
    }),
  );
  const found = differences.flat();
  const detail = `${requests.length} answers as on this machine`;
  return found.length > 0 ? found : [{ check, verdict: "ok", detail }];
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
