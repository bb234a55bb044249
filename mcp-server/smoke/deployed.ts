/** A deployed service: asked as it is, nothing followed, rewritten or unpacked on the way. */
import PQueue from "p-queue";
import { request } from "undici";
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
          bytes: Buffer.from(await answer.body.arrayBuffer()),
        };
      } catch (error) {
        throw new BuildError(
          `${this.origin}${address} gives no answer: ${(error as Error).message}; is the address right, and the service up?`,
        );
      }
    });
  }
}

const toHeaders = (raw: Record<string, string | string[] | undefined>): Headers =>
  new Headers(
    Object.entries(raw).flatMap(([name, values]) =>
      [values ?? []].flat().map((value): [string, string] => [name, value]),
    ),
  );
