/** The build: whole, with nothing changed, with one price changed; beside two bare workers writing the same bytes. */
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import glob from "fast-glob";
import { getAt } from "../build/schema/get-at.ts";
import { median } from "../build/statistics/statistics.ts";
import { megabytes, type Row, seconds } from "./row.ts";
import { runBuild } from "./run-build.ts";
import type { ChildRun } from "./run-child.ts";

const RUNS = 5;
const GOAL_MS = 3000;
const GOAL_BYTES = 500e6;
const GOAL_RATIO = 4;
const GOAL_REBUILD_MS = 1500;

export async function buildRows(folder: string): Promise<Row[]> {
  const data = join(folder, "data");
  await cp("data", data, { recursive: true });
  const whole: ChildRun[] = [];
  const bare: number[] = [];
  // A fresh folder each time and nothing deleted between: ext4 is slow to use again what was just deleted.
  for (let run = 0; run < RUNS; run++) {
    whole.push(await runBuild({ folder, dist: `dist-${run}` }));
    bare.push(await writeBare(join(folder, `dist-${run}`), join(folder, `bare-${run}`)));
  }
  const times = whole.map((run) => run.ms);
  const ms = median(times);
  const cpuMs = median(whole.map((run) => run.cpuMs));
  const peak = median(whole.map((run) => run.peakBytes));
  const reference = median(bare);
  const ratio = ms / reference;
  const noOp = await runBuild({ folder, dist: "dist-0" });
  await changeOnePrice(data);
  const oneChange = await runBuild({ folder, dist: "dist-0" });
  return [
    {
      what: "build, data to dist",
      measured: `${seconds(ms)} (${seconds(Math.min(...times))} to ${seconds(Math.max(...times))}), ${seconds(cpuMs)} of processor time`,
      goal: `≤ ${seconds(GOAL_MS)}`,
      reference: `two bare workers ${seconds(reference)}: ${ratio.toFixed(1)} × (goal ≤ ${GOAL_RATIO} ×)`,
      meets: ms <= GOAL_MS && ratio <= GOAL_RATIO,
    },
    {
      what: "build, peak memory",
      measured: megabytes(peak),
      goal: `≤ ${megabytes(GOAL_BYTES)}`,
      reference: "",
      meets: peak <= GOAL_BYTES,
    },
    {
      what: "rebuild, nothing changed",
      measured: `${seconds(noOp.ms)}, ${written(noOp)} files written`,
      goal: "0 files",
      reference: "",
      meets: written(noOp) === 0,
    },
    {
      what: "rebuild, one price changed",
      measured: `${seconds(oneChange.ms)}, ${written(oneChange)} files written`,
      goal: `≤ ${seconds(GOAL_REBUILD_MS)}`,
      reference: "",
      meets: oneChange.ms <= GOAL_REBUILD_MS,
    },
  ];
}

const written = ({ output }: ChildRun): number => Number(/(\d+) written/.exec(output)?.[1]);

/** The first offer with a price gets another one. */
async function changeOnePrice(data: string): Promise<void> {
  const file = join(data, "offers", "openai.csv");
  const lines = (await readFile(file, "utf8")).split("\n");
  const index = lines.findIndex((line) => line.startsWith("gpt-4o,gpt-4o,"));
  const cells = getAt(lines, index).split(",");
  cells[2] = String(Number(cells[2]) + 1);
  lines[index] = cells.join(",");
  await writeFile(file, lines.join("\n"));
}

/** Two threads write the files of `from`, already in memory, into a fresh folder, and do nothing else. */
async function writeBare(from: string, to: string): Promise<number> {
  const paths = await glob("**/*", { cwd: from, dot: true });
  const files = await Promise.all(
    paths.map(async (path) => ({ path: join(to, path), body: await readFile(join(from, path)) })),
  );
  const source = `const { workerData, parentPort } = require("node:worker_threads");
    const { mkdirSync, writeFileSync } = require("node:fs"); const { dirname } = require("node:path");
    parentPort.once("message", () => { const made = new Set();
      for (const { path, body } of workerData) { const folder = dirname(path);
        if (!made.has(folder)) { mkdirSync(folder, { recursive: true }); made.add(folder); } writeFileSync(path, body); }
      parentPort.postMessage("done"); });`;
  const halves = [
    files.filter((_, index) => index % 2 === 0),
    files.filter((_, index) => index % 2 === 1),
  ];
  const workers = halves.map((half) => new Worker(source, { eval: true, workerData: half }));
  await Promise.all(
    workers.map((worker) => new Promise((resolve) => worker.once("online", resolve))),
  );
  const started = performance.now();
  await Promise.all(
    workers.map(
      (worker) =>
        new Promise((resolve) => {
          worker.once("message", resolve);
          worker.postMessage("go");
        }),
    ),
  );
  const ms = performance.now() - started;
  await Promise.all(workers.map((worker) => worker.terminate()));
  return ms;
}
