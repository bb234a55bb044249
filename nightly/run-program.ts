/** Runs a program in a child process with a time limit. */
import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { removeSecretsFromEnvironment } from "../build/sources/requests/secrets.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

interface Ended {
  /** Exit code; null if the program was killed, because of the time limit or by someone else. */
  code: number | null;
  /** The end of its output, standard output before standard error. Says so if the time limit was exceeded. */
  output: string;
  stdout: string;
}

export interface ChildProgramOptions {
  /** Additional environment variables; undefined removes a variable. */
  env?: Readonly<NodeJS.ProcessEnv>;
  /** Whether the program gets the secrets in the environment, for example to push. Default: false. */
  needsSecrets?: boolean;
  cwd?: string;
  /** Time limit in milliseconds. Default: 45 minutes, because a build and the tests of all answers take minutes. */
  limitMs?: number;
}

/** Characters kept from the end of the output; what comes earlier does not explain a failure. */
const MAX_OUTPUT = 1_000_000;

/** Milliseconds from SIGTERM, on which git removes its locks, to SIGKILL; no longer than the program had before. */
const MAX_GRACE_MS = 2000;

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Ends this process when npm ends: a killed npm passes no signal on. The script needs to begin with `exec`. */
export function exitWhenNpmExits(script: string): void {
  if (process.env.npm_lifecycle_event !== script) return;
  const npm = process.ppid;
  const check = () => process.ppid === npm || process.kill(process.pid, "SIGTERM");
  setInterval(check, 500).unref();
}

/** It ends with this process. The time limit holds even if the program left a child process behind. @throws If the program does not exist. */
export function runChildProgram(
  program: string,
  args: readonly string[],
  { env = {}, needsSecrets = false, ...options }: ChildProgramOptions = {},
): Promise<Ended> {
  const { cwd = ROOT, limitMs = 45 * 60_000 } = options;
  const own = needsSecrets ? process.env : removeSecretsFromEnvironment(process.env);
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...own, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const printed = keepEnd(child.stdout);
    const errors = keepEnd(child.stderr);
    let late = "";
    const stop = setTimeout(() => {
      late = `\nstopped: it had not finished after ${limitMs / 1000} s`;
      child.kill();
      // Another program that it left behind may hold its pipes open.
      child.stdout.destroy();
      child.stderr.destroy();
    }, limitMs);
    const kill = setTimeout(() => child.kill("SIGKILL"), limitMs + Math.min(limitMs, MAX_GRACE_MS));
    // A build that went on alone would keep the site locked for the next run.
    const endBoth = (signal: NodeJS.Signals) => {
      child.kill();
      for (const one of SIGNALS) process.off(one, endBoth);
      process.kill(process.pid, signal);
    };
    for (const signal of SIGNALS) process.once(signal, endBoth);
    child.once("error", reject).once("close", (code) => {
      for (const signal of SIGNALS) process.off(signal, endBoth);
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
    text = (text + chunk).slice(-MAX_OUTPUT);
  });
  return () => text;
}
