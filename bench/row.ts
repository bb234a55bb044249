/** A row of the benchmark table, and the measurement of a child process. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { toMarkdownTable } from "../generator/site/components/markdown.ts";

export interface MeasuredBudget {
  what: string;
  measured: string;
  goal: string;
  /** A physical reference measured in the same run. */
  reference: string;
  meets: boolean;
}

type Format = (value: number) => string;

/** A value that must not exceed its goal; `more` is appended to the measured value. */
type Budget = readonly [
  ...[what: string, value: number, goal: number, format: Format],
  ...[reference?: string, more?: string],
];

export const toMeasuredBudgets = (budgets: readonly Budget[]): MeasuredBudget[] =>
  budgets.map(([what, value, goal, format, reference = "", more = ""]) => ({
    what,
    measured: format(value) + more,
    goal: `≤ ${format(goal)}`,
    reference,
    meets: value <= goal,
  }));

const HEADER = ["what", "measured", "goal", "reference in the same run", "ok"];

export const formatBenchBudgetTable = (rows: readonly MeasuredBudget[]): string =>
  toMarkdownTable(
    HEADER,
    rows.map(({ meets, ...row }) => [...Object.values(row), meets ? "yes" : "NO"]),
  );

export const formatBenchSeconds: Format = (ms) => `${(ms / 1000).toFixed(2)} s`;
export const formatBenchMegabytes: Format = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
export const formatBenchKilobytes: Format = (bytes) => `${(bytes / 1e3).toFixed(1)} kB`;
export const formatBenchPerSecond: Format = (value) =>
  `${Math.round(value).toLocaleString("en-US")}/s`;

export interface ChildProcessUsage {
  ms: number;
  /** Processor time of all its threads. */
  cpuMs: number;
  peakBytes: number;
  output: string;
}

/**
 * @param args Arguments of node; the child writes its resource usage when it exits.
 * @throws Error when the child fails.
 */
export async function measureChildProcess(args: readonly string[]): Promise<ChildProcessUsage> {
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
