/**
 * Facts → one DuckDB table a kind, named after it in snake case. Columns and types are derived from the
 * schemas; CSV rows get one more column, named after what their file stands for (`host`, `benchmark`).
 */
import { join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import glob from "fast-glob";
import { z } from "zod";
import { FACT_KINDS, type FactKind, type FactKindName, type Facts } from "../facts/kinds.ts";

const FACT_NAMES = Object.keys(FACT_KINDS) as FactKindName[];

/** Rows of JSON facts that go into one statement. */
const CHUNK = 2000;

/**
 * Loads every CSV kind in one go, in DuckDB's own thread: it can run while the same files are being checked.
 * Rejects when a file is not what its schema says; the check of the facts says it better.
 */
export async function loadCsvFacts(db: DuckDBConnection, dataFolder: string): Promise<void> {
  const statements = FACT_NAMES.flatMap((name) => {
    const kind = FACT_KINDS[name] as FactKind;
    return kind.format === "csv" ? [csvStatement(dataFolder, tableName(name), kind)] : [];
  });
  await db.run(statements.join(";\n"));
}

/** Loads the kinds that stand in JSON files. */
export async function loadJsonFacts(db: DuckDBConnection, facts: Facts): Promise<void> {
  for (const name of FACT_NAMES) {
    const kind = FACT_KINDS[name] as FactKind;
    if (kind.format === "json") await loadJson(db, tableName(name), kind, facts[name]);
  }
}

function csvStatement(dataFolder: string, table: string, kind: FactKind): string {
  const columns = columnTypes(kind);
  if (glob.sync(kind.pattern, { cwd: dataFolder }).length === 0) {
    const owner = kind.file === null ? [] : [`${kind.file} VARCHAR`];
    return `CREATE TABLE ${table} (${[...columns.map(([name, type]) => `${name} ${type}`), ...owner].join(", ")})`;
  }
  const owner = kind.file === null ? "" : `, parse_filename(filename, true) AS ${kind.file}`;
  const types = columns.map(([name, type]) => `${literal(name)}: ${literal(type)}`).join(", ");
  return `CREATE TABLE ${table} AS SELECT * EXCLUDE (filename)${owner}
    FROM read_csv(${literal(join(dataFolder, kind.pattern))}, header = true, filename = true, auto_detect = false,
      delim = ',', quote = '"', escape = '"', nullstr = '', columns = {${types}})`;
}

async function loadJson(
  db: DuckDBConnection,
  table: string,
  kind: FactKind,
  rows: readonly object[],
) {
  const columns = columnTypes(kind);
  await db.run(
    `CREATE TABLE ${table} (${columns.map(([name, type]) => `"${name}" ${type}`).join(", ")})`,
  );
  const structure = JSON.stringify([Object.fromEntries(columns)]);
  for (let start = 0; start < rows.length; start += CHUNK) {
    const insert = await db.prepare(
      `INSERT INTO ${table} SELECT unnest(from_json($1::JSON, ${literal(structure)}), max_depth := 2)`,
    );
    insert.bindVarchar(1, JSON.stringify(rows.slice(start, start + CHUNK)));
    await insert.run();
  }
}

const columnTypes = (kind: FactKind): [name: string, type: string][] =>
  Object.entries(kind.schema.shape).map(([name, type]) => [name, sqlType(type as z.ZodType)]);

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

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
