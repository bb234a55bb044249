/** `npm run bench`: every budget beside its physical limit, in one run. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { availableParallelism, cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Command } from "commander";
import { measureBuild } from "./build-rows.ts";
import { measureApiFunction } from "./function-rows.ts";
import { type BenchRow, formatBenchKilobytes, formatBenchTable, toBenchRowAtMost } from "./row.ts";

const { out } = new Command("bench")
  .description(
    "Measures the time and memory of the build, the response times of the server function, and the compressed size of the largest files. Run `npm run build` first. The measurement takes about a minute.",
  )
  .option("--out <file>", "results as JSON", "bench.json")
  .parse()
  .opts<{ out: string }>();

const PAYLOADS: readonly [what: string, file: string, goal: number][] = [
  ["list page of 50, gzip", "_q/api/v1/models/sort-release_date.json", 12_000],
  [
    "list page of the 50 models with the best scores, gzip",
    "_q/api/v1/models/open_source-true.json",
    12_000,
  ],
  ["full dump, gzip", "api/v1/dump.json", 1_000_000],
];

/** What travels: bytes after gzip. */
const payloadRows = () =>
  Promise.all(
    PAYLOADS.map(async ([what, file, goal]) => {
      const raw = await readFile(join("dist", file));
      const reference = `${formatBenchKilobytes(raw.length)} plain`;
      return toBenchRowAtMost(what, gzipSync(raw).length, goal, formatBenchKilobytes, reference);
    }),
  );

const folder = await mkdtemp(join(tmpdir(), "almanac-bench-"));
const rows: BenchRow[] = [];
for (const [name, measure] of [
  ["build", measureBuild],
  ["function", measureApiFunction],
  ["payloads", payloadRows],
] as const) {
  process.stderr.write(`measuring the ${name}\n`);
  rows.push(...(await measure(folder)));
}
await rm(folder, { recursive: true });
const machine = `${availableParallelism()} × ${cpus()[0]?.model ?? "unknown"}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
const date = new Date().toISOString().slice(0, 10);
await writeFile(out, `${JSON.stringify({ date, machine, rows }, null, 2)}\n`);
process.stdout.write(
  `${machine}\n\n${formatBenchTable(rows)}\n\n${rows.filter(({ meets }) => meets).length} of ${rows.length} within budget; written to ${out}\n`,
);
