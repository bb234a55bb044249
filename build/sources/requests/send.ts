/** One request and its whole answer, by undici: redirects, retries, decompression, bounds. */
import type { IncomingHttpHeaders } from "node:http";
import { setTimeout } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync, inflateSync, type ZlibOptions } from "node:zlib";
import { type Dispatcher, interceptors, request } from "undici";
import {
  isTransientHttpStatus,
  RequestFailure,
  toHttpStatusFailure,
  toRequestFailure,
} from "./failure.ts";

interface HttpRequest {
  url: string;
  /** Sent as a bearer token to the first host only, never to one that it redirects to. */
  key?: string | undefined;
  /** JSON body; if present, the request is a POST. */
  post?: string;
  /** Maximum size of the body, both compressed and decompressed. */
  maxBytes: number;
  /** Time limit in milliseconds for the whole request, including redirects, retries and waits. */
  limitMs: number;
  /** Milliseconds without a byte after which an attempt fails. */
  idleMs: number;
  retries?: Retries;
}

interface Retries {
  /** Milliseconds before the second attempt; doubled for each further one. */
  firstWaitMs: number;
  /** Called before each wait. */
  onRetry(failure: RequestFailure, attempt: number): void;
}

export interface HttpResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface HttpSenderOptions {
  userAgent: string;
  dispatcher: Dispatcher;
}

const MAX_REDIRECTS = 5;
const MAX_ATTEMPTS = 4;

/** @returns The answer, whatever its status; with `retries`, transient ones are failures. @throws RequestFailure. */
export async function sendHttpRequest(
  wanted: HttpRequest,
  sender: HttpSenderOptions,
): Promise<HttpResponse> {
  const { limitMs, retries } = wanted;
  const end = Date.now() + limitMs;
  const signal = AbortSignal.timeout(Math.max(1, Math.ceil(limitMs)));
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await sendOnce(wanted, sender, signal);
      if (retries === undefined || !isTransientHttpStatus(answer.status)) return answer;
      throw toHttpStatusFailure(answer.status, answer.headers["retry-after"]);
    } catch (error) {
      if (signal.aborted)
        throw new RequestFailure("out-of-time", `had not answered after ${limitMs} ms`);
      if (!(error instanceof RequestFailure) || retries === undefined) throw error;
      const wait = Math.max(retries.firstWaitMs * 2 ** (attempt - 1), error.retryAfterMs ?? 0);
      const isLast = !error.isTransient || attempt === MAX_ATTEMPTS;
      if (isLast || Date.now() + wait > end) throw toLastFailure(error, attempt, wait);
      retries.onRetry(error, attempt);
      await setTimeout(wait);
    }
  }
}

async function sendOnce(
  wanted: HttpRequest,
  { dispatcher, userAgent }: HttpSenderOptions,
  signal: AbortSignal,
): Promise<HttpResponse> {
  const { url, post, maxBytes, idleMs } = wanted;
  let isInBody = false;
  try {
    const { statusCode, headers, body } = await request(url, {
      dispatcher: dispatcher.compose(interceptors.redirect({ maxRedirections: MAX_REDIRECTS })),
      signal,
      method: post === undefined ? "GET" : "POST",
      headers: headersOf(wanted, userAgent),
      body: post ?? null,
      headersTimeout: idleMs,
      bodyTimeout: idleMs,
    });
    isInBody = true;
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLong(maxBytes);
      chunks.push(chunk);
    }
    const encoding = String(headers["content-encoding"] ?? "")
      .trim()
      .toLowerCase();
    return {
      status: statusCode,
      headers,
      body: decompress(Buffer.concat(chunks), encoding, maxBytes),
    };
  } catch (error) {
    throw toRequestFailure(error, isInBody);
  }
}

function headersOf({ key, post }: HttpRequest, userAgent: string): Record<string, string> {
  // undici would quote the key in its own message.
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key))
    throw new RequestFailure("network", "needs a key that has no spaces or line breaks");
  return {
    accept: post === undefined ? "*/*" : "application/json",
    "accept-encoding": Object.keys(DECODERS).join(", "),
    "user-agent": userAgent,
    ...(post !== undefined && { "content-type": "application/json" }),
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
  };
}

const tooLong = (maxBytes: number): RequestFailure =>
  new RequestFailure("too-long", `is longer than ${maxBytes} bytes`);

function toLastFailure(failure: RequestFailure, attempts: number, wait: number): RequestFailure {
  const times = attempts === 1 ? "" : `, ${attempts} times`;
  const isLate = failure.isTransient && attempts < MAX_ATTEMPTS;
  const late = isLate ? `; the next attempt would be in ${wait} ms, after the time limit` : "";
  return new RequestFailure(failure.kind, `${failure.message}${times}${late}`, failure);
}

const DECODERS: Readonly<Record<string, (bytes: Buffer, options: ZlibOptions) => Buffer>> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** @param encoding As HTTP names it; "" or `identity` for none. @throws RequestFailure `encoding` or `too-long`. */
export function decompress(bytes: Buffer, encoding: string, maxBytes: number): Buffer {
  if (encoding === "" || encoding === "identity" || bytes.length === 0) return bytes;
  const decoder = DECODERS[encoding.replace("x-", "")];
  if (decoder === undefined) throw new RequestFailure("encoding", "has an unknown encoding");
  try {
    return decoder(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw tooLong(maxBytes);
    throw new RequestFailure("encoding", `is not valid ${encoding}`);
  }
}
