/** Announces a published night: a commit of `data/`, a push, webhooks. */
import { join, resolve } from "node:path";
import { BuildError } from "../build/facts/fault.ts";
import type { StoredService } from "../build/schema/service.ts";
import { toUserAgent } from "../build/sources/requests/network.ts";
import { type ProgramOptions, runProgram } from "./run-program.ts";
import { deliver, describeDelivery } from "./webhooks/deliver.ts";
import type { WebhookEvent } from "./webhooks/events.ts";
import { readSubscribers } from "./webhooks/subscribers.ts";

export interface NotifyOptions {
  data: string;
  /** Keeps the outboxes of the webhooks. */
  cache: string;
  day: string;
  commit: boolean;
  push: boolean;
  webhooks?: string;
}

/**
 * @returns Lines for the report. The commit comes first: subscribers must find what they are notified of. A subscriber
 *   that cannot be reached is a line, not a failed night.
 */
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

const BOT = ["-c", "user.name=model-almanac", "-c", "user.email=night@model-almanac.invalid"];

/** Commits `data/` alone, dated by the night's day. @returns A line for the report. */
export async function commitFacts(
  repository: string,
  report: string,
  day: string,
): Promise<string> {
  const at = `${day}T00:00:00Z`;
  const env = { GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at };
  const git = (...args: string[]) => runGit(repository, args, { env });
  await git("add", "--all", "data");
  if ((await git("diff", "--cached", "--name-only", "--", "data")) === "")
    return "commit: none, no fact has changed";
  await git(...BOT, "commit", "--quiet", "--message", report, "--", "data");
  return `commit: ${await git("rev-parse", "--short", "HEAD")}`;
}

/** A push that takes longer is not going to end. */
const PUSH_LIMIT_MS = 300_000;

/** @throws BuildError when it is rejected, or not done in time. The commit stays, and the next night pushes it too. */
export async function pushFacts(
  repository: string,
  times: Pick<ProgramOptions, "limitMs" | "graceMs"> = { limitMs: PUSH_LIMIT_MS },
): Promise<string> {
  await runGit(repository, ["push", "--quiet"], times);
  return "push: done";
}

async function runGit(
  repository: string,
  args: string[],
  { env, ...times }: Pick<ProgramOptions, "env" | "limitMs" | "graceMs">,
): Promise<string> {
  const { code, output } = await runProgram("git", args, {
    // A prompt for a password at a terminal would wait for ever.
    env: { GIT_TERMINAL_PROMPT: "0", ...env },
    cwd: repository,
    // A credential helper may take its token from there.
    needsSecrets: true,
    ...times,
  });
  const shown = withoutPasswords(output.trim());
  if (code !== 0) throw new BuildError(`git ${args.join(" ").slice(0, 60)}: ${shown}`);
  return shown;
}

/** git quotes the address of the remote, which may hold a token. */
const withoutPasswords = (text: string): string =>
  text.replace(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, "$1");
