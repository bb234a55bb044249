/** The read model, from which all answers are made. Pure, immutable, the same online and at build time. */

import type { ChainedMerkleRoot, RecordedMerkleRoot } from "../../facts/merkle-tree.ts";
import { createLazyValue, groupBy, memoizePerKey } from "../../schema/collections.ts";
import type { Service } from "../../schema/service.ts";
import type { CatalogRowTypes, CatalogTables, ModelRow } from "./rows.ts";

/** The metadata of a catalogue: plain values, without indexes. */
export interface CatalogMetadata {
  service: Service;
  /** SHA-256 of the fact files, hexadecimal: two catalogues with the same hash have the same content. */
  hash: string;
  counts: Record<string, number>;
  /** Merkle roots that prove these facts and those of earlier days. */
  roots: { current: ChainedMerkleRoot; recorded: readonly RecordedMerkleRoot[] };
  /** Aliases that resolve to another model today. Absent where they are computed when first needed. */
  reassigned_aliases?: readonly string[];
}

export type LazyCatalogTables = {
  readonly [K in keyof CatalogRowTypes]: LazyTableRows<CatalogRowTypes[K]>;
};

export interface Catalog extends CatalogTables, CatalogMetadata, CatalogLookups {
  /** Newest as-of date of all datasets. */
  asOf: string;
  /** Newest day on which a price was recorded: on days before it, answers have the prices of the past. */
  pricesAsOf: string;
  /** Alias → slug. */
  aliases: ReadonlyMap<string, string>;
}

/** Id of the method for overall scores. Change it when the formula or its constants change. */
export const OVERALL_SCORE_METHOD_ID = "additive-logit-ridge v2";

type Tables = { [K in keyof CatalogRowTypes]: Table<CatalogRowTypes[K]> };
type CatalogLookups = ReturnType<typeof createLookups>;

/** Tables are read, and indexes made, when they are first used. */
export function createCatalog(data: CatalogMetadata, sources: LazyCatalogTables): Catalog {
  const tables = Object.fromEntries(
    Object.entries(sources).map(([name, source]) => [
      name,
      new Table<object>(source as LazyTableRows<object>),
    ]),
  ) as unknown as Tables;
  const getters = {
    ...Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, () => table.all()])),
    aliases: createLazyValue(() => aliasesOf(tables.models.all())),
    asOf: createLazyValue(() => newestAsOfDay(tables.datasets.all())),
    pricesAsOf: createLazyValue(() =>
      newestAsOfDay(tables.datasets.where("dataset", "price-statements")),
    ),
  };
  const catalog = {} as Catalog;
  for (const [name, get] of Object.entries(getters))
    Object.defineProperty(catalog, name, { get, enumerable: true });
  return Object.assign(catalog, data, createLookups(tables));
}

const aliasesOf = (models: readonly ModelRow[]): Map<string, string> =>
  new Map(models.flatMap(({ slug, aliases }) => aliases.map((alias) => [alias, slug])));

function createLookups(tables: Tables) {
  const model = (slug: string): ModelRow | undefined => tables.models.where("slug", slug)[0];
  return {
    model,
    /** @throws Error when no model has the slug. Facts that name a model are checked, so their slugs always have one. */
    getModel(slug: string): ModelRow {
      const found = model(slug);
      if (!found) throw new Error(`the catalog has no model ${slug}`);
      return found;
    },
    provider: (slug: string) => tables.providers.where("slug", slug)[0],
    benchmark: (slug: string) => tables.benchmarks.where("slug", slug)[0],
    /** Paid offers by blended price, then free ones, then those without a known price; ties by host. */
    offersOf: (slug: string) => tables.offers.where("model", slug),
    offersAt: (host: string) => tables.offers.where("host", host),
    scoresOf: (slug: string) => tables.scores.where("model", slug),
    scoresOn: (benchmark: string) => tables.scores.where("benchmark", benchmark),
    serviceScore: (slug: string) => tables.service_scores.where("model", slug)[0],
    tokenizerOf: (slug: string) => tables.model_tokenizers.where("model", slug)[0],
    /** By host, then date. */
    pricesOf: (slug: string) => tables.price_rows.where("model", slug),
    /** By host, then date. */
    rateCardsOf: (slug: string) => tables.rate_cards.where("model", slug),
    /** By host, id, then date. */
    idCardsOf: (slug: string) => tables.id_cards.where("model", slug),
  };
}

/** Newest as-of date of the datasets; "" when none has a date. */
export const newestAsOfDay = (datasets: readonly { as_of: string | null }[]): string =>
  datasets.reduce((newest, { as_of }) => (as_of !== null && as_of > newest ? as_of : newest), "");

/** Rows that are read when they are first needed: a serverless function after a cold start needs only a few of them. */
export interface LazyTableRows<Row> {
  all(): readonly Row[];
  /** For rows that can be read without the others: those with one value of a column. */
  grouped?: { by: string; read(value: unknown): readonly Row[] };
}

class Table<Row extends object> {
  #rows: readonly Row[] | undefined;
  readonly #groupOf = memoizePerKey((value: unknown) => this.source.grouped?.read(value) ?? []);
  readonly #indexOf = memoizePerKey((column: keyof Row) =>
    groupBy(this.all(), (row): unknown => row[column]),
  );

  constructor(readonly source: LazyTableRows<Row>) {}

  all(): readonly Row[] {
    this.#rows ??= this.source.all();
    return this.#rows;
  }

  /** Rows whose column has this value. Where the rows must all be read, the first call builds an index of the column. */
  where(column: keyof Row, value: unknown): readonly Row[] {
    const isInGroup = this.source.grouped?.by === column && !this.#rows;
    return isInGroup ? this.#groupOf(value) : (this.#indexOf(column).get(value) ?? []);
  }
}
