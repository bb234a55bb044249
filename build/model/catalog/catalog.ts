/** The read model, from which all answers are made. Pure, immutable, the same online and at build time. */

import type { ChainedMerkleRoot, RecordedMerkleRoot } from "../../facts/merkle-tree.ts";
import { createLazyValue, groupBy } from "../../schema/collections.ts";
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

/** Column by which the rows of a table are looked up. The other tables are only read as a whole. */
export const CATALOG_KEY_COLUMNS = {
  models: "slug",
  providers: "slug",
  benchmarks: "slug",
  offers: "model",
  price_rows: "model",
  rate_cards: "model",
  id_cards: "model",
  scores: "model",
  service_scores: "model",
  model_tokenizers: "model",
} as const satisfies { [K in keyof CatalogRowTypes]?: keyof CatalogRowTypes[K] };

type Tables = { [K in keyof CatalogRowTypes]: Table<CatalogRowTypes[K]> };
type CatalogLookups = ReturnType<typeof createLookups>;

/** Tables are read, and indexes made, when they are first used. */
export function createCatalog(data: CatalogMetadata, sources: LazyCatalogTables): Catalog {
  const keys: Readonly<Record<string, string>> = CATALOG_KEY_COLUMNS;
  const tables = Object.fromEntries(
    Object.entries(sources).map(([name, source]) => [
      name,
      new Table<object>(keys[name] as never, source as LazyTableRows<object>),
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
  const model = (slug: string): ModelRow | undefined => tables.models.of(slug)[0];
  return {
    model,
    /** @throws Error when no model has the slug. Facts that name a model are checked, so their slugs always have one. */
    getModel(slug: string): ModelRow {
      const found = model(slug);
      if (!found) throw new Error(`the catalog has no model ${slug}`);
      return found;
    },
    provider: (slug: string) => tables.providers.of(slug)[0],
    benchmark: (slug: string) => tables.benchmarks.of(slug)[0],
    /** Paid offers by blended price, then free ones, then those without a known price; ties by host. */
    offersOf: (slug: string) => tables.offers.of(slug),
    offersAt: (host: string) => tables.offers.where("host", host),
    scoresOf: (slug: string) => tables.scores.of(slug),
    scoresOn: (benchmark: string) => tables.scores.where("benchmark", benchmark),
    serviceScore: (slug: string) => tables.service_scores.of(slug)[0],
    tokenizerOf: (slug: string) => tables.model_tokenizers.of(slug)[0],
    /** By host, then date. */
    pricesOf: (slug: string) => tables.price_rows.of(slug),
    /** By host, then date. */
    rateCardsOf: (slug: string) => tables.rate_cards.of(slug),
    /** By host, id, then date. */
    idCardsOf: (slug: string) => tables.id_cards.of(slug),
  };
}

/** Newest as-of date of the datasets; "" when none has a date. */
export const newestAsOfDay = (datasets: readonly { as_of: string | null }[]): string =>
  datasets.reduce((newest, { as_of }) => (as_of !== null && as_of > newest ? as_of : newest), "");

/** Rows that are read when they are first needed: a serverless function after a cold start needs only a few of them. */
export interface LazyTableRows<Row> {
  all(): readonly Row[];
  /** Rows with one value of the table's key column. Absent where they cannot be read without the other rows. */
  of?(key: string): readonly Row[];
}

class Table<Row extends object> {
  #rows: readonly Row[] | undefined;
  readonly #byKey = new Map<string, readonly Row[]>();
  readonly #indexes = new Map<keyof Row, ReadonlyMap<unknown, readonly Row[]>>();

  /** @param key Column that `of` looks at. */
  constructor(
    readonly key: keyof Row | undefined,
    readonly source: LazyTableRows<Row>,
  ) {}

  all(): readonly Row[] {
    this.#rows ??= this.source.all();
    return this.#rows;
  }

  of(value: string): readonly Row[] {
    if (this.key === undefined) throw new Error("this table has no key");
    if (this.#rows || !this.source.of) return this.where(this.key, value);
    const rows = this.#byKey.get(value) ?? this.source.of(value);
    this.#byKey.set(value, rows);
    return rows;
  }

  /** Rows whose column has this value. The first call builds an index of the column. */
  where(column: keyof Row, value: unknown): readonly Row[] {
    const index = this.#indexes.get(column) ?? groupBy(this.all(), (row) => row[column]);
    this.#indexes.set(column, index);
    return index.get(value) ?? [];
  }
}
