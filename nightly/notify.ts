/** Announces a published night: a commit of `data/`, a push, webhooks. */
import { join, resolve } from "node:path";
import { CommandError } from "../build/facts/fault.ts";
import type { HeldChange } from "../build/ingest/judge.ts";
import type { ServiceDescription } from "../build/schema/service.ts";
import { toUserAgent } from "../build/sources/requests/network.ts";
import { type GitProcessOptions, runGit, toCommitEnvironment } from "./git.ts";
import { proposeHeldChanges } from "./propose.ts";
import { deliverWebhooks, describeWebhookDelivery } from "./webhooks/deliver.ts";
import type { WebhookEvent } from "./webhooks/events.ts";
import type { WebhookSubscriber } from "./webhooks/subscribers.ts";

export interface CommitAndNotifyOptions {
  data: string;
  /** Keeps the outboxes of the webhooks. */
  cache: string;
  day: string;
  commit: boolean;
  push: boolean;
  propose: boolean;
}

/**
 * @returns Lines for the report. The commit comes first: subscribers must find what they are notified of. A subscriber
 *   that cannot be reached is a line, not a failed night.
 */
export async function commitAndNotify(
  report: string,
  {
    events,
    held,
    subscribers,
  }: {
    events: readonly WebhookEvent[];
    held: readonly HeldChange[];
    subscribers: readonly WebhookSubscriber[];
  },
  { data, cache, day, commit, push, propose }: CommitAndNotifyOptions,
  service: ServiceDescription,
): Promise<string[]> {
  const repository = resolve(data, "..");
  const lines: string[] = [];
  if (commit) lines.push(await commitFacts(repository, report, day));
  if (push) lines.push(await pushFacts(repository));
  if (propose && held.length > 0)
    lines.push(await proposeHeldChanges(repository, resolve(data), held, day));
  const reports = await deliverWebhooks(events, {
    subscribers,
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

/** @throws CommandError when it is rejected, or not done in time. The commit stays; the next push from this clone has it. */
export async function pushFacts(
  repository: string,
  times: GitProcessOptions = {},
): Promise<string> {
  await runGit(repository, ["push", "--quiet"], times);
  return "push: done";
}

/** @throws CommandError unless the facts on disk are those of a commit that the remote's branch has. */
export async function checkFactsPushed(dataFolder: string): Promise<void> {
  const git = (...args: string[]) => runGit(dataFolder, args);
  const branch = await git("rev-parse", "--abbrev-ref", "HEAD");
  const refuse = (fault: string) => new CommandError(`${fault}; push the facts first`);
  if ((await git("status", "--porcelain", "--", ".")) !== "")
    throw refuse(`${dataFolder} has changes that are not committed`);
  await git("fetch", "--quiet", "origin", branch);
  if ((await git("rev-list", "--count", "FETCH_HEAD..HEAD")) !== "0")
    throw refuse(`the newest commit of ${dataFolder} is not on the branch ${branch} of origin`);
}
