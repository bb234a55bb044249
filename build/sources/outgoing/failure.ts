/** What can go wrong with one request, in words that reports can count. */

type FailureKind =
  /** Nobody listens at the address. */
  | "refused"
  /** The connection broke before the answer began. */
  | "reset"
  /** The connection ended in the middle of the answer. */
  | "truncated"
  /** No byte came for a while. */
  | "stalled"
  /** The host has no address, or no way leads there. */
  | "unreachable"
  /** Any other fault of the connection: certificates, broken HTTP. */
  | "network"
  /** The time of the source is used up. */
  | "out-of-time"
  /** The server answered with another status than 200: 404, 429, 500. */
  | "status"
  /** The host is, or leads to, a machine of a private network. */
  | "private"
  /** Too many redirects, or one to an address that is not allowed. */
  | "redirect"
  /** More bytes than the source can have. */
  | "too-long"
  /** The body is not the gzip, deflate, br or UTF-8 that it claims to be. */
  | "encoding"
  /** An HTML page where data was expected. */
  | "html"
  | "empty"
  | "not-json"
  /** No zip archive, or one that does not unpack below its folder. */
  | "archive"
  /** The answer holds our own key: it must not be kept. */
  | "key-echoed";

interface FailureDetails {
  /** Worth asking again. */
  isTransient?: boolean;
  status?: number | undefined;
  /** Milliseconds the server asks to be left alone. */
  retryAfterMs?: number | undefined;
}

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
  ERR_STREAM_PREMATURE_CLOSE: "reset",
  UND_ERR_SOCKET: "reset",
  ETIMEDOUT: "stalled",
  UND_ERR_CONNECT_TIMEOUT: "stalled",
  ENOTFOUND: "unreachable",
  EAI_AGAIN: "unreachable",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
};

const TRANSIENT = new Set<FailureKind>(["refused", "reset", "truncated", "stalled", "unreachable"]);

/**
 * What undici, the socket or zlib threw, as a failure. An error without a code is no matter of the
 * network but a mistake of ours: it is thrown on.
 *
 * @param isInBody The head of the answer had come.
 */
export function toFailure(error: unknown, isInBody: boolean): RequestFailure {
  if (error instanceof RequestFailure) return error;
  const code = codeOf(error);
  if (code === undefined) throw error;
  if (/^(Z_|ERR_BROTLI|ERR__ERROR_FORMAT|ERR_PADDING)/.test(code))
    return new RequestFailure("encoding", `the body is not what it is encoded as (${code})`);
  const known = KIND_OF_CODE[code] ?? "network";
  const kind = known === "reset" && isInBody ? "truncated" : known;
  return new RequestFailure(kind, `${MEANING[kind] ?? "failed"} (${code})`, {
    isTransient: TRANSIENT.has(kind),
  });
}

const MEANING: Partial<Record<FailureKind, string>> = {
  refused: "nobody listens there",
  reset: "the connection broke before an answer came",
  truncated: "the connection broke in the middle of the answer",
  stalled: "no connection came about",
  unreachable: "the host was not found or not reached",
};

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("code" in error && typeof error.code === "string") return error.code;
  // What is no HTTP at all is told without a code.
  return error.name === "HTTPParserError" ? error.name : undefined;
}
