/**
 * Selects the scores to fit: those on benchmarks with enough models, within the largest connected group of models and
 * benchmarks.
 */
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

/** A model with its estimated ability. */
export interface FittedModel {
  slug: string;
  /** Sorted by benchmark. */
  scores: FittedScore[];
  /** Estimated ability; values spread around 0. */
  ability: number;
}

export interface FittedBenchmark {
  slug: string;
  /** Index among the benchmarks, from 0. */
  place: number;
  /** How strongly the scores depend on ability. */
  slope: number;
  /** Expected logit of the score for a model of ability 0. */
  ease: number;
}

export interface FittedScore {
  model: FittedModel;
  benchmark: FittedBenchmark;
  normalised: number;
  isIndependent: boolean;
  /** The value that is fitted: the logit of the score minus the mean logit of all scores. */
  value: number;
  /** `value` minus what the fit expects. */
  residual: number;
}

/** Models and benchmarks are sorted by slug, scores by model, then benchmark, whatever the order of the input. */
export interface ScoreFit {
  models: readonly FittedModel[];
  benchmarks: readonly FittedBenchmark[];
  scores: readonly FittedScore[];
}

/** With fewer models, peculiarities of these models would count as the benchmark's difficulty. */
export const MIN_MODELS_PER_BENCHMARK = 5;

/**
 * Selects and sorts the scores; nothing is estimated yet. Leaves out benchmarks with too few models, and scores that
 * are not linked to the largest group by a shared model or benchmark.
 */
export function prepareScoreFit(observations: readonly ScoreObservation[]): ScoreFit {
  const counted = [...groupBy(observations, ({ benchmark }) => benchmark).values()]
    .filter((ofBenchmark) => ofBenchmark.length >= MIN_MODELS_PER_BENCHMARK)
    .flat();
  const rows = largestComponent(counted.sort(inOrder));
  const benchmarks = new Map(
    [...new Set(rows.map(({ benchmark }) => benchmark))]
      .sort()
      .map((slug, place): [string, FittedBenchmark] => [slug, { slug, place, slope: 1, ease: 0 }]),
  );
  const models = [...groupBy(rows, ({ model }) => model)].map(([slug, own]) => {
    const model: FittedModel = { slug, scores: [], ability: 0 };
    for (const { benchmark: name, normalised, is_independent: isIndependent } of own) {
      const benchmark = benchmarks.get(name);
      const fitted = { value: 0, residual: 0 };
      if (benchmark) model.scores.push({ model, benchmark, normalised, isIndependent, ...fitted });
    }
    return model;
  });
  const scores = models.flatMap((model) => model.scores);
  return { models, benchmarks: [...benchmarks.values()], scores };
}

/**
 * Groups that share no model or benchmark have no common scale. Only the group with the most scores stays; of equally
 * large ones, the first.
 */
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

/** Moves `first` out of `left`, with all rows that are linked to it by shared models or benchmarks. */
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
