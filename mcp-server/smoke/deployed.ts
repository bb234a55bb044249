/** A deployed service: asked as it is, nothing followed, rewritten or unpacked on the way. */
import PQueue from "p-queue";
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

/** How many questions are under way at once: a service that is looked at is not to be loaded. */
const AT_ONCE = 4;
const LIMIT_MS = 30_000;

export class DeployedService {
  readonly origin: string;
  readonly #queue = new PQueue({ concurrency: AT_ONCE });
  #asked = 0;

  /** @param address Of the service; whatever follows the host is left away. */
  constructor(address: string) {
    this.origin = new URL(address).origin;
  }

  /** How many questions were asked so far. */
  get asked(): number {
    return this.#asked;
  }

  /** @throws BuildError when no answer comes. */
  send({ address, method = "GET", headers = {}, body }: SmokeRequest): Promise<SmokeAnswer> {
    this.#asked += 1;
    return this.#queue.add(async () => {
      try {
        const answer = await request(this.origin + address, {
          method,
          // What is not asked for compressed comes as it is.
          headers: { "accept-encoding": "identity", ...headers },
          body: body ?? null,
          signal: AbortSignal.timeout(LIMIT_MS),
        });
        return {
          status: answer.statusCode,
          headers: toHeaders(answer.headers),
          bytes: await bytesOf(answer),
        };
      } catch (error) {
        throw new BuildError(
          `${this.origin}${address} gives no answer: ${(error as Error).message}; is the address right, and the service up?`,
        );
      }
    });
  }
}

/** A 304 may tell the length of what it leaves out (RFC 9110, 8.6), which undici takes for an answer cut off. */
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
