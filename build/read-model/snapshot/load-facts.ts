/**
 * Facts → one DuckDB table a kind, named after it in snake case: the rows that were checked, none read again. Columns
 * and types are derived from the schemas; CSV rows get one more column, named after what their file stands for
 * (`host`, `benchmark`).
 */
import type { DuckDBAppender, DuckDBConnection } from "@duckdb/node-api";
import { z } from "zod";
import type { FactKind } from "../../facts/kinds/fact-kind.ts";
import { FACT_KINDS, type FactKindName, type Facts } from "../../facts/kinds.ts";
import { PRECEDENCE } from "../../schema/precedence.ts";
import { literal } from "./sql-literal.ts";

type Row = Readonly<Record<string, unknown>>;

interface Column {
  name: string;
  type: string;
  /** Field of the row that it holds. */
  field: string;
}

export async function loadFacts(db: DuckDBConnection, facts: Facts): Promise<void> {
  for (const [name, kind] of Object.entries(FACT_KINDS) as [FactKindName, FactKind][]) {
    const table = tableName(name);
    const columns = columnsOf(kind);
    const types = columns.map((column) => `"${column.name}" ${column.type}`);
    await db.run(`CREATE TABLE ${table} (${types.join(", ")})`);
    await (kind.format === "csv" ? append : insertNested)(db, table, columns, facts[name]);
  }
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

/** Rows of plain cells, by the tens of thousands. */
async function append(
  db: DuckDBConnection,
  table: string,
  columns: readonly Column[],
  rows: readonly Row[],
): Promise<void> {
  const appender = await db.createAppender(table);
  for (const row of rows) {
    for (const { field, type } of columns) appendCell(appender, row[field], type);
    appender.endRow();
  }
  appender.closeSync();
}

function appendCell(appender: DuckDBAppender, cell: unknown, type: string): void {
  if (cell === null || cell === undefined) appender.appendNull();
  else if (typeof cell === "boolean") appender.appendBoolean(cell);
  else if (typeof cell === "string") appender.appendVarchar(cell);
  else if (type === "BIGINT") appender.appendBigInt(BigInt(cell as number));
  else appender.appendDouble(cell as number);
}

/** Facts of JSON files, with their lists and objects. */
async function insertNested(
  db: DuckDBConnection,
  table: string,
  columns: readonly Column[],
  rows: readonly Row[],
): Promise<void> {
  const structure = [Object.fromEntries(columns.map(({ name, type }) => [name, type]))];
  // The rows come as a parameter: a megabyte within the query takes as long to parse as to convert.
  await db.run(
    `INSERT INTO ${table} SELECT unnest(from_json($1::JSON, ${literal(JSON.stringify(structure))}), max_depth := 2)`,
    [JSON.stringify(rows)],
  );
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
