/** `npm run watchdog`: checks, from any clone, that the deployed service has the facts in git and they are recent. */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Command, Option } from "commander";
import * as z from "zod";
import {
  parseAddressOption,
  parseCountOption,
  toCommandErrorIfExpected,
} from "../build/facts/command-line.ts";
import { readFacts } from "../build/facts/read-facts.ts";
import { buildFactMerkleTree, getCurrentChainedMerkleRoot } from "../build/facts/roots.ts";
import { REQUEST_TIMEOUT_MS, requestGithub } from "./git.ts";

interface WatchOptions {
  /** Base URL of the service, without a trailing slash. */
  url: string;
  data: string;
  maxDays: number;
  now: Date;
}

const Status = z.looseObject({ as_of: z.iso.date(), root: z.string() });
const DAY_MS = 86_400_000;

/** @returns Problems and what to do, one or two sentences each; empty if there are none. */
export async function checkServiceHasNewestFacts({
  url,
  data,
  maxDays,
  now,
}: WatchOptions): Promise<string[]> {
  const address = `${url}/api/v1/status`;
  const status = await readServiceStatus(address);
  if (typeof status === "string")
    return [
      `${address}: ${status}. Check the last deploy and the status page of the hosting platform.`,
    ];
  const { as_of, root } = status;
  const age = Math.floor((now.getTime() - Date.parse(as_of)) / DAY_MS);
  const facts = await readFacts(resolve(data)).catch((error: unknown) => {
    const fault = toCommandErrorIfExpected(error, data);
    if (fault === undefined) throw error;
    return `${data}: the facts of this clone cannot be read: ${fault.message}`;
  });
  if (typeof facts === "string") return [facts];
  const tree = buildFactMerkleTree(facts).root;
  const { root: expected } = getCurrentChainedMerkleRoot(tree, facts.roots, as_of);
  const older = facts.roots.find((one) => one.root === root)?.day;
  return [
    age > maxDays &&
      `${address}: the newest fact is dated ${as_of}, ${age} days ago (at most ${maxDays}). Check the log of the nightly workflow.`,
    root !== expected &&
      (older
        ? `${address}: serves the facts of ${older} (Merkle root ${root}), but ${data} has newer facts (root ${expected}). The last deploy failed, is still running, or was rolled back.`
        : `${address}: the root ${root} of the service is not in ${data}, where the newest root is ${expected}. Bring the clone up to date; if the roots still differ, the service has the facts of a commit between two nightly runs, or facts that git does not have: deploy again, and keep the deployed files for comparison.`),
  ].filter((alarm) => alarm !== false);
}

/** @returns The status; or the reason why it cannot be read. */
export async function readServiceStatus(address: string): Promise<z.infer<typeof Status> | string> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    if (!response.ok) return `answers ${response.status}`;
    const { success, data } = Status.safeParse(await response.json());
    return success ? data : "is not a status answer: as_of or root is missing";
  } catch (error) {
    const { message, cause } = error as Error;
    return `cannot be read (${cause instanceof Error ? cause.message || message : message})`;
  }
}

interface AlarmPlaces {
  /** URL that receives `{ text, alarms }` as a POST; nothing is sent if it is empty. */
  webhook?: string | undefined;
  /** Repository in which an issue is opened, unless one with this title is open. `name`: `owner/name`. */
  repository?: { api: string; name: string; token: string } | undefined;
}

const ISSUE_TITLE = "Watchdog: the service does not have the newest facts in git";

/** @throws If a request fails, after both places were tried. */
export async function sendAlarms(
  alarms: readonly string[],
  { webhook, repository }: AlarmPlaces,
): Promise<void> {
  const text = alarms.join("\n");
  const sent = await Promise.allSettled([
    webhook && sendToWebhook(webhook, { text, alarms }),
    repository && openIssue(repository, text),
  ]);
  for (const one of sent) if (one.status === "rejected") throw one.reason;
}

async function openIssue(
  { api, name, token }: NonNullable<AlarmPlaces["repository"]>,
  text: string,
): Promise<void> {
  const issues = `${api}/repos/${name}/issues`;
  const open = await requestGithub(`${issues}?state=open&per_page=100`, token);
  const titles = z.array(z.looseObject({ title: z.string() })).parse(await open.json());
  if (titles.every(({ title }) => title !== ISSUE_TITLE))
    await requestGithub(issues, token, { body: { title: ISSUE_TITLE, body: text } });
}

/** @throws If the answer is an error. The message has only the host, because the rest of the URL may be secret. */
async function sendToWebhook(address: string, body: object): Promise<void> {
  const response = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`${new URL(address).host} answers ${response.status}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { GITHUB_API_URL: api = "https://api.github.com", GITHUB_REPOSITORY: name } = process.env;
  const token = process.env.GITHUB_TOKEN;
  const options = new Command("npm run watchdog --")
    .description(
      "Checks that the deployed service has the facts of the newest commit, and that these facts are not too old.",
    )
    .addOption(
      new Option("--url <address>", "base URL of the service")
        .env("BASE_URL")
        .argParser(parseAddressOption)
        .makeOptionMandatory(),
    )
    .option("--data <folder>", "folder of facts in an up-to-date clone", "data")
    .option("--max-days <number>", "maximum age of the newest fact, in days", parseCountOption, 2)
    .addOption(
      new Option(
        "--webhook <address>",
        'address to which an alarm is sent, as a POST of {"text", "alarms"}',
      ).env("WATCHDOG_WEBHOOK"),
    )
    .addHelpText(
      "after",
      `
With GITHUB_REPOSITORY and GITHUB_TOKEN, an alarm opens an issue in that repository, unless one is open.

Exit codes: 0 all is well; 1 an alarm, on standard error; 2 an alarm, but the webhook or the issue failed.`,
    )
    .parse()
    .opts<Omit<WatchOptions, "now"> & { webhook?: string }>();
  const alarms = await checkServiceHasNewestFacts({ ...options, now: new Date() });
  if (alarms.length === 0)
    process.stdout.write(`watchdog: ${options.url} has the newest facts in git\n`);
  else {
    process.stderr.write(`${alarms.join("\n")}\n`);
    process.exitCode = 1;
    const repository = name && token ? { api, name, token } : undefined;
    const places = { webhook: options.webhook, repository };
    await sendAlarms(alarms, places).catch((error: Error) => {
      process.stderr.write(`the alarm was not sent everywhere: ${error.message}\n`);
      process.exitCode = 2;
    });
  }
}
