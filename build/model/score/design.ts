/** Scores → the numbered, ordered table that is fitted: which ones count, and which compare at all. */
import { compareByCodePoint, groupBy } from "../../schema/collections.ts";

/** One model's result on one benchmark; at most one for each pair. */
export interface ScoreObservation {
  model: string;
  benchmark: string;
  /** 0 is chance, 100 the best possible score. */
  normalised: number;
  /** False where the model's own maker reported it. */
  is_independent: boolean;
}

/** One entry a score in the last four, ordered by model, then benchmark, whatever order the rows came in. */
export interface ScoreFitDesign {
  models: readonly string[];
  benchmarks: readonly string[];
  /** Index into `models`. */
  modelOf: Int32Array;
  /** Index into `benchmarks`. */
  benchmarkOf: Int32Array;
  normalised: Float64Array;
  isIndependent: readonly boolean[];
}

/** With fewer models on it, what is special about them passes for the benchmark's difficulty. */
export const MIN_MODELS_PER_BENCHMARK = 5;

/** Leaves out benchmarks with few models, and all that shares no model or benchmark. */
export function toScoreFitDesign(observations: readonly ScoreObservation[]): ScoreFitDesign {
  const counted = [...groupBy(observations, ({ benchmark }) => benchmark).values()]
    .filter((ofBenchmark) => ofBenchmark.length >= MIN_MODELS_PER_BENCHMARK)
    .flat();
  const rows = largestComponent(counted.sort(inOrder));
  const models = [...new Set(rows.map(({ model }) => model))];
  const benchmarks = [...new Set(rows.map(({ benchmark }) => benchmark))].sort();
  return {
    models,
    benchmarks,
    modelOf: Int32Array.from(rows, ({ model }) => models.indexOf(model)),
    benchmarkOf: Int32Array.from(rows, ({ benchmark }) => benchmarks.indexOf(benchmark)),
    normalised: Float64Array.from(rows, ({ normalised }) => normalised),
    isIndependent: rows.map(({ is_independent }) => is_independent),
  };
}

/** Two groups without a link have no common scale: the one with the most scores stays, of equals the first. */
function largestComponent(rows: readonly ScoreObservation[]): readonly ScoreObservation[] {
  const left = new Set(rows);
  let largest: ReadonlySet<ScoreObservation> = new Set();
  for (const first of rows) {
    if (!left.has(first)) continue;
    const linked = takeLinked(first, left);
    if (linked.size > largest.size) largest = linked;
  }
  return rows.filter((row) => largest.has(row));
}

/** Moves `first`, and every row that shares a model or benchmark with one that is moved, out of `left`. */
function takeLinked(first: ScoreObservation, left: Set<ScoreObservation>): Set<ScoreObservation> {
  const linked = new Set<ScoreObservation>();
  const models = new Set([first.model]);
  const benchmarks = new Set([first.benchmark]);
  for (let before = -1; linked.size > before; ) {
    before = linked.size;
    for (const row of left) {
      if (!models.has(row.model) && !benchmarks.has(row.benchmark)) continue;
      models.add(row.model);
      benchmarks.add(row.benchmark);
      linked.add(row);
      left.delete(row);
    }
  }
  return linked;
}

const inOrder = (one: ScoreObservation, other: ScoreObservation): number =>
  compareByCodePoint(one.model, other.model) || compareByCodePoint(one.benchmark, other.benchmark);
