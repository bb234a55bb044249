/** One request and its answer: redirects followed, the body read to its end. Nothing is retried here. */
import type { IncomingHttpHeaders } from "node:http";
import { request } from "undici";
import { ACCEPTED_ENCODINGS, readBody } from "./body.ts";
import { RequestFailure, toFailure } from "./failure.ts";
import { refusePrivateHost } from "./public-addresses.ts";
import type { RequestEffects } from "./request-effects.ts";
import { RequestTimeout } from "./request-timeout.ts";
import { repeatsSecret, toPublicUrl } from "./secrets.ts";

export interface HttpRequest {
  url: URL;
  headers: Readonly<Record<string, string>>;
  /** Sent to the first host only, never to one that it redirects to. */
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

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Empty unless the status is 200 or errors are read. */
  body: Buffer;
}

const MAX_REDIRECTS = 5;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** These repeat a POST as it is; the older ones make a GET of it. */
const REPEATING_POST = new Set([307, 308]);

type ConnectionEffects = Pick<RequestEffects, "userAgent" | "resolveUrl" | "dispatcher">;

/** @throws RequestFailure. */
export async function exchange(
  asked: HttpRequest,
  effects: ConnectionEffects,
): Promise<HttpAnswer> {
  const timeout = new RequestTimeout(asked.limitMs, asked.idleMs);
  try {
    return await follow(asked, timeout, effects);
  } finally {
    timeout.stop();
  }
}

async function follow(
  asked: HttpRequest,
  timeout: RequestTimeout,
  effects: ConnectionEffects,
): Promise<HttpAnswer> {
  let { url, post } = asked;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const key = url.origin === asked.url.origin ? asked.key : undefined;
    const answer = await sendOnce({ ...asked, url, post, key }, timeout, effects);
    if (!REDIRECTS.has(answer.status)) return answer;
    url = toRedirectTarget(answer, url, asked, effects);
    if (!REPEATING_POST.has(answer.status)) post = undefined;
  }
  throw new RequestFailure("redirect", `was sent on more than ${MAX_REDIRECTS} times`);
}

async function sendOnce(
  asked: HttpRequest,
  timeout: RequestTimeout,
  effects: ConnectionEffects,
): Promise<HttpAnswer> {
  const { signal, onBytes } = timeout;
  let isInBody = false;
  try {
    const {
      statusCode: status,
      headers,
      body,
    } = await request(effects.resolveUrl?.(asked.url) ?? asked.url, {
      ...optionsOf(asked, effects),
      signal,
    });
    isInBody = true;
    onBytes();
    if (status !== 200 && !asked.readsErrors) {
      await body.dump();
      return { status, headers, body: Buffer.alloc(0) };
    }
    const encoding = String(headers["content-encoding"] ?? "");
    const bounds = { maxBytes: asked.maxBytes, signal, onBytes };
    return { status, headers, body: await readBody(body, encoding, bounds) };
  } catch (error) {
    throw toFailure(signal.aborted ? signal.reason : error, isInBody);
  }
}

function optionsOf(asked: HttpRequest, { dispatcher, userAgent }: ConnectionEffects) {
  return {
    ...(dispatcher && { dispatcher }),
    method: asked.post === undefined ? ("GET" as const) : ("POST" as const),
    headers: headersOf(asked, userAgent),
    body: asked.post ?? null,
    // RequestTimeout keeps the time.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
}

function headersOf(asked: HttpRequest, userAgent: string): Record<string, string> {
  return {
    accept: "*/*",
    "accept-encoding": ACCEPTED_ENCODINGS,
    "user-agent": userAgent,
    ...(asked.post !== undefined && { "content-type": "application/json" }),
    ...(asked.key !== undefined && { authorization: `Bearer ${asked.key}` }),
    ...asked.headers,
  };
}

/** The target of a redirect: https only, unless both hosts are this machine. */
function toRedirectTarget(
  { status, headers }: HttpAnswer,
  from: URL,
  { url: first, key }: HttpRequest,
  effects: ConnectionEffects,
): URL {
  const location = headers.location;
  if (location === undefined || !URL.canParse(location, from.href))
    throw new RequestFailure("redirect", `answered ${status} without an address to go on to`);
  const next = new URL(location, from);
  const isLocal = isLoopback(effects.resolveUrl?.(first) ?? first) && isLoopback(next);
  if (next.protocol !== "https:" && !isLocal)
    throw new RequestFailure("redirect", `sends on to ${shown(next, key)}, which is not https`);
  if (!isLocal) refusePrivateHost(next);
  return next;
}

/** What a host writes into an address is its own: it may be our key. */
const shown = (url: URL, key: string | undefined): string =>
  repeatsSecret(url.href, key) ? "an address that repeats the key" : toPublicUrl(url);

const isLoopback = (url: URL): boolean => url.protocol === "http:" && url.hostname === "127.0.0.1";
