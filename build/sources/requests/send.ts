/** One request and its whole answer, by undici: redirects, retries, decompression, bounds. */
import type { IncomingHttpHeaders } from "node:http";
import { brotliDecompressSync, gunzipSync, inflateSync, type ZlibOptions } from "node:zlib";
import { type Dispatcher, interceptors, type RetryHandler, request } from "undici";
import { isTransientStatus, RequestFailure, toFailure, toRetryAfterMs } from "./failure.ts";

export interface HttpRequest {
  url: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent as a bearer token to the first host only, never to one that it redirects to. */
  key?: string | undefined;
  /** JSON of a POST. */
  post?: string;
  /** Longest body, both as it is sent and decompressed. */
  maxBytes: number;
  /** Milliseconds for everything: redirects, retries and their waits. */
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

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Sender {
  userAgent: string;
  dispatcher: Dispatcher;
}

const MAX_REDIRECTS = 5;
const MAX_ATTEMPTS = 4;

/**
 * @returns the answer with whatever status it has, except that transient statuses fail when `retries` is given.
 * @throws RequestFailure.
 */
export async function send(wanted: HttpRequest, sender: Sender): Promise<HttpAnswer> {
  const end = Date.now() + wanted.limitMs;
  const signal = AbortSignal.timeout(Math.max(1, Math.ceil(wanted.limitMs)));
  const dispatcher = sender.dispatcher.compose([
    wholeAnswers(wanted),
    interceptors.redirect({ maxRedirections: MAX_REDIRECTS }),
    ...(wanted.retries ? [retry(wanted.retries, end)] : []),
  ]);
  try {
    const { statusCode, headers, body } = await request(wanted.url, {
      dispatcher,
      signal,
      method: wanted.post === undefined ? "GET" : "POST",
      headers: headersOf(wanted, sender.userAgent),
      body: wanted.post ?? null,
    });
    const bytes = Buffer.from(await body.arrayBuffer());
    return { status: statusCode, headers, body: decode(bytes, headers, wanted.maxBytes) };
  } catch (error) {
    if (!signal.aborted) throw toFailure(error);
    throw new RequestFailure("out-of-time", `had not answered after ${wanted.limitMs} ms`);
  }
}

function headersOf({ headers, key, post }: HttpRequest, userAgent: string): Record<string, string> {
  // undici would quote the key in its own message.
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key))
    throw new RequestFailure("network", "needs a key without spaces and line breaks");
  return {
    accept: "*/*",
    "accept-encoding": Object.keys(DECODERS).join(", "),
    "user-agent": userAgent,
    ...(post !== undefined && { "content-type": "application/json" }),
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
    ...headers,
  };
}

/** Holds an answer back until it is whole, so that one that breaks off can be requested again. */
const wholeAnswers =
  ({ maxBytes, idleMs }: HttpRequest): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) => {
    let start: [number, IncomingHttpHeaders, (string | undefined)?] | undefined;
    const chunks: Buffer[] = [];
    let bytes = 0;
    return dispatch(
      { ...options, headersTimeout: idleMs, bodyTimeout: idleMs },
      {
        onRequestStart: (controller, context) => handler.onRequestStart?.(controller, context),
        onResponseStart: (_controller, ...head) => {
          if (head[0] >= 200) start = head;
        },
        onResponseData(controller, chunk) {
          bytes += chunk.length;
          if (bytes > maxBytes) controller.abort(tooLong(maxBytes));
          else chunks.push(chunk);
        },
        onResponseEnd(controller, trailers) {
          if (start === undefined) return;
          handler.onResponseStart?.(controller, ...start);
          for (const chunk of chunks) handler.onResponseData?.(controller, chunk);
          handler.onResponseEnd?.(controller, trailers);
        },
        onResponseError: (controller, error) =>
          handler.onResponseError?.(controller, withKind(error, start !== undefined)),
      },
    );
  };

const tooLong = (maxBytes: number): RequestFailure =>
  new RequestFailure("too-long", `is longer than ${maxBytes} bytes`);

/** A status, a time limit and mistakes of ours are not errors of the connection. */
const withKind = (error: Error, isInBody: boolean): Error =>
  "code" in error && typeof error.code === "string" && !("statusCode" in error)
    ? toFailure(error, isInBody)
    : error;

const RETRIED_STATUSES = [408, 429, ...Array.from({ length: 100 }, (_, index) => 500 + index)];

const retry = ({ firstWaitMs, onRetry }: Retries, end: number) =>
  interceptors.retry({
    statusCodes: RETRIED_STATUSES,
    retry(error, { state: { counter: attempt } }, done) {
      const failure = toAttemptFailure(error);
      const wait = Math.max(firstWaitMs * 2 ** (attempt - 1), failure.retryAfterMs ?? 0);
      if (!failure.isTransient || attempt === MAX_ATTEMPTS || Date.now() + wait > end)
        return done(toLastFailure(failure, attempt, wait));
      onRetry(failure, attempt);
      setTimeout(() => done(null), wait);
    },
  });

/** undici hands a status over as an error of its own. */
function toAttemptFailure(error: Error): RequestFailure {
  const { statusCode, headers } = error as Partial<RetryHandler.RetryContext> &
    Error & { statusCode?: number; headers?: IncomingHttpHeaders };
  return statusCode === undefined ? toFailure(error) : toStatusFailure(statusCode, headers ?? {});
}

function toLastFailure(failure: RequestFailure, attempts: number, wait: number): RequestFailure {
  const times = attempts === 1 ? "" : `, ${attempts} times`;
  const isLate = failure.isTransient && attempts < MAX_ATTEMPTS;
  const late = isLate ? `; the next attempt would be in ${wait} ms, after the time limit` : "";
  return new RequestFailure(failure.kind, `${failure.message}${times}${late}`, failure);
}

/** `answered 503`. */
export const toStatusFailure = (status: number, headers: IncomingHttpHeaders): RequestFailure =>
  new RequestFailure("status", `answered ${status}`, {
    status,
    isTransient: isTransientStatus(status),
    retryAfterMs: toRetryAfterMs(headers["retry-after"], Date.now()),
  });

const DECODERS: Readonly<Record<string, (bytes: Buffer, options: ZlibOptions) => Buffer>> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** @throws RequestFailure `encoding` or `too-long`. */
function decode(bytes: Buffer, headers: IncomingHttpHeaders, maxBytes: number): Buffer {
  const encoding = (headers["content-encoding"] ?? "").trim().toLowerCase();
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
