/**
 * An HTTP server on this machine in place of the upstreams: it returns given answers with ETags,
 * produces faults and records requests. `https://host/path?query` is requested here as
 * `/host/path?query` (see `replayDispatcher`). For tests.
 *
 * @example
 * const replay = await startReplayServer({ "https://models.dev/api.json": text });
 * replay.fault("https://models.dev/api.json", { kind: "status", status: 500 }, 3);
 * // npm run nightly -- --replay <replay.origin>
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname } from "node:path";
import { text } from "node:stream/consumers";
import { type HealthyResponse, sendFaultyResponse, type UpstreamFault } from "./replay-faults.ts";
import { startTestServer } from "./test-server.ts";

interface ReplayAnswer {
  body: string | Uint8Array;
  /** Default: 200. */
  status?: number;
  /** Headers that replace the default `etag` (a digest of the body) and `content-type` (by the path's extension). */
  headers?: Readonly<Record<string, string>>;
}

/** Computes the answer for each request, for addresses that contain a day or a model. */
type ReplayAnswerOf = (url: URL, body: string) => string | Uint8Array | ReplayAnswer;

/**
 * Address (`https://host/path?query`) → answer. An address that ends in `*` matches every address with that prefix; the
 * longest match wins. Other addresses answer 404.
 */
type ReplayAnswers = Readonly<Record<string, string | Uint8Array | ReplayAnswer | ReplayAnswerOf>>;

interface ReplayRequest {
  method: string;
  /** `https://host/path?query`. */
  url: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Body of a POST request; empty for other methods. */
  body: string;
}

export interface ReplayServer {
  /** `http://127.0.0.1:PORT`. */
  origin: string;
  /** All so far, in order. */
  requests: readonly ReplayRequest[];
  /** Sets the answer from now on. */
  set(url: string, answer: ReplayAnswers[string]): void;
  /** Produces a fault for that many requests (default: until `heal`); `url` may end in `*`. */
  fault(url: string, fault: UpstreamFault, times?: number): void;
  /** Ends the faults of this address, or all. */
  heal(url?: string): void;
  /** Forgets the requests so far. */
  forget(): void;
}

export async function startReplayServer(answers: ReplayAnswers): Promise<ReplayServer> {
  const stage = new ReplayState(answers);
  const origin = await startTestServer((from, to) => {
    stage.answer(from, to).catch((error) => to.destroy(error));
  });
  return {
    origin,
    requests: stage.requests,
    set: (url, answer) => void stage.answers.set(url, answer),
    fault: (url, fault, times = Number.POSITIVE_INFINITY) =>
      void stage.faults.set(url, { fault, times }),
    heal: (url) => (url === undefined ? stage.faults.clear() : void stage.faults.delete(url)),
    forget: () => void stage.requests.splice(0),
  };
}

class ReplayState {
  readonly requests: ReplayRequest[] = [];
  readonly answers: Map<string, ReplayAnswers[string]>;
  readonly faults = new Map<string, { fault: UpstreamFault; times: number }>();

  constructor(answers: ReplayAnswers) {
    this.answers = new Map(Object.entries(answers));
  }

  async answer(from: IncomingMessage, to: ServerResponse): Promise<void> {
    const url = `https:/${from.url ?? "/"}`;
    const { method = "GET", headers } = from;
    const body = await text(from);
    this.requests.push({ method, url, headers, body });
    const answer = this.#answerTo(url, body);
    const fault = this.#takeFault(url);
    const healthy = toHealthy(url, answer);
    if (fault !== undefined) return void sendFaultyResponse(fault, to, healthy);
    const length = { "content-length": healthy.body.length };
    to.writeHead(answer.status ?? 200, { ...healthy.headers, ...length }).end(healthy.body);
  }

  #answerTo(url: string, body: string): ReplayAnswer {
    const found = findBest(this.answers, url)?.[1] ?? {
      status: 404,
      body: `no answer is set for ${url}`,
    };
    const answer = typeof found === "function" ? found(new URL(url), body) : found;
    return typeof answer === "string" || answer instanceof Uint8Array ? { body: answer } : answer;
  }

  #takeFault(url: string): UpstreamFault | undefined {
    const planned = findBest(this.faults, url);
    if (planned === undefined) return undefined;
    const [key, { fault, times }] = planned;
    if (times > 1) this.faults.set(key, { fault, times: times - 1 });
    else this.faults.delete(key);
    return fault;
  }
}

/** Key and value of the exact address, or of the longest key ending in `*` that matches it. */
function findBest<T>(byUrl: ReadonlyMap<string, T>, url: string): [string, T] | undefined {
  const fits = ([key]: [string, T]) =>
    key === url || (key.endsWith("*") && url.startsWith(key.slice(0, -1)));
  const rank = ([key]: [string, T]) => (key === url ? Number.POSITIVE_INFINITY : key.length);
  return [...byUrl].filter(fits).sort((a, b) => rank(b) - rank(a))[0];
}

function toHealthy(url: string, { body, headers }: ReplayAnswer): HealthyResponse {
  const bytes = Buffer.from(body);
  const ending = extname(new URL(url).pathname);
  const type = TYPES[ending] ?? "application/json";
  return { body: bytes, headers: { "content-type": type, ...headers } };
}

const TYPES: Readonly<Record<string, string>> = {
  ".csv": "text/csv",
  ".md": "text/plain; charset=utf-8",
  ".yml": "text/plain; charset=utf-8",
  ".zip": "application/zip",
};
