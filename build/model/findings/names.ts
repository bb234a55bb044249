/** Slugs → what sentences call them. */
import type { CatalogTables } from "../catalog/rows.ts";

export interface Names {
  model(slug: string): string;
  /** Name of the lab that made the model; null for a model that the catalogue does not have. */
  lab(model: string): string | null;
  isOpen(model: string): boolean;
  provider(slug: string | null): string;
  benchmark(slug: string | null): string;
  /** Unit of a benchmark's scores; `""` when it is not in the catalogue. */
  unit(benchmark: string | null): string;
}

export function namesOf(tables: Pick<CatalogTables, "models" | "providers" | "benchmarks">): Names {
  const models = new Map(tables.models.map((row) => [row.slug, row]));
  const providers = new Map(tables.providers.map(({ slug, name }) => [slug, name]));
  const benchmarks = new Map(tables.benchmarks.map((row) => [row.slug, row]));
  const provider = (slug: string | null) => providers.get(slug ?? "") ?? slug ?? "an unknown host";
  return {
    model: (slug) => models.get(slug)?.name ?? slug,
    lab: (slug) => providers.get(models.get(slug)?.lab ?? "") ?? null,
    isOpen: (slug) => models.get(slug)?.is_open_source ?? false,
    provider,
    benchmark: (slug) => benchmarks.get(slug ?? "")?.name ?? slug ?? "an unknown benchmark",
    unit: (slug) => benchmarks.get(slug ?? "")?.unit ?? "",
  };
}
