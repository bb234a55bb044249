/** The `git` program in one folder: arguments as a list, never a line for a shell; no secret in a message. */
import { unescape as decode } from "node:querystring";
import { CommandError } from "../build/facts/fault.ts";
import { type ChildProgramOptions, runProgram } from "./run-program.ts";

/** Of every commit that a program of ours makes. */
const AUTHOR = { name: "model-almanac", email: "night@model-almanac.invalid" };

/** A push that takes longer is not going to end. */
const LIMIT_MS = 300_000;

export type GitProcessOptions = Pick<ChildProgramOptions, "env" | "limitMs">;

/** @returns What git printed, trimmed. @throws CommandError with git's own message. */
export async function runGit(
  folder: string,
  args: readonly string[],
  { env, ...times }: GitProcessOptions = {},
): Promise<string> {
  const { code, output, stdout } = await runProgram("git", args, {
    // A prompt for a password at a terminal would wait for ever.
    env: { GIT_TERMINAL_PROMPT: "0", ...env },
    cwd: folder,
    // A credential helper may take its token from there.
    needsSecrets: true,
    limitMs: LIMIT_MS,
    ...times,
  });
  if (code === 0) return stdout.trim();
  throw new CommandError(`git ${args[0]}: ${removeUrlCredentials(output.trim())}`);
}

/** A commit of ours, dated by this day instead of the clock. */
export const toCommitEnvironment = (day: string): Record<string, string> => ({
  GIT_AUTHOR_NAME: AUTHOR.name,
  GIT_AUTHOR_EMAIL: AUTHOR.email,
  GIT_AUTHOR_DATE: `${day}T00:00:00Z`,
  GIT_COMMITTER_NAME: AUTHOR.name,
  GIT_COMMITTER_EMAIL: AUTHOR.email,
  GIT_COMMITTER_DATE: `${day}T00:00:00Z`,
});

/** A text without the user and password of the addresses in it: either may be a token. */
export const removeUrlCredentials = (text: string): string =>
  text.replace(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/]+@/gi, "$1");

/** Settings of the caller's own repository (in a hook), which must not apply to another one. */
const FOREIGN = [
  ...["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_NAMESPACE"],
  ...["GIT_PREFIX", "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"],
];

export interface RemoteBranch {
  /** Address or path of the repository. */
  repo: string;
  branch: string;
  /** For an https address, in place of a password within it. */
  token?: string | undefined;
}

/** Runs git in one folder. */
type Git = (args: readonly string[], env?: Record<string, string>) => Promise<string>;

/** Makes a repository in an empty folder with the newest commit of the branch, if it has one. */
export async function cloneBranch(
  folder: string,
  { repo, branch, token }: RemoteBranch,
): Promise<Git> {
  const { address, header } = toAddress(repo, token);
  const settings = Object.entries({
    "commit.gpgSign": "false",
    "core.autocrlf": "false",
    "core.hooksPath": "/dev/null",
    "gc.auto": "0",
    ...header,
  });
  const ownEnv = {
    ...Object.fromEntries(FOREIGN.map((name) => [name, undefined])),
    // `ext::` and the like would run programs that an address names.
    GIT_ALLOW_PROTOCOL: "file:https:ssh",
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(settings.map(([key], at) => [`GIT_CONFIG_KEY_${at}`, key])),
    ...Object.fromEntries(settings.map(([, value], at) => [`GIT_CONFIG_VALUE_${at}`, value])),
  };
  const git: Git = (args, env) => runGit(folder, args, { env: { ...ownEnv, ...env } });
  await git(["init", "--quiet", `--initial-branch=${branch}`]);
  await git(["remote", "add", "origin", address]);
  const heads = await git(["ls-remote", "--heads", "origin", `refs/heads/${branch}`]);
  if (heads === "") return git;
  await git(["fetch", "--quiet", "--depth=1", "origin", `refs/heads/${branch}`]);
  await git(["reset", "--quiet", "--hard", "FETCH_HEAD"]);
  return git;
}

/** The login of an https address goes as a header: others on the machine may read git's arguments and files. */
function toAddress(remote: string, token: string | undefined) {
  if (!URL.canParse(remote) || new URL(remote).protocol !== "https:")
    return { address: remote, header: {} };
  const url = new URL(remote);
  const written = [url.username, url.password].map((part) => decode(part)).join(":");
  const login = token ? `x-access-token:${token}` : written;
  const name = `http.${url.origin}/.extraHeader`;
  const value = `Authorization: Basic ${Buffer.from(login).toString("base64")}`;
  Object.assign(url, { username: "", password: "" });
  return { address: url.href, header: login === ":" ? {} : { [name]: value } };
}
