/**
 * Sends events to subscribers. Every event is kept in each subscriber's outbox before it is sent, so that a night
 * that is killed, or a receiver that is down, delays an event and loses none.
 */
import { createHmac } from "node:crypto";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Agent, type Dispatcher, request } from "undici";
import { mapSome } from "../../build/schema/collections.ts";
import { toRetryAfterMs } from "../../build/sources/requests/failure.ts";
import type { WebhookEvent } from "./events.ts";
import { Outbox } from "./outbox.ts";
import { type Subscriber, signingKey, subscriberId, subscriberName } from "./subscriber.ts";

const LIMITS = {
  /** For one request, in milliseconds. */
  timeoutMs: 10_000,
  /** Requests for one event in one night. */
  attempts: 5,
  /** Wait after the first failed request; each next wait is twice as long. */
  firstWaitMs: 1_000,
  /** Longest `Retry-After` that is obeyed; a longer one leaves the event for the next night. */
  maxWaitMs: 60_000,
  /** For all events of one subscriber in one night. */
  budgetMs: 300_000,
  /** Events that fail one after another before the subscriber is skipped for the night. */
  failuresInRow: 3,
  /** Nights after which an event is given up. */
  nights: 14,
};
/** What a receiver answers beyond this is not read. */
const MAX_ANSWER_BYTES = 16_384;
const GONE = 410;

/** Clock, waiting and chance, replaceable in tests. */
interface DeliveryEffects {
  /** Milliseconds since 1970; receivers compare the time of a signature with their own clock. */
  now(): number;
  sleep(ms: number): Promise<void>;
  /** At least 0, below 1. */
  random(): number;
}

const REAL_EFFECTS: DeliveryEffects = {
  now: Date.now,
  sleep: async (ms) => setTimeout(ms),
  random: Math.random,
};

export interface DeliveryOptions {
  subscribers: readonly Subscriber[];
  /** Kept from night to night: one folder per subscriber. One delivery at a time may use it. */
  outbox: string;
  userAgent: string;
  effects?: DeliveryEffects;
  limits?: Partial<typeof LIMITS>;
}

interface SubscriberReport {
  /** Origin and id: fit for a public report. */
  name: string;
  delivered: number;
  /** Events that the next night sends. */
  waiting: number;
  /** Events given up after many nights. */
  expired: number;
  /** The subscriber answered 410 Gone, tonight or before. */
  isGone: boolean;
  /** Why the last event that failed did; null when none did. */
  failure: string | null;
}

/**
 * Keeps the events for each subscriber that wants them and sends nothing. After this, a later `deliver([])` sends
 * them whatever happens in between.
 */
export async function enqueue(
  events: readonly WebhookEvent[],
  options: DeliveryOptions,
): Promise<void> {
  for (const subscriber of options.subscribers) {
    const outbox = await openOutbox(subscriber, options);
    const wanted = events.filter(({ type }) => subscriber.kinds.includes(type));
    if (!(await outbox.isDisabled())) await outbox.add(wanted);
  }
}

/** @returns One report per subscriber. Never fails because of a receiver: what could not be sent waits. */
export async function deliver(
  events: readonly WebhookEvent[],
  options: DeliveryOptions,
): Promise<SubscriberReport[]> {
  await enqueue(events, options);
  const limits = { ...LIMITS, ...options.limits };
  const { effects = REAL_EFFECTS, userAgent } = options;
  const dispatcher = new Agent({ connect: { timeout: limits.timeoutMs } });
  try {
    return await mapSome(options.subscribers, async (subscriber) =>
      deliverTo(subscriber, await openOutbox(subscriber, options), {
        ...{ dispatcher, userAgent, effects, limits },
      }),
    );
  } finally {
    await dispatcher.destroy();
  }
}

const openOutbox = (subscriber: Subscriber, { outbox }: DeliveryOptions): Promise<Outbox> =>
  Outbox.open(join(outbox, subscriberId(subscriber)));

interface Sender {
  dispatcher: Dispatcher;
  userAgent: string;
  effects: DeliveryEffects;
  limits: typeof LIMITS;
}

