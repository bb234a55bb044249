/**
 * Facts → one DuckDB table per kind, named after it in snake case. Columns and types are derived from the schemas. Rows
 * of CSV facts have one more column, named after what their file name means (`host`, `benchmark`).
 */
import type { DuckDBAppender, DuckDBConnection } from "@duckdb/node-api";
import * as z from "zod";
import {
  FACT_KINDS,
  type FactKindDefinition,
  type FactKindName,
  type Facts,
} from "../../facts/kinds.ts";
import { SOURCE_PRECEDENCE } from "../../schema/precedence.ts";
import { unwrapOptionalType } from "../../schema/values.ts";

type Row = Readonly<Record<string, unknown>>;

interface Column {
  name: string;
  type: string;
  /** Field of the row whose value goes into this column. */
  field: string;
}

/** Creates and fills a table for each kind of fact, and the table `precedence`. */
export async function loadFactsIntoTables(db: DuckDBConnection, facts: Facts): Promise<void> {
  for (const [name, kind] of Object.entries(FACT_KINDS) as [FactKindName, FactKindDefinition][]) {
    if (kind.isLeftOutOfSnapshot) continue;
    const columns = columnsOf(kind);
    const table = tableName(name);
    const types = columns.map((column) => `"${column.name}" ${column.type}`);
    await db.run(`CREATE TABLE ${table} (${types.join(", ")})`);
    const load = kind.format === "csv" ? appendRows : insertJson;
    if (facts[name].length > 0) await load(db, table, columns, facts[name]);
  }
  const ranks = SOURCE_PRECEDENCE.map(
    ({ host_kind, source, rank }) =>
      `(${toSqlLiteral(host_kind)}, ${toSqlLiteral(source)}, ${rank})`,
  );
  await db.run(
    `CREATE TABLE precedence AS SELECT * FROM (VALUES ${ranks.join(", ")}) AS rows (host_kind, source, rank)`,
  );
}

type Load = (
  db: DuckDBConnection,
  table: string,
  columns: readonly Column[],
  rows: readonly Row[],
) => Promise<void>;

/** For CSV facts, which have tens of thousands of rows with simple cells. */
const appendRows: Load = async (db, table, columns, rows) => {
  const appender = await db.createAppender(table);
  for (const row of rows) {
    for (const { field, type } of columns) appendCell(appender, row[field], type);
    appender.endRow();
  }
  appender.closeSync();
};

/** Converted in one text, all rows of a table would take many times their memory. */
const JSON_ROWS_AT_A_TIME = 1024;

/**
 * For rows with lists and objects. They are passed as a parameter: DuckDB needs as long to parse a megabyte within the
 * query as to convert it.
 */
const insertJson: Load = async (db, table, columns, rows) => {
  const structure = [Object.fromEntries(columns.map(({ name, type }) => [name, type]))];
  for (let at = 0; at < rows.length; at += JSON_ROWS_AT_A_TIME)
    await db.run(
      `INSERT INTO ${table} SELECT unnest(from_json($1::JSON, ${toSqlLiteral(JSON.stringify(structure))}), max_depth := 2)`,
      [JSON.stringify(rows.slice(at, at + JSON_ROWS_AT_A_TIME))],
    );
};

/**
 * The rows of a table in its order, as JSON texts that each contain a list of rows.
 * @param row SQL expression for one row of the table `t`.
 */
export async function* streamTableAsJsonChunks(
  db: DuckDBConnection,
  table: string,
  row = "t",
): AsyncGenerator<string> {
  const last = await db.runAndReadAll(`SELECT max(rowid) FROM ${table}`);
  for (let at = 0; at <= Number(last.getRows()[0]?.[0] ?? -1); at += JSON_ROWS_AT_A_TIME) {
    const reader = await db.runAndReadAll(
      `SELECT to_json(list(${row} ORDER BY t.rowid))::VARCHAR FROM ${table} t WHERE t.rowid BETWEEN ${at} AND ${at + JSON_ROWS_AT_A_TIME - 1}`,
    );
    yield String(reader.getRows()[0]?.[0] ?? "[]");
  }
}

function appendCell(appender: DuckDBAppender, cell: unknown, type: string): void {
  if (cell === null || cell === undefined) appender.appendNull();
  else if (typeof cell === "boolean") appender.appendBoolean(cell);
  else if (typeof cell === "string") appender.appendVarchar(cell);
  else if (type === "BIGINT") appender.appendBigInt(BigInt(cell as number));
  else appender.appendDouble(cell as number);
}

function columnsOf(kind: FactKindDefinition): Column[] {
  const columns = Object.entries(kind.schema.shape).map(([name, type]) => ({
    name,
    type: sqlType(unwrapOptionalType(type)),
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
  if (type instanceof z.ZodArray) return `${sqlType(unwrapOptionalType(type.element))}[]`;
  if (type instanceof z.ZodRecord) return "JSON";
  if (type instanceof z.ZodBoolean) return "BOOLEAN";
  if (type instanceof z.ZodNumber) return type.format?.includes("int") ? "BIGINT" : "DOUBLE";
  if (type instanceof z.ZodObject) {
    const fields = Object.entries(type.shape).map(
      ([name, field]) => `${name} ${sqlType(unwrapOptionalType(field))}`,
    );
    return `STRUCT(${fields.join(", ")})`;
  }
  return "VARCHAR";
}

/** Text → a literal of SQL. */
export const toSqlLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`;
