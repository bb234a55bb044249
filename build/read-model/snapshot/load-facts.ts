/**
 * Facts → one DuckDB table a kind, named after it in snake case. Columns and types are derived from the
 * schemas; CSV rows get one more column, named after what their file stands for (`host`, `benchmark`).
 */
import { join } from "node:path";
import { z } from "zod";
import { filesOf, listFiles } from "../../facts/fact-files.ts";
import { FACT_KINDS, type FactKind, type FactKindName } from "../../facts/kinds.ts";
import { PRECEDENCE } from "../../schema/precedence.ts";
import { literal } from "./sql-literal.ts";

const FACT_NAMES = Object.keys(FACT_KINDS) as FactKindName[];

/** Rows of the kinds that stand in JSON files. */
export type JsonFacts = Partial<Record<FactKindName, readonly object[]>>;

/**
 * SQL that loads the CSV kinds, by DuckDB itself.
 * It fails when a file is not what its schema says; the check of the facts says it better.
 */
export function csvStatements(dataFolder: string): string[] {
  const files = listFiles(dataFolder);
  return kindsOf("csv").map(([name, kind]) => {
    const isEmpty = filesOf(kind, files).length === 0;
    return csvStatement(dataFolder, tableName(name), kind, isEmpty);
  });
}

/** SQL that loads the JSON kinds, from the values already read. */
export const jsonStatements = (facts: JsonFacts): string[] =>
  kindsOf("json").flatMap(([name, kind]) =>
    insertStatements(tableName(name), kind, facts[name] ?? []),
  );

/** SQL that loads the one table of who is believed. */
export const precedenceStatement = (): string =>
  `CREATE TABLE precedence AS SELECT * FROM (VALUES ${PRECEDENCE.map(
    ({ host_kind, source, rank }) => `(${literal(host_kind)}, ${literal(source)}, ${rank})`,
  ).join(", ")}) AS rows (host_kind, source, rank)`;

const kindsOf = (format: FactKind["format"]): [FactKindName, FactKind][] =>
  FACT_NAMES.map((name): [FactKindName, FactKind] => [name, FACT_KINDS[name] as FactKind]).filter(
    ([, kind]) => kind.format === format,
  );

function csvStatement(dataFolder: string, table: string, kind: FactKind, isEmpty: boolean): string {
  const columns = columnTypes(kind);
  if (isEmpty) {
    const owner = kind.file === null ? [] : [`${kind.file} VARCHAR`];
    return `CREATE TABLE ${table} (${[...columns.map(([name, type]) => `${name} ${type}`), ...owner].join(", ")})`;
  }
  const owner = kind.file === null ? "" : `, parse_filename(filename, true) AS ${kind.file}`;
  const types = columns.map(([name, type]) => `${literal(name)}: ${literal(type)}`).join(", ");
  return `CREATE TABLE ${table} AS SELECT * EXCLUDE (filename)${owner}
    FROM read_csv(${literal(join(dataFolder, kind.pattern))}, header = true, filename = true, auto_detect = false,
      delim = ',', quote = '"', escape = '"', nullstr = '', columns = {${types}})`;
}

function insertStatements(table: string, kind: FactKind, rows: readonly object[]): string[] {
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
