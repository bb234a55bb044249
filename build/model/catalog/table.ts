/** Rows of the read model that are read when they are first needed: a cold function answers from a few of them. */
import { groupBy } from "../../schema/collections.ts";

export interface TableSource<Row> {
  /** All rows, in their order. */
  all(): readonly Row[];
  /** Rows with one value of the table's key, where they can be read without the others. */
  of?(key: string): readonly Row[];
}

export class Table<Row extends object> {
  readonly #source: TableSource<Row>;
  readonly #key: keyof Row | undefined;
  #rows: readonly Row[] | undefined;
  readonly #byKey = new Map<string, readonly Row[]>();
  readonly #indexes = new Map<keyof Row, ReadonlyMap<unknown, readonly Row[]>>();

  /** @param key Column that `of` looks at. */
  constructor(key: keyof Row | undefined, source: TableSource<Row>) {
    this.#key = key;
    this.#source = source;
  }

  all(): readonly Row[] {
    this.#rows ??= this.#source.all();
    return this.#rows;
  }

  /** Rows with a value of the table's key. */
  of(key: string): readonly Row[] {
    if (this.#key === undefined) throw new Error("this table has no key");
    if (this.#rows || !this.#source.of) return this.where(this.#key, key);
    const rows = this.#byKey.get(key) ?? this.#source.of(key);
    this.#byKey.set(key, rows);
    return rows;
  }

  /** Rows with a value of a column; indexed by it at the first call. */
  where(column: keyof Row, value: unknown): readonly Row[] {
    let index = this.#indexes.get(column);
    if (!index) {
      index = groupBy(this.all(), (row) => row[column]);
      this.#indexes.set(column, index);
    }
    return index.get(value) ?? [];
  }
}
