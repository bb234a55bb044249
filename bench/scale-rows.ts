/** What ten and a hundred times the data cost, beside the data as they are: build, ingest, cold start, search. */
import { cp, mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readFacts } from "../build/facts/read-facts.ts";
import { FUNCTION_DATA } from "../mcp-server/read-function-context.ts";
import { bundleFunction } from "./bundle.ts";
import { coldStart } from "./function-rows.ts";
import { multiplyData } from "./multiply-data.ts";
import { type BenchRow, megabytes, seconds } from "./row.ts";
import { runBuild } from "./run-build.ts";
import { type ChildRun, runChild } from "./run-child.ts";

/** V8 lets garbage lie as long as it may: this is what 2 GB leave once DuckDB is closed. */
const FLAGS = ["--max-old-space-size=1600"];
/** Else there would be more files than a deploy may have; the function answers the rest. */
const OPTIONS = ["--max-files", "1000"];
/** Linear within 20 %. */
const GOAL_RATIO = 1.2;
const GOAL_BYTES = 2e9;
const GOAL_COLD_RATIO = 2;
const LARGEST = 100;

interface Costs {
  build: ChildRun;
  /** Names of one night against all that are known. */
  names: ChildRun;
  cold: { ms: number; cpuMs: number };
  search: Searches;
}

/** What `search-costs.ts` prints. */
interface Searches {
  /** Processor time of the first search, which reads the index, and of the others. */
  firstMs: number;
  medianMs: number;
}

/** Processor times are compared: they tell less of who else uses the machine. */
export async function scaleRows(folder: string): Promise<BenchRow[]> {
  const facts = await readFacts("data");
  const bundle = join(folder, "api-x.mjs");
  await bundleFunction(bundle);
  const once = await costsOf(1);
  const rows: BenchRow[] = [];
  for (const times of [10, LARGEST]) rows.push(...toRows(times, await costsOf(times), once));
  return rows;

  async function costsOf(times: number): Promise<Costs> {
    process.stderr.write(`  ${times} × the models\n`);
    const root = join(folder, `x${times}`);
    const data = join(root, "data");
    await mkdir(dirname(join(root, FUNCTION_DATA)), { recursive: true });
    await cp("data", data, { recursive: true });
    await multiplyData(facts, data, times);
    const build = await runBuild({
      ...{ folder: root, dist: "dist", functionData: FUNCTION_DATA },
      ...{ flags: FLAGS, options: OPTIONS },
    });
    await rm(join(root, "dist"), { recursive: true });
    const names = await runChild(["--import", "tsx", "bench/name-costs.ts", data, "data"]);
    const cold = await coldStart(folder, bundle, root);
    const file = join(root, FUNCTION_DATA);
    const searched = await runChild(["--import", "tsx", "bench/search-costs.ts", file, "data"]);
    await rm(root, { recursive: true });
    return { build, names, cold, search: JSON.parse(searched.output) as Searches };
  }
}

function toRows(times: number, { build, names, cold, search }: Costs, once: Costs): BenchRow[] {
  const ratio = build.cpuMs / once.build.cpuMs;
  const goal = times * GOAL_RATIO;
  const isLargest = times === LARGEST;
  const coldRatio = cold.cpuMs / once.cold.cpuMs;
  return [
    {
      what: `build of ${times} × the models`,
      measured: `${seconds(build.cpuMs)} of processor time, ${megabytes(build.peakBytes)}`,
      goal: `≤ ${goal} ×${isLargest ? `, ≤ ${megabytes(GOAL_BYTES)}` : ""}`,
      reference: `as they are ${seconds(once.build.cpuMs)}, ${megabytes(once.build.peakBytes)}: ${ratio.toFixed(1)} ×`,
      meets: ratio <= goal && !(isLargest && build.peakBytes > GOAL_BYTES),
    },
    {
      what: `names of a night against ${times} × the models`,
      measured: `${seconds(names.cpuMs)} of processor time, ${megabytes(names.peakBytes)}`,
      goal: `≤ ${goal} ×`,
      reference: `as they are ${seconds(once.names.cpuMs)}, ${megabytes(once.names.peakBytes)}`,
      meets: names.cpuMs <= goal * once.names.cpuMs,
    },
    {
      what: `function, cold, at ${times} × the models`,
      measured: `${cold.ms.toFixed(0)} ms, ${cold.cpuMs.toFixed(0)} ms of processor time`,
      goal: `≤ ${GOAL_COLD_RATIO} ×`,
      reference: `as they are ${once.cold.ms.toFixed(0)} ms, ${once.cold.cpuMs.toFixed(0)} ms: ${coldRatio.toFixed(2)} ×`,
      meets: coldRatio <= GOAL_COLD_RATIO,
    },
    {
      what: `search at ${times} × the models`,
      measured: `${search.medianMs.toFixed(2)} ms of processor time, the first ${seconds(search.firstMs)}`,
      goal: `≤ ${goal} ×`,
      reference: `as they are ${once.search.medianMs.toFixed(2)} ms, the first ${seconds(once.search.firstMs)}`,
      meets: search.medianMs <= goal * once.search.medianMs,
    },
  ];
}
