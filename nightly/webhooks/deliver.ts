/** Sends events to subscribers. Each is stored first, so that a killed run or a receiver that is down loses none. */
import { createHmac } from "node:crypto";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Agent, type Dispatcher, request } from "undici";
import { mapWithConcurrency } from "../../build/schema/collections.ts";
import { isTransientHttpStatus, RequestFailure } from "../../build/sources/requests/failure.ts";
import { createPublicHttpsDispatcher } from "../../build/sources/requests/network.ts";
import type { WebhookEvent } from "./events.ts";
import { WebhookOutbox } from "./outbox.ts";
import {
  toSubscriberId,
  toSubscriberName,
  toWebhookSigningKey,
  type WebhookSubscriber,
} from "./subscribers.ts";

const LIMITS = {
  timeoutMs: 10_000,
  attempts: 5,
  /** Wait after the first failed request; each next wait is twice as long. */
  firstWaitMs: 1_000,
  /** Time limit for all events of a subscriber in one run. */
  budgetMs: 300_000,
  /** Number of runs after which an undelivered event expires. */
  nights: 14,
};
const MAX_ANSWER_BYTES = 16_384;
const GONE = 410;

/** Clock and waiting, replaceable in tests. */
const REAL_DEPENDENCIES = {
  /** Milliseconds since 1970. Receivers compare the timestamp of a signature with their own clock. */
  now: (): number => Date.now(),
  sleep: async (ms: number): Promise<void> => setTimeout(ms),
};

export interface WebhookDeliveryOptions {
  subscribers: readonly WebhookSubscriber[];
  /** One folder per subscriber, kept between runs. Only one delivery may use it at a time. */
  outbox: string;
  userAgent: string;
  /** Called after the events are stored. @returns Null if the facts are published; otherwise why they are not. */
  waitUntilPublished?: () => Promise<string | null>;
  dependencies?: typeof REAL_DEPENDENCIES;
  limits?: Partial<typeof LIMITS>;
}

/** @returns One report per subscriber. An error of a receiver does not throw: unsent events stay in the outbox. */
export async function deliverWebhooks(
  events: readonly WebhookEvent[],
  {
    subscribers,
    outbox: folder,
    userAgent,
    waitUntilPublished = async () => null,
    dependencies = REAL_DEPENDENCIES,
    limits,
  }: WebhookDeliveryOptions,
): Promise<DeliveryReport[]> {
  const outboxes: [WebhookSubscriber, WebhookOutbox][] = [];
  for (const subscriber of subscribers) {
    const outbox = await WebhookOutbox.open(join(folder, toSubscriberId(subscriber)));
    const wanted = events.filter(({ type }) => subscriber.kinds.includes(type));
    if (!(await outbox.isDisabled())) await outbox.add(wanted);
    outboxes.push([subscriber, outbox]);
  }
  const isWaiting = outboxes.some(([, { waiting }]) => waiting.length > 0);
  const unpublished = isWaiting ? await waitUntilPublished() : null;
  if (unpublished !== null)
    return outboxes.map(([subscriber, { waiting }]) => ({
      ...toEmptyReport(subscriber),
      waiting: waiting.length,
      failure: unpublished,
    }));
  const dispatchers = { public: createPublicHttpsDispatcher(), local: new Agent() };
  const sender = { dispatchers, userAgent, dependencies, limits: { ...LIMITS, ...limits } };
  try {
    return await mapWithConcurrency(outboxes, ([subscriber, outbox]) =>
      deliverTo(subscriber, outbox, sender),
    );
  } finally {
    await Promise.all(Object.values(dispatchers).map((one) => one.destroy()));
  }
}

const toEmptyReport = (subscriber: WebhookSubscriber) => ({
  /** Origin and id of the subscriber, which may appear in a public report. */
  name: toSubscriberName(subscriber),
  delivered: 0,
  /** Number of events that the next run sends. */
  waiting: 0,
  expired: 0,
  /** Whether the subscriber answered 410 Gone, in this run or earlier. */
  isGone: false,
  /** Reason for the last failed event; null if none failed. */
  failure: null as string | null,
});
type DeliveryReport = ReturnType<typeof toEmptyReport>;

interface Sender extends Required<Pick<WebhookDeliveryOptions, "userAgent" | "dependencies">> {
  /** Only subscribers with an http URL, which must be on this machine, may have an address that is not public. */
  dispatchers: Record<"public" | "local", Dispatcher>;
  limits: typeof LIMITS;
}

