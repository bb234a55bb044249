/** The read model: everything that answers are made from. Pure, immutable, the same online and at build time. */
import type { Service } from "../../schema/service.ts";
import { type Finding, writeFindings } from "./finding.ts";
import { isMade, lazily } from "./lazily.ts";
import type {
  BenchmarkRow,
  CatalogRows,
  CatalogTables,
  LargeTable,
  ModelRow,
  OfferRow,
  PriceRow,
  ProviderRow,
  ScoreRow,
  ServiceScoreRow,
} from "./rows.ts";
import type { ShardedTable } from "./sharded-table.ts";

/** What a catalogue is made from: plain values, without indexes. */
export interface CatalogData {
  service: Service;
  /** sha256 of the files of facts, hexadecimal: two catalogues with the same hash hold the same. */
  hash: string;
  counts: Record<string, number>;
  editorial: Finding[];
  tables: { readonly [K in keyof CatalogRows]: ShardedTable<CatalogRows[K]> };
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
  provider(slug: string): ProviderRow | undefined;
  benchmark(slug: string): BenchmarkRow | undefined;
  /** Paid by blended price, then free and unknown, then by host. */
  offersOf(model: string): readonly OfferRow[];
  offersAt(host: string): readonly OfferRow[];
  scoresOf(model: string): readonly ScoreRow[];
  /** Undefined for a model with too few benchmarks. */
  serviceScore(model: string): ServiceScoreRow | undefined;
  /** Undefined for a model whose tokenizer nobody names. */
  tokenizerOf(model: string): CatalogRows["model_tokenizers"] | undefined;
  scoresOn(benchmark: string): readonly ScoreRow[];
  /** By host, then date. */
  pricesOf(model: string): readonly PriceRow[];
  /** Alias → slug. */
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
  });
  const { tables } = data;
  const model = (slug: string) =>
    isMade(catalog, "models") ? catalog.modelsBySlug.get(slug) : tables.models.of(slug)[0];
  return Object.assign(catalog, {
    service: data.service,
    hash: data.hash,
    counts: data.counts,
    model,
    getModel: (slug: string) => {
      const found = model(slug);
      if (!found) throw new Error(`the catalog has no model ${slug}`);
      return found;
    },
    provider: (slug: string) => catalog.providersBySlug.get(slug),
    benchmark: (slug: string) => catalog.benchmarksBySlug.get(slug),
    serviceScore: (slug: string) => tables.service_scores.of(slug)[0],
    offersOf: (slug: string) => tables.offers.of(slug),
    offersAt: (host: string) => tables.offers.where("host", host),
    scoresOf: (slug: string) => tables.scores.of(slug),
    tokenizerOf: (slug: string) => tables.model_tokenizers.of(slug)[0],
    scoresOn: (benchmark: string) => tables.scores.where("benchmark", benchmark),
    pricesOf: (slug: string) => tables.price_rows.of(slug),
  });
}

interface Indexes {
  modelsBySlug: Map<string, ModelRow>;
  providersBySlug: Map<string, ProviderRow>;
  benchmarksBySlug: Map<string, BenchmarkRow>;
}

const LARGE: readonly string[] = ["offers", "price_rows", "scores"] satisfies LargeTable[];

/** Looks at no table. */
const tablesOf = ({ tables }: CatalogData): Record<string, () => unknown> =>
  Object.fromEntries(
    Object.entries(tables).map(([name, table]) => [
      name,
      () => (LARGE.includes(name) ? table : [...(table as Iterable<object>)]),
    ]),
  );

const aliasesOf = (models: readonly ModelRow[]): Map<string, string> =>
  new Map(models.flatMap(({ slug, aliases }) => aliases.map((alias) => [alias, slug])));

const bySlug = <Row extends { slug: string }>(rows: readonly Row[]): Map<string, Row> =>
  new Map(rows.map((row) => [row.slug, row]));

const newestOf = (datasets: readonly { as_of: string | null }[]): string =>
  datasets.reduce((newest, { as_of }) => (as_of !== null && as_of > newest ? as_of : newest), "");
