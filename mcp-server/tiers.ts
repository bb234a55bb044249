/**
 * Rate limits. Requests are counted before they are answered, and each client gets headers with what remains of its
 * minute and day limits. The libraries are loaded only if tiers are enabled: they are not part of the function's
 * bundle.
 */
import { createHash } from "node:crypto";
import type { RateLimiterAbstract } from "rate-limiter-flexible";
import * as z from "zod";
import type { AnswerContext } from "../generator/http/endpoint.ts";
import { type Problem, toProblemResponse } from "../generator/http/problem.ts";
import type { RequestHandler } from "./function.ts";

/** Requests of `enterprise` clients and files served by the CDN are not counted. */
const PLANS = { free: { minute: 10, day: 100 }, pro: { minute: 100, day: 10_000 } } as const;
const WINDOWS = [
  { name: "minute", seconds: 60 },
  { name: "day", seconds: 86_400 },
] as const;

/** SHA-256 of a key (hexadecimal) → its plan. The keys themselves are not stored. */
const Keys = z.record(z.string().regex(/^[0-9a-f]{64}$/), z.enum(["pro", "enterprise"]));
type Keys = z.infer<typeof Keys>;

type Log = (line: string) => void;

/** Header set by the platform, which removes any value that a client sends. */
export const CLIENT_IP_HEADER = "x-nf-client-connection-ip";

interface Client {
  /** The hash of its key, or its IP address. */
  id: string;
  plan: keyof typeof PLANS | "enterprise";
}

/** Usage of the minute window and, unless that is used up, of the day window. `reset` is in seconds from now. */
interface Usage {
  windows: (Record<"limit" | "remaining" | "reset", number> & { name: string })[];
  /** Whether the last window is used up, so that the request is refused. */
  isOver: boolean;
}

export type RequestCounter = Awaited<ReturnType<typeof openRequestCounter>>;

/**
 * @param redisUrl `redis://…`; if undefined, each instance of the function counts separately.
 * @returns `count` gives null for a client that is not counted, and throws an error if the store is not available.
 */
export async function openRequestCounter(redisUrl: string | undefined) {
  const library = await import("rate-limiter-flexible");
  const store = redisUrl === undefined ? undefined : await openRedis(redisUrl);
  const limiters = new Map<string, RateLimiterAbstract>();
  for (const [plan, limits] of Object.entries(PLANS))
    for (const { name, seconds } of WINDOWS) {
      const keyPrefix = `${plan}-${name}`;
      const options = { keyPrefix, points: limits[name], duration: seconds };
      const limiter = store
        ? new library.RateLimiterRedis({ ...options, storeClient: store })
        : new library.RateLimiterMemory(options);
      limiters.set(keyPrefix, limiter);
    }
  return {
    async count({ id, plan }: Client): Promise<Usage | null> {
      if (plan === "enterprise") return null;
      const usage: Usage = { windows: [], isOver: false };
      for (const { name } of WINDOWS) {
        // If a window is used up, the library throws its result. It also throws errors of the store.
        const counted = await limiters
          .get(`${plan}-${name}`)
          ?.consume(id)
          .catch((thrown: unknown) => {
            if (!(thrown instanceof library.RateLimiterRes)) throw thrown;
            usage.isOver = true;
            return thrown;
          });
        const { remainingPoints: remaining = 0, msBeforeNext = 0 } = counted ?? {};
        const reset = Math.ceil(msBeforeNext / 1000);
        usage.windows.push({ name, limit: PLANS[plan][name], remaining, reset });
        if (usage.isOver) break;
      }
      return usage;
    },
    close: () => store?.disconnect(),
  };
}

/** While Redis is not available, requests fail at once and the client reconnects by itself. */
async function openRedis(url: string) {
  const { Redis } = await import("ioredis");
  const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 0 });
  // Each failed request reports its own error; without a listener, the event would end the process.
  redis.on("error", () => {});
  await new Promise<void>((resolve) => redis.once("ready", resolve).once("error", () => resolve()));
  return redis;
}

/**
 * Adds rate limits with the settings of the environment: API_KEYS (`{"<sha256 of a key>":"pro"}`) and REDIS_URL. If a
 * setting is invalid, requests are still answered and the log says so, without the value.
 */
