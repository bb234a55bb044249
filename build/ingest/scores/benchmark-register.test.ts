/** The hand-kept register `data/benchmarks/` against what the collectors bring. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { FACT_KINDS, type FactKindDefinition } from "../../facts/kinds.ts";
import { parseFactFile } from "../../facts/parse-file.ts";
import type { Benchmark } from "../../schema/benchmark.ts";
import type { UpstreamBenchmarkAlias } from "../../schema/editorial.ts";
import { EPOCH_BENCHMARK_FILES } from "../../sources/epoch-benchmarks.ts";
import { createBenchmarkFinder } from "./match-scores.ts";

const DATA = new URL("../../../data/", import.meta.url).pathname;

const benchmarks = readdirSync(`${DATA}benchmarks`).flatMap((name) =>
  read<Benchmark>(FACT_KINDS.benchmarks, `benchmarks/${name}`),
);
const aliases = read<UpstreamBenchmarkAlias>(FACT_KINDS.benchmarkAliases, "aliases/benchmarks.csv");
const find = createBenchmarkFinder(benchmarks, aliases);

function read<T>(kind: FactKindDefinition, path: string): T[] {
  const { rows, faults } = parseFactFile(kind, path, readFileSync(`${DATA}${path}`, "utf8"));
  expect(faults).toEqual([]);
  return rows as T[];
}

test("every benchmark of Epoch's table is registered", () => {
  const missing = EPOCH_BENCHMARK_FILES.filter(
    ({ benchmark }) => find("epoch-benchmarks", benchmark)?.slug !== benchmark,
  );
  expect(missing).toEqual([]);
});

test.each(benchmarks)("$slug: chance gets less than the best", ({ floor, max_score, unit }) => {
  expect(floor).toBeLessThan(max_score ?? Number.POSITIVE_INFINITY);
  if (unit === "%") expect(max_score).toBe(100);
});
