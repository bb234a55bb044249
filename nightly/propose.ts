/** Opens a pull request that accepts held changes, on a single branch that each nightly run replaces. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CommandError } from "../build/facts/fault.ts";
import { readFactsOfKinds } from "../build/facts/read-facts.ts";
import { toCsvFactFile } from "../build/facts/write-facts.ts";
import type { HeldChange } from "../build/ingest/judge.ts";
import { appendAcceptedChanges } from "../build/ingest/stage-facts.ts";
import { DataQualityRuleSet } from "../build/rules/rules.ts";
import { groupBy } from "../build/schema/collections.ts";
import { NO_HOST } from "../build/schema/rule.ts";
import { pluralize } from "../generator/site/components/parts.ts";
import { runGit, toCommitEnvironment } from "./git.ts";
import { toHeldLines } from "./report.ts";
import { runChildProgram } from "./run-program.ts";

const HELD_CHANGES_BRANCH = "night/held";
const PUSHED = `pull request: branch ${HELD_CHANGES_BRANCH} is pushed, but none was opened`;
const WHAT_MERGING_DOES = `After this pull request is merged, the next nightly run records these changes, provided that their sources still state them.
The pull request adds one row to \`data/corrections/accepted.csv\` for each rule, source and host. To accept only some changes, delete rows from this file; to accept none, close the pull request.
`;

/** Without `gh`, or a token for it, only the branch is pushed. @returns A line for the report. */
export async function openPullRequestForHeldChanges(
  dataFolder: string,
  held: readonly HeldChange[],
  day: string,
): Promise<string> {
  const rules = new DataQualityRuleSet(readFactsOfKinds(dataFolder, ["rules"]).rules);
  const body = [WHAT_MERGING_DOES, ...toHeldLines(held, rules).map((line) => `- ${line}`)].join(
    "\n",
  );
  const title = `Accept ${pluralize(held.length, "change")} that the nightly run of ${day} held back`;
  const commit = await commitAccepted(dataFolder, held, `${title}\n\n${body}`, day);
  const ref = `${commit}:refs/heads/${HELD_CHANGES_BRANCH}`;
  const push = ["push", "--quiet", "--force", "origin", ref];
  await runGit(dataFolder, push).catch(({ message }: CommandError) => {
    const step = `let this account push the branch ${HELD_CHANGES_BRANCH}, or leave out --propose`;
    throw new CommandError(`${message}\nthe new facts are pushed; ${step}`);
  });
  const gh = (...args: string[]) =>
    runChildProgram("gh", args, { cwd: dataFolder, needsSecrets: true });
  const text = ["--title", title, "--body", body];
  try {
    const edited = await gh("pr", "edit", HELD_CHANGES_BRANCH, ...text);
    const { code, output, stdout } =
      edited.code === 0 ? edited : await gh("pr", "create", "--head", HELD_CHANGES_BRANCH, ...text);
    if (code === 0) return `pull request: ${stdout.trim().split("\n").at(-1)}`;
    return `${PUSHED}: gh exited with ${code}: ${output.trim().slice(0, 200)}`;
  } catch {
    return `${PUSHED}: the program gh is not installed`;
  }
}

/** Creates a commit on top of HEAD with the accepted rows, without touching the working tree or its index. */
async function commitAccepted(
  dataFolder: string,
  held: readonly HeldChange[],
  message: string,
  day: string,
): Promise<string> {
  const { acceptedRules } = readFactsOfKinds(dataFolder, ["acceptedRules"]);
  const reason = "merged pull request of the nightly run";
  // One accepted row covers all changes with the same rule, source and host.
  const groups = groupBy(held, ({ rule, source, host }) => [rule, source, host].join(" "));
  const accept = [...groups.values()].flatMap(([first]) =>
    first ? [{ rule: first.rule, source: first.source, host: first.host ?? NO_HOST, reason }] : [],
  );
  const rows = appendAcceptedChanges(acceptedRules, accept, day);
  const { path, text } = toCsvFactFile("acceptedRules", "", rows);
  const aside = await mkdtemp(join(tmpdir(), "almanac-held-"));
  try {
    const env = { GIT_INDEX_FILE: join(aside, "index"), ...toCommitEnvironment(day) };
    const git = (...args: string[]) => runGit(dataFolder, args, env);
    await writeFile(join(aside, "accepted.csv"), text);
    const blob = await git("hash-object", "-w", join(aside, "accepted.csv"));
    await git("read-tree", "HEAD");
    const name = `${await git("rev-parse", "--show-prefix")}${path}`;
    await git("update-index", "--add", "--cacheinfo", `100644,${blob},${name}`);
    const tree = await git("write-tree");
    return await git("commit-tree", tree, "-p", "HEAD", "-m", message);
  } finally {
    await rm(aside, { recursive: true });
  }
}
