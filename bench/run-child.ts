/** Runs a script in a process of its own and measures it from outside: wall and processor time, and peak memory. */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface ChildRun {
  ms: number;
  /** Processor time of all its threads; on Linux also of the programs that it ran. */
  cpuMs: number;
  peakBytes: number;
  output: string;
}

/** @param args Arguments of node; the child reports what it used when it exits. */
export async function runChild(args: readonly string[]): Promise<ChildRun> {
  const folder = await mkdtemp(join(tmpdir(), "almanac-bench-"));
  const report = join(folder, "usage");
  const preload = `data:text/javascript,${encodeURIComponent(reportTo(report))}`;
  const started = performance.now();
  const output = await new Promise<string>((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", preload, ...args], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let text = "";
    let errors = "";
    child.stdout.on("data", (chunk) => (text += chunk));
    child.stderr.on("data", (chunk) => (errors += chunk));
    child.on("error", reject);
    child.on("exit", (code) =>
      code === 0
        ? resolve(text)
        : reject(new Error(`${args.join(" ")} ended with ${code}: ${errors}`)),
    );
  });
  const ms = performance.now() - started;
  const { usage, stat } = JSON.parse(await readFile(report, "utf8")) as Report;
  await rm(folder, { recursive: true });
  const cpuMs = (usage.userCPUTime + usage.systemCPUTime) / 1000 + childrenMs(stat);
  return { ms, cpuMs, peakBytes: usage.maxRSS * 1024, output };
}

interface Report {
  usage: NodeJS.ResourceUsage;
  /** /proc/self/stat, where there is one. */
  stat: string | null;
}

const reportTo = (file: string): string => `
  import { existsSync, readFileSync, writeFileSync } from "node:fs";
  process.on("exit", () => {
    const stat = existsSync("/proc/self/stat") ? readFileSync("/proc/self/stat", "utf8") : null;
    writeFileSync(${JSON.stringify(file)}, JSON.stringify({ usage: process.resourceUsage(), stat }));
  });`;

/** Fields 16 and 17 of proc(5), in hundredths of a second: the programs that it waited for. */
function childrenMs(stat: string | null): number {
  const fields = stat?.split(") ").at(-1)?.split(" ") ?? [];
  return 10 * (Number(fields[13] ?? 0) + Number(fields[14] ?? 0));
}
