/**
 * Requests of each client in the present minute and the present day, in memory or in Redis. Libraries are loaded where
 * tiers are on only: the bundle of the function leaves them outside.
 */
import type { RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";
import { type Client, PLANS, type Plan } from "./plans.ts";

/** What is left of one window. */
export interface Window {
  name: "minute" | "day";
  limit: number;
  seconds: number;
  remaining: number;
  /** Until it begins anew. */
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

const WINDOWS = [
  { name: "minute", seconds: 60, limitOf: ({ perMinute }: Plan) => perMinute },
  { name: "day", seconds: 86_400, limitOf: ({ perDay }: Plan) => perDay },
] as const;

/** @param redisUrl `redis://…`; without it each function counts for itself. */
export async function openCounter(redisUrl: string | undefined): Promise<Counter> {
  const library = await import("rate-limiter-flexible");
  const isUsedUp = (thrown: unknown): thrown is RateLimiterRes =>
    thrown instanceof library.RateLimiterRes;
  const store = redisUrl === undefined ? undefined : await openRedis(redisUrl);
  const limiters = new Map<string, RateLimiterAbstract>();
  const limiterOf = (keyPrefix: string, points: number, duration: number) => {
    const options = { keyPrefix, points, duration };
    const known = limiters.get(keyPrefix);
    const limiter =
      known ??
      (store
        ? new library.RateLimiterRedis({ ...options, storeClient: store })
        : new library.RateLimiterMemory(options));
    limiters.set(keyPrefix, limiter);
    return limiter;
  };
  return {
    async count({ id, plan }) {
      const limits = PLANS[plan];
      if (limits === null) return null;
      const windows: Window[] = [];
      for (const { name, seconds, limitOf } of WINDOWS) {
        const limit = limitOf(limits);
        const counted = await consume(limiterOf(`${plan}-${name}`, limit, seconds), id, isUsedUp);
        const { remainingPoints: remaining, msBeforeNext: resetMs } = counted.result;
        windows.push({ name, limit, seconds, remaining, resetMs });
        if (counted.isOver) return { windows, isOver: true };
      }
      return { windows, isOver: false };
    },
    close: () => store?.disconnect(),
  };
}

/** The library throws what is used up, and errors of its store. */
async function consume(
  limiter: RateLimiterAbstract,
  id: string,
  isUsedUp: (thrown: unknown) => thrown is RateLimiterRes,
) {
  try {
    return { result: await limiter.consume(id), isOver: false };
  } catch (thrown) {
    if (!isUsedUp(thrown)) throw thrown;
    return { result: thrown, isOver: true };
  }
}

/** Loaded only where it is asked for. It fails at once while it is away, and finds its way back by itself. */
async function openRedis(url: string) {
  const { Redis } = await import("ioredis");
  const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 0 });
  // Each failed request says so; an event without a listener would end the process.
  redis.on("error", () => {});
  await new Promise<void>((resolve) => redis.once("ready", resolve).once("error", () => resolve()));
  return redis;
}
