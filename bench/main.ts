/** `npm run bench`: measures every budget in one run, next to a physical reference. */
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Command } from "commander";
import { toMarkdownTable } from "../generator/site/components/markdown.ts";
import { measureBuild } from "./build-rows.ts";
import { measureApiFunction } from "./function-rows.ts";
import { formatBenchKilobytes, type MeasuredBudget, toMeasuredBudgets } from "./row.ts";

new Command("npm run bench --")
  .description(
    "Measures the time and memory of the build, the response times of the server function, and the compressed size of the largest files. Run `npm run build` first. The measurement takes about a minute.",
  )
  .addHelpText("after", "\nExit codes: 0 measured, within the budgets or not; 1 not measured.")
  .parse();

const PAYLOADS: readonly [what: string, file: string, goal: number][] = [
  ["list page of 50", "_q/api/v1/models/sort-release_date.json", 12_000],
  [
    "list page of the 50 models with the best scores",
    "_q/api/v1/models/open_source-true.json",
    12_000,
  ],
  ["full dump", "api/v1/dump.json", 1_000_000],
];

/** Bytes sent over the network: the size after gzip. */
const measurePayloads = () =>
  toMeasuredBudgets(
    PAYLOADS.map(([what, file, goal]) => {
      const raw = readFileSync(join("dist", file));
      const reference = `${formatBenchKilobytes(raw.length)} plain`;
      return [`${what}, gzip`, gzipSync(raw).length, goal, formatBenchKilobytes, reference];
    }),
  );

const folder = await mkdtemp(join(tmpdir(), "almanac-bench-"));
const rows: MeasuredBudget[] = [];
for (const [name, measure] of [
  ["build", measureBuild],
  ["function", measureApiFunction],
  ["payloads", measurePayloads],
] as const) {
  process.stderr.write(`measuring the ${name}\n`);
  rows.push(...(await measure(folder)));
}
await rm(folder, { recursive: true });
const machine = `${availableParallelism()} × ${cpus()[0]?.model ?? "unknown"}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
const table = toMarkdownTable(
  ["what", "measured", "goal", "reference in the same run", "ok"],
  rows.map(({ meets, ...row }) => [...Object.values(row), meets ? "yes" : "NO"]),
);
process.stdout.write(
  `${machine}\n\n${table}\n\n${rows.filter(({ meets }) => meets).length} of ${rows.length} within budget\n`,
);
