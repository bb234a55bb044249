/** Sends a question again when that may help, after longer and longer waits. */
import { RequestFailure } from "../../sources/requests/failure.ts";

/** What a run takes from outside. */
export interface RequestEffects {
  userAgent: string;
  sleep(ms: number): Promise<void>;
  /** At least 0, below 1. */
  random(): number;
  /** Milliseconds since 1970. */
  now(): number;
}

const FIRST_WAIT_MS = 1000;

/**
 * @param limitMs For all attempts together; a wait that would pass it is not begun.
 * @throws RequestFailure of the last attempt.
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  { limitMs, maxAttempts }: { limitMs: number; maxAttempts: number },
  effects: RequestEffects,
): Promise<T> {
  const end = effects.now() + limitMs;
  for (let number = 1; ; number++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error;
      // Shortened by up to a half, so that many callers do not come back at once.
      const backOff = FIRST_WAIT_MS * 2 ** (number - 1) * (1 - effects.random() / 2);
      const wait = Math.round(Math.max(backOff, error.retryAfterMs ?? 0));
      const isLast = !error.isTransient || number === maxAttempts || effects.now() + wait >= end;
      if (isLast && number === 1) throw error;
      if (isLast) throw new RequestFailure(error.kind, `${error.message}, ${number} times`, error);
      await effects.sleep(wait);
    }
  }
}
