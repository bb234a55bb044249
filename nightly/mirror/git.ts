/** The `git` program in one folder: arguments as a list, never a line for a shell; no secret in a message. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { BuildError } from "../../build/facts/fault.ts";
import { toPublicUrl } from "../../build/sources/requests/secrets.ts";

const run = promisify(execFile);

/** A push that takes longer is not going to end. */
const LIMIT_MS = 300_000;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

export interface GitOptions {
  folder: string;
  /** Address or path of the other repository. */
  remote: string;
  /** For https, in place of a password. */
  token: string | undefined;
  author: { name: string; email: string };
}

/** @returns What git printed, trimmed. @throws BuildError with git's own message. */
export type Git = (
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
) => Promise<string>;

export function createGit(options: GitOptions): Git {
  const base = toEnvironment(options);
  return async (args, env = {}) => {
    try {
      const { stdout } = await run("git", args, {
        cwd: options.folder,
        env: { ...base, ...env },
        timeout: LIMIT_MS,
        maxBuffer: MAX_OUTPUT_BYTES,
      });
      return stdout.trim();
    } catch (error) {
      const { stderr = "", code } = error as { stderr?: string; code?: unknown };
      const message = hideSecrets(stderr.trim(), options) || `ended with ${String(code)}`;
      throw new BuildError(`git ${args[0]}: ${message}`);
    }
  };
}

/** Settings of the caller's own repository (in a hook), which must not apply here. */
const FOREIGN = /^GIT_(DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|NAMESPACE|PREFIX|CONFIG_.*)$/;

function toEnvironment({ remote, token, author }: GitOptions): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !FOREIGN.test(name));
  const settings = [
    ["commit.gpgSign", "false"],
    ["core.autocrlf", "false"],
    ["core.hooksPath", "/dev/null"],
    ["gc.auto", "0"],
    ...toCredentials(remote, token),
  ];
  return {
    ...Object.fromEntries(inherited),
    GIT_TERMINAL_PROMPT: "0",
    // `ext::` and the like would run programs that an address names.
    GIT_ALLOW_PROTOCOL: "file:https:ssh",
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_COMMITTER_NAME: author.name,
    GIT_COMMITTER_EMAIL: author.email,
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(settings.map(([key], index) => [`GIT_CONFIG_KEY_${index}`, key])),
    ...Object.fromEntries(settings.map(([, value], index) => [`GIT_CONFIG_VALUE_${index}`, value])),
  };
}

/** As a header, only for the mirror's own server: others on the machine may read git's arguments and files. */
function toCredentials(remote: string, token: string | undefined): [string, string][] {
  if (!isHttps(remote)) return [];
  const { origin, username, password } = new URL(remote);
  const login = token ? `x-access-token:${token}` : [username, password].map(decode).join(":");
  if (login === ":") return [];
  const credentials = Buffer.from(login).toString("base64");
  return [[`http.${origin}/.extraHeader`, `Authorization: Basic ${credentials}`]];
}

/** The address that git is given: user and password go as a header. */
function toBareRemote(remote: string): string {
  if (!isHttps(remote)) return remote;
  return Object.assign(new URL(remote), { username: "", password: "" }).href;
}

const isHttps = (remote: string): boolean =>
  URL.canParse(remote) && new URL(remote).protocol === "https:";

/** The address without user and password. */
export const toShownRemote = (remote: string): string =>
  URL.canParse(remote) ? toPublicUrl(remote) : remote;

/** A user alone (`https://token@…`) is a token; that of ssh is a name (`git`). */
function hideSecrets(text: string, { remote, token }: GitOptions): string {
  const { protocol, username, password } = URL.canParse(remote)
    ? new URL(remote)
    : { protocol: "", username: "", password: "" };
  const logins = protocol === "https:" ? [username, password] : [password];
  const addresses = [remote, toBareRemote(remote)];
  const shown = addresses.reduce((all, one) => all.replaceAll(one, toShownRemote(remote)), text);
  return [token ?? "", ...logins, ...logins.map(decode)]
    .filter((secret) => secret !== "")
    .reduce((all, secret) => all.replaceAll(secret, "hidden"), shown);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Fetches only the newest commit. A repository without the branch, or without anything, gets it. */
export async function checkOut(
  git: Git,
  { repo, branch }: { repo: string; branch: string },
): Promise<void> {
  await git(["init", "--quiet", `--initial-branch=${branch}`]);
  await git(["remote", "add", "origin", toBareRemote(repo)]);
  const heads = await git(["ls-remote", "--heads", "origin", `refs/heads/${branch}`]);
  if (heads === "") return;
  await git(["fetch", "--quiet", "--depth=1", "origin", `refs/heads/${branch}`]);
  await git(["reset", "--quiet", "--hard", "FETCH_HEAD"]);
}
