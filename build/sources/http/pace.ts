/** How long a host is left alone between two requests, and how many are asked at once. */
import type { NetworkEffects } from "./fetch-effects.ts";

/** Milliseconds between two requests, for hosts that say how often they may be asked. */
const PAUSES: Readonly<Record<string, number>> = {
  /** At most 10 a second. */
  "data.sec.gov": 125,
  "www.sec.gov": 125,
  /** At most 10,000 an hour. */
  "hn.algolia.com": 360,
  "api.github.com": 100,
  "wikimedia.org": 50,
  "openrouter.ai": 50,
};

const pauseOf = (host: string): number => PAUSES[host] ?? 0;

/** Keeps requests to one host apart, however many wait at once. */
export class Pace {
  readonly #effects: NetworkEffects;
  readonly #freeAt = new Map<string, number>();

  constructor(effects: NetworkEffects) {
    this.#effects = effects;
  }

  /** Resolves when it is this request's turn. */
  async waitFor(host: string): Promise<void> {
    const pause = (this.#effects.pauseOf ?? pauseOf)(host);
    if (pause === 0) return;
    const now = this.#effects.now();
    const turn = Math.max(now, this.#freeAt.get(host) ?? now);
    this.#freeAt.set(host, turn + pause);
    if (turn > now) await this.#effects.sleep(turn - now);
  }
}

/** As many requests of one source are under way at a time. */
const AT_ONCE = 4;

/**
 * Works through the items, some at a time, and answers in their order. After the first failure
 * nothing new is begun; what is under way is awaited, so that nothing goes on behind the caller.
 */
export async function mapSome<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length);
  const failures: unknown[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) {
      if (failures.length > 0) return;
      results[index] = await work(item);
    }
  };
  const fail = (error: unknown) => void failures.push(error);
  await Promise.all(Array.from({ length: AT_ONCE }, () => worker().catch(fail)));
  if (failures.length > 0) throw failures[0];
  return results;
}
