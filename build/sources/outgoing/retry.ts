/** Asks again when that may help: with longer and longer waits, and never sooner than the server wants. */
import type { Deadline } from "./deadline.ts";
import { RequestFailure } from "./failure.ts";
import type { RequestEffects } from "./request-effects.ts";

const MAX_ATTEMPTS = 4;

const FIRST_WAIT_MS = 1000;

/**
 * @param attempt Called with its number, from 1 on.
 * @throws RequestFailure of the last attempt; of the one before where the last ran out of time.
 */
export async function withRetries<T>(
  attempt: (number: number) => Promise<T>,
  deadline: Deadline,
  effects: Pick<RequestEffects, "sleep" | "random">,
  maxAttempts = MAX_ATTEMPTS,
): Promise<T> {
  let before: RequestFailure | undefined;
  for (let number = 1; ; number++) {
    try {
      return await attempt(number);
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error;
      if (error.kind === "out-of-time" && before !== undefined)
        throw toLast(before, number - 1, `, and ${error.message}`);
      const wait = waitAfter(number, error, effects.random());
      if (!error.isTransient || number === maxAttempts) throw toLast(error, number);
      if (wait >= deadline.left()) throw toLast(error, number, tooLate(wait, deadline));
      before = error;
      await effects.sleep(wait);
    }
  }
}

/** 1, 2, 4 s, each shortened by up to a half, so that many callers do not come back as one. */
function waitAfter(attempt: number, failure: RequestFailure, random: number): number {
  const backOff = FIRST_WAIT_MS * 2 ** (attempt - 1) * (1 - random / 2);
  return Math.round(Math.max(backOff, failure.retryAfterMs ?? 0));
}

const tooLate = (wait: number, deadline: Deadline): string =>
  `; the next try would be in ${wait} ms and only ${deadline.left()} ms are left`;

function toLast(failure: RequestFailure, attempts: number, more = ""): RequestFailure {
  const times = attempts === 1 ? "" : `, ${attempts} times`;
  return new RequestFailure(failure.kind, `${failure.message}${times}${more}`, failure);
}

/**
 * `Retry-After` in seconds or as an HTTP date → milliseconds from now; of several the first counts.
 *
 * @returns undefined when there is none or it says nothing.
 */
export function toRetryAfterMs(
  values: string | readonly string[] | undefined,
  now: number,
): number | undefined {
  const [value] = typeof values === "string" ? [values] : (values ?? []);
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
