/** A delivery as lines of the night's report (Markdown). */
import type { DeliveryReport, SubscriberReport } from "./deliver.ts";

/** @returns One line per subscriber; none when there is no subscriber. */
export const toDeliveryLines = ({ subscribers }: DeliveryReport): string[] =>
  subscribers.map((subscriber) => `- ${subscriber.name}: ${describeDelivery(subscriber)}`);

function describeDelivery({
  delivered,
  waiting,
  expired,
  isGone,
  failure,
}: SubscriberReport): string {
  const parts = [
    `${delivered} delivered`,
    waiting > 0 && `${waiting} wait for the next night`,
    expired > 0 && `${expired} given up`,
    failure !== null && `last failure: ${failure}`,
    isGone &&
      "said 410 Gone and is told no more: take it out of the subscribers, or remove the file `gone` from its outbox",
  ];
  return parts.filter((part) => part !== false).join("; ");
}
