/**
 * Facts → one DuckDB table a kind, named after it in snake case. Columns and types are derived from the
 * schemas; CSV rows get one more column, named after what their file stands for (`host`, `benchmark`).
 */
import { join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { z } from "zod";
import { FACT_KINDS, type FactKind, type FactKindName, type Facts } from "../facts/kinds.ts";

/** Rows of JSON facts that go into one statement. */
const CHUNK = 2000;

/** @param dataFolder The tree that `facts` were read from and checked in. */
export async function loadFacts(
  db: DuckDBConnection,
  dataFolder: string,
  facts: Facts,
): Promise<void> {
  for (const name of Object.keys(FACT_KINDS) as FactKindName[]) {
    const kind = FACT_KINDS[name] as FactKind;
    if (kind.format === "csv")
      await loadCsv(db, dataFolder, tableName(name), kind, facts[name].length);
    else await loadJson(db, tableName(name), kind, facts[name]);
  }
}

async function loadCsv(
  db: DuckDBConnection,
  dataFolder: string,
  table: string,
  kind: FactKind,
  rows: number,
) {
  const columns = Object.entries(kind.schema.shape).map(([name, type]) => [
    name,
    sqlType(type as z.ZodType),
  ]);
  const owner = kind.file === null ? [] : [`parse_filename(filename, true) AS ${kind.file}`];
  if (rows === 0) {
    const empty = columns
      .map(([name, type]) => `${name} ${type}`)
      .concat(kind.file ? [`${kind.file} VARCHAR`] : []);
    await db.run(`CREATE TABLE ${table} (${empty.join(", ")})`);
    return;
  }
  const types = columns.map(([name, type]) => `${literal(name!)}: ${literal(type!)}`).join(", ");
  await db.run(
    `CREATE TABLE ${table} AS SELECT * EXCLUDE (filename), ${owner.join(", ")}
     FROM read_csv(${literal(join(dataFolder, kind.pattern))}, header = true, filename = true, auto_detect = false,
       delim = ',', quote = '"', escape = '"', nullstr = '', columns = {${types}})`,
  );
}

async function loadJson(
  db: DuckDBConnection,
  table: string,
  kind: FactKind,
  rows: readonly object[],
) {
  const columns = Object.entries(kind.schema.shape).map(([name, type]) => [
    name,
    sqlType(type as z.ZodType),
  ]);
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
