/** The read model: everything that answers are made from. Pure, immutable, the same online and at build time. */
import { groupBy } from "../../schema/group-by.ts";
import type { Service } from "../../schema/service.ts";
import { toSlug } from "../../schema/values.ts";
import { type Finding, writeFindings } from "./finding.ts";
import { lazily } from "./lazily.ts";
import type {
  BenchmarkRow,
  CatalogTables,
  ModelRow,
  OfferRow,
  PriceRow,
  ProviderRow,
  ScoreRow,
  ServiceScoreRow,
} from "./rows.ts";

/** What a catalogue is made from: plain values, without indexes. */
export interface CatalogData {
  service: Service;
  /** sha256 of the files of facts, hexadecimal: two catalogues with the same hash hold the same. */
  hash: string;
  counts: Record<string, number>;
  editorial: Finding[];
  tables: CatalogTables;
}

export interface Catalog extends CatalogTables {
  service: Service;
  hash: string;
  counts: Record<string, number>;
  /** Newest first. */
  findings: Finding[];
  /** Newest as-of date of all datasets. */
  asOf: string;
  model(slug: string): ModelRow | undefined;
  /** @throws Error for a slug that no model has: facts that name a model are checked to name one that there is. */
  getModel(slug: string): ModelRow;
  /** By slug, alias, or any spelling of them (`GPT-4o`, `claude-sonnet-4.5`). */
  findModel(name: string): ModelRow | undefined;
  provider(slug: string): ProviderRow | undefined;
  benchmark(slug: string): BenchmarkRow | undefined;
  /** Paid by blended price, then free and unknown, then by host. */
  offersOf(model: string): readonly OfferRow[];
  offersAt(host: string): readonly OfferRow[];
  scoresOf(model: string): readonly ScoreRow[];
  /** Undefined for a model with too few benchmarks. */
  serviceScore(model: string): ServiceScoreRow | undefined;
  scoresOn(benchmark: string): readonly ScoreRow[];
  /** By host, then date. */
  pricesOf(model: string): readonly PriceRow[];
  /** Alias → slug, for suggestions. */
  aliases: ReadonlyMap<string, string>;
}

/** Tables are read, and indexes made, when they are first asked for: a cold function answers from a few of them. */
export function toCatalog(data: CatalogData): Catalog {
  const catalog: Catalog & Indexes = lazily({
    ...tablesOf(data),
    aliases: (): Map<string, string> => aliasesOf(catalog.models),
    asOf: () => newestOf(catalog.datasets),
    findings: () => writeFindings(catalog, data.editorial),
    modelsBySlug: () => bySlug(catalog.models),
    providersBySlug: () => bySlug(catalog.providers),
    benchmarksBySlug: () => bySlug(catalog.benchmarks),
    serviceScoresByModel: () =>
      new Map(catalog.service_scores.map((score) => [score.model, score])),
  });
  const find = (name: string) =>
    catalog.modelsBySlug.get(name) ?? catalog.modelsBySlug.get(catalog.aliases.get(name) ?? "");
  return Object.assign(catalog, {
    service: data.service,
    hash: data.hash,
    counts: data.counts,
    model: (slug: string) => catalog.modelsBySlug.get(slug),
    getModel: (slug: string) => {
      const model = catalog.modelsBySlug.get(slug);
      if (!model) throw new Error(`the catalog has no model ${slug}`);
      return model;
    },
    findModel: (name: string) => find(name) ?? find(toSlug(name)),
    provider: (slug: string) => catalog.providersBySlug.get(slug),
    benchmark: (slug: string) => catalog.benchmarksBySlug.get(slug),
    serviceScore: (slug: string) => catalog.serviceScoresByModel.get(slug),
    offersOf: byField(() => catalog.offers, "model"),
    offersAt: byField(() => catalog.offers, "host"),
    scoresOf: byField(() => catalog.scores, "model"),
    scoresOn: byField(() => catalog.scores, "benchmark"),
    pricesOf: byField(() => catalog.price_rows, "model"),
  });
}

interface Indexes {
  modelsBySlug: Map<string, ModelRow>;
  providersBySlug: Map<string, ProviderRow>;
  benchmarksBySlug: Map<string, BenchmarkRow>;
  serviceScoresByModel: Map<string, ServiceScoreRow>;
}

/** Looks at no table. */
const tablesOf = ({ tables }: CatalogData): Record<string, () => unknown> =>
  Object.fromEntries(
    (Object.keys(tables) as (keyof CatalogTables)[]).map((name) => [name, () => tables[name]]),
  );

const aliasesOf = (models: readonly ModelRow[]): Map<string, string> =>
  new Map(models.flatMap(({ slug, aliases }) => aliases.map((alias) => [alias, slug])));

const bySlug = <Row extends { slug: string }>(rows: readonly Row[]): Map<string, Row> =>
  new Map(rows.map((row) => [row.slug, row]));

const newestOf = (datasets: readonly { as_of: string | null }[]): string =>
  datasets.reduce((newest, { as_of }) => (as_of !== null && as_of > newest ? as_of : newest), "");

/** Groups are made at the first question. */
function byField<Row, Field extends keyof Row>(
  rows: () => readonly Row[],
  field: Field,
): (key: Row[Field]) => readonly Row[] {
  let groups: Map<Row[Field], Row[]> | undefined;
  return (key) => {
    groups ??= groupBy(rows(), (row) => row[field]);
    return groups.get(key) ?? [];
  };
}
