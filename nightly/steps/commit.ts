/** The night's facts as a commit: only `data/`, with the report as its message. */
import { BuildError } from "../../build/facts/fault.ts";
import { runProgram } from "./run-program.ts";

const BOT = ["-c", "user.name=model-almanac", "-c", "user.email=night@model-almanac.invalid"];

/** @returns A line for the report. Nothing is committed when no fact has changed. */
export async function commitFacts(
  repository: string,
  report: string,
  day: string,
): Promise<string> {
  const git = (...args: string[]) => runGit(repository, args, day);
  await git("add", "--all", "data");
  if ((await git("diff", "--cached", "--name-only", "--", "data")) === "")
    return "commit: none, no fact has changed";
  await git(...BOT, "commit", "--quiet", "--message", report, "--", "data");
  return `commit: ${await git("rev-parse", "--short", "HEAD")}`;
}

/** The site is deployed from what is pushed. */
export async function pushFacts(repository: string): Promise<string> {
  await runGit(repository, ["push", "--quiet"]);
  return "push: done";
}

/** A commit is of its night, whenever it is made. */
async function runGit(repository: string, args: string[], day?: string): Promise<string> {
  const at = `${day}T00:00:00Z`;
  const dates = day === undefined ? {} : { GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at };
  const { code, output } = await runProgram("git", args, dates, repository);
  if (code !== 0) throw new BuildError(`git ${args.join(" ").slice(0, 60)}: ${output.trim()}`);
  return output.trim();
}
