/**
 * A table in shards: its rows in their order, some hundred to a shard, each shard compressed by itself and read when one
 * of its rows is asked for. So whoever asks for one model unpacks one shard, and whoever reads a table of millions holds
 * few of its rows at a time.
 */
import { gunzipSync, gzipSync } from "node:zlib";
import { getAt, groupBy } from "../../schema/collections.ts";

/** A shard has at least so many rows, and all rows of its last key. */
const SHARD_ROWS = 500;
/** Of each table so many rows are kept as they were read last: a catalogue of today whole. */
const HELD_ROWS = 40_000;
/** A fifth of the time of the usual 6, for a quarter more bytes. */
const LEVEL = 1;

/** What a shard holds, without its rows. */
export interface Shard {
  /** Key of its first row; null in a table without one. */
  first: string | null;
  rows: number;
  /** Compressed. */
  bytes: number;
}

/** A table without its rows: as JSON beside its shards. */
export interface TableOutline {
  /** Column by which rows are found; they are sorted by it. Null: rows are read in their order only. */
  key: string | null;
  /** One header and bare cells: half the bytes and half the parsing time of objects. */
  columns: readonly string[];
  shards: readonly Shard[];
}

/** The compressed shard at a position of the outline. */
export type ReadShard = (index: number) => Uint8Array;

interface Unpacked<Row> {
  rows: readonly Row[];
  /** Key → its rows; made at the first question. */
  byKey?: ReadonlyMap<unknown, readonly Row[]>;
}

/** Rows that nobody holds all of, in their order; what is made of them is. */
export interface Rows<Row> extends Iterable<Row> {
  readonly length: number;
  map<T>(make: (row: Row) => T): T[];
  flatMap<T>(make: (row: Row) => readonly T[]): T[];
  filter(keeps: (row: Row) => boolean): Row[];
}

export class ShardedTable<Row extends object> implements Rows<Row> {
  readonly outline: TableOutline;
  readonly length: number;
  readonly #read: ReadShard;
  readonly #held: HeldShards<Row>;
  /** Field → value → its rows. */
  readonly #arranged = new Map<keyof Row, ReadonlyMap<unknown, Iterable<Row>>>();
  /** By field: pages and answers of one host ask for its rows several times. */
  readonly #asked = new Map<keyof Row, { value: unknown; rows: readonly Row[] }>();

  constructor(outline: TableOutline, read: ReadShard, held = new HeldShards<Row>()) {
    this.outline = outline;
    this.length = outline.shards.reduce((sum, { rows }) => sum + rows, 0);
    this.#read = read;
    this.#held = held;
  }

  *[Symbol.iterator](): Generator<Row> {
    for (const index of this.outline.shards.keys()) yield* this.#shard(index).rows;
  }

  map<T>(make: (row: Row) => T): T[] {
    return Array.from(this, make);
  }

  flatMap<T>(make: (row: Row) => readonly T[]): T[] {
    const made: T[] = [];
    for (const row of this) made.push(...make(row));
    return made;
  }

  filter(keeps: (row: Row) => boolean): Row[] {
    return this.flatMap((row) => (keeps(row) ? [row] : []));
  }

  /** Compressed shards in their order. */
  *packed(): Generator<Uint8Array> {
    for (const index of this.outline.shards.keys()) yield this.#read(index);
  }

  /** Rows with a value of the table's key: those of one shard are read. */
  of(key: string): readonly Row[] {
    const index = this.#indexOf(key);
    if (index < 0) return [];
    const shard = this.#shard(index);
    const field = this.outline.key as keyof Row;
    shard.byKey ??= groupBy(shard.rows, (row) => row[field]);
    return shard.byKey.get(key) ?? [];
  }

  /** Rows with a value of another column, in their order; arranged by it at the first question. */
  where(field: keyof Row, value: unknown): readonly Row[] {
    const last = this.#asked.get(field);
    if (last !== undefined && last.value === value) return last.rows;
    const arranged = this.#arranged.get(field) ?? this.#arrange(field);
    this.#arranged.set(field, arranged);
    const rows = [...(arranged.get(value) ?? [])];
    this.#asked.set(field, { value, rows });
    return rows;
  }

