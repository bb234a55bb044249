/**
 * Facts → one DuckDB table a kind, named after it in snake case: the rows that were checked, none read again. Columns
 * and types are derived from the schemas; CSV rows get one more column, named after what their file stands for
 * (`host`, `benchmark`).
 */
import type { DuckDBAppender, DuckDBConnection } from "@duckdb/node-api";
import { z } from "zod";
import { FACT_KINDS, type FactKind, type FactKindName } from "../../facts/kinds.ts";
import type { FactRows } from "../../facts/read-facts.ts";
import { PRECEDENCE } from "../../schema/precedence.ts";
import { literal } from "./sql-literal.ts";

type Row = Readonly<Record<string, unknown>>;

interface Column {
  name: string;
  type: string;
  /** Field of the row that it holds. */
  field: string;
}

/**
 * A table a kind, filled with its rows, of which few are held at a time.
 * @param batches All rows of a kind before those of the next.
 */
export async function loadFacts(db: DuckDBConnection, batches: Iterable<FactRows>): Promise<void> {
  for (const [name, kind] of Object.entries(FACT_KINDS) as [FactKindName, FactKind][]) {
    const types = columnsOf(kind).map((column) => `"${column.name}" ${column.type}`);
    await db.run(`CREATE TABLE ${tableName(name)} (${types.join(", ")})`);
  }
  let filler: Filler | undefined;
  for (const { kind, rows } of batches) {
    if (filler?.kind !== kind) {
      await filler?.end();
      filler = new FILLERS[FACT_KINDS[kind].format](db, kind);
    }
    await filler.add(rows);
  }
  await filler?.end();
  await loadPrecedence(db);
}

/** Who is believed at which kind of host, as the table `precedence`. */
async function loadPrecedence(db: DuckDBConnection): Promise<void> {
  const rows = PRECEDENCE.map(
    ({ host_kind, source, rank }) => `(${literal(host_kind)}, ${literal(source)}, ${rank})`,
  );
  await db.run(
    `CREATE TABLE precedence AS SELECT * FROM (VALUES ${rows.join(", ")}) AS rows (host_kind, source, rank)`,
  );
}

/** Puts the rows of one kind into its table. */
interface Filler {
  kind: FactKindName;
  add(rows: readonly Row[]): Promise<void>;
  end(): Promise<void>;
}

/** Rows of plain cells, by the tens of thousands. */
class CellFiller implements Filler {
  readonly kind: FactKindName;
  readonly #columns: readonly Column[];
  readonly #appender: Promise<DuckDBAppender>;

  constructor(db: DuckDBConnection, kind: FactKindName) {
    this.kind = kind;
    this.#columns = columnsOf(FACT_KINDS[kind]);
    this.#appender = db.createAppender(tableName(kind));
  }

  async add(rows: readonly Row[]): Promise<void> {
    const appender = await this.#appender;
    for (const row of rows) {
      for (const { field, type } of this.#columns) appendCell(appender, row[field], type);
      appender.endRow();
    }
  }

  async end(): Promise<void> {
    (await this.#appender).closeSync();
  }
}

/** So many facts of JSON files go into their table at once. */
const NESTED_ROWS = 4_000;

/** Facts of JSON files, with their lists and objects. */
class NestedFiller implements Filler {
  readonly kind: FactKindName;
  readonly #db: DuckDBConnection;
  #rows: Row[] = [];

  constructor(db: DuckDBConnection, kind: FactKindName) {
    this.kind = kind;
    this.#db = db;
  }

  async add(rows: readonly Row[]): Promise<void> {
    this.#rows.push(...rows);
    if (this.#rows.length >= NESTED_ROWS) await this.end();
  }

  async end(): Promise<void> {
    const columns = columnsOf(FACT_KINDS[this.kind]);
    const structure = [Object.fromEntries(columns.map(({ name, type }) => [name, type]))];
    // The rows come as a parameter: a megabyte within the query takes as long to parse as to convert.
    await this.#db.run(
      `INSERT INTO ${tableName(this.kind)} SELECT unnest(from_json($1::JSON, ${literal(JSON.stringify(structure))}), max_depth := 2)`,
      [JSON.stringify(this.#rows)],
    );
    this.#rows = [];
  }
}

const FILLERS = { csv: CellFiller, json: NestedFiller } as const;

function appendCell(appender: DuckDBAppender, cell: unknown, type: string): void {
  if (cell === null || cell === undefined) appender.appendNull();
  else if (typeof cell === "boolean") appender.appendBoolean(cell);
  else if (typeof cell === "string") appender.appendVarchar(cell);
  else if (type === "BIGINT") appender.appendBigInt(BigInt(cell as number));
  else appender.appendDouble(cell as number);
}

function columnsOf(kind: FactKind): Column[] {
  const columns = Object.entries(kind.schema.shape).map(([name, type]) => ({
    name,
    type: sqlType(type as z.ZodType),
    field: name,
  }));
  const isFiled = kind.format === "csv" && kind.file !== null;
  return isFiled
    ? [...columns, { name: kind.file ?? "", type: "VARCHAR", field: "file" }]
    : columns;
}

/** `priceHistory` → `price_history`. */
const tableName = (name: FactKindName): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function sqlType(type: z.ZodType): string {
  if (type instanceof z.ZodNullable) return sqlType(type.unwrap() as z.ZodType);
  if (type instanceof z.ZodArray) return `${sqlType(type.element as z.ZodType)}[]`;
  if (type instanceof z.ZodRecord) return "JSON";
  if (type instanceof z.ZodBoolean) return "BOOLEAN";
  if (type instanceof z.ZodNumber) return type.format?.includes("int") ? "BIGINT" : "DOUBLE";
  if (type instanceof z.ZodObject) {
    const fields = Object.entries(type.shape).map(
      ([name, field]) => `${name} ${sqlType(field as z.ZodType)}`,
    );
    return `STRUCT(${fields.join(", ")})`;
  }
  return "VARCHAR";
}
