/** The build: whole, with nothing changed, with one price changed; beside what it cannot do without. */
import { mkdirSync, writeFileSync } from "node:fs";
import { cp, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import glob from "fast-glob";
import { median } from "../build/experiments/statistics.ts";
import { reformatFactFiles } from "../build/facts/write-facts.ts";
import { readFileManifest } from "../generator/publish.ts";
import {
  type BenchRow,
  type ChildProcessUsage,
  formatBenchMegabytes,
  formatBenchSeconds,
  measureChildProcess,
  toBenchRowAtMost,
} from "./row.ts";

const RUNS = 5;

export async function measureBuild(folder: string): Promise<BenchRow[]> {
  const data = join(folder, "data");
  await cp("data", data, { recursive: true });
  const whole: ChildProcessUsage[] = [];
  const starts: ChildProcessUsage[] = [];
  const writes: number[] = [];
  // A fresh folder each time and nothing deleted between: ext4 is slow to use again what was just deleted.
  for (let run = 0; run < RUNS; run++) {
    starts.push(await measureChildProcess(["--input-type=module", "--eval", LIBRARIES]));
    whole.push(await runBuild(folder, `dist-${run}`));
    writes.push(await writeBare(join(folder, `dist-${run}`), join(folder, `bare-${run}`)));
  }
  const middle = (runs: readonly ChildProcessUsage[], field: "ms" | "cpuMs" | "peakBytes") =>
    median(runs.map((run) => run[field]));
  const last = `dist-${RUNS - 1}`;
  const same = await runBuild(folder, last);
  const { files: before } = readFileManifest(join(folder, last));
  await changeOnePrice(data);
  const oneChange = await runBuild(folder, last);
  const { files: after } = readFileManifest(join(folder, last));
  const paths = Object.keys(after).filter((path) => after[path]?.sha256 !== before[path]?.sha256);
  // And the manifest itself.
  const changed = paths.length + 1;
  const start = "its libraries and an empty database";
  const inAll = `, ${formatBenchSeconds(middle(whole, "ms"))} in all`;
  const [cpu, peak] = [
    `${start} ${formatBenchSeconds(middle(starts, "cpuMs"))}, writing the same bytes ${formatBenchSeconds(median(writes))}`,
    `${start} ${formatBenchMegabytes(middle(starts, "peakBytes"))}`,
  ];
  const [time, memory] = [middle(whole, "cpuMs"), middle(whole, "peakBytes")];
  const again = "build again, nothing changed";
  return [
    toBenchRowAtMost(
      "build, data to dist: processor time",
      time,
      9000,
      formatBenchSeconds,
      cpu,
      inAll,
    ),
    toBenchRowAtMost("build, peak memory", memory, 450e6, formatBenchMegabytes, peak),
    toBenchRowAtMost(again, same.ms, 500, formatBenchSeconds),
    toBenchRowAtMost(`${again}: number of files written`, written(same), 0, String),
    {
      what: "build again, one price changed",
      measured: `${formatBenchSeconds(oneChange.ms)}, ${written(oneChange)} files written`,
      goal: `${changed} files (all that contain the price)`,
      reference: "",
      meets: written(oneChange) === changed,
    },
  ];
}

/** The build command itself, as a user runs it but for npm. */
function runBuild(folder: string, dist: string): Promise<ChildProcessUsage> {
  const at = (name: string) => join(folder, name);
  const places = ["--data", at("data"), "--out", at(dist), "--function-data", at("function.bin")];
  return measureChildProcess(["generator/cli.mjs", "--quiet", ...places]);
}

const written = ({ output }: ChildProcessUsage): number =>
  Number(/(\d+) written/.exec(output)?.[1]);

/** An operator's row of the ledger: gpt-4o costs a dollar more. */
async function changeOnePrice(data: string): Promise<void> {
  const file = join(data, "prices", "openai.csv");
  const text = await readFile(file, "utf8");
  const day = text.trimEnd().split("\n").at(-1)?.split(",", 1)[0];
  const row = `${day},${day},gpt-4o,operator,stated,3.5,11,,,,https://openai.com/api/pricing/`;
  await writeFile(file, `${text}${row}\n`);
  await reformatFactFiles(data);
}

/** Node with the libraries of a build, and a database without a table. */
const LIBRARIES = `import "zod"; import "csv-stringify/sync"; import "commander"; import "yaml";
  import { DuckDBInstance } from "@duckdb/node-api";
  await (await DuckDBInstance.create(":memory:")).connect();`;

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
