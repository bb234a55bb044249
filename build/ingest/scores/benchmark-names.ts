/** What an upstream calls a benchmark → the benchmark of our register. */
import type { Benchmark } from "../../schema/benchmark.ts";
import type { BenchmarkAlias } from "../../schema/editorial.ts";
import { toSlug } from "../../schema/values.ts";

export class BenchmarkNames {
  readonly #bySlug: ReadonlyMap<string, Benchmark>;
  readonly #byAlias: ReadonlyMap<string, string>;

  constructor(benchmarks: readonly Benchmark[], aliases: readonly BenchmarkAlias[]) {
    this.#bySlug = new Map(benchmarks.map((benchmark) => [benchmark.slug, benchmark]));
    this.#byAlias = new Map(
      aliases.map(({ source, name, benchmark }) => [aliasKey(source, name), benchmark]),
    );
  }

  /** A declared alias wins over a name that happens to spell a slug of ours. */
  find(source: string, name: string): Benchmark | undefined {
    return this.#bySlug.get(this.#byAlias.get(aliasKey(source, name)) ?? toSlug(name));
  }
}

const aliasKey = (source: string, name: string): string => `${source} ${name}`;
