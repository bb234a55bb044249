/** How the deployed service transfers an answer: again, without body, compressed, in part. */
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { DeployedService, SmokeAnswer } from "./deployed.ts";
import { ADDRESS_KINDS } from "./requests.ts";
import type { CheckResult } from "./smoke.ts";

const DECODERS = { gzip: gunzipSync, br: brotliDecompressSync };
const PART = 10;

type Outcome = readonly [verdict: CheckResult["verdict"], detail: string];
type Check = (
  send: (request?: { method?: "HEAD"; headers?: Record<string, string> }) => Promise<SmokeAnswer>,
  whole: SmokeAnswer,
) => Promise<Outcome>;

/** One result for each kind of address and check. */
export async function checkTransfer(deployed: DeployedService): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const [kind, address] of Object.entries(ADDRESS_KINDS)) {
    const send: Parameters<Check>[0] = (request) => deployed.send({ address, ...request });
    const whole = await send();
    for (const [check, run] of CHECKS) {
      const [verdict, detail] = await run(send, whole);
      results.push({ check, verdict, detail: `${kind}: ${detail}` });
    }
  }
  return [...results, await checkMatching(deployed), await checkCache(deployed)];
}

const checkEtag: Check = async (send, { headers }) => {
  const etag = headers.get("etag");
  if (etag === null) return ["differs", "no ETag, so no request can be conditional"];
  const again = await send({ headers: { "if-none-match": etag } });
  if (again.status === 304 && again.bytes.length === 0) return ["ok", `${etag} gives a 304`];
  return ["differs", `${etag} gives ${again.status} with ${again.bytes.length} bytes`];
};

const checkHead: Check = async (send, whole) => {
  const head = await send({ method: "HEAD" });
  const differing = ["content-type", "cache-control", "etag", "access-control-allow-origin"].filter(
    (name) => head.headers.get(name) !== whole.headers.get(name),
  );
  if (head.status === whole.status && differing.length === 0)
    return ["ok", "status and headers of GET"];
  return ["differs", `status ${head.status}; other than GET: ${differing.join(", ")}`];
};

const checkCompression =
  (encoding: keyof typeof DECODERS): Check =>
  async (send, whole) => {
    const { headers, bytes } = await send({ headers: { "accept-encoding": encoding } });
    const used = headers.get("content-encoding");
    if (used === null) return ["seen", `not as ${encoding}`];
    if (used !== encoding || !decodesTo(whole.bytes, bytes, encoding))
      return ["differs", `requested ${encoding}, got ${used} of other bytes`];
    const share = Math.round((100 * bytes.length) / whole.bytes.length);
    return ["ok", `${encoding} takes ${share} % of ${whole.bytes.length} bytes`];
  };

function decodesTo(expected: Buffer, bytes: Buffer, encoding: keyof typeof DECODERS): boolean {
  try {
    return DECODERS[encoding](bytes).equals(expected);
  } catch {
    return false;
  }
}

const checkRange: Check = async (send, whole) => {
  const { status, bytes } = await send({ headers: { range: `bytes=0-${PART - 1}` } });
  if (status === 206 && bytes.equals(whole.bytes.subarray(0, PART)))
    return ["seen", "gives the requested part"];
  if (status === 200 && bytes.equals(whole.bytes)) return ["seen", "gives the whole, as it may"];
  return ["differs", `status ${status} with ${bytes.length} bytes that are no part`];
};

const CHECKS: readonly (readonly [name: string, check: Check])[] = [
  ["etag", checkEtag],
  ["head", checkHead],
  ["compression", checkCompression("gzip")],
  ["compression", checkCompression("br")],
  ["range", checkRange],
];

/** An answer of the CDN has the ETag of the file it is; what the function answers has its own. */
async function checkMatching(deployed: DeployedService): Promise<CheckResult> {
  const etagOf = async (address: string) => (await deployed.send({ address })).headers.get("etag");
  const isSame = async (address: string) =>
    (await etagOf(address)) === (await etagOf(`${address}&utm_source=x`));
  const check = "matching";
  if (!(await isSame(ADDRESS_KINDS.function)))
    return { check, verdict: "differs", detail: "the function gives one answer two ETags" };
  const detail = (await isSame(ADDRESS_KINDS.query))
    ? "superset: a rule takes a query with more parameters than its own, or ETags do not show it"
    : "exact: a query with more parameters than a rule's goes to the function";
  return { check, verdict: "seen", detail };
}

/** Signs that the second answer of the function came from the CDN. */
async function checkCache(deployed: DeployedService): Promise<CheckResult> {
  await deployed.send({ address: ADDRESS_KINDS.function });
  const { headers } = await deployed.send({ address: ADDRESS_KINDS.function });
  const status = headers.get("cache-status") ?? "";
  const age = Number(headers.get("age") ?? 0);
  const detail =
    age > 0 || /\bhit\b/.test(status)
      ? `the second answer came from the CDN (age ${age}${status ? `, ${status}` : ""})`
      : "no sign that the second answer came from the CDN";
  return { check: "cache", verdict: "seen", detail: `function: ${detail}` };
}
