/**
 * Requests of each client in this minute and this day, in memory or in Redis. Libraries are loaded only where tiers
 * are on: the bundle of the function leaves them outside.
 */
import type { RateLimiterAbstract } from "rate-limiter-flexible";

/** Requests of each plan; `enterprise` is not counted, nor are files that the CDN serves. */
const PLANS = {
  free: { minute: 10, day: 100 },
  pro: { minute: 100, day: 10_000 },
  enterprise: null,
} as const;
const SECONDS = { minute: 60, day: 86_400 } as const;

export interface Client {
  /** Under which it is counted: the hash of its key, or its address. */
  id: string;
  plan: keyof typeof PLANS;
}

/** What is left of one window. */
export interface Window {
  name: keyof typeof SECONDS;
  limit: number;
  seconds: number;
  remaining: number;
  /** Until it begins again. */
  resetMs: number;
}

export interface Usage {
  /** The minute, then the day where the minute was not over. */
  windows: Window[];
  /** The last of them is used up: the request is refused. */
  isOver: boolean;
}

export interface Counter {
  /** @returns Null for a client that is not counted. @throws Error when the store is away. */
  count(client: Client): Promise<Usage | null>;
  close(): void;
}

/** @param redisUrl `redis://…`; without it each function counts for itself. */
export async function openCounter(redisUrl: string | undefined): Promise<Counter> {
  const { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } = await import(
    "rate-limiter-flexible"
  );
  const store = redisUrl === undefined ? undefined : await openRedis(redisUrl);
  const limiters = new Map<string, RateLimiterAbstract>();
  const limiterOf = (keyPrefix: string, points: number, duration: number) => {
    const options = { keyPrefix, points, duration };
    const limiter =
      limiters.get(keyPrefix) ??
      (store
        ? new RateLimiterRedis({ ...options, storeClient: store })
        : new RateLimiterMemory(options));
    limiters.set(keyPrefix, limiter);
    return limiter;
  };
  /** The library throws the result of a window that is used up, and the errors of its store. */
  const consume = async (limiter: RateLimiterAbstract, id: string) => {
    try {
      return { result: await limiter.consume(id), isOver: false };
    } catch (thrown) {
      if (!(thrown instanceof RateLimiterRes)) throw thrown;
      return { result: thrown, isOver: true };
    }
  };
  return {
    async count({ id, plan }) {
      const limits = PLANS[plan];
      if (limits === null) return null;
      const windows: Window[] = [];
      for (const name of ["minute", "day"] as const) {
        const [limit, seconds] = [limits[name], SECONDS[name]];
        const counted = await consume(limiterOf(`${plan}-${name}`, limit, seconds), id);
        const { remainingPoints: remaining, msBeforeNext: resetMs } = counted.result;
        windows.push({ name, limit, seconds, remaining, resetMs });
        if (counted.isOver) return { windows, isOver: true };
      }
      return { windows, isOver: false };
    },
    close: () => store?.disconnect(),
  };
}

/** It fails at once while Redis is away, and reconnects by itself. */
async function openRedis(url: string) {
  const { Redis } = await import("ioredis");
  const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 0 });
  // Each failed request says so; an event without a listener would end the process.
  redis.on("error", () => {});
  await new Promise<void>((resolve) => redis.once("ready", resolve).once("error", () => resolve()));
  return redis;
}
