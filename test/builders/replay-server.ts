/**
 * An HTTP server on this machine in place of the upstreams: it returns given answers, produces faults and
 * records requests. `https://host/path?query` is requested here as `/host/path?query` (see `createReplayDispatcher`).
 *
 * @example
 * const replay = await startReplayServer({ "https://models.dev/api.json": text });
 * replay.fault("https://models.dev/api.json", { kind: "status", status: 500 }, 3);
 * // npm run nightly -- --replay <replay.origin>
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

/** The answer without the fault. */
interface HealthyResponse {
  body: Uint8Array;
  headers: OutgoingHttpHeaders;
}

const JSON_TYPE = { "content-type": "application/json" };

interface ReplayAnswer {
  body: string | Uint8Array;
  /** Default: 200. */
  status?: number;
  headers?: Readonly<Record<string, string>>;
}

type Answer = string | Uint8Array | ReplayAnswer;

export type ReplayServer = Awaited<ReturnType<typeof startReplayServer>>;

/** @param given Address (`https://host/path?query`) → answer. Other addresses answer 404. */
export async function startReplayServer(given: Readonly<Record<string, Answer>>) {
  const answers = new Map(Object.entries(given));
  const faults = new Map<string, { fault: UpstreamFault; times: number }>();
  const requests: Pick<IncomingMessage, "headers">[] = [];
  const origin = await startTestServer((from, to) => {
    const url = `https:/${from.url ?? "/"}`;
    requests.push({ headers: from.headers });
    const { body, status, headers } = toAnswer(answers.get(url), url);
    const healthy = { body: Buffer.from(body), headers: { ...JSON_TYPE, ...headers } };
    const due = faults.get(url);
    if (due && --due.times === 0) faults.delete(url);
    if (due) return void sendFaultyResponse(due.fault, to, healthy);
    const length = { "content-length": healthy.body.length };
    to.writeHead(status ?? 200, { ...healthy.headers, ...length }).end(healthy.body);
  });
  return {
    /** `http://127.0.0.1:PORT`. */
    origin,
    /** All so far, in order. */
    requests: requests as Readonly<typeof requests>,
    /** Sets the answer from now on. */
    set: (url: string, answer: Answer) => void answers.set(url, answer),
    /** Produces a fault for that many requests (default: until `heal`). */
    fault: (url: string, fault: UpstreamFault, times = Number.POSITIVE_INFINITY) =>
      void faults.set(url, { fault, times }),
    /** Ends all faults. */
    heal: () => faults.clear(),
    /** Forgets the requests so far. */
    forget: () => void requests.splice(0),
  };
}

function toAnswer(answer: Answer | undefined, url: string): ReplayAnswer {
  if (answer === undefined) return { status: 404, body: `no answer is set for ${url}` };
  return typeof answer === "string" || answer instanceof Uint8Array ? { body: answer } : answer;
}

/** A port on which nothing listens; only root could listen there. */
const CLOSED_PORT = "http://127.0.0.1:2/";

/** Sends the answer with the fault. */
function sendFaultyResponse(fault: UpstreamFault, to: ServerResponse, was: HealthyResponse) {
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
