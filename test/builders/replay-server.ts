/**
 * An HTTP server on this machine in place of the upstreams: it returns given answers, produces faults and
 * records requests. `https://host/path?query` is requested here as `/host/path?query` (see `createReplayDispatcher`).
 */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { startTestServer } from "./test-server.ts";

/** What is wrong with an upstream, or with the connection to it. */
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

type Body = string | Uint8Array;
/** A body, with a status other than 200 or further headers. */
type Answer = Body | { body: Body; status?: number; headers?: Readonly<Record<string, string>> };

export type ReplayServer = Awaited<ReturnType<typeof startReplayServer>>;

/** @param given Address (`https://host/path?query`) → answer. Other addresses answer 404. */
export async function startReplayServer(given: Readonly<Record<string, Answer>>) {
  const answers = new Map(Object.entries(given));
  const faults = new Map<string, { fault: UpstreamFault; times: number }>();
  const requests: Pick<IncomingMessage, "headers">[] = [];
  const origin = await startTestServer((from, to) => {
    const url = `https:/${from.url ?? "/"}`;
    requests.push({ headers: from.headers });
    const answer = answers.get(url) ?? { status: 404, body: `no answer is set for ${url}` };
    const {
      body,
      status = 200,
      headers = {},
    } = typeof answer === "string" || answer instanceof Uint8Array ? { body: answer } : answer;
    const bytes = Buffer.from(body);
    const all = { "content-type": "application/json", ...headers };
    const due = faults.get(url);
    if (due && --due.times === 0) faults.delete(url);
    if (due) return void sendFaultyResponse(due.fault, to, bytes, all);
    to.writeHead(status, { ...all, "content-length": bytes.length }).end(bytes);
  });
  return {
    origin,
    requests: requests as Readonly<typeof requests>,
    set: (url: string, answer: Answer) => void answers.set(url, answer),
    /** Produces a fault for that many requests (default: until `heal`). */
    fault: (url: string, fault: UpstreamFault, times = Number.POSITIVE_INFINITY) =>
      void faults.set(url, { fault, times }),
    heal: () => faults.clear(),
    forget: () => void requests.splice(0),
  };
}

/** A port on which nothing listens; only root could listen there. */
const CLOSED_PORT = "http://127.0.0.1:2/";

/** @param bytes The body of the answer without the fault. */
function sendFaultyResponse(
  fault: UpstreamFault,
  to: ServerResponse,
  bytes: Uint8Array,
  headers: OutgoingHttpHeaders,
) {
  /** Announces the whole length and sends half. */
  const sendHalf = (then: () => void): void => {
    to.writeHead(200, { ...headers, "content-length": bytes.length });
    to.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => setTimeout(then, 10));
  };
  switch (fault.kind) {
    case "refused":
      return to.writeHead(307, { location: CLOSED_PORT }).end();
    case "status":
      return to.writeHead(fault.status, fault.headers).end(`status ${fault.status}`);
    case "endless":
      return pour(to.writeHead(200, headers), bytes);
    case "reset":
      return sendHalf(() => to.socket?.resetAndDestroy());
    case "truncated":
      return sendHalf(() => to.socket?.end());
  }
}

/** The same bytes again and again until the caller closes the connection. */
function pour(to: ServerResponse, bytes: Uint8Array): void {
  const more = () => {
    while (!to.destroyed && to.write(bytes));
  };
  to.on("drain", more);
  more();
}
