/** Announces a published night: a commit, a push, webhooks. A subscriber that cannot be reached is a line in the report, not a failed night. */
import { join, resolve } from "node:path";
import type { StoredService } from "../build/schema/service.ts";
import { toUserAgent } from "../build/sources/outgoing/user-agent.ts";
import { commitFacts, pushFacts } from "./steps/commit.ts";
import { deliver } from "./webhooks/deliver.ts";
import { toDeliveryLines } from "./webhooks/delivery-lines.ts";
import type { WebhookEvent } from "./webhooks/events.ts";
import { readSubscribers } from "./webhooks/subscriber.ts";

export interface NotifyOptions {
  data: string;
  /** Keeps the outboxes of the webhooks. */
  cache: string;
  day: string;
  commit: boolean;
  push: boolean;
  webhooks?: string;
}

/** @returns Lines for the report. The commit comes first: what listeners read must be there. */
export async function notify(
  report: string,
  events: readonly WebhookEvent[],
  options: NotifyOptions,
  service: StoredService,
): Promise<string[]> {
  const repository = resolve(options.data, "..");
  const lines: string[] = [];
  if (options.commit) lines.push(await commitFacts(repository, report, options.day));
  if (options.push) lines.push(await pushFacts(repository));
  return [...lines, ...(await callWebhooks(events, options, service))];
}

async function callWebhooks(
  events: readonly WebhookEvent[],
  { webhooks, cache }: NotifyOptions,
  service: StoredService,
): Promise<string[]> {
  const subscribers = await readSubscribers({
    file: webhooks,
    json: process.env.WEBHOOKS_JSON,
  });
  const report = await deliver(events, {
    subscribers,
    outbox: join(resolve(cache), "outbox"),
    userAgent: toUserAgent(service),
  });
  return toDeliveryLines(report).map((line) => `webhook ${line.replace(/^- /, "")}`);
}
