/** Faults between an upstream and us, as a replay server produces them. */
import { randomBytes } from "node:crypto";
import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";

export type UpstreamFault =
  /** A redirect to a closed port, which refuses the connection. */
  | { kind: "refused" }
  /** Half of the body, then the connection breaks with an RST. */
  | { kind: "reset" }
  /** Half of the body, then the connection ends before its Content-Length. */
  | { kind: "truncated" }
  /** Nothing but this status (`429`, `500`), with headers such as `retry-after`. */
  | { kind: "status"; status: number; headers?: Readonly<Record<string, string>> }
  /** An HTML page with status 200. */
  | { kind: "html" }
  /** Claims to be gzip and is not. */
  | { kind: "gzip-garbage" }
  /** Zeros without end, compressed a thousandfold. */
  | { kind: "gzip-bomb" }
  /** A body that never ends. */
  | { kind: "endless" }
  /** A whole answer with another text. */
  | { kind: "body"; transform: (text: string) => string };

/** The answer without the fault. */
export interface HealthyResponse {
  body: Uint8Array;
  headers: OutgoingHttpHeaders;
}

/** Nothing listens there, and only root could. */
const CLOSED_PORT = "http://127.0.0.1:2/";

const PAGE = "<!DOCTYPE html><html><body><h1>We will be back soon</h1></body></html>";

/** Every fault but `body`, which is a healthy answer of other text. */
export function sendFaultyResponse(
  fault: Exclude<UpstreamFault, { kind: "body" }>,
  to: ServerResponse,
  was: HealthyResponse,
) {
  switch (fault.kind) {
    case "refused":
      return to.writeHead(307, { location: CLOSED_PORT }).end();
    case "status":
      return to.writeHead(fault.status, fault.headers).end(`status ${fault.status}`);
    case "html":
      return to.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(PAGE);
    case "gzip-garbage":
      return to
        .writeHead(200, { ...was.headers, "content-encoding": "gzip" })
        .end(randomBytes(500));
    case "gzip-bomb":
      to.writeHead(200, { ...was.headers, "content-encoding": "gzip" });
      return pour(to, gzipSync(new Uint8Array(10_000_000)));
    case "endless":
      to.writeHead(200, was.headers);
      return pour(to, was.body.length > 0 ? was.body : new TextEncoder().encode("[]\n"));
    case "reset":
      return sendHalf(to, was, () => to.socket?.resetAndDestroy());
    case "truncated":
      return sendHalf(to, was, () => to.socket?.end());
  }
}

/** Announces the whole length and sends half. */
function sendHalf(to: ServerResponse, { body, headers }: HealthyResponse, then: () => void): void {
  to.writeHead(200, { ...headers, "content-length": body.length });
  to.write(body.subarray(0, Math.floor(body.length / 2)), () => setTimeout(then, 10));
}

/** The same bytes again and again until the caller closes the connection. */
function pour(to: ServerResponse, bytes: Uint8Array): void {
  const more = () => {
    while (!to.destroyed && to.write(bytes));
  };
  to.on("drain", more);
  more();
}
