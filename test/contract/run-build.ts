/** Runs `npm run build` in a separate process, on any facts and into any folder. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export interface ProcessResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/**
 * The facts under test: those of the repository, or with `ALMANAC_DATA` those of a nightly run before they are
 * published.
 */
export const FACTS_FOLDER = process.env.ALMANAC_DATA ?? "data";

/** Small sample facts from which the golden site is built. */
export const GOLDEN_DATA = "test/golden/data";

/** Paths of what a build below `folder` makes. */
export const toBuiltPaths = (folder: string) => ({
  dist: join(folder, "dist"),
  functionData: join(folder, "function/data.json"),
});

/**
 * Paths of a shared build for tests: its site, and its outcome, a file that is empty after a success and otherwise has
 * the error output.
 */
export const toSharedBuildPaths = (folder: string) => ({
  site: join(folder, "site"),
  outcome: join(folder, "outcome.txt"),
});

/** @param data Folder of facts. @param folder Gets `dist/` and all else that the build makes. */
export function runBuildCommand(
  data: string,
  folder: string,
  env = {},
  options: readonly string[] = [],
  killAfterMs?: number,
): Promise<ProcessResult> {
  const { dist, functionData } = toBuiltPaths(folder);
  const places = ["--data", data, "--out", dist, "--function-data", functionData];
  const args = ["generator/cli.mjs", "--quiet", ...places, ...options];
  return runProcess(process.execPath, args, env, killAfterMs);
}

/**
 * Runs a program in the project's root folder, without the environment variable BASE_URL.
 * @param killAfterMs Kills the program and its children after this time; its exit code is then null.
 */
export async function runProcess(
  program: string,
  args: readonly string[],
  env = {},
  killAfterMs?: number,
): Promise<ProcessResult> {
  const { BASE_URL: _, ...inherited } = process.env;
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...inherited, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    // A group of its own, so that its children die with it.
    detached: killAfterMs !== undefined,
  });
  const kill = () => child.pid !== undefined && process.kill(-child.pid, "SIGKILL");
  const timer = killAfterMs === undefined ? undefined : setTimeout(kill, killAfterMs);
  const outputs = [text(child.stdout), text(child.stderr), once(child, "close")] as const;
  const [stdout, stderr, [code]] = await Promise.all(outputs);
  clearTimeout(timer);
  return { code, stdout, stderr };
}
