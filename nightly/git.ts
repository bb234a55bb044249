/** Runs `git`. Arguments are passed as a list, never through a shell, and messages contain no secrets. */
import { unescape as decode } from "node:querystring";
import { CommandError } from "../build/facts/fault.ts";
import { type ChildProgramOptions, runChildProgram } from "./run-program.ts";

/** A push that takes longer than this will not finish. */
const LIMIT_MS = 300_000;

/** @returns What git printed, trimmed. @throws CommandError with git's own message. */
export async function runGit(
  folder: string,
  args: readonly string[],
  env: ChildProgramOptions["env"] = {},
): Promise<string> {
  const { code, output, stdout } = await runChildProgram("git", args, {
    // Without this, git would wait forever for a password at a terminal.
    env: { GIT_TERMINAL_PROMPT: "0", ...env },
    cwd: folder,
    // A credential helper may read its token from the environment.
    needsSecrets: true,
    limitMs: LIMIT_MS,
  });
  if (code === 0) return stdout.trim();
  throw new CommandError(`git ${args[0]}: ${removeUrlCredentials(output.trim())}`);
}

/** Milliseconds after which a request to GitHub, or to the service, fails. */
export const REQUEST_TIMEOUT_MS = 30_000;

/** A request to GitHub's API, by default a `GET`, or a `POST` of the body. @throws CommandError if the answer is an error. */
export async function requestGithub(
  url: string,
  token: string,
  { body, method = body ? "POST" : "GET" }: { method?: string; body?: object } = {},
): Promise<Response> {
  const response = await fetch(url, {
    method,
    headers: { Authorization: `Bearer ${token}`, Accept: "application/vnd.github+json" },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  if (response.ok) return response;
  throw new CommandError(`${method} ${url}: the answer was ${response.status}`);
}

/** Author and date of an automatic commit. The date is this day instead of the current time. */
export const toCommitEnvironment = (day: string): Record<string, string> =>
  Object.fromEntries(
    ["AUTHOR", "COMMITTER"].flatMap((role) => [
      [`GIT_${role}_NAME`, "model-almanac"],
      [`GIT_${role}_EMAIL`, "night@model-almanac.invalid"],
      [`GIT_${role}_DATE`, `${day}T00:00:00Z`],
    ]),
  );

/** Removes user and password from the URLs in a text, because either may be a token. */
export const removeUrlCredentials = (text: string): string =>
  text.replace(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/]+@/gi, "$1");

/** Variables that say how to reach a server, and where the operator's settings are. */
const OPERATORS =
  /^GIT_(SSH|SSL|PROXY|HTTP|ASKPASS|CONFIG_(GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY|VALUE))/;

/** Git's other variables may refer to the caller's own repository (in a git hook), and must not apply to another one. */
const isForeign = (name: string): boolean => name.startsWith("GIT_") && !OPERATORS.test(name);

/** A git repository of which the branch `main` is used. */
export interface RemoteRepository {
  repo: string;
  /** Token for an https URL, used instead of a password in the URL. */
  token?: string | undefined;
}

type Git = (args: readonly string[], env?: Record<string, string>) => Promise<string>;

/** Initializes a repository in an empty folder and checks out the newest commit of `main`, if it exists. */
export async function checkOutMainBranch(
  folder: string,
  { repo, token }: RemoteRepository,
): Promise<Git> {
  const { address, header } = toAddress(repo, token);
  const settings = Object.entries({
    "commit.gpgSign": "false",
    "core.autocrlf": "false",
    "core.hooksPath": "/dev/null",
    "gc.auto": "0",
    ...header,
  });
  // The settings that the operator passes in variables are kept; of two equal keys, the last one counts.
  const given = Number(process.env.GIT_CONFIG_COUNT ?? 0);
  const ownEnv = {
    ...Object.fromEntries(
      Object.keys(process.env)
        .filter(isForeign)
        .map((name) => [name, undefined]),
    ),
    GIT_TERMINAL_PROMPT: "0",
    // Other protocols, such as `ext::`, would run programs that a URL names.
    GIT_ALLOW_PROTOCOL: "file:https:ssh",
    GIT_CONFIG_COUNT: String(given + settings.length),
    ...Object.fromEntries(settings.map(([key], at) => [`GIT_CONFIG_KEY_${given + at}`, key])),
    ...Object.fromEntries(
      settings.map(([, value], at) => [`GIT_CONFIG_VALUE_${given + at}`, value]),
    ),
  };
  const git: Git = (args, env) => runGit(folder, args, { ...ownEnv, ...env });
  await git(["init", "--quiet", "--initial-branch=main"]);
  await git(["remote", "add", "origin", address]);
  const heads = await git(["ls-remote", "--heads", "origin", "refs/heads/main"]);
  if (heads === "") return git;
  await git(["fetch", "--quiet", "--depth=1", "origin", "refs/heads/main"]);
  await git(["reset", "--quiet", "--hard", "FETCH_HEAD"]);
  return git;
}

/** The login of an https URL is a header: other users of the machine can read git's arguments and files. */
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
