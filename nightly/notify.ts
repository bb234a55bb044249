/** Announces a published night: a commit of `data/`, a push, webhooks. */
import { join, resolve } from "node:path";
import type { HeldChange } from "../build/ingest/judge.ts";
import type { ServiceDescription } from "../build/schema/service.ts";
import { toUserAgent } from "../build/sources/requests/network.ts";
import { type GitProcessOptions, runGit, toCommitEnvironment } from "./git.ts";
import { proposeHeldChanges } from "./propose.ts";
import { deliverWebhooks, describeWebhookDelivery } from "./webhooks/deliver.ts";
import type { WebhookEvent } from "./webhooks/events.ts";
import { readWebhookSubscribers } from "./webhooks/subscribers.ts";

export interface CommitAndNotifyOptions {
  data: string;
  /** Keeps the outboxes of the webhooks. */
  cache: string;
  day: string;
  commit: boolean;
  push: boolean;
  propose: boolean;
  webhooks?: string;
}

/**
 * @returns Lines for the report. The commit comes first: subscribers must find what they are notified of. A subscriber
 *   that cannot be reached is a line, not a failed night.
 */
export async function commitAndNotify(
  report: string,
  { events, held }: { events: readonly WebhookEvent[]; held: readonly HeldChange[] },
  { data, cache, day, commit, push, propose, webhooks: file }: CommitAndNotifyOptions,
  service: ServiceDescription,
): Promise<string[]> {
  const repository = resolve(data, "..");
  const lines: string[] = [];
  if (commit) lines.push(await commitFacts(repository, report, day));
  if (push) lines.push(await pushFacts(repository));
  if (propose && held.length > 0)
    lines.push(await proposeHeldChanges(repository, resolve(data), held, day));
  const reports = await deliverWebhooks(events, {
    subscribers: await readWebhookSubscribers({ file, json: process.env.WEBHOOKS_JSON }),
    outbox: join(resolve(cache), "outbox"),
    userAgent: toUserAgent(service),
  });
  return [...lines, ...reports.map(describeWebhookDelivery)];
}

/** Commits `data/` alone, dated by the night's day. @returns A line for the report. */
export async function commitFacts(
  repository: string,
  report: string,
  day: string,
): Promise<string> {
  const git = (...args: string[]) => runGit(repository, args, { env: toCommitEnvironment(day) });
  await git("add", "--all", "data");
  if ((await git("diff", "--cached", "--name-only", "--", "data")) === "")
    return "commit: none, no fact has changed";
  await git("commit", "--quiet", "--message", report, "--", "data");
  return `commit: ${await git("rev-parse", "--short", "HEAD")}`;
}

/** @throws CommandError when it is rejected, or not done in time. The commit stays, and the next night pushes it too. */
export async function pushFacts(
  repository: string,
  times: GitProcessOptions = {},
): Promise<string> {
  await runGit(repository, ["push", "--quiet"], times);
  return "push: done";
}
