/**
 * Sends the subscribers what is new. Every event is kept in each subscriber's outbox first and sent then,
 * so that a night that is killed, or a receiver that is down, delays an event and loses none.
 */
import { join } from "node:path";
import { Agent } from "undici";
import { mapSome } from "../../build/sources/http/pace.ts";
import { type DeliveryEffects, realDeliveryEffects } from "./delivery-effects.ts";
import { DELIVERY_LIMITS, type DeliveryLimits } from "./delivery-limits.ts";
import type { WebhookEvent } from "./events.ts";
import { Outbox } from "./outbox.ts";
import { type Sender, sendEvent } from "./send.ts";
import { type Subscriber, subscriberId, subscriberName } from "./subscriber.ts";

export interface DeliveryOptions {
  /** `await readSubscribers({ file, json })`. */
  subscribers: readonly Subscriber[];
  /** Kept from night to night: one folder per subscriber. One delivery at a time may use it. */
  outbox: string;
  /** Says who sends: `toUserAgent(service)`. */
  userAgent: string;
  effects?: DeliveryEffects;
  limits?: Partial<DeliveryLimits>;
}

export interface SubscriberReport {
  /** Origin and id: fit for a public report. */
  name: string;
  delivered: number;
  /** Events that the next night sends. */
  waiting: number;
  /** Events given up after many nights. */
  expired: number;
  /** The subscriber said 410 Gone, tonight or before. */
  isGone: boolean;
  /** Why the last event that failed did; null when none did. */
  failure: string | null;
}

export interface DeliveryReport {
  delivered: number;
  waiting: number;
  subscribers: SubscriberReport[];
}

/**
 * Keeps the events for each subscriber that wants them and sends nothing. When this has returned, a later
 * `deliver([])` sends them whatever happens in between.
 */
export async function enqueue(
  events: readonly WebhookEvent[],
  options: DeliveryOptions,
): Promise<void> {
  for (const subscriber of options.subscribers) {
    const outbox = await openOutbox(subscriber, options);
    if (!(await outbox.isDisabled())) await outbox.add(wantedBy(subscriber, events));
  }
}

/** Never fails because of a receiver: what could not be sent waits for the next call. */
export async function deliver(
  events: readonly WebhookEvent[],
  options: DeliveryOptions,
): Promise<DeliveryReport> {
  await enqueue(events, options);
  const limits = { ...DELIVERY_LIMITS, ...options.limits };
  const { effects = realDeliveryEffects, userAgent } = options;
  const dispatcher = new Agent({ connect: { timeout: limits.timeoutMs } });
  const sender: Sender = { dispatcher, userAgent, effects, limits };
  try {
    const subscribers = await mapSome(options.subscribers, async (subscriber) =>
      deliverTo(subscriber, await openOutbox(subscriber, options), sender),
    );
    const sum = (field: "delivered" | "waiting") =>
      subscribers.reduce((total, report) => total + report[field], 0);
    return { delivered: sum("delivered"), waiting: sum("waiting"), subscribers };
  } finally {
    await dispatcher.destroy();
  }
}

const openOutbox = (subscriber: Subscriber, { outbox }: DeliveryOptions): Promise<Outbox> =>
  Outbox.open(join(outbox, subscriberId(subscriber)));

const wantedBy = ({ kinds }: Subscriber, events: readonly WebhookEvent[]): WebhookEvent[] =>
  events.filter(({ type }) => kinds.includes(type));

/** One event after the other, so that a receiver gets them in order and never in two requests at once. */
async function deliverTo(
  subscriber: Subscriber,
  outbox: Outbox,
  sender: Sender,
): Promise<SubscriberReport> {
  const report: SubscriberReport = {
    name: subscriberName(subscriber),
    delivered: 0,
    waiting: 0,
    expired: 0,
    isGone: await outbox.isDisabled(),
    failure: null,
  };
  if (report.isGone) return report;
  await sendAll(subscriber, outbox, sender, report);
  report.expired = await outbox.close(sender.limits.nights);
  if (report.isGone) await outbox.disable();
  report.waiting = outbox.waiting.length;
  return report;
}

/** Counts in `report` what came of it. */
async function sendAll(
  subscriber: Subscriber,
  outbox: Outbox,
  sender: Sender,
  report: SubscriberReport,
): Promise<void> {
  const { effects, limits } = sender;
  const end = effects.now() + limits.budgetMs;
  let failuresInRow = 0;
  for (const { event } of outbox.waiting) {
    if (report.isGone || failuresInRow === limits.failuresInRow || effects.now() >= end) return;
    const accept = () => outbox.settle(event.id, "delivered");
    const outcome = await sendEvent(event, subscriber, sender, accept);
    failuresInRow = outcome.state === "failed" ? failuresInRow + 1 : 0;
    if (outcome.state === "delivered") report.delivered++;
    if (outcome.state === "gone") report.isGone = true;
    if (outcome.state === "failed") report.failure = outcome.reason;
  }
}