export async function toRateLimitedHandlerFromEnvironment(
  handle: RequestHandler,
  { catalog }: AnswerContext,
  { API_KEYS, REDIS_URL }: Readonly<Record<string, string | undefined>> = process.env,
  log: Log = console.error,
): Promise<RequestHandler> {
  const counter = await openRequestCounter(REDIS_URL || undefined).catch(() => {
    log("REDIS_URL is not the address of a Redis server; each instance counts its own requests");
    return openRequestCounter(undefined);
  });
  const keys = readKeys(API_KEYS || "{}", log);
  return toRateLimitedHandler(handle, { keys, counter, baseUrl: catalog.service.base_url, log });
}

/** Null if the keys cannot be read; then no request is refused because of its key. */
function readKeys(text: string, log: Log): Keys | null {
  try {
    return Keys.parse(JSON.parse(text));
  } catch {
    log(
      'API_KEYS is not a JSON object from the SHA-256 of each key to "pro" or "enterprise"; keys are ignored',
    );
    return null;
  }
}

/** If the counter fails, requests are answered uncounted and the log says so. */
export function toRateLimitedHandler(
  handle: RequestHandler,
  options: { keys: Keys | null; counter: RequestCounter; baseUrl: string; log: Log },
): RequestHandler {
  const { keys, counter, baseUrl, log } = options;
  return async (request) => {
    if (request.method === "OPTIONS") return handle(request);
    const hash = hashOfKey(request);
    const usage = await counter
      .count(clientOf(request, hash, keys ?? {}))
      .catch((error: unknown) => {
        log(`requests are not counted: ${error instanceof Error ? error.message : error}`);
        return null;
      });
    const isUnknownKey = keys !== null && hash !== undefined && !Object.hasOwn(keys, hash);
    const answer = usage?.isOver
      ? refuse(request, usage, baseUrl)
      : isUnknownKey
        ? toProblemResponse(UNKNOWN_KEY, request, baseUrl, { "WWW-Authenticate": "Bearer" })
        : await handle(request);
    for (const [name, value] of Object.entries(usage ? usageHeaders(usage) : {}))
      answer.headers.set(name, value);
    // The answer shows the usage of one client, so it must not be stored in shared caches.
    answer.headers.set("Netlify-CDN-Cache-Control", "no-store");
    const cache = answer.headers.get("Cache-Control");
    if (cache !== null) answer.headers.set("Cache-Control", cache.replace(/^public\b/, "private"));
    return answer;
  };
}

const UNKNOWN_KEY: Problem = {
  problem: "unknown-key",
  detail:
    "The key in the Authorization header is not known; correct it, or send the request without a key.",
};

function hashOfKey({ headers }: Request): string | undefined {
  const key = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  return key && createHash("sha256").update(key).digest("hex");
}

function clientOf({ headers }: Request, hash: string | undefined, keys: Keys): Client {
  const plan = hash !== undefined && Object.hasOwn(keys, hash) ? keys[hash] : undefined;
  return plan === undefined
    ? { id: `address:${headers.get(CLIENT_IP_HEADER) ?? "unknown"}`, plan: "free" }
    : { id: `key:${hash}`, plan };
}

/** `X-RateLimit-*` headers for the window with the fewest requests left. */
function usageHeaders({ windows }: Usage): Record<string, string> {
  const tightest = windows.reduce((a, b) => (b.remaining < a.remaining ? b : a));
  return {
    "X-RateLimit-Limit": String(tightest.limit),
    "X-RateLimit-Remaining": String(tightest.remaining),
    "X-RateLimit-Reset": String(Math.ceil(Date.now() / 1000) + tightest.reset),
  };
}

function refuse(request: Request, { windows }: Usage, baseUrl: string): Response {
  const { limit = 0, name = "day", reset = 0 } = windows.at(-1) ?? {};
  const detail = `the limit of ${limit} requests per ${name} is used up; try again in ${reset} seconds, send a key with a higher limit, or read the exports and the dump, which are not counted.`;
  const more = { "Retry-After": String(reset) };
  return toProblemResponse({ problem: "too-many-requests", detail }, request, baseUrl, more);
}
