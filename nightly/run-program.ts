/** A program in a process of its own, with a time limit. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { removeSecretsFromEnvironment } from "../build/sources/requests/secrets.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

interface Ended {
  /** Null when it was killed, after `limitMs` or by somebody else. */
  code: number | null;
  /** The last of what it printed; says so when the time was up. */
  output: string;
  /** The same without what it printed as errors. */
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
  /** Between SIGTERM and SIGKILL. */
  graceMs?: number;
}

/** What a program printed before its last so many characters explains no failure. */
const MAX_OUTPUT = 1_000_000;

/** Never waits longer than `limitMs` and `graceMs`. */
export function runProgram(
  program: string,
  args: readonly string[],
  { env = {}, needsSecrets = false, ...options }: ChildProgramOptions = {},
): Promise<Ended> {
  const { cwd = ROOT, limitMs = 45 * 60_000, graceMs = 5_000 } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...(needsSecrets ? process.env : removeSecretsFromEnvironment(process.env)), ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let [output, stdout] = ["", ""];
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        output = (output + chunk).slice(-MAX_OUTPUT);
        if (stream === child.stdout) stdout = (stdout + chunk).slice(-MAX_OUTPUT);
      });
    let grace: NodeJS.Timeout | undefined;
    const stop = (result: Ended | Error) => {
      clearTimeout(limit);
      clearTimeout(grace);
      if (result instanceof Error) reject(result);
      else resolve(result);
    };
    const kill = () => {
      child.kill("SIGKILL");
      // A program that it started and left behind may hold its pipes open for ever.
      child.stdout.destroy();
      child.stderr.destroy();
      stop({
        code: null,
        output: `${output}\nstopped: it had not finished after ${limitMs / 1000} s`,
        stdout,
      });
    };
    const limit = setTimeout(() => {
      child.removeListener("close", onClose).once("close", kill);
      child.kill("SIGTERM");
      grace = setTimeout(kill, graceMs);
    }, limitMs);
    const onClose = (code: number | null) => stop({ code, output, stdout });
    child.once("error", stop).once("close", onClose);
  });
}
