/**
 * Measures the build: from nothing, with nothing changed, and with one price changed, next to the cost of the steps
 * that no build can avoid.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { cp, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import glob from "fast-glob";
import { median } from "../build/experiments/statistics.ts";
import { reformatFactFiles } from "../build/facts/write-facts.ts";
import { compareFileManifests, type FileManifest, readFileManifest } from "../generator/publish.ts";
import {
  type ChildProcessUsage,
  type MeasuredBudget,
  measureChildProcess,
  formatBenchMegabytes as megabytes,
  formatBenchSeconds as seconds,
  toMeasuredBudgets,
} from "./row.ts";

const RUNS = 5;

export async function measureBuild(folder: string): Promise<MeasuredBudget[]> {
  const data = join(folder, "data");
  await cp("data", data, { recursive: true });
  const starts: ChildProcessUsage[] = [];
  const builds: ChildProcessUsage[] = [];
  const writes: number[] = [];
  // Each run writes to a new folder and deletes nothing, because ext4 is slow to reuse space that was just freed.
  for (let run = 0; run < RUNS; run++) {
    starts.push(await measureChildProcess(["--input-type=module", "--eval", LIBRARIES]));
    builds.push(await runBuild(folder, `dist-${run}`));
    writes.push(await writeBare(join(folder, `dist-${run}`), join(folder, `bare-${run}`)));
  }
  const last = `dist-${RUNS - 1}`;
  const same = await runBuild(folder, last);
  const { files: before } = readFileManifest(join(folder, last));
  await changeOnePrice(data);
  const oneChange = await runBuild(folder, last);
  const { files: after } = readFileManifest(join(folder, last));
  const cpuOf = (runs: readonly ChildProcessUsage[]) => median(runs.map(({ cpuMs }) => cpuMs));
  const peakOf = (runs: readonly ChildProcessUsage[]) => median(runs.map((run) => run.peakBytes));
  const libraries = "its libraries and an empty database";
  const cpu = `${libraries} ${seconds(cpuOf(starts))}, writing the same bytes ${seconds(median(writes))}`;
  const peak = `${libraries} ${megabytes(peakOf(starts))}`;
  const inAll = `${seconds(oneChange.ms)} in all`;
  const budgets = toMeasuredBudgets([
    ["build, data to dist: processor time", cpuOf(builds), 9000, seconds, cpu],
    ["build, peak memory", peakOf(builds), 450e6, megabytes, peak],
    ["build again, nothing changed", same.ms, 500, seconds],
    ["build again, nothing changed: number of files written", written(same), 0, String],
  ]);
  return [...budgets, toRewrittenFilesRow(written(oneChange), before, after, inAll)];
}

/** A file that the build lost counts as one to write, so that no build that loses files meets the goal. */
export function toRewrittenFilesRow(
  count: number,
  before: FileManifest,
  after: FileManifest,
  reference: string,
): MeasuredBudget {
  const { written: changed, removed } = compareFileManifests(before, after);
  // The manifest changes too.
  const goal = changed.length + removed.length + 1;
  return {
    what: "build again, one price changed: files written",
    measured: String(count),
    goal: `= ${goal}`,
    reference,
    meets: count === goal,
  };
}

/** Runs the build command as a user does, but without npm. */
function runBuild(folder: string, dist: string): Promise<ChildProcessUsage> {
  const at = (name: string) => join(folder, name);
  const places = ["--data", at("data"), "--out", at(dist), "--function-data", at("function.bin")];
  return measureChildProcess(["generator/cli.mjs", "--quiet", ...places]);
}

const written = ({ output }: ChildProcessUsage): number =>
  Number(/(\d+) written/.exec(output)?.[1]);

/** Adds an operator's row to the ledger that makes gpt-4o one dollar more expensive. */
async function changeOnePrice(data: string): Promise<void> {
  const file = join(data, "prices", "openai.csv");
  const text = await readFile(file, "utf8");
  const day = text.trimEnd().split("\n").at(-1)?.split(",", 1)[0];
  const row = `${day},${day},gpt-4o,operator,stated,3.5,11,,,,https://openai.com/api/pricing/`;
  await writeFile(file, `${text}${row}\n`);
  await reformatFactFiles(data);
}

/** Starts Node with the libraries of a build and an empty database. */
const LIBRARIES = `import "zod"; import "csv-stringify/sync"; import "commander"; import "yaml";
  import { DuckDBInstance } from "@duckdb/node-api";
  await (await DuckDBInstance.create(":memory:")).connect();`;

/**
 * Writes the files of `from` to a new folder. The files are in memory before the measurement starts.
 * @returns Processor time in ms.
 */
async function writeBare(from: string, to: string): Promise<number> {
  const paths = await glob("**/*", { cwd: from, dot: true });
  const files = await Promise.all(
    paths.map(async (path) => ({ path: join(to, path), body: await readFile(join(from, path)) })),
  );
  const started = process.cpuUsage();
  for (const folder of new Set(files.map(({ path }) => dirname(path))))
    mkdirSync(folder, { recursive: true });
  for (const { path, body } of files) writeFileSync(path, body);
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}