  /** Rows of a table that is not held whole are packed a second time: each value would unpack most shards anew. */
  #arrange(field: keyof Row): ReadonlyMap<unknown, Iterable<Row>> {
    if (this.length <= HELD_ROWS) return groupBy([...this], (row) => row[field]);
    const packers = new Map<unknown, TablePacker<Row>>();
    for (const row of this) {
      const packer = packers.get(row[field]) ?? new TablePacker<Row>(null, new HeldShards(0));
      packer.add(row);
      packers.set(row[field], packer);
    }
    return new Map(Array.from(packers, ([value, packer]) => [value, packer.end()] as const));
  }

  /** The last shard that begins at the key or before it; -1 when none does. */
  #indexOf(key: string): number {
    const { shards } = this.outline;
    let [low, high] = [0, shards.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((getAt(shards, middle).first ?? "") <= key) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #shard(index: number): Unpacked<Row> {
    return (
      this.#held.get(index) ??
      this.#held.put(index, { rows: unpack(this.outline.columns, this.#read(index)) as Row[] })
    );
  }
}

/** The shards read last, as many as have so many rows together, and the very last. */
class HeldShards<Row> {
  readonly #shards = new Map<number, Unpacked<Row>>();
  readonly #most: number;
  #rows = 0;

  constructor(most = HELD_ROWS) {
    this.#most = most;
  }

  get(index: number): Unpacked<Row> | undefined {
    const shard = this.#shards.get(index);
    // Where all are held, none grows old.
    if (shard && this.#rows > this.#most / 2) {
      this.#shards.delete(index);
      this.#shards.set(index, shard);
    }
    return shard;
  }

  put(index: number, shard: Unpacked<Row>): Unpacked<Row> {
    this.#shards.set(index, shard);
    this.#rows += shard.rows.length;
    for (const [oldest, { rows }] of this.#shards) {
      if (this.#rows <= this.#most || oldest === index) break;
      this.#shards.delete(oldest);
      this.#rows -= rows.length;
    }
    return shard;
  }
}

/** Rows → shards, one after the other. */
export class TablePacker<Row extends object> {
  readonly #key: string | null;
  readonly #held: HeldShards<Row>;
  readonly #shards: Shard[] = [];
  readonly #packed: Uint8Array[] = [];
  #columns: readonly string[] = [];
  #rows: Row[] = [];

  /** @param key Column by which rows are to be found; they come sorted by it. */
  constructor(key: string | null, held = new HeldShards<Row>()) {
    this.#key = key;
    this.#held = held;
  }

  add(row: Row): void {
    if (this.#rows.length >= SHARD_ROWS && this.#isNewKey(row)) this.#close();
    this.#rows.push(row);
  }

  /** The table, once all rows were added. */
  end(): ShardedTable<Row> {
    if (this.#rows.length > 0) this.#close();
    const outline = { key: this.#key, columns: this.#columns, shards: this.#shards };
    return new ShardedTable(outline, (index) => getAt(this.#packed, index), this.#held);
  }

  #isNewKey(row: Row): boolean {
    const last = this.#rows.at(-1);
    return last === undefined || this.#keyOf(row) !== this.#keyOf(last) || this.#key === null;
  }

  #keyOf = (row: Row): unknown => (this.#key === null ? null : row[this.#key as keyof Row]);

  #close(): void {
    const rows = this.#rows;
    const first = getAt(rows, 0);
    if (this.#shards.length === 0) this.#columns = Object.keys(first);
    const packed = pack(this.#columns, rows);
    const key = this.#key === null ? null : String(this.#keyOf(first));
    this.#held.put(this.#shards.length, { rows });
    this.#shards.push({ first: key, rows: rows.length, bytes: packed.length });
    this.#packed.push(packed);
    this.#rows = [];
  }
}

/** A table of rows that are at hand. */
export function toShardedTable<Row extends object>(
  key: string | null,
  rows: Iterable<Row>,
): ShardedTable<Row> {
  const packer = new TablePacker<Row>(key);
  for (const row of rows) packer.add(row);
  return packer.end();
}

function pack(columns: readonly string[], rows: readonly object[]): Uint8Array {
  const cells = rows.map((row) => columns.map((name) => (row as Record<string, unknown>)[name]));
  return gzipSync(JSON.stringify(cells), { level: LEVEL });
}

function unpack(columns: readonly string[], packed: Uint8Array): object[] {
  const cells = JSON.parse(gunzipSync(packed).toString()) as unknown[][];
  return cells.map((row) => {
    const object: Record<string, unknown> = {};
    columns.forEach((name, index) => {
      object[name] = row[index];
    });
    return object;
  });
}
