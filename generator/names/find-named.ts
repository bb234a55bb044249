/** Which provider, benchmark or term a person means: by slug, by the names that upstreams and people use, in any spelling. */
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { BenchmarkRow, ProviderRow } from "../../build/model/catalog/rows.ts";
import { perCatalog } from "../http/endpoint.ts";
import { toKey } from "../search/tokens.ts";

type Term = Catalog["glossary"][number];

export const findProvider = (name: string, catalog: Catalog): ProviderRow | undefined =>
  find(name, providers(catalog));
export const findBenchmark = (name: string, catalog: Catalog): BenchmarkRow | undefined =>
  find(name, benchmarks(catalog));
export const findTerm = (name: string, catalog: Catalog): Term | undefined =>
  find(name, terms(catalog));

/** Other name in lower case → slug, of all providers or all benchmarks. */
export const otherNames = (
  kind: "provider" | "benchmark",
  catalog: Catalog,
): ReadonlyMap<string, string> => (kind === "provider" ? providers : benchmarks)(catalog).others;

interface Named<Row> {
  bySlug: ReadonlyMap<string, Row>;
  others: ReadonlyMap<string, string>;
  /** By key of slug, of other name, of name: the first that holds a key decides. */
  byKey: readonly ReadonlyMap<string, ReadonlySet<string>>[];
}

/** @returns undefined too for a name that several have. */
function find<Row>(name: string, { bySlug, others, byKey }: Named<Row>): Row | undefined {
  const text = name.trim().toLowerCase();
  const exact = bySlug.get(text) ?? bySlug.get(others.get(text) ?? "");
  if (exact) return exact;
  const key = toKey(text);
  const slugs = byKey.map((kind) => kind.get(key)).find((found) => found !== undefined);
  const [slug = "", ...more] = slugs ?? [];
  return more.length > 0 ? undefined : bySlug.get(slug);
}

const providers = perCatalog((catalog) =>
  toNamed(catalog.providers, namesOfKind("provider", catalog)),
);
const benchmarks = perCatalog((catalog) =>
  toNamed(catalog.benchmarks, namesOfKind("benchmark", catalog)),
);
const terms = perCatalog(({ glossary }) =>
  toNamed(
    glossary,
    glossary.flatMap(({ slug, also }) => also.map((name) => [name.toLowerCase(), slug] as const)),
  ),
);

const namesOfKind = (wanted: string, { other_names }: Catalog) =>
  other_names.filter(({ kind }) => kind === wanted).map(({ name, slug }) => [name, slug] as const);

function toNamed<Row extends { slug: string; name: string }>(
  rows: readonly Row[],
  others: readonly (readonly [name: string, slug: string])[],
): Named<Row> {
  return {
    bySlug: new Map(rows.map((row) => [row.slug, row])),
    others: new Map(others),
    byKey: [
      rows.map(({ slug }) => [slug, slug] as const),
      others,
      rows.map(({ name, slug }) => [name, slug] as const),
    ].map(groupByKey),
  };
}

function groupByKey(names: readonly (readonly [name: string, slug: string])[]) {
  const groups = new Map<string, Set<string>>();
  for (const [name, slug] of names) {
    const key = toKey(name);
    groups.set(key, (groups.get(key) ?? new Set()).add(slug));
  }
  groups.delete("");
  return groups;
}
