/** The read model: everything that answers are made from. Pure, immutable, the same online and at build time. */
import type { Service } from "../schema/service.ts";
import { toSlug } from "../schema/values.ts";
import { type Finding, writeFindings } from "./finding.ts";
import type {
  BenchmarkRow,
  CatalogTables,
  ModelRow,
  OfferRow,
  PriceRow,
  ProviderRow,
  ScoreRow,
} from "./rows.ts";
import { fromTable, type Table } from "./table.ts";

/** As it is written to a file for the function: plain JSON. */
export interface CatalogData {
  service: Service;
  /** sha256 of every fact of the snapshot, hexadecimal. */
  hash: string;
  counts: Record<string, number>;
  editorial: Finding[];
  tables: Record<keyof CatalogTables, Table>;
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
  /** By slug, alias, or any spelling of them (`GPT-4o`, `claude-sonnet-4.5`). */
  findModel(name: string): ModelRow | undefined;
  provider(slug: string): ProviderRow | undefined;
  benchmark(slug: string): BenchmarkRow | undefined;
  /** Paid by blended price, then free and unknown, then by host. */
  offersOf(model: string): readonly OfferRow[];
  offersAt(host: string): readonly OfferRow[];
  scoresOf(model: string): readonly ScoreRow[];
  scoresOn(benchmark: string): readonly ScoreRow[];
  /** By host, then date. */
  pricesOf(model: string): readonly PriceRow[];
  /** Alias → slug, for suggestions. */
  aliases: ReadonlyMap<string, string>;
}

export function toCatalog(data: CatalogData): Catalog {
  const tables = Object.fromEntries(
    Object.entries(data.tables).map(([name, table]) => [name, fromTable(table)]),
  ) as unknown as CatalogTables;
  const models = new Map(tables.models.map((model) => [model.slug, model]));
  const aliases = new Map(
    tables.models.flatMap(({ slug, aliases }) => aliases.map((alias) => [alias, slug])),
  );
  const providers = new Map(tables.providers.map((provider) => [provider.slug, provider]));
  const benchmarks = new Map(tables.benchmarks.map((benchmark) => [benchmark.slug, benchmark]));
  const find = (name: string) => models.get(name) ?? models.get(aliases.get(name) ?? "");
  return {
    ...tables,
    service: data.service,
    hash: data.hash,
    counts: data.counts,
    findings: writeFindings(tables, data.editorial),
    asOf: tables.datasets.reduce(
      (newest, { as_of }) => (as_of !== null && as_of > newest ? as_of : newest),
      "",
    ),
    model: (slug) => models.get(slug),
    findModel: (name) => find(name) ?? find(toSlug(name)),
    provider: (slug) => providers.get(slug),
    benchmark: (slug) => benchmarks.get(slug),
    offersOf: groupBy(tables.offers, "model"),
    offersAt: groupBy(tables.offers, "host"),
    scoresOf: groupBy(tables.scores, "model"),
    scoresOn: groupBy(tables.scores, "benchmark"),
    pricesOf: groupBy(tables.price_rows, "model"),
    aliases,
  };
}

/** Keeps the order of the rows within a group. Groups are made at the first question. */
function groupBy<Row, Field extends keyof Row>(
  rows: readonly Row[],
  field: Field,
): (key: Row[Field]) => readonly Row[] {
  let groups: Map<Row[Field], Row[]> | undefined;
  return (key) => {
    if (!groups) {
      groups = new Map();
      for (const row of rows) {
        const group = groups.get(row[field]);
        if (group) group.push(row);
        else groups.set(row[field], [row]);
      }
    }
    return groups.get(key) ?? [];
  };
}
