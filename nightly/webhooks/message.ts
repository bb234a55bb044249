/** An event as it is sent, signed by the scheme of Standard Webhooks (standardwebhooks.com). */
import { createHmac } from "node:crypto";
import type { WebhookEvent } from "./events.ts";
import { type Subscriber, signingKey } from "./subscriber.ts";

/** The receiver's view of an event; its id stands in a header. */
export const toBody = ({ type, timestamp, data }: WebhookEvent): string =>
  JSON.stringify({ type, timestamp, data });

/** @param now Milliseconds since 1970: receivers refuse what was signed minutes ago. */
export function toSignedHeaders(
  event: Pick<WebhookEvent, "id">,
  body: string,
  { secret }: Pick<Subscriber, "secret">,
  now: number,
): Record<string, string> {
  const seconds = String(Math.floor(now / 1000));
  const signature = createHmac("sha256", signingKey(secret))
    .update(`${event.id}.${seconds}.${body}`)
    .digest("base64");
  return {
    "content-type": "application/json",
    "webhook-id": event.id,
    "webhook-timestamp": seconds,
    "webhook-signature": `v1,${signature}`,
  };
}
