/** What can go wrong with one request, in words that reports can count. */

export type FailureKind =
  /** Nothing listens at the address. */
  | "refused"
  /** The connection broke before the answer began. */
  | "reset"
  /** The connection ended in the middle of the answer. */
  | "truncated"
  /** No connection, or no byte, for too long. */
  | "stalled"
  /** The host has no address, or no route leads there. */
  | "unreachable"
  /** Any other fault of the connection: certificates, broken HTTP, redirects in a loop. */
  | "network"
  /** The time limit of the source is used up. */
  | "out-of-time"
  /** The server answered with another status than 200: 404, 429, 500. */
  | "status"
  /** The host is, or leads to, an address in a private network. */
  | "private"
  /** The address does not begin with https. */
  | "insecure"
  /** More bytes than the source can have. */
  | "too-long"
  /** The body is not the gzip, deflate, br or UTF-8 that it claims to be. */
  | "encoding"
  /** An HTML page where data was expected. */
  | "html"
  | "empty"
  | "not-json"
  /** Not a zip archive, or one that does not unpack below its folder. */
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

const KIND_OF_CODE: Readonly<Record<string, FailureKind>> = {
  ECONNREFUSED: "refused",
  ECONNRESET: "reset",
  EPIPE: "reset",
  UND_ERR_SOCKET: "reset",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "truncated",
  ETIMEDOUT: "stalled",
  UND_ERR_CONNECT_TIMEOUT: "stalled",
  UND_ERR_HEADERS_TIMEOUT: "stalled",
  UND_ERR_BODY_TIMEOUT: "stalled",
  ENOTFOUND: "unreachable",
  EAI_AGAIN: "unreachable",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
};

const MEANING: Partial<Record<FailureKind, string>> = {
  refused: "refused the connection",
  reset: "closed the connection before it answered",
  truncated: "closed the connection in the middle of the answer",
  stalled: "sent nothing for too long",
  unreachable: "was not found or not reached",
};

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
  const known = KIND_OF_CODE[code ?? ""] ?? "network";
  const kind = known === "reset" && isInBody ? "truncated" : known;
  return new RequestFailure(kind, `${MEANING[kind] ?? "failed"} (${code ?? name})`, {
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
