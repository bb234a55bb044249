/** Faults of an upstream, or of the connection to it, that a replay server can produce. */
import type { OutgoingHttpHeaders, ServerResponse } from "node:http";

export type UpstreamFault =
  /** A redirect to a closed port, which refuses the connection. */
  | { kind: "refused" }
  /** Sends half of the body, then resets the connection (RST). */
  | { kind: "reset" }
  /** Sends half of the body, then closes the connection before `Content-Length` is reached. */
  | { kind: "truncated" }
  /** Nothing but this status (`429`, `500`), with headers such as `retry-after`. */
  | { kind: "status"; status: number; headers?: Readonly<Record<string, string>> }
  /** A body that never ends. */
  | { kind: "endless" };

/** The answer without the fault. */
export interface HealthyResponse {
  body: Uint8Array;
  headers: OutgoingHttpHeaders;
}

/** A port on which nothing listens; only root could listen there. */
const CLOSED_PORT = "http://127.0.0.1:2/";

/** Sends the answer with the fault. */
export function sendFaultyResponse(fault: UpstreamFault, to: ServerResponse, was: HealthyResponse) {
  switch (fault.kind) {
    case "refused":
      return to.writeHead(307, { location: CLOSED_PORT }).end();
    case "status":
      return to.writeHead(fault.status, fault.headers).end(`status ${fault.status}`);
    case "endless":
      return pour(to.writeHead(200, was.headers), was.body);
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
