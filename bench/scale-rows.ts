/** The build of ten and a hundred times the data, beside the data as they are. */
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { readFacts } from "../build/facts/read-facts.ts";
import { multiplyData } from "./multiply-data.ts";
import { type BenchRow, megabytes, seconds } from "./row.ts";
import { runBuild } from "./run-build.ts";
import type { ChildRun } from "./run-child.ts";

/** The limit of the heap is for the data as they are; a hundred times as much needs another. */
const FLAGS = ["--max-old-space-size=6000"];
/** Else there would be more files than a deploy may have; the function answers the rest. */
const OPTIONS = ["--max-files", "1000"];
/** Linear within 20 %. */
const GOAL_RATIO = 1.2;
const GOAL_BYTES = 2e9;
const LARGEST = 100;

export async function scaleRows(folder: string): Promise<BenchRow[]> {
  const facts = await readFacts("data");
  const once = await buildTimes(1);
  const rows: BenchRow[] = [];
  for (const times of [10, LARGEST]) {
    const run = await buildTimes(times);
    const [ratio, goal] = [run.ms / once.ms, times * GOAL_RATIO];
    const isLargest = times === LARGEST;
    rows.push({
      what: `build of ${times} × the models`,
      measured: `${seconds(run.ms)}, ${megabytes(run.peakBytes)}`,
      goal: `≤ ${goal} ×${isLargest ? `, ≤ ${megabytes(GOAL_BYTES)}` : ""}`,
      reference: `as they are ${seconds(once.ms)}: ${ratio.toFixed(1)} ×`,
      meets: ratio <= goal && !(isLargest && run.peakBytes > GOAL_BYTES),
    });
  }
  return rows;

  async function buildTimes(times: number): Promise<ChildRun> {
    process.stderr.write(`  ${times} × the models\n`);
    const of = (name: string) => `${name}-x${times}`;
    await cp("data", join(folder, of("data")), { recursive: true });
    await multiplyData(facts, join(folder, of("data")), times);
    const run = await runBuild({
      folder,
      data: of("data"),
      dist: of("dist"),
      flags: FLAGS,
      options: OPTIONS,
    });
    await Promise.all(
      ["data", "dist"].map((name) => rm(join(folder, of(name)), { recursive: true })),
    );
    return run;
  }
}
