/** Abilities → the mean over one common set of benchmarks, the same for every model. */
import { getAt } from "../../schema/collections.ts";
import { round } from "../../statistics/statistics.ts";
import { expectedScore, type Fit } from "./abilities.ts";

export interface AverageScore {
  /** Mean over the common set, each benchmark from 0 (chance) to 100 (the best); two decimals. Null when too little was measured. */
  score: number | null;
  /** How many of the benchmarks the model took; on the others the score is what the fit expects of it. */
  measured: number;
  /** Size of the common set. */
  benchmarks: number;
}

/** A model that took fewer of the common benchmarks, or was measured on fewer by others, has no average. */
export const MIN_MEASURED = 4;
export const MIN_MEASURED_BY_OTHERS = 2;

/**
 * @param common Slugs of the common benchmarks; those that the fit leaves out do not count.
 * @returns The average of any model, by its slug.
 */
export function averageScores(
  fit: Fit,
  common: ReadonlySet<string>,
): (model: string) => AverageScore {
  const { design } = fit;
  const places = [...design.benchmarks.keys()].filter((place) =>
    common.has(getAt(design.benchmarks, place)),
  );
  const taken = scoresTaken(fit, new Set(places));
  const benchmarks = places.length;
  return (slug) => {
    const model = taken.get(slug);
    if (model === undefined) return { score: null, measured: 0, benchmarks };
    const { place, scores, independent } = model;
    const isEnough = scores.size >= MIN_MEASURED && independent >= MIN_MEASURED_BY_OTHERS;
    const sum = (total: number, benchmark: number) =>
      total + (scores.get(benchmark) ?? expectedScore(fit, place, benchmark));
    const score = isEnough ? round(places.reduce(sum, 0) / benchmarks, 2) : null;
    return { score, measured: scores.size, benchmarks };
  };
}

interface Taken {
  /** Of the model in the design. */
  place: number;
  /** Place of a common benchmark → score. */
  scores: Map<number, number>;
  /** How many of them its maker did not report. */
  independent: number;
}

/** Model → what it took of the common benchmarks. */
function scoresTaken({ design }: Fit, common: ReadonlySet<number>): Map<string, Taken> {
  const taken = design.models.map(
    (_, place): Taken => ({ place, scores: new Map(), independent: 0 }),
  );
  design.modelOf.forEach((model, score) => {
    const benchmark = getAt(design.benchmarkOf, score);
    if (!common.has(benchmark)) return;
    const one = getAt(taken, model);
    one.scores.set(benchmark, getAt(design.normalised, score));
    if (design.isIndependent[score]) one.independent += 1;
  });
  return new Map(design.models.map((model, place) => [model, getAt(taken, place)]));
}
