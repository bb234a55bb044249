/** The `git` program in one folder: arguments as a list, never a shell's line; no secret in a message. */
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
  /** Address or path of the other repository; what is secret in it is kept out of messages. */
  remote: string;
  /** For https, in place of a password; goes through the environment, not through arguments. */
  token: string | undefined;
  author: { name: string; email: string };
}

/** @returns What git printed, without white space around it. @throws BuildError with what git complained of. */
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
      const said = hideSecrets(stderr.trim(), options) || `ended with ${String(code)}`;
      throw new BuildError(`git ${args[0]}: ${said}`);
    }
  };
}

/** What the caller's own git set up for another repository (in a hook) does not count here. */
const OTHERS = /^GIT_(DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|NAMESPACE|PREFIX|CONFIG_.*)$/;

function toEnvironment({ remote, token, author }: GitOptions): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !OTHERS.test(name));
  return {
    ...Object.fromEntries(inherited),
    GIT_TERMINAL_PROMPT: "0",
    // `ext::` and the like would run programs that an address names.
    GIT_ALLOW_PROTOCOL: "file:https:ssh",
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_COMMITTER_NAME: author.name,
    GIT_COMMITTER_EMAIL: author.email,
    ...toConfig([
      ["commit.gpgSign", "false"],
      ["core.autocrlf", "false"],
      ["core.hooksPath", "/dev/null"],
      ["gc.auto", "0"],
      ...toCredentials(remote, token),
    ]),
  };
}

/** Only for the server of the mirror, should it send us elsewhere. */
function toCredentials(remote: string, token: string | undefined): [string, string][] {
  if (!isHttps(remote)) return [];
  const { origin, username, password } = new URL(remote);
  const login = token ? `x-access-token:${token}` : [username, password].map(decode).join(":");
  if (login === ":") return [];
  const credentials = Buffer.from(login).toString("base64");
  return [[`http.${origin}/.extraHeader`, `Authorization: Basic ${credentials}`]];
}

/** For git's arguments and its files, which others on the machine may read: user and password go as a header. */
function toBareRemote(remote: string): string {
  if (!isHttps(remote)) return remote;
  const bare = new URL(remote);
  bare.username = "";
  bare.password = "";
  return bare.href;
}

const isHttps = (remote: string): boolean =>
  URL.canParse(remote) && new URL(remote).protocol === "https:";

function toConfig(settings: readonly [string, string][]): Record<string, string> {
  const pairs = settings.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(pairs) };
}

function hideSecrets(text: string, { remote, token }: GitOptions): string {
  const shown = [remote, toBareRemote(remote)].reduce(
    (said, address) => said.replaceAll(address, toShownRemote(remote)),
    text,
  );
  return [token, ...passwordsOf(remote)].reduce<string>(
    (hidden, secret) => (secret ? hidden.replaceAll(secret, "hidden") : hidden),
    shown,
  );
}

/** The address without user and password. */
export const toShownRemote = (remote: string): string =>
  URL.canParse(remote) ? toPublicUrl(remote) : remote;

/** A user alone (`https://token@…`) is a token; that of ssh is a name (`git`). */
function passwordsOf(remote: string): string[] {
  if (!URL.canParse(remote)) return [];
  const { protocol, username, password } = new URL(remote);
  const all = protocol === "https:" ? [username, password] : [password];
  return all.flatMap((secret) => [secret, decode(secret)]);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign as itself.
    return text;
  }
}

/** Only the newest commit is fetched. A repository without the branch, or without anything, gets it. */
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
