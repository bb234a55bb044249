/** What can go wrong with one request, by kind, so that reports can count. */

type ConnectionFailure = "refused" | "reset" | "truncated" | "stalled" | "unreachable" | "network";

export type FailureKind =
  | ConnectionFailure
  /** The time limit of the source is used up. */
  | "out-of-time"
  /** The server answered with another status than 200: 404, 429, 500. */
  | "status"
  /** The host is, or leads to, an address in a private network. */
  | "private"
  /** The address does not begin with https. */
  | "insecure"
  | "too-long"
  /** The body is not the gzip, deflate, br or UTF-8 that it claims to be. */
  | "encoding"
  | "html"
  | "empty"
  | "not-json"
  | "archive"
  /** The answer contains our own key: it must not be kept. */
  | "key-echoed";

interface FailureDetails {
  /** The same request may succeed later. */
  isTransient?: boolean;
  status?: number | undefined;
  /** Milliseconds that the server asks us to wait. */
  retryAfterMs?: number | undefined;
}

/** Its message never contains a key or text of the server. */
export class RequestFailure extends Error {
  override name = "RequestFailure";
  readonly kind: FailureKind;
  readonly isTransient: boolean;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  constructor(kind: FailureKind, message: string, details: FailureDetails = {}) {
    super(message);
    this.kind = kind;
    this.isTransient = details.isTransient ?? false;
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
  }
}

const CODES: Readonly<Record<Exclude<ConnectionFailure, "network">, readonly string[]>> = {
  refused: ["ECONNREFUSED"],
  reset: ["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"],
  truncated: ["UND_ERR_RES_CONTENT_LENGTH_MISMATCH"],
  stalled: [
    ...["ETIMEDOUT", "UND_ERR_CONNECT_TIMEOUT"],
    ...["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"],
  ],
  unreachable: ["ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"],
};

const MEANING: Readonly<Record<ConnectionFailure, string>> = {
  refused: "refused the connection",
  reset: "closed the connection before it answered",
  truncated: "closed the connection in the middle of the answer",
  stalled: "sent nothing for too long",
  unreachable: "was not found or not reached",
  network: "failed",
};

const kindOf = (code: string): ConnectionFailure =>
  (Object.keys(CODES) as (keyof typeof CODES)[]).find((kind) => CODES[kind].includes(code)) ??
  "network";

/**
 * What undici or the socket threw, as a failure.
 *
 * @param isInBody The headers of the answer had arrived.
 * @throws an error without a code as it is: it is a mistake of ours, not of the network.
 */
export function toFailure(error: unknown, isInBody = false): RequestFailure {
  if (error instanceof RequestFailure) return error;
  const { code, name } = error as NodeJS.ErrnoException;
  if (typeof code !== "string" && name !== "HTTPParserError") throw error;
  const known = kindOf(code ?? "");
  const kind = known === "reset" && isInBody ? "truncated" : known;
  return new RequestFailure(kind, `${MEANING[kind]} (${code ?? name})`, {
    isTransient: kind !== "network",
  });
}

/** Whether a status may be another one soon. */
export const isTransientStatus = (status: number): boolean =>
  status === 408 || status === 429 || status >= 500;

/**
 * `Retry-After` in seconds or as an HTTP date → milliseconds from now.
 *
 * @returns undefined when there is none or it cannot be read.
 */
export function toRetryAfterMs(
  values: string | readonly string[] | undefined,
  now: number,
): number | undefined {
  const [value] = typeof values === "string" ? [values] : (values ?? []);
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