/** One event after another, so that a receiver gets them in order and never two at the same time. */
async function deliverTo(
  subscriber: WebhookSubscriber,
  outbox: WebhookOutbox,
  sender: Sender,
): Promise<DeliveryReport> {
  const { dependencies, limits } = sender;
  const report = { ...toEmptyReport(subscriber), isGone: await outbox.isDisabled() };
  if (report.isGone) return report;
  const end = dependencies.now() + limits.budgetMs;
  for (const { event } of outbox.waiting) {
    if (report.isGone || dependencies.now() >= end) break;
    const failure = await sendEvent(event, subscriber, sender, outbox);
    if (failure === null) report.delivered++;
    else if (failure.status === GONE) report.isGone = true;
    else report.failure = failure.reason;
  }
  report.expired = await outbox.close(limits.nights);
  if (report.isGone) await outbox.disable();
  report.waiting = outbox.waiting.length;
  return report;
}

async function sendEvent(
  event: WebhookEvent,
  subscriber: WebhookSubscriber,
  sender: Sender,
  outbox: WebhookOutbox,
): Promise<FailedRequest | null> {
  const { dependencies, limits } = sender;
  for (let number = 1; ; number++) {
    const failed = await post(event, subscriber, sender, outbox);
    if (failed === null) return null;
    const { status, reason } = failed;
    const mayRecover = status === null || isTransientHttpStatus(status);
    if (number === limits.attempts || !mayRecover)
      return { status, reason: `${reason}, ${number} ×` };
    await dependencies.sleep(limits.firstWaitMs * 2 ** (number - 1));
  }
}

interface FailedRequest {
  /** HTTP status; null if there was no answer. */
  status: number | null;
  reason: string;
}

/** Sends a request, signed according to Standard Webhooks. @returns Null if the receiver accepted the event. */
async function post(
  event: WebhookEvent,
  { url, secret, old_secret }: WebhookSubscriber,
  { dispatchers, userAgent, dependencies, limits }: Sender,
  outbox: WebhookOutbox,
): Promise<FailedRequest | null> {
  const body = JSON.stringify({ type: event.type, timestamp: event.timestamp, data: event.data });
  // A new timestamp for each request, because receivers reject old signatures.
  const seconds = String(Math.floor(dependencies.now() / 1000));
  const sign = (key: string) =>
    `v1,${createHmac("sha256", toWebhookSigningKey(key)).update(`${event.id}.${seconds}.${body}`).digest("base64")}`;
  const answer = await request(url, {
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      "user-agent": userAgent,
      "webhook-id": event.id,
      "webhook-timestamp": seconds,
      "webhook-signature": [secret, old_secret].flatMap((key) => (key ? sign(key) : [])).join(" "),
    },
    dispatcher: new URL(url).protocol === "https:" ? dispatchers.public : dispatchers.local,
    signal: AbortSignal.timeout(limits.timeoutMs),
    // The abort signal limits the time instead.
    headersTimeout: 0,
    bodyTimeout: 0,
  }).catch((error: unknown) => toReason(error, limits.timeoutMs));
  if (typeof answer === "string") return { status: null, reason: answer };
  const { statusCode: status } = answer;
  const isAccepted = status >= 200 && status < 300;
  // At once, before anything else can fail.
  if (isAccepted) await outbox.markDone(event.id);
  await answer.body.dump({ limit: MAX_ANSWER_BYTES }).catch(() => {});
  return isAccepted ? null : { status, reason: `answered ${status}` };
}

/** By the error's code only, because its message may contain the URL. @throws Any programming error. */
function toReason(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) throw error;
  if (error instanceof RequestFailure && error.kind === "private")
    return "its address is not public";
  const { name, code } = error as NodeJS.ErrnoException;
  if (name === "TimeoutError" || name === "AbortError") return `no answer in ${timeoutMs} ms`;
  if (typeof code !== "string" || code === "UND_ERR_INVALID_ARG") throw error;
  return `no connection (${code})`;
}

export function describeWebhookDelivery(report: DeliveryReport): string {
  const { name, delivered, waiting, expired, failure, isGone } = report;
  const parts = [
    `${delivered} delivered`,
    waiting > 0 && `${waiting} will be tried again in the next nightly run`,
    expired > 0 && `${expired} expired`,
    failure !== null && `last failure: ${failure}`,
    isGone &&
      "answered 410 Gone, so no more events are sent to it: remove it from the subscribers, or remove the file `gone` from its outbox to try again",
  ];
  return `webhook ${name}: ${parts.filter((part) => part !== false).join("; ")}`;
}
