/** Programs of this project, each in a process of its own, with an end to its time. */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { withoutSecrets } from "../build/sources/requests/secrets.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

interface Ended {
  /** Null when it was ended from outside, by `limitMs` or by somebody else. */
  code: number | null;
  /** The last of what it printed; when its time was up, that it was. */
  output: string;
}

export interface ProgramOptions {
  env?: Readonly<Record<string, string>>;
  /** Whether it gets what is secret in our environment, to push by it. Default: false. */
  needsSecrets?: boolean;
  cwd?: string;
  /** Whoever is not done by then is ended. A build and the tests of the whole take minutes. */
  limitMs?: number;
  /** Between asking a program to end and ending it. */
  graceMs?: number;
}

const LIMIT_MS = 45 * 60_000;
const GRACE_MS = 5_000;
/** What a program printed before its last so many characters explains no failure. */
const MAX_OUTPUT = 1_000_000;

/** @returns Its exit code, and what it printed. It never waits longer than `limitMs` and `graceMs`. */
export function runProgram(
  program: string,
  args: readonly string[],
  {
    env = {},
    needsSecrets = false,
    cwd = ROOT,
    limitMs = LIMIT_MS,
    graceMs = GRACE_MS,
  }: ProgramOptions = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...(needsSecrets ? process.env : withoutSecrets(process.env)), ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        output = (output + chunk).slice(-MAX_OUTPUT);
      });
    const stop = endAfter(child, limitMs, graceMs, () =>
      resolve({
        code: null,
        output: `${output}\nended: it was not done after ${limitMs / 1000} s`,
      }),
    );
    child.once("error", (error) => {
      stop();
      reject(error);
    });
    child.once("close", (code) => {
      if (stop()) resolve({ code, output });
    });
  });
}

/**
 * Asks the child to end, then ends it. Its pipes are closed too: a program that it started and left behind may hold
 * them open for ever.
 *
 * @returns Call it when the child has ended; false when its time was up before.
 */
function endAfter(
  child: ChildProcess,
  limitMs: number,
  graceMs: number,
  onEnded: () => void,
): () => boolean {
  let isInTime = true;
  let end: NodeJS.Timeout | undefined;
  const ended = () => {
    child.kill("SIGKILL");
    child.stdout?.destroy();
    child.stderr?.destroy();
    onEnded();
  };
  const limit = setTimeout(() => {
    isInTime = false;
    child.once("close", ended);
    child.kill("SIGTERM");
    end = setTimeout(ended, graceMs);
  }, limitMs);
  return () => {
    clearTimeout(limit);
    clearTimeout(end);
    return isInTime;
  };
}
