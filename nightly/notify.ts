/** Announces a published night: a commit, a push, webhooks. A subscriber that cannot be reached is a line in the report, not a failed night. */
import { join, resolve } from "node:path";
import type { StoredService } from "../build/schema/service.ts";
import { toUserAgent } from "../build/sources/requests/network.ts";
import { commitFacts, pushFacts } from "./commit.ts";
import { deliver, describeDelivery } from "./webhooks/deliver.ts";
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

/** @returns Lines for the report. The commit comes first: what subscribers read must be there. */
export async function notify(
  report: string,
  events: readonly WebhookEvent[],
  { data, cache, day, commit, push, webhooks: file }: NotifyOptions,
  service: StoredService,
): Promise<string[]> {
  const repository = resolve(data, "..");
  const lines: string[] = [];
  if (commit) lines.push(await commitFacts(repository, report, day));
  if (push) lines.push(await pushFacts(repository));
  const reports = await deliver(events, {
    subscribers: await readSubscribers({ file, json: process.env.WEBHOOKS_JSON }),
    outbox: join(resolve(cache), "outbox"),
    userAgent: toUserAgent(service),
  });
  return [...lines, ...reports.map(describeDelivery)];
}
