/** A row of the benchmark table, and the measurement of a child process. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

export interface MeasuredBudget {
  what: string;
  measured: string;
  goal: string;
  /** A physical reference measured in the same run. */
  reference: string;
  meets: boolean;
}

type Format = (value: number) => string;

/** A value that must not exceed its goal. */
type Budget = readonly [
  ...[what: string, value: number, goal: number, format: Format],
  reference?: string,
];

export const toMeasuredBudgets = (budgets: readonly Budget[]): MeasuredBudget[] =>
  budgets.map(([what, value, goal, format, reference = ""]) => ({
    what,
    measured: format(value),
    goal: `≤ ${format(goal)}`,
    reference,
    meets: value <= goal,
  }));

export const formatBenchSeconds: Format = (ms) => `${(ms / 1000).toFixed(2)} s`;
export const formatBenchMegabytes: Format = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
export const formatBenchKilobytes: Format = (bytes) => `${(bytes / 1e3).toFixed(1)} kB`;
export const formatBenchPerSecond: Format = (value) =>
  `${Math.round(value).toLocaleString("en-US")}/s`;

export type ChildProcessUsage = Awaited<ReturnType<typeof measureChildProcess>>;

/**
 * @param args Arguments of node; the child writes its resource usage when it exits.
 * @returns The time, the processor time of all threads, the peak memory, and what the child printed.
 * @throws Error when the child fails.
 */
export async function measureChildProcess(args: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), "almanac-bench-"));
  const report = join(folder, "usage");
  const preload = `import { writeFileSync } from "node:fs";
    process.on("exit", () => writeFileSync(${JSON.stringify(report)}, JSON.stringify(process.resourceUsage())));`;
  const started = performance.now();
  const { stdout: output } = await promisify(execFile)(process.execPath, [
    "--import",
    `data:text/javascript,${encodeURIComponent(preload)}`,
    ...args,
  ]);
  const ms = performance.now() - started;
  const usage = JSON.parse(await readFile(report, "utf8")) as NodeJS.ResourceUsage;
  await rm(folder, { recursive: true });
  const cpuMs = (usage.userCPUTime + usage.systemCPUTime) / 1000;
  return { ms, cpuMs, peakBytes: usage.maxRSS * 1024, output };
}
