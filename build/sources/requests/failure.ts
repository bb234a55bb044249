/** What can go wrong with one request, by kind, so that reports can count. */

/** Failures of the connection: what each means, and the codes of undici and the socket for it. */
const CONNECTION = {
  refused: ["refused the connection", "ECONNREFUSED"],
  reset: ["closed the connection before it answered", "ECONNRESET EPIPE UND_ERR_SOCKET"],
  truncated: [
    "closed the connection in the middle of the answer",
    "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
  ],
  stalled: [
    "sent nothing for too long",
    "ETIMEDOUT UND_ERR_CONNECT_TIMEOUT UND_ERR_HEADERS_TIMEOUT UND_ERR_BODY_TIMEOUT",
  ],
  unreachable: ["could not be found or reached", "ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH"],
  network: ["failed", ""],
} as const;
type ConnectionFailure = keyof typeof CONNECTION;

type FailureKind =
  | ConnectionFailure
  | "out-of-time"
  /** The server answered with another status than 200: 404, 429, 500. */
  | "status"
  /** The host is, or leads to, an address in a private network. */
  | "private"
  /** The address does not begin with https. */
  | "insecure"
  | "html"
  | "too-long"
  /** The body is not the gzip, deflate, br or UTF-8 that it claims to be. */
  | "encoding"
  | "empty"
  | "not-json"
  | "archive"
  /** The answer contains our own key: it must not be kept. */
  | "key-echoed";

interface FailureDetails {
  /** The same request may succeed later. */
  isTransient?: boolean;
  status?: number | undefined;
  /** Milliseconds to wait, as the server requests. */
  retryAfterMs?: number | undefined;
}

/** A failed request. The message never contains a key or text from the server. */
export class RequestFailure extends Error {
  override name = "RequestFailure";
  readonly isTransient: boolean;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  constructor(
    readonly kind: FailureKind,
    message: string,
    details: FailureDetails = {},
  ) {
    super(message);
    this.isTransient = details.isTransient ?? false;
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
  }
}

const CONNECTION_KINDS = Object.keys(CONNECTION) as ConnectionFailure[];

/** @throws The error itself when it has no code: then it is a bug in our code, not a network failure. */
export function toRequestFailure(error: unknown, isInBody = false): RequestFailure {
  if (error instanceof RequestFailure) return error;
  const { code, name } = error as NodeJS.ErrnoException;
  if (typeof code !== "string" && name !== "HTTPParserError") throw error;
  const known =
    CONNECTION_KINDS.find((kind) => CONNECTION[kind][1].split(" ").includes(code ?? "?")) ??
    "network";
  const kind = known === "reset" && isInBody ? "truncated" : known;
  const message = `${CONNECTION[kind][0]} (${code ?? name})`;
  return new RequestFailure(kind, message, { isTransient: kind !== "network" });
}

/** Whether a request with this status may succeed soon. */
export const isTransientHttpStatus = (status: number): boolean =>
  status === 408 || status === 429 || status >= 500;

/** `Retry-After` in seconds or as an HTTP date → milliseconds from now; undefined when there is none. */
function toRetryAfterMs(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/** `answered 503`. @param reason More that the body says, such as `: the model is overloaded`. */
export const toHttpStatusFailure = (
  status: number,
  retryAfter: string | undefined,
  reason = "",
): RequestFailure =>
  new RequestFailure("status", `answered ${status}${reason}`, {
    status,
    isTransient: isTransientHttpStatus(status),
    retryAfterMs: toRetryAfterMs(retryAfter),
  });
