/** The `git` program in one folder: arguments as a list, never a line for a shell; no secret in a message. */
import { unescape as decode } from "node:querystring";
import { CommandError } from "../build/facts/fault.ts";
import { type ProgramOptions, runProgram } from "./run-program.ts";

/** Of the commits of a night. */
export const NIGHTLY_COMMIT_AUTHOR = {
  name: "model-almanac",
  email: "night@model-almanac.invalid",
};

/** A push that takes longer is not going to end. */
const LIMIT_MS = 300_000;

export type GitOptions = Pick<ProgramOptions, "env" | "limitMs" | "graceMs">;

/** @returns What git printed, trimmed. @throws CommandError with git's own message. */
export async function runGit(
  folder: string,
  args: readonly string[],
  { env, ...times }: GitOptions = {},
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

/** Who commits, and the day that the commit is dated by, instead of the clock. */
export const toCommitEnvironment = (
  { name, email }: typeof NIGHTLY_COMMIT_AUTHOR,
  day: string,
): Record<string, string> => ({
  GIT_AUTHOR_NAME: name,
  GIT_AUTHOR_EMAIL: email,
  GIT_AUTHOR_DATE: `${day}T00:00:00Z`,
  GIT_COMMITTER_NAME: name,
  GIT_COMMITTER_EMAIL: email,
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

/** A new repository in an empty folder, and the one elsewhere that it gets its branch from. */
export class GitClone {
  readonly #folder: string;
  readonly #env: NodeJS.ProcessEnv;

  /**
   * Fetches only the newest commit. A repository without the branch, or without anything, gets it.
   *
   * @param remote Address or path. @param token For https, in place of a password.
   */
  static async open(
    folder: string,
    { remote, token, branch }: { remote: string; token: string | undefined; branch: string },
  ): Promise<GitClone> {
    const { address, header } = toAddress(remote, token);
    const clone = new GitClone(folder, header);
    await clone.git(["init", "--quiet", `--initial-branch=${branch}`]);
    await clone.git(["remote", "add", "origin", address]);
    const heads = await clone.git(["ls-remote", "--heads", "origin", `refs/heads/${branch}`]);
    if (heads === "") return clone;
    await clone.git(["fetch", "--quiet", "--depth=1", "origin", `refs/heads/${branch}`]);
    await clone.git(["reset", "--quiet", "--hard", "FETCH_HEAD"]);
    return clone;
  }

  private constructor(folder: string, header: Record<string, string>) {
    this.#folder = folder;
    const settings = Object.entries({
      "commit.gpgSign": "false",
      "core.autocrlf": "false",
      "core.hooksPath": "/dev/null",
      "gc.auto": "0",
      ...header,
    });
    this.#env = {
      ...Object.fromEntries(FOREIGN.map((name) => [name, undefined])),
      // `ext::` and the like would run programs that an address names.
      GIT_ALLOW_PROTOCOL: "file:https:ssh",
      GIT_CONFIG_COUNT: String(settings.length),
      ...Object.fromEntries(settings.map(([key], at) => [`GIT_CONFIG_KEY_${at}`, key])),
      ...Object.fromEntries(settings.map(([, value], at) => [`GIT_CONFIG_VALUE_${at}`, value])),
    };
  }

  git(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
    return runGit(this.#folder, args, { env: { ...this.#env, ...env } });
  }
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
