/** An address for each endpoint that answers: its own example, or what there is instead of it. */
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { topModels } from "../endpoints/compare/compare.ts";
import { type Endpoint, toPath, toQueryString } from "../http/endpoint.ts";

/** Things that have a slug. */
interface Named {
  has(slug: string): boolean;
  /** Slugs to take instead of an example that does not exist, the best first. */
  others(): string[];
}

/** @returns Path and query, without the base address: `/api/v1/models/gpt-4o`. */
export function exampleAddress(endpoint: Endpoint, catalog: Catalog): string {
  const named = namedBy(endpoint.path, catalog);
  const taken = new Set<string>();
  const params = Object.fromEntries(
    Object.entries(endpoint.params).map(([name, { example }]) => [
      name,
      named ? existing(example, named, taken) : example,
    ]),
  );
  const query = Object.fromEntries(new URLSearchParams(endpoint.exampleQuery));
  if (query.models && named)
    query.models = query.models
      .split(",")
      .map((slug) => existing(slug, named, taken))
      .join(",");
  return toPath(endpoint.path, params) + toQueryString(query).replaceAll("%20", "+");
}

/** A model that the page's samples are about: the wanted one, or the most sold and measured one. */
export const exampleModel = (wanted: string, catalog: Catalog): string =>
  existing(wanted, models(catalog), new Set());

/** The kind of thing that an endpoint's slugs name; undefined when it does not depend on the catalog. */
function namedBy(path: string, catalog: Catalog): Named | undefined {
  const [, , , folder = ""] = path.split("/");
  switch (folder) {
    case "models":
    case "compare":
    case "price-history":
      return models(catalog);
    case "providers":
      return bySlug(catalog.providers);
    case "benchmarks":
      return bySlug(catalog.benchmarks);
    case "glossary":
      return bySlug(catalog.glossary);
    default:
      return undefined;
  }
}

const models = (catalog: Catalog): Named => ({
  has: (slug) => catalog.model(slug) !== undefined,
  others: () => [...topModels(catalog), ...catalog.models].map(({ slug }) => slug),
});

const bySlug = (rows: readonly { slug: string }[]): Named => ({
  has: (wanted) => rows.some(({ slug }) => slug === wanted),
  others: () => rows.map(({ slug }) => slug),
});

/** Never the same thing twice, as a comparison wants two. */
function existing(wanted: string, named: Named, taken: Set<string>): string {
  const slug =
    named.has(wanted) && !taken.has(wanted)
      ? wanted
      : named.others().find((other) => !taken.has(other));
  taken.add(slug ?? wanted);
  return slug ?? wanted;
}
