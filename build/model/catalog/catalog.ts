/** The read model, from which all answers are made. Pure, immutable, the same online and at build time. */

import type { ChainedMerkleRoot, RecordedMerkleRoot } from "../../facts/merkle-tree.ts";
import { groupBy } from "../../schema/collections.ts";
import type { Service } from "../../schema/service.ts";
import type {
  BenchmarkRow,
  CatalogRowTypes,
  CatalogTables,
  ModelRow,
  OfferRow,
  OverallScoreRow,
  PriceRow,
  ProviderRow,
  RateCardRow,
  ScoreRow,
} from "./rows.ts";

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

export interface Catalog extends CatalogTables, CatalogMetadata {
  /** Newest as-of date of all datasets. */
  asOf: string;
  model(slug: string): ModelRow | undefined;
  /** @throws Error when no model has the slug. Facts that name a model are checked, so their slugs always have one. */
  getModel(slug: string): ModelRow;
  provider(slug: string): ProviderRow | undefined;
  benchmark(slug: string): BenchmarkRow | undefined;
  /** Paid offers by blended price, then free ones, then those without a known price; ties by host. */
  offersOf(model: string): readonly OfferRow[];
  offersAt(host: string): readonly OfferRow[];
  scoresOf(model: string): readonly ScoreRow[];
  /** Undefined for a model with too few benchmarks. */
  serviceScore(model: string): OverallScoreRow | undefined;
  /** Undefined for a model whose tokenizer is not known. */
  tokenizerOf(model: string): CatalogRowTypes["model_tokenizers"] | undefined;
  scoresOn(benchmark: string): readonly ScoreRow[];
  /** By host, then date. */
  pricesOf(model: string): readonly PriceRow[];
  /** By host, then date. */
  rateCardsOf(model: string): readonly RateCardRow[];
  /** By host, id, then date. */
  idCardsOf(model: string): readonly CatalogRowTypes["id_cards"][];
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

/** Tables are read, and indexes made, when they are first used. */
export function createCatalog(data: CatalogMetadata, sources: LazyCatalogTables): Catalog {
  const keys: Readonly<Record<string, string>> = CATALOG_KEY_COLUMNS;
  const tables = Object.fromEntries(
    Object.entries(sources).map(([name, source]) => [
      name,
      new Table<object>(keys[name] as never, source as LazyTableRows<object>),
    ]),
  ) as unknown as Tables;
  const model = (slug: string) => tables.models.of(slug)[0];
  const catalog: Catalog = lazily({
    ...Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, () => table.all()])),
    aliases: () => aliasesOf(catalog.models),
    asOf: () => newestAsOfDay(catalog.datasets),
  });
  return Object.assign(catalog, {
    ...data,
    model,
    getModel: (slug: string) => {
      const found = model(slug);
      if (!found) throw new Error(`the catalog has no model ${slug}`);
      return found;
    },
    provider: (slug: string) => tables.providers.of(slug)[0],
    benchmark: (slug: string) => tables.benchmarks.of(slug)[0],
    serviceScore: (slug: string) => tables.service_scores.of(slug)[0],
    offersOf: (slug: string) => tables.offers.of(slug),
    offersAt: (host: string) => tables.offers.where("host", host),
    scoresOf: (slug: string) => tables.scores.of(slug),
    tokenizerOf: (slug: string) => tables.model_tokenizers.of(slug)[0],
    scoresOn: (benchmark: string) => tables.scores.where("benchmark", benchmark),
    pricesOf: (slug: string) => tables.price_rows.of(slug),
    rateCardsOf: (slug: string) => tables.rate_cards.of(slug),
    idCardsOf: (slug: string) => tables.id_cards.of(slug),
  });
}

/** An object whose fields are made when they are first read, and kept. */
function lazily<T>(makers: Record<string, () => unknown>): T {
  const made = {};
  for (const [name, make] of Object.entries(makers)) {
    const get = () => {
      const value = make();
      Object.defineProperty(made, name, { value, enumerable: true });
      return value;
    };
    Object.defineProperty(made, name, { get, enumerable: true, configurable: true });
  }
  return made as T;
}

const aliasesOf = (models: readonly ModelRow[]): Map<string, string> =>
  new Map(models.flatMap(({ slug, aliases }) => aliases.map((alias) => [alias, slug])));

/** Newest as-of date of the datasets; "" when none has a date. */
export const newestAsOfDay = (datasets: readonly { as_of: string | null }[]): string =>
  datasets.reduce((newest, { as_of }) => (as_of !== null && as_of > newest ? as_of : newest), "");

/** Rows that are read when they are first needed: a serverless function after a cold start needs only a few of them. */
export interface LazyTableRows<Row> {
  /** All rows, in their order. */
  all(): readonly Row[];
  /** Rows with one value of the table's key column. Absent where they cannot be read without the other rows. */
  of?(key: string): readonly Row[];
}

class Table<Row extends object> {
  readonly #source: LazyTableRows<Row>;
  readonly #key: keyof Row | undefined;
  #rows: readonly Row[] | undefined;
  readonly #byKey = new Map<string, readonly Row[]>();
  readonly #indexes = new Map<keyof Row, ReadonlyMap<unknown, readonly Row[]>>();

  /** @param key Column that `of` looks at. */
  constructor(key: keyof Row | undefined, source: LazyTableRows<Row>) {
    this.#key = key;
    this.#source = source;
  }

  all(): readonly Row[] {
    this.#rows ??= this.#source.all();
    return this.#rows;
  }

  /** Rows whose key column has this value. */
  of(key: string): readonly Row[] {
    if (this.#key === undefined) throw new Error("this table has no key");
    if (this.#rows || !this.#source.of) return this.where(this.#key, key);
    const rows = this.#byKey.get(key) ?? this.#source.of(key);
    this.#byKey.set(key, rows);
    return rows;
  }

  /** Rows whose column has this value. The first call builds an index of the column. */
  where(column: keyof Row, value: unknown): readonly Row[] {
    let index = this.#indexes.get(column);
    if (!index) {
      index = groupBy(this.all(), (row) => row[column]);
      this.#indexes.set(column, index);
    }
    return index.get(value) ?? [];
  }
}
