/** Runs a script in a process of its own and measures it from outside: wall and processor time, and peak memory. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

export interface ChildRun {
  ms: number;
  /** Processor time of all its threads. */
  cpuMs: number;
  peakBytes: number;
  output: string;
}

/** @param args Arguments of node; the child reports what it used when it exits. @throws Error when it fails. */
export async function runChild(args: readonly string[]): Promise<ChildRun> {
  const folder = await mkdtemp(join(tmpdir(), "almanac-bench-"));
  const report = join(folder, "usage");
  const preload = `import { writeFileSync } from "node:fs";
    process.on("exit", () => writeFileSync(${JSON.stringify(report)}, JSON.stringify(process.resourceUsage())));`;
  const started = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...["--import", `data:text/javascript,${encodeURIComponent(preload)}`],
    ...args,
  ]);
  const ms = performance.now() - started;
  const usage = JSON.parse(await readFile(report, "utf8")) as NodeJS.ResourceUsage;
  await rm(folder, { recursive: true });
  const cpuMs = (usage.userCPUTime + usage.systemCPUTime) / 1000;
  return { ms, cpuMs, peakBytes: usage.maxRSS * 1024, output: stdout };
}
