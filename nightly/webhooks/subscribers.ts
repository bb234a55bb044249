/** Webhook subscribers and their event types. Reports do not contain URLs or secrets; they use `toSubscriberName`. */
import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import * as z from "zod";
import { CommandError } from "../../build/facts/fault.ts";
import { WEBHOOK_EVENT_TYPES } from "./events.ts";

/** Signing key, shared with the receiver: 24 to 64 bytes, as Standard Webhooks requires. */
const WebhookSecret = z.string().refine((secret) => {
  const { length } = toWebhookSigningKey(secret);
  return /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret) && length >= 24 && length <= 64;
}, "not a secret: write whsec_ and 24 to 64 random bytes in base64");

const WebhookSubscriber = z.strictObject({
  url: z
    .string()
    .refine((url) => URL.canParse(url), { error: "not an address: write https://…", abort: true })
    .refine((url) => {
      const { origin, username, password } = new URL(url);
      return /^https:\/\/|^http:\/\/127\.0\.0\.1(:|$)/.test(origin) && !username && !password;
    }, "not https without user name and password: only http://127.0.0.1 may use http")
    // Keeps the normalized URL, which is the one that was checked: ` HTTPS://example.org` → `https://example.org/`.
    .transform((url) => new URL(url).href),
  secret: WebhookSecret,
  /** Previous secret while the receiver changes to `secret`: events are signed with both. */
  old_secret: WebhookSecret.optional(),
  kinds: z.array(z.enum(WEBHOOK_EVENT_TYPES)).min(1, "empty: name the kinds of events to send"),
});
export type WebhookSubscriber = z.infer<typeof WebhookSubscriber>;

const Subscribers = z.array(WebhookSubscriber).superRefine((subscribers, context) => {
  for (const [index, { url }] of subscribers.entries())
    if (subscribers.findIndex((other) => other.url === url) < index)
      context.addIssue({ code: "custom", path: [index, "url"], message: "is listed twice" });
});

/**
 * @param from `file`: path of a JSON file outside the repository (`WEBHOOKS_FILE`). `json`: its text, for machines that
 * store secrets in variables (`WEBHOOKS_JSON`). With neither, there are no subscribers.
 * @throws CommandError that names the location of each error, but no value.
 */
export async function readWebhookSubscribers(from: {
  file?: string | undefined;
  json?: string | undefined;
}): Promise<WebhookSubscriber[]> {
  const { file, json } = from;
  if (!file) return json ? parseSubscribers(json, "WEBHOOKS_JSON") : [];
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(
      `${file}: cannot be read (${error.code}); set WEBHOOKS_FILE to the JSON file of the subscribers, or unset it`,
    );
  });
  return parseSubscribers(text, file);
}

/** @param place Name of the file or variable. */
function parseSubscribers(text: string, place: string): WebhookSubscriber[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // The parser's own message would quote the text, which contains secrets.
    throw new CommandError(`${place}: is not JSON; write [{ "url", "secret", "kinds" }, …]`);
  }
  const parsed = Subscribers.safeParse(json);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(
    ({ path, message }) => `${place}: ${["subscribers", ...path].join(".")}: ${message}`,
  );
  throw new CommandError(lines.join("\n"));
}

export const toWebhookSigningKey = (secret: string): Buffer =>
  Buffer.from(secret.slice("whsec_".length), "base64");

/** Id of the subscriber, which names its outbox folder. It does not depend on the secret or the event types. */
export const toSubscriberId = ({ url }: Pick<WebhookSubscriber, "url">): string =>
  hash("sha256", url).slice(0, 16);

/** Name for reports. It leaves out the path of the URL, which may contain a token. */
export const toSubscriberName = (subscriber: WebhookSubscriber): string =>
  `${new URL(subscriber.url).origin} (${toSubscriberId(subscriber)})`;
