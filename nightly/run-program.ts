/** A program in a process of its own, with a time limit. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { removeSecretsFromEnvironment } from "../build/sources/requests/secrets.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

interface Ended {
  /** Null when it was killed, after `limitMs` or by somebody else. */
  code: number | null;
  /** The last of what it printed, errors after the rest; says so when the time was up. */
  output: string;
  /** The last of what it printed, without errors. */
  stdout: string;
}

export interface ChildProgramOptions {
  /** An undefined one is taken away. */
  env?: Readonly<NodeJS.ProcessEnv>;
  /** Whether it gets the secrets of our environment, to push with them. Default: false. */
  needsSecrets?: boolean;
  cwd?: string;
  /** A build and the tests of all answers take minutes. */
  limitMs?: number;
}

/** What a program printed before its last so many characters explains no failure. */
const MAX_OUTPUT = 1_000_000;

/** Milliseconds from SIGTERM, on which git removes its locks, to SIGKILL; no longer than the program had before. */
const MAX_GRACE_MS = 2000;

/** Never waits longer, even for a program that left another one behind. @throws When there is no such program. */
export function runProgram(
  program: string,
  args: readonly string[],
  { env = {}, needsSecrets = false, ...options }: ChildProgramOptions = {},
): Promise<Ended> {
  const { cwd = ROOT, limitMs = 45 * 60_000 } = options;
  const own = needsSecrets ? process.env : removeSecretsFromEnvironment(process.env);
  return new Promise((resolve, reject) => {
    const child = execFile(
      program,
      [...args],
      { cwd, env: { ...own, ...env }, timeout: limitMs, maxBuffer: Number.POSITIVE_INFINITY },
      (error, stdout, stderr) => {
        clearTimeout(kill);
        if (typeof error?.code === "string") return reject(error);
        const late = `\nstopped: it had not finished after ${limitMs / 1000} s`;
        const output = `${stdout}${stderr}${error?.killed ? late : ""}`;
        const code = error === null ? 0 : (error.code ?? null);
        resolve({ code, output: output.slice(-MAX_OUTPUT), stdout: stdout.slice(-MAX_OUTPUT) });
      },
    );
    child.stdin?.end();
    const kill = setTimeout(() => child.kill("SIGKILL"), limitMs + Math.min(limitMs, MAX_GRACE_MS));
  });
}
