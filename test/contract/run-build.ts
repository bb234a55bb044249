/** `npm run build` in a process of its own, on any facts and into any folder. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export interface ProcessResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** The facts under test: the project's, or those of a night that are not published yet. */
export const FACTS_FOLDER = process.env.ALMANAC_DATA ?? "data";

/** Where a build below `folder` puts what it makes. */
export const toBuiltPaths = (folder: string) => ({
  dist: join(folder, "dist"),
  functionData: join(folder, "function/data.json"),
});

/** Where a build for tests writes, and where it says how it ended: nothing when it went well, else what it printed. */
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
 * Runs a program from the project's folder, without the environment's own base address.
 * @param killAfterMs Kills it with its children; its code is null then.
 */
export function runProcess(
  program: string,
  args: readonly string[],
  env = {},
  killAfterMs?: number,
): Promise<ProcessResult> {
  const { BASE_URL: _, ...inherited } = process.env;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      env: { ...inherited, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      // A group of its own, so that its children die with it.
      detached: killAfterMs !== undefined,
    });
    const kill = () => child.pid !== undefined && process.kill(-child.pid, "SIGKILL");
    const timer = killAfterMs === undefined ? undefined : setTimeout(kill, killAfterMs);
    const texts = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const)
      child[name].setEncoding("utf8").on("data", (chunk: string) => {
        texts[name] += chunk;
      });
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({ code, ...texts });
    });
  });
}
