/** `npm run bench`: every budget beside its physical limit, in one run. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { availableParallelism, cpus, tmpdir, totalmem } from "node:os";
import { join, resolve } from "node:path";
import { Command } from "commander";
import { buildRows } from "./build-rows.ts";
import { functionRows } from "./function-rows.ts";
import { payloadRows } from "./payload-rows.ts";
import { type BenchRow, formatTable } from "./row.ts";

const { out } = new Command("bench")
  .description(
    "Measures the build, the function and the payloads. Needs `npm run build` before. Takes about a minute.",
  )
  .option("--out <file>", "results as JSON", "bench.json")
  .parse()
  .opts<{ out: string }>();

const folder = await mkdtemp(join(tmpdir(), "almanac-bench-"));
const rows: BenchRow[] = [];
for (const [name, measure] of [
  ["build", () => buildRows(folder)],
  ["function", () => functionRows(folder)],
  ["payload", () => payloadRows(resolve("dist"))],
] as const) {
  process.stderr.write(`measuring ${name}\n`);
  rows.push(...(await measure()));
}
await rm(folder, { recursive: true });
const machine = `${availableParallelism()} × ${cpus()[0]?.model ?? "unknown"}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
await writeFile(
  out,
  `${JSON.stringify({ date: new Date().toISOString().slice(0, 10), machine, rows }, null, 2)}\n`,
);
process.stdout.write(
  `${machine}\n\n${formatTable(rows)}\n\n${rows.filter(({ meets }) => meets).length} of ${rows.length} within budget; written to ${out}\n`,
);
