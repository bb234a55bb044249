/** How the deployed service hands over an answer: asked again, without body, compressed, in part. */
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { Answer, Deployed } from "./deployed.ts";
import type { Finding } from "./finding.ts";
import { KINDS } from "./questions.ts";

const DECODERS = { gzip: gunzipSync, br: brotliDecompressSync };
const PART = 10;

/** One finding for each kind of address and check. */
export async function checkTransfer(deployed: Deployed): Promise<Finding[]> {
  const found = Object.entries(KINDS).map(async ([kind, address]) => {
    const whole = await deployed.ask({ address });
    const told = (check: string, verdict: Finding["verdict"], detail: string): Finding => ({
      check,
      verdict,
      detail: `${kind}: ${detail}`,
    });
    return [
      await checkEtag(deployed, address, whole, told),
      await checkHead(deployed, address, whole, told),
      ...(await checkCompression(deployed, address, whole, told)),
      await checkRange(deployed, address, whole, told),
    ];
  });
  return [
    ...(await Promise.all(found)).flat(),
    await checkMatching(deployed),
    await checkCache(deployed),
  ];
}

type Tell = (check: string, verdict: Finding["verdict"], detail: string) => Finding;

async function checkEtag(
  deployed: Deployed,
  address: string,
  whole: Answer,
  tell: Tell,
): Promise<Finding> {
  const etag = whole.headers.get("etag");
  if (etag === null) return tell("etag", "differs", "no ETag, so nothing can be asked again");
  const again = await deployed.ask({ address, headers: { "if-none-match": etag } });
  if (again.status === 304 && again.bytes.length === 0)
    return tell("etag", "ok", `${etag} gives a 304`);
  return tell("etag", "differs", `${etag} gives ${again.status} with ${again.bytes.length} bytes`);
}

async function checkHead(
  deployed: Deployed,
  address: string,
  whole: Answer,
  tell: Tell,
): Promise<Finding> {
  const head = await deployed.ask({ address, method: "HEAD" });
  const differing = ["content-type", "cache-control", "etag", "access-control-allow-origin"].filter(
    (name) => head.headers.get(name) !== whole.headers.get(name),
  );
  if (head.status === whole.status && differing.length === 0)
    return tell("head", "ok", "status and headers of GET");
  return tell("head", "differs", `status ${head.status}; other than GET: ${differing.join(", ")}`);
}

async function checkCompression(
  deployed: Deployed,
  address: string,
  whole: Answer,
  tell: Tell,
): Promise<Finding[]> {
  const encodings = Object.entries(DECODERS).map(async ([encoding, decode]) => {
    const { headers, bytes } = await deployed.ask({
      address,
      headers: { "accept-encoding": encoding },
    });
    const used = headers.get("content-encoding");
    if (used === null) return tell("compression", "seen", `not as ${encoding}`);
    if (used !== encoding || !isSame(() => decode(bytes), whole.bytes))
      return tell("compression", "differs", `asked for ${encoding}, got ${used} of other bytes`);
    const share = Math.round((100 * bytes.length) / whole.bytes.length);
    return tell("compression", "ok", `${encoding} takes ${share} % of ${whole.bytes.length} bytes`);
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
  deployed: Deployed,
  address: string,
  whole: Answer,
  tell: Tell,
): Promise<Finding> {
  const { status, bytes } = await deployed.ask({
    address,
    headers: { range: `bytes=0-${PART - 1}` },
  });
  if (status === 206 && bytes.equals(whole.bytes.subarray(0, PART)))
    return tell("range", "seen", "gives the part that is asked for");
  if (status === 200 && bytes.equals(whole.bytes))
    return tell("range", "seen", "gives the whole, as it may");
  return tell("range", "differs", `status ${status} with ${bytes.length} bytes that are no part`);
}

/** An answer of the CDN has the ETag of the file it is; what the function answers has its own. */
async function checkMatching(deployed: Deployed): Promise<Finding> {
  const etagOf = async (address: string) => (await deployed.ask({ address })).headers.get("etag");
  const [file, more] = [await etagOf(KINDS.query), await etagOf(`${KINDS.query}&utm_source=x`)];
  const [one, other] = [
    await etagOf(KINDS.function),
    await etagOf(`${KINDS.function}&utm_source=x`),
  ];
  const tell = (verdict: Finding["verdict"], detail: string): Finding => ({
    check: "matching",
    verdict,
    detail,
  });
  if (one !== other)
    return tell("differs", "the function gives one answer two ETags; it should be one");
  return file === more
    ? tell(
        "seen",
        "superset: a rule takes a query with more parameters than its own, or ETags do not tell",
      )
    : tell("seen", "exact: a query with more parameters than a rule's goes to the function");
}

/** Signs that the second answer of the function came from the CDN. */
async function checkCache(deployed: Deployed): Promise<Finding> {
  await deployed.ask({ address: KINDS.function });
  const { headers } = await deployed.ask({ address: KINDS.function });
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
