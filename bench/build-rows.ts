/** The build: whole, with nothing changed, with one price changed; beside what it cannot do without. */
import { mkdirSync, writeFileSync } from "node:fs";
import { cp, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import glob from "fast-glob";
import { median } from "../build/experiments/statistics.ts";
import { formatFiles } from "../build/facts/write-facts.ts";
import { MANIFEST_PATH } from "../generator/http/endpoint.ts";
import type { Manifest } from "../generator/publish.ts";
import { type BenchRow, megabytes, seconds } from "./row.ts";
import { type ChildRun, runChild } from "./run-child.ts";

const RUNS = 5;
const GOAL_CPU_MS = 9000;
const GOAL_BYTES = 450e6;
const GOAL_REBUILD_MS = 500;

export async function buildRows(folder: string): Promise<BenchRow[]> {
  const data = join(folder, "data");
  await cp("data", data, { recursive: true });
  const whole: ChildRun[] = [];
  const starts: ChildRun[] = [];
  const writes: number[] = [];
  // A fresh folder each time and nothing deleted between: ext4 is slow to use again what was just deleted.
  for (let run = 0; run < RUNS; run++) {
    starts.push(await startLibraries());
    whole.push(await runBuild(folder, `dist-${run}`));
    writes.push(await writeBare(join(folder, `dist-${run}`), join(folder, `bare-${run}`)));
  }
  const cpuMs = median(whole.map((run) => run.cpuMs));
  const peak = median(whole.map((run) => run.peakBytes));
  const last = `dist-${RUNS - 1}`;
  const same = await runBuild(folder, last);
  const before = await readManifest(join(folder, last));
  await changeOnePrice(data);
  const oneChange = await runBuild(folder, last);
  const after = await readManifest(join(folder, last));
  const paths = Object.keys(after).filter((path) => after[path]?.sha256 !== before[path]?.sha256);
  // And the manifest itself.
  const changed = paths.length + 1;
  const startMs = median(starts.map((run) => run.cpuMs));
  return [
    {
      what: "build, data to dist",
      measured: `${seconds(cpuMs)} of processor time, ${seconds(median(whole.map(({ ms }) => ms)))}`,
      goal: `≤ ${seconds(GOAL_CPU_MS)} of processor time`,
      reference: `its libraries and an empty database ${seconds(startMs)}, writing the same bytes ${seconds(median(writes))}`,
      meets: cpuMs <= GOAL_CPU_MS,
    },
    {
      what: "build, peak memory",
      measured: megabytes(peak),
      goal: `≤ ${megabytes(GOAL_BYTES)}`,
      reference: `its libraries and an empty database ${megabytes(median(starts.map((run) => run.peakBytes)))}`,
      meets: peak <= GOAL_BYTES,
    },
    {
      what: "build again, nothing changed",
      measured: `${seconds(same.ms)}, ${written(same)} files written`,
      goal: `≤ ${seconds(GOAL_REBUILD_MS)}, 0 files`,
      reference: "",
      meets: same.ms <= GOAL_REBUILD_MS && written(same) === 0,
    },
    {
      what: "build again, one price changed",
      measured: `${seconds(oneChange.ms)}, ${written(oneChange)} files written`,
      goal: `${changed} files, those that show it`,
      reference: "",
      meets: written(oneChange) === changed,
    },
  ];
}

/** The build command itself, as a user runs it but for npm. */
function runBuild(folder: string, dist: string): Promise<ChildRun> {
  const at = (name: string) => join(folder, name);
  const places = ["--data", at("data"), "--out", at(dist), "--function-data", at("function.bin")];
  return runChild(["generator/cli.mjs", "--quiet", ...places]);
}

const written = ({ output }: ChildRun): number => Number(/(\d+) written/.exec(output)?.[1]);

async function readManifest(dist: string): Promise<Manifest> {
  const text = await readFile(join(dist, MANIFEST_PATH), "utf8");
  return (JSON.parse(text) as { files: Manifest }).files;
}

/** An operator's row of the ledger: gpt-4o costs a dollar more. */
async function changeOnePrice(data: string): Promise<void> {
  const file = join(data, "prices", "openai.csv");
  const text = await readFile(file, "utf8");
  const day = text.trimEnd().split("\n").at(-1)?.split(",", 1)[0];
  const row = `${day},${day},gpt-4o,operator,stated,3.5,11,,,,,,,https://openai.com/api/pricing/`;
  await writeFile(file, `${text}${row}\n`);
  await formatFiles(data);
}

/** Node with the libraries of a build, and a database without a table. */
const startLibraries = (): Promise<ChildRun> =>
  runChild([
    "--input-type=module",
    "--eval",
    `import "zod"; import "csv-stringify/sync"; import "commander"; import "yaml";
    import { DuckDBInstance } from "@duckdb/node-api";
    await (await DuckDBInstance.create(":memory:")).connect();`,
  ]);

/** Writes the files of `from`, already in memory, into a fresh folder, and does nothing else. @returns Processor time. */
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