/** One event after another, so that a receiver gets them in order and never in two requests at once. */
async function deliverTo(
  subscriber: Subscriber,
  outbox: Outbox,
  sender: Sender,
): Promise<SubscriberReport> {
  const { effects, limits } = sender;
  const isGone = await outbox.isDisabled();
  const counts = { delivered: 0, waiting: 0, expired: 0, isGone, failure: null };
  const report: SubscriberReport = { name: subscriberName(subscriber), ...counts };
  if (report.isGone) return report;
  const end = effects.now() + limits.budgetMs;
  let failuresInRow = 0;
  for (const { event } of outbox.waiting) {
    if (report.isGone || failuresInRow === limits.failuresInRow || effects.now() >= end) break;
    const accept = () => outbox.markDone(event.id, "delivered");
    const outcome = await sendEvent(event, subscriber, sender, accept);
    failuresInRow = outcome.state === "failed" ? failuresInRow + 1 : 0;
    if (outcome.state === "delivered") report.delivered++;
    if (outcome.state === "gone") report.isGone = true;
    if (outcome.state === "failed") report.failure = outcome.reason;
  }
  report.expired = await outbox.close(limits.nights);
  if (report.isGone) await outbox.disable();
  report.waiting = outbox.waiting.length;
  return report;
}

type SendOutcome =
  | { state: "delivered" | "gone" }
  /** Why, for the report: without address or secret. */
  | { state: "failed"; reason: string };

/** What came of one request. */
interface Attempt {
  /** Null when there was no answer. */
  status: number | null;
  reason: string;
  retryAfterMs: number | undefined;
  /** Reads and drops the body; never fails. */
  finish(): Promise<void>;
}

/** @param onAccepted Called as soon as the receiver has the event, before anything else can fail. */
async function sendEvent(
  event: WebhookEvent,
  subscriber: Subscriber,
  sender: Sender,
  onAccepted: () => Promise<void>,
): Promise<SendOutcome> {
  const { effects, limits } = sender;
  for (let number = 1; ; number++) {
    const attempt = await post(event, subscriber, sender);
    const { status, reason, retryAfterMs = 0 } = attempt;
    const isAccepted = status !== null && status >= 200 && status < 300;
    if (isAccepted) await onAccepted();
    await attempt.finish();
    if (isAccepted) return { state: "delivered" };
    if (status === GONE) return { state: "gone" };
    // Shortened by up to a half, so that many senders do not return at the same moment.
    const backOff = limits.firstWaitMs * 2 ** (number - 1) * (1 - effects.random() / 2);
    const wait = Math.round(Math.max(backOff, retryAfterMs));
    const isLast = number === limits.attempts || wait > limits.maxWaitMs;
    if (isLast || !isTransient(status))
      return { state: "failed", reason: `${reason}, ${number} ×` };
    await effects.sleep(wait);
  }
}

/** Whether the same request may succeed in a moment: no answer, server errors, too early, too many. */
const isTransient = (status: number | null): boolean =>
  status === null || status >= 500 || [408, 425, 429].includes(status);

async function post(event: WebhookEvent, subscriber: Subscriber, sender: Sender): Promise<Attempt> {
  const { dispatcher, userAgent, effects, limits } = sender;
  const body = JSON.stringify({ type: event.type, timestamp: event.timestamp, data: event.data });
  const now = effects.now();
  try {
    const answer = await request(subscriber.url, {
      method: "POST",
      body,
      headers: { ...toSignedHeaders(event, body, subscriber, now), "user-agent": userAgent },
      dispatcher,
      signal: AbortSignal.timeout(limits.timeoutMs),
      // The signal keeps the time.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    return {
      status: answer.statusCode,
      reason: `answered ${answer.statusCode}`,
      retryAfterMs: toRetryAfterMs(String(answer.headers["retry-after"] ?? ""), now),
      finish: () => answer.body.dump({ limit: MAX_ANSWER_BYTES }).catch(() => {}),
    };
  } catch (error) {
    return toNoAnswer(error, limits.timeoutMs);
  }
}

/** The signature of Standard Webhooks. @param now Milliseconds since 1970: receivers refuse old signatures. */
function toSignedHeaders(
  { id }: WebhookEvent,
  body: string,
  { secret }: Subscriber,
  now: number,
): Record<string, string> {
  const seconds = String(Math.floor(now / 1000));
  const signature = createHmac("sha256", signingKey(secret))
    .update(`${id}.${seconds}.${body}`)
    .digest("base64");
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": seconds,
    "webhook-signature": `v1,${signature}`,
  };
}

/** Only codes go into the report: a message may quote the address. */
function toNoAnswer(error: unknown, timeoutMs: number): Attempt {
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

/** One line of the night's report, without address or secret. */
export function describeDelivery(report: SubscriberReport): string {
  const { name, delivered, waiting, expired, failure, isGone } = report;
  const parts = [
    `${delivered} delivered`,
    waiting > 0 && `${waiting} wait for the next night`,
    expired > 0 && `${expired} given up`,
    failure !== null && `last failure: ${failure}`,
    isGone &&
      "answered 410 Gone and gets no more events: remove it from the subscribers, or remove the file `gone` from its outbox",
  ];
  return `webhook ${name}: ${parts.filter((part) => part !== false).join("; ")}`;
}
