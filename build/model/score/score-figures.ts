/** How good the scores are, in a few numbers for the scoreboard. */
import { spearman } from "../../statistics/statistics.ts";
import type { Catalog } from "../catalog/catalog.ts";

/** A published order against that of an index. */
interface Agreement {
  /** Spearman's rank correlation. */
  correlation: number;
  /** Models that have both. */
  models: number;
}

export interface ScoreFigures {
  avg_score: Agreement;
  service_score: Agreement;
  models_with_score: number;
  /** Share of them with a score that somebody other than the maker measured, 0 to 1. */
  independent_share: number;
}

/** @param index Model → its value in an independent index, higher is better. */
export function scoreFigures(
  catalog: Pick<Catalog, "models" | "scores" | "serviceScore">,
  index: ReadonlyMap<string, number>,
): ScoreFigures {
  const agreement = (scoreOf: (slug: string) => number | null | undefined): Agreement => {
    const pairs = [...index].flatMap(([slug, value]) => {
      const score = scoreOf(slug) ?? null;
      return score === null ? [] : [[score, value] as const];
    });
    return { correlation: spearman(pairs), models: pairs.length };
  };
  const averages = new Map(catalog.models.map(({ slug, avg_score }) => [slug, avg_score]));
  const modelsOf = (scores: Catalog["scores"]) => new Set(scores.map(({ model }) => model)).size;
  const scored = modelsOf(catalog.scores);
  const independent = catalog.scores.filter(({ self_reported }) => self_reported !== true);
  return {
    avg_score: agreement((slug) => averages.get(slug)),
    service_score: agreement((slug) => catalog.serviceScore(slug)?.score),
    models_with_score: scored,
    independent_share: scored === 0 ? 0 : modelsOf(independent) / scored,
  };
}
