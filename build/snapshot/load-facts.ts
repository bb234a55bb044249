/**
 * Facts → one DuckDB table a kind, named after it in snake case. Columns and types are derived from the
 * schemas; CSV rows get one more column, named after what their file stands for (`host`, `benchmark`).
 */
import { join } from "node:path";
import glob from "fast-glob";
import { z } from "zod";
import { FACT_KINDS, type FactKind, type FactKindName } from "../facts/kinds.ts";

const FACT_NAMES = Object.keys(FACT_KINDS) as FactKindName[];

/** Rows of the kinds that stand in JSON files. */
export type JsonFacts = Partial<Record<FactKindName, readonly object[]>>;

/**
 * SQL that loads every kind: CSV files by DuckDB itself, JSON facts from the values already read.
 * It fails when a CSV file is not what its schema says; the check of the facts says it better.
 */
export function loadStatements(dataFolder: string, jsonFacts: JsonFacts): string[] {
  return FACT_NAMES.flatMap((name) => {
    const kind = FACT_KINDS[name] as FactKind;
    const table = tableName(name);
    return kind.format === "csv"
      ? [csvStatement(dataFolder, table, kind)]
      : jsonStatements(table, kind, jsonFacts[name] ?? []);
  });
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

function jsonStatements(table: string, kind: FactKind, rows: readonly object[]): string[] {
  const columns = columnTypes(kind);
  const structure = literal(JSON.stringify([Object.fromEntries(columns)]));
  return [
    `CREATE TABLE ${table} (${columns.map(([name, type]) => `"${name}" ${type}`).join(", ")})`,
    `INSERT INTO ${table} SELECT unnest(from_json(${literal(JSON.stringify(rows))}::JSON, ${structure}), max_depth := 2)`,
  ];
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
