/** How models do in the benchmarks of a category, beside those that were tested with them. */
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { BENCHMARK_CATEGORIES } from "../../build/schema/values.ts";

export type Category = (typeof BENCHMARK_CATEGORIES)[number];
export type SharesBeaten = Partial<Record<Category, number>>;

/** One or two results say too little of a category. */
const MIN_TESTS = 3;

/** @returns Model → category → share (0–1) of the other models that it beats, in the mean of at least three benchmarks. Makers' own reports do not count. */
export function sharesBeaten(catalog: Catalog): Map<string, SharesBeaten> {
  const shares = new Map<string, Map<Category, number[]>>();
  for (const { slug, category, higher_is_better } of catalog.benchmarks) {
    const scores = catalog
      .scoresOn(slug)
      .filter(({ is_default, self_reported }) => is_default && !self_reported);
    const sorted = scores.toSorted((a, b) => (a.score - b.score) * (higher_is_better ? 1 : -1));
    for (const [rank, { model }] of sorted.entries()) {
      const own = shares.get(model) ?? new Map<Category, number[]>();
      shares.set(model, own.set(category, [...(own.get(category) ?? []), rank / sorted.length]));
    }
  }
  const mean = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length;
  return new Map(
    [...shares].map(([model, own]) => [
      model,
      Object.fromEntries(
        [...own]
          .filter(([, all]) => all.length >= MIN_TESTS)
          .map(([category, all]) => [category, mean(all)]),
      ),
    ]),
  );
}
