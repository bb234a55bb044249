/** One event to one subscriber: asked again while that may help. */
import { type Dispatcher, request } from "undici";
import { toRetryAfterMs } from "../../build/sources/outgoing/retry.ts";
import type { DeliveryEffects } from "./delivery-effects.ts";
import type { DeliveryLimits } from "./delivery-limits.ts";
import type { WebhookEvent } from "./events.ts";
import { toBody, toSignedHeaders } from "./message.ts";
import type { Subscriber } from "./subscriber.ts";

export interface Sender {
  dispatcher: Dispatcher;
  userAgent: string;
  effects: DeliveryEffects;
  limits: DeliveryLimits;
}

export type SendOutcome =
  | { state: "delivered" | "gone" }
  /** Why, for the report: without address or secret. */
  | { state: "failed"; reason: string };

/** What came of one request. */
interface Attempt {
  /** Null when nothing was answered. */
  status: number | null;
  reason: string;
  retryAfterMs: number | undefined;
  /** Reads and forgets the body, which nobody needs; never fails. */
  finish(): Promise<void>;
}

/**
 * @param onAccepted Called at once when the receiver has the event, before anything else can fail.
 */
export async function sendEvent(
  event: WebhookEvent,
  subscriber: Subscriber,
  sender: Sender,
  onAccepted: () => Promise<void>,
): Promise<SendOutcome> {
  const { effects, limits } = sender;
  for (let number = 1; ; number++) {
    const attempt = await post(event, subscriber, sender);
    const { status, reason } = attempt;
    const isAccepted = status !== null && status >= 200 && status < 300;
    if (isAccepted) await onAccepted();
    await attempt.finish();
    if (isAccepted) return { state: "delivered" };
    if (status === GONE) return { state: "gone" };
    const wait = waitAfter(number, attempt, sender);
    const isLast = number === limits.attempts || wait > limits.maxWaitMs;
    if (isLast || !mayPass(status)) return { state: "failed", reason: `${reason}, ${number} ×` };
    await effects.sleep(wait);
  }
}

const GONE = 410;
const TOO_EARLY_OR_MANY = new Set([408, 425, 429]);

/** Whether the same request may be answered otherwise in a moment. */
const mayPass = (status: number | null): boolean =>
  status === null || status >= 500 || TOO_EARLY_OR_MANY.has(status);

/** 1, 2, 4, 8 s, each shortened by up to a half, so that many senders do not come back as one. */
function waitAfter(number: number, { retryAfterMs }: Attempt, { effects, limits }: Sender): number {
  const backOff = limits.firstWaitMs * 2 ** (number - 1) * (1 - effects.random() / 2);
  return Math.round(Math.max(backOff, retryAfterMs ?? 0));
}

async function post(event: WebhookEvent, subscriber: Subscriber, sender: Sender): Promise<Attempt> {
  const body = toBody(event);
  const now = sender.effects.now();
  try {
    const answer = await request(subscriber.url, {
      method: "POST",
      body,
      headers: {
        ...toSignedHeaders(event, body, subscriber, now),
        "user-agent": sender.userAgent,
      },
      dispatcher: sender.dispatcher,
      signal: AbortSignal.timeout(sender.limits.timeoutMs),
      // The signal keeps the time.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const retryAfter = answer.headers["retry-after"];
    return {
      status: answer.statusCode,
      reason: `answered ${answer.statusCode}`,
      retryAfterMs: toRetryAfterMs(String(retryAfter ?? ""), now),
      finish: () => answer.body.dump({ limit: MAX_ANSWER_BYTES }).catch(() => {}),
    };
  } catch (error) {
    return toNoAnswer(error, sender.limits);
  }
}

/** What a receiver says beyond this is not waited for. */
const MAX_ANSWER_BYTES = 16_384;

/** Only codes go into the report: a message may quote the address. */
function toNoAnswer(error: unknown, { timeoutMs }: DeliveryLimits): Attempt {
  if (!(error instanceof Error)) throw error;
  const { name, code } = error as NodeJS.ErrnoException;
  const isTimeout = name === "TimeoutError" || name === "AbortError";
  if (!isTimeout && (typeof code !== "string" || code === "UND_ERR_INVALID_ARG")) throw error;
  return {
    status: null,
    reason: isTimeout ? `no answer in ${timeoutMs} ms` : `no connection (${code})`,
    retryAfterMs: undefined,
    finish: async () => {},
  };
}
