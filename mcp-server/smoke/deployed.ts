/** A deployed service: requests as they are, nothing followed, rewritten or unpacked on the way. */
import { type Dispatcher, request } from "undici";
import { BuildError } from "../../build/facts/fault.ts";

export interface SmokeRequest {
  /** Path and query. */
  address: string;
  method?: "GET" | "HEAD" | "OPTIONS" | "POST";
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

export interface SmokeAnswer {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

const LIMIT_MS = 30_000;

export class DeployedService {
  readonly origin: string;
  /** Requests sent so far. */
  sent = 0;

  /** @param address Of the service; whatever follows the host is dropped. */
  constructor(address: string) {
    this.origin = new URL(address).origin;
  }

  /** @throws BuildError when no answer comes. */
  async send({ address, method = "GET", headers = {}, body }: SmokeRequest): Promise<SmokeAnswer> {
    this.sent += 1;
    try {
      const answer = await request(this.origin + address, {
        method,
        // Answers come as they are unless a compressed form is requested.
        headers: { "accept-encoding": "identity", ...headers },
        body: body ?? null,
        signal: AbortSignal.timeout(LIMIT_MS),
      });
      const bytes = await bytesOf(answer);
      return { status: answer.statusCode, headers: toHeaders(answer.headers), bytes };
    } catch (error) {
      throw new BuildError(
        `${this.origin}${address} gives no answer: ${(error as Error).message}; is the address right, and the service up?`,
      );
    }
  }
}

/** A 304 may state the length of what it leaves out (RFC 9110, 8.6), which undici takes for a truncated answer. */
async function bytesOf({ statusCode, body }: Dispatcher.ResponseData): Promise<Buffer> {
  if (statusCode !== 304) return Buffer.from(await body.arrayBuffer());
  await body.dump();
  return Buffer.alloc(0);
}

const toHeaders = (raw: Record<string, string | string[] | undefined>): Headers =>
  new Headers(
    Object.entries(raw).flatMap(([name, values]) =>
      [values ?? []].flat().map((value): [string, string] => [name, value]),
    ),
  );
