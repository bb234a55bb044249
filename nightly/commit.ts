/** The night's facts as a commit: only `data/`, with the report as its message. */
import { BuildError } from "../build/facts/fault.ts";
import { type ProgramOptions, runProgram } from "./run-program.ts";

const BOT = ["-c", "user.name=model-almanac", "-c", "user.email=night@model-almanac.invalid"];

/** @returns A line for the report. Nothing is committed when no fact has changed. */
export async function commitFacts(
  repository: string,
  report: string,
  day: string,
): Promise<string> {
  const git = (...args: string[]) => runGit(repository, args, { day });
  await git("add", "--all", "data");
  if ((await git("diff", "--cached", "--name-only", "--", "data")) === "")
    return "commit: none, no fact has changed";
  await git(...BOT, "commit", "--quiet", "--message", report, "--", "data");
  return `commit: ${await git("rev-parse", "--short", "HEAD")}`;
}

/** A push that takes longer is not going to end: the other side holds the line and says nothing. */
const PUSH_LIMIT_MS = 300_000;

/**
 * The site is deployed from what is pushed.
 *
 * @throws BuildError when it is rejected, or not done in time. The commit stays, and the next night pushes it too.
 */
export async function pushFacts(
  repository: string,
  times: ProgramTimes = { limitMs: PUSH_LIMIT_MS },
): Promise<string> {
  await runGit(repository, ["push", "--quiet"], times);
  return "push: done";
}

/** @param day A commit is of its night, whenever it is made. */
type ProgramTimes = Pick<ProgramOptions, "limitMs" | "graceMs">;

async function runGit(
  repository: string,
  args: string[],
  { day, ...times }: { day?: string } & ProgramTimes,
): Promise<string> {
  const at = `${day}T00:00:00Z`;
  const dates = day === undefined ? {} : { GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at };
  const { code, output } = await runProgram("git", args, {
    // A question for a password at a terminal would wait for ever.
    env: { GIT_TERMINAL_PROMPT: "0", ...dates },
    cwd: repository,
    // A credential helper may take its token from there.
    needsSecrets: true,
    ...times,
  });
  const shown = withoutPasswords(output.trim());
  if (code !== 0) throw new BuildError(`git ${args.join(" ").slice(0, 60)}: ${shown}`);
  return shown;
}

/** git quotes the address of the other side, which may hold a token. */
const withoutPasswords = (text: string): string =>
  text.replace(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, "$1");
