/** Announces the results of a nightly run: commits `data/`, pushes, and sends webhooks. */
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { CommandError } from "../build/facts/fault.ts";
import { readFacts } from "../build/facts/read-facts.ts";
import { buildFactMerkleTree, getCurrentChainedMerkleRoot } from "../build/facts/roots.ts";
import type { HeldChange } from "../build/ingest/judge.ts";
import type { ServiceDescription } from "../build/schema/service.ts";
import { toUserAgent } from "../build/sources/requests/network.ts";
import { runGit, toCommitEnvironment } from "./git.ts";
import { openPullRequestForHeldChanges } from "./propose.ts";
import { readServiceStatus } from "./watchdog.ts";
import { deliverWebhooks, describeWebhookDelivery } from "./webhooks/deliver.ts";
import type { WebhookEvent } from "./webhooks/events.ts";
import type { WebhookSubscriber } from "./webhooks/subscribers.ts";

export interface CommitAndNotifyOptions {
  data: string;
  dist: string;
  /** Folder that contains the webhook outboxes. */
  cache: string;
  day: string;
  commit: boolean;
  push: boolean;
  propose: boolean;
}

/**
 * Commits, pushes and sends webhooks, in this order. After a push it waits for the deploy, so that subscribers find the
 * facts of which they are notified. A subscriber that cannot be reached is reported and does not fail the run.
 * @returns Lines for the report.
 */
export async function commitAndNotify(
  report: string,
  news: {
    events: readonly WebhookEvent[];
    held: readonly HeldChange[];
    subscribers: readonly WebhookSubscriber[];
  },
  { data, dist, cache, day, commit, push, propose }: CommitAndNotifyOptions,
  service: ServiceDescription,
): Promise<string[]> {
  const folder = resolve(data);
  const { events, held, subscribers } = news;
  const { base_url: url } = service;
  const lines: string[] = [];
  if (commit) lines.push(await commitFacts(folder, report, day));
  if (push) lines.push(await pushFactsRepository(folder));
  if (propose && held.length > 0)
    lines.push(await openPullRequestForHeldChanges(folder, held, day));
  const reports = await deliverWebhooks(events, {
    subscribers,
    outbox: join(resolve(cache), "outbox"),
    userAgent: toUserAgent(service),
    // Without a push there is no deploy to wait for: the built site is the one that is served.
    ...(push && url && { waitUntilPublished: () => waitForDeploy(url, resolve(dist)) }),
  });
  return [...lines, ...reports.map(describeWebhookDelivery)];
}

/** A deploy takes minutes. One that takes longer has failed, or is waiting for a person. */
const DEPLOY_LIMIT = { limitMs: 20 * 60_000, waitMs: 15_000 };

/** @returns Null once the service answers with the facts of the built site; after the time limit, the reason. */
export async function waitForDeploy(
  url: string,
  dist: string,
  { limitMs, waitMs } = DEPLOY_LIMIT,
): Promise<string | null> {
  const { root } = JSON.parse(await readFile(join(dist, "api/v1/status"), "utf8"));
  const address = `${url.replace(/\/+$/, "")}/api/v1/status`;
  const end = performance.now() + limitMs;
  while (true) {
    const status = await readServiceStatus(address);
    if (typeof status !== "string" && status.root === root) return null;
    if (performance.now() >= end) {
      const answer = typeof status === "string" ? status : `has the root ${status.root}`;
      return `the deploy had not ended after ${limitMs / 60_000} minutes: ${address} ${answer}, not ${root}; check the last deploy`;
    }
    await setTimeout(waitMs);
  }
}

/** Commits only the facts, with the date of the run. @returns A line for the report. */
export async function commitFacts(
  dataFolder: string,
  report: string,
  day: string,
): Promise<string> {
  const git = (...args: string[]) => runGit(dataFolder, args, toCommitEnvironment(day));
  await git("add", "--all", ".");
  if ((await git("diff", "--cached", "--name-only", "--", ".")) === "")
    return "commit: none, no fact has changed";
  await git("commit", "--quiet", "--message", report, "--", ".");
  return `commit: ${await git("rev-parse", "--short", "HEAD")}`;
}

/** @throws CommandError if the push fails. The commit remains, and the next push from this clone includes it. */
export async function pushFactsRepository(dataFolder: string): Promise<string> {
  await runGit(dataFolder, ["push", "--quiet"]).catch(({ message }: CommandError) => {
    const step =
      "the new facts are committed in this clone: run git pull --rebase && git push; then run this command again, which sends the webhooks";
    throw new CommandError(`${message}\n${step}`);
  });
  return "push: done";
}

/** @throws CommandError if a person's changes to the facts are not committed: a nightly run would commit them as its own. */
export async function checkOnlyOwnChanges(dataFolder: string): Promise<void> {
  const changes = await runGit(dataFolder, ["status", "--short", "--untracked-files=all", "."]);
  // A nightly run that was killed after it replaced the facts leaves them uncommitted, with their root.
  if (changes === "") return;
  const facts = await readFacts(dataFolder);
  const { root } = buildFactMerkleTree(facts);
  if (getCurrentChainedMerkleRoot(root, facts.roots, "").recorded) return;
  throw new CommandError(
    `${dataFolder} has changes that are not committed, and that no nightly run made:\n${changes}\nCommit or undo them; with --commit, the nightly run would commit them under its own name`,
  );
}

/** @throws CommandError unless the facts on disk are committed and the commit is on the remote branch. */
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
