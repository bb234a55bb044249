/** Which provider, benchmark or term a request means, by slug or any name. */
import { createNamedFinder } from "../../build/identity/named.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { BenchmarkRow, ProviderRow } from "../../build/model/catalog/rows.ts";
import { perCatalog } from "../http/endpoint.ts";
import { nameFinder } from "./find-model.ts";

type Term = Catalog["glossary"][number];

export const findProvider = (name: string, catalog: Catalog): ProviderRow | undefined =>
  nameFinder(catalog).providers.find(name);
export const findBenchmark = (name: string, catalog: Catalog): BenchmarkRow | undefined =>
  benchmarks(catalog).find(name);
export const findTerm = (name: string, catalog: Catalog): Term | undefined =>
  terms(catalog).find(name);

/** Other name in lower case → slug, of all providers or all benchmarks. */
export const otherNames = (
  kind: "provider" | "benchmark",
  catalog: Catalog,
): ReadonlyMap<string, string> =>
  (kind === "provider" ? nameFinder(catalog).providers : benchmarks(catalog)).others;

const benchmarks = perCatalog(({ benchmarks: rows, other_names }) =>
  createNamedFinder(
    rows,
    other_names.filter(({ kind }) => kind === "benchmark"),
  ),
);
const terms = perCatalog(({ glossary }) =>
  createNamedFinder(
    glossary,
    glossary.flatMap(({ slug, also }) => also.map((name) => ({ name: name.toLowerCase(), slug }))),
  ),
);
