/** Scores → the numbered, ordered table that is fitted: which ones count, and which compare at all. */

/** One model's result on one benchmark; at most one for each pair. */
export interface Observation {
  model: string;
  benchmark: string;
  /** 0 is chance, 100 the best possible score. */
  normalised: number;
  /** False where the model's own maker reported it. */
  is_independent: boolean;
}

/** One entry a score in the last four, ordered by model, then benchmark, whatever order the rows came in. */
export interface Design {
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
export const MIN_MODELS = 5;

/** Leaves out benchmarks with few models, and all that shares no model or benchmark. */
export function toDesign(observations: readonly Observation[]): Design {
  const tested = countBy(observations, ({ benchmark }) => benchmark);
  const counted = observations.filter(
    ({ benchmark }) => (tested.get(benchmark) ?? 0) >= MIN_MODELS,
  );
  return number(largestComponent(counted.sort(inOrder)));
}

function number(rows: readonly Observation[]): Design {
  const models = [...new Set(rows.map(({ model }) => model))];
  const benchmarks = [...new Set(rows.map(({ benchmark }) => benchmark))].sort();
  const [modelPlace, benchmarkPlace] = [placesOf(models), placesOf(benchmarks)];
  return {
    models,
    benchmarks,
    modelOf: Int32Array.from(rows, ({ model }) => modelPlace(model)),
    benchmarkOf: Int32Array.from(rows, ({ benchmark }) => benchmarkPlace(benchmark)),
    normalised: Float64Array.from(rows, ({ normalised }) => normalised),
    isIndependent: rows.map(({ is_independent }) => is_independent),
  };
}

/** @throws RangeError for a name that is not among them. */
function placesOf(names: readonly string[]): (name: string) => number {
  const places = new Map(names.map((name, place) => [name, place]));
  return (name) => {
    const place = places.get(name);
    if (place === undefined) throw new RangeError(`${name} is not in the design`);
    return place;
  };
}

/** Two groups without a link have no common scale: the one with the most scores stays, of equals the first. */
function largestComponent(rows: readonly Observation[]): readonly Observation[] {
  const groups = new Groups();
  for (const { model, benchmark } of rows) groups.join(`model ${model}`, `benchmark ${benchmark}`);
  const groupOf = ({ model }: Observation) => groups.find(`model ${model}`);
  const sizes = countBy(rows, groupOf);
  const largest = Math.max(0, ...sizes.values());
  const [kept] = [...sizes].find(([, size]) => size === largest) ?? [];
  return rows.filter((row) => groupOf(row) === kept);
}

/** Disjoint sets of names, by union and find; the smaller joins the larger, so that ways stay short. */
class Groups {
  readonly #parents = new Map<string, string>();
  readonly #sizes = new Map<string, number>();

  find(name: string): string {
    let root = name;
    for (let up = this.#parents.get(root); up !== undefined; up = this.#parents.get(root))
      root = up;
    if (root !== name) this.#parents.set(name, root);
    return root;
  }

  join(one: string, other: string): void {
    const [root, stray] = [this.find(one), this.find(other)];
    if (root === stray) return;
    const [size, strays] = [this.#sizeOf(root), this.#sizeOf(stray)];
    if (size < strays) this.#parents.set(root, stray);
    else this.#parents.set(stray, root);
    this.#sizes.set(size < strays ? stray : root, size + strays);
  }

  #sizeOf(root: string): number {
    return this.#sizes.get(root) ?? 1;
  }
}

function countBy<T>(rows: readonly T[], key: (row: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(key(row), (counts.get(key(row)) ?? 0) + 1);
  return counts;
}

const inOrder = (one: Observation, other: Observation): number =>
  compare(one.model, other.model) || compare(one.benchmark, other.benchmark);
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
