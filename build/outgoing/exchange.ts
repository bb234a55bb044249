/** One request and its answer: redirects followed, the body read to its end. Nothing is retried here. */
import type { IncomingHttpHeaders } from "node:http";
import { request } from "undici";
import { ACCEPTED_ENCODINGS, readBody } from "./body.ts";
import { RequestFailure, toFailure } from "./failure.ts";
import type { RequestEffects } from "./request-effects.ts";
import { toPublicUrl } from "./secrets.ts";
import { Watch } from "./watch.ts";

export interface Ask {
  url: URL;
  headers: Readonly<Record<string, string>>;
  /** Sent to the first host only, wherever that sends us on to. */
  key: string | undefined;
  /** JSON of a POST. */
  post: string | undefined;
  maxBytes: number;
  /** For the whole exchange, in milliseconds. */
  limitMs: number;
  /** Longest silence, in milliseconds. */
  idleMs: number;
  /** Also reads the body of an answer that is not 200, which may say what is wrong. */
  readsErrors?: boolean;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Empty unless the status is 200 or errors are read. */
  body: Buffer;
}

const MAX_REDIRECTS = 5;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** These repeat a POST as it is; the older ones make a GET of it. */
const REPEATING = new Set([307, 308]);

type NetworkParts = Pick<RequestEffects, "userAgent" | "resolveUrl" | "dispatcher">;

/** @throws RequestFailure. */
export async function exchange(ask: Ask, effects: NetworkParts): Promise<Answer> {
  const watch = new Watch(ask.limitMs, ask.idleMs);
  try {
    return await follow(ask, watch, effects);
  } finally {
    watch.stop();
  }
}

async function follow(ask: Ask, watch: Watch, effects: NetworkParts): Promise<Answer> {
  let { url, post } = ask;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const key = url.origin === ask.url.origin ? ask.key : undefined;
    const answer = await sendOnce({ ...ask, url, post, key }, watch, effects);
    if (!REDIRECTS.has(answer.status)) return answer;
    url = toNext(answer, url, ask.url, effects);
    if (!REPEATING.has(answer.status)) post = undefined;
  }
  throw new RequestFailure("redirect", `was sent on more than ${MAX_REDIRECTS} times`);
}

async function sendOnce(ask: Ask, watch: Watch, effects: NetworkParts): Promise<Answer> {
  const { signal, heard } = watch;
  let isInBody = false;
  try {
    const {
      statusCode: status,
      headers,
      body,
    } = await request(effects.resolveUrl?.(ask.url) ?? ask.url, {
      ...optionsOf(ask, effects),
      signal,
    });
    isInBody = true;
    heard();
    if (status !== 200 && !ask.readsErrors) {
      await body.dump();
      return { status, headers, body: Buffer.alloc(0) };
    }
    const encoding = String(headers["content-encoding"] ?? "");
    const bounds = { maxBytes: ask.maxBytes, signal, heard };
    return { status, headers, body: await readBody(body, encoding, bounds) };
  } catch (error) {
    throw toFailure(signal.aborted ? signal.reason : error, isInBody);
  }
}

function optionsOf(ask: Ask, { dispatcher, userAgent }: NetworkParts) {
  return {
    ...(dispatcher && { dispatcher }),
    method: ask.post === undefined ? ("GET" as const) : ("POST" as const),
    headers: headersOf(ask, userAgent),
    body: ask.post ?? null,
    // The watch keeps the time.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
}

function headersOf(ask: Ask, userAgent: string): Record<string, string> {
  return {
    accept: "*/*",
    "accept-encoding": ACCEPTED_ENCODINGS,
    "user-agent": userAgent,
    ...(ask.post !== undefined && { "content-type": "application/json" }),
    ...(ask.key !== undefined && { authorization: `Bearer ${ask.key}` }),
    ...ask.headers,
  };
}

/** Where an answer sends us on: https only, unless all happens on this machine. */
function toNext({ status, headers }: Answer, from: URL, first: URL, effects: NetworkParts): URL {
  const location = headers.location;
  if (location === undefined || !URL.canParse(location, from.href))
    throw new RequestFailure("redirect", `answered ${status} without an address to go on to`);
  const next = new URL(location, from);
  const isAtHome = isLoopback(effects.resolveUrl?.(first) ?? first) && isLoopback(next);
  if (next.protocol !== "https:" && !isAtHome)
    throw new RequestFailure("redirect", `sends on to ${toPublicUrl(next)}, which is not https`);
  return next;
}

const isLoopback = (url: URL): boolean => url.protocol === "http:" && url.hostname === "127.0.0.1";
