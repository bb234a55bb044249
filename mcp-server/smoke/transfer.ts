/** How the deployed service hands over an answer: asked again, without body, compressed, in part. */
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { CheckResult } from "./check-result.ts";
import type { DeployedService, SmokeAnswer } from "./deployed.ts";
import { ADDRESS_KINDS } from "./requests.ts";

const DECODERS = { gzip: gunzipSync, br: brotliDecompressSync };
const PART = 10;

/** One finding for each kind of address and check. */
export async function checkTransfer(deployed: DeployedService): Promise<CheckResult[]> {
  const found = Object.entries(ADDRESS_KINDS).map(async ([kind, address]) => {
    const whole = await deployed.send({ address });
    const toResult = (
      check: string,
      verdict: CheckResult["verdict"],
      detail: string,
    ): CheckResult => ({
      check,
      verdict,
      detail: `${kind}: ${detail}`,
    });
    return [
      await checkEtag(deployed, address, whole, toResult),
      await checkHead(deployed, address, whole, toResult),
      ...(await checkCompression(deployed, address, whole, toResult)),
      await checkRange(deployed, address, whole, toResult),
    ];
  });
  return [
    ...(await Promise.all(found)).flat(),
    await checkMatching(deployed),
    await checkCache(deployed),
  ];
}

type ToResult = (check: string, verdict: CheckResult["verdict"], detail: string) => CheckResult;

async function checkEtag(
  deployed: DeployedService,
  address: string,
  whole: SmokeAnswer,
  toResult: ToResult,
): Promise<CheckResult> {
  const etag = whole.headers.get("etag");
  if (etag === null) return toResult("etag", "differs", "no ETag, so nothing can be asked again");
  const again = await deployed.send({ address, headers: { "if-none-match": etag } });
  if (again.status === 304 && again.bytes.length === 0)
    return toResult("etag", "ok", `${etag} gives a 304`);
  return toResult(
    "etag",
    "differs",
    `${etag} gives ${again.status} with ${again.bytes.length} bytes`,
  );
}

async function checkHead(
  deployed: DeployedService,
  address: string,
  whole: SmokeAnswer,
  toResult: ToResult,
): Promise<CheckResult> {
  const head = await deployed.send({ address, method: "HEAD" });
  const differing = ["content-type", "cache-control", "etag", "access-control-allow-origin"].filter(
    (name) => head.headers.get(name) !== whole.headers.get(name),
  );
  if (head.status === whole.status && differing.length === 0)
    return toResult("head", "ok", "status and headers of GET");
  return toResult(
    "head",
    "differs",
    `status ${head.status}; other than GET: ${differing.join(", ")}`,
  );
}

async function checkCompression(
  deployed: DeployedService,
  address: string,
  whole: SmokeAnswer,
  toResult: ToResult,
): Promise<CheckResult[]> {
  const encodings = Object.entries(DECODERS).map(async ([encoding, decode]) => {
    const { headers, bytes } = await deployed.send({
      address,
      headers: { "accept-encoding": encoding },
    });
    const used = headers.get("content-encoding");
    if (used === null) return toResult("compression", "seen", `not as ${encoding}`);
    if (used !== encoding || !isSame(() => decode(bytes), whole.bytes))
      return toResult(
        "compression",
        "differs",
        `asked for ${encoding}, got ${used} of other bytes`,
      );
    const share = Math.round((100 * bytes.length) / whole.bytes.length);
    return toResult(
      "compression",
      "ok",
      `${encoding} takes ${share} % of ${whole.bytes.length} bytes`,
    );
  });
  return Promise.all(encodings);
}

function isSame(decode: () => Buffer, expected: Buffer): boolean {
  try {
    return decode().equals(expected);
  } catch {
    return false;
  }
}

async function checkRange(
  deployed: DeployedService,
  address: string,
  whole: SmokeAnswer,
  toResult: ToResult,
): Promise<CheckResult> {
  const { status, bytes } = await deployed.send({
    address,
    headers: { range: `bytes=0-${PART - 1}` },
  });
  if (status === 206 && bytes.equals(whole.bytes.subarray(0, PART)))
    return toResult("range", "seen", "gives the part that is asked for");
  if (status === 200 && bytes.equals(whole.bytes))
    return toResult("range", "seen", "gives the whole, as it may");
  return toResult(
    "range",
    "differs",
    `status ${status} with ${bytes.length} bytes that are no part`,
  );
}

/** An answer of the CDN has the ETag of the file it is; what the function answers has its own. */
async function checkMatching(deployed: DeployedService): Promise<CheckResult> {
  const etagOf = async (address: string) => (await deployed.send({ address })).headers.get("etag");
  const [file, more] = [
    await etagOf(ADDRESS_KINDS.query),
    await etagOf(`${ADDRESS_KINDS.query}&utm_source=x`),
  ];
  const [one, other] = [
    await etagOf(ADDRESS_KINDS.function),
    await etagOf(`${ADDRESS_KINDS.function}&utm_source=x`),
  ];
  const toResult = (verdict: CheckResult["verdict"], detail: string): CheckResult => ({
    check: "matching",
    verdict,
    detail,
  });
  if (one !== other)
    return toResult("differs", "the function gives one answer two ETags; it should be one");
  return file === more
    ? toResult(
        "seen",
        "superset: a rule takes a query with more parameters than its own, or ETags do not tell",
      )
    : toResult("seen", "exact: a query with more parameters than a rule's goes to the function");
}

/** Signs that the second answer of the function came from the CDN. */
async function checkCache(deployed: DeployedService): Promise<CheckResult> {
  await deployed.send({ address: ADDRESS_KINDS.function });
  const { headers } = await deployed.send({ address: ADDRESS_KINDS.function });
  const status = headers.get("cache-status");
  const age = Number(headers.get("age") ?? 0);
  const isHit = age > 0 || /\bhit\b/.test(status ?? "");
  return {
    check: "cache",
    verdict: "seen",
    detail: isHit
      ? `function: the second answer came from the CDN (age ${age}${status ? `, ${status}` : ""})`
      : "function: no sign that the second answer came from the CDN",
  };
}
