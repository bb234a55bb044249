/** A program in a process of its own, with a time limit. */
import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
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
    const child = spawn(program, args, {
      ...{ cwd, env: { ...own, ...env } },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [printed, errors] = [keepEnd(child.stdout), keepEnd(child.stderr)];
    let late = "";
    const stop = setTimeout(() => {
      late = `\nstopped: it had not finished after ${limitMs / 1000} s`;
      child.kill();
      // Another program that it left behind may hold its pipes open.
      child.stdout.destroy();
      child.stderr.destroy();
    }, limitMs);
    const kill = setTimeout(() => child.kill("SIGKILL"), limitMs + Math.min(limitMs, MAX_GRACE_MS));
    child.once("error", reject).once("close", (code) => {
      clearTimeout(stop);
      clearTimeout(kill);
      const output = `${printed()}${errors()}${late}`;
      resolve({ code, output: output.slice(-MAX_OUTPUT), stdout: printed() });
    });
  });
}

/** @returns The last of what a stream has brought so far: the rest is not kept. */
function keepEnd(stream: Readable): () => string {
  let text = "";
  stream.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
    if (text.length > 2 * MAX_OUTPUT) text = text.slice(-MAX_OUTPUT);
  });
  return () => text.slice(-MAX_OUTPUT);
}
