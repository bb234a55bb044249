/**
 * Facts → DuckDB: one table per kind, named after it in snake case, then every table of `views/`, file by file in the
 * order of their numbers. Columns and types are derived from the schemas. Rows of CSV facts have one more column, named
 * after what their file name means (`host`, `benchmark`).
 */
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { type DuckDBAppender, type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import * as z from "zod";
import { RESELLER_RULE } from "../../cost/card-of-day.ts";
import { CommandError } from "../../facts/fault.ts";
import {
  FACT_KINDS,
  type FactKindDefinition,
  type FactKindName,
  type Facts,
} from "../../facts/kinds.ts";
import { PRICE_RULES } from "../../rules/rules.ts";
import { compareByCodePoint } from "../../schema/collections.ts";
import { DISPUTED_PERCENT } from "../../schema/fields.ts";
import { getSourcePrecedence, LAST_RANK_CHECKED_AT_LABS } from "../../schema/precedence.ts";
import {
  MIN_NAMED_PERCENT,
  READ_BY_PERSON,
  THIRD_PARTY,
  unwrapOptionalType,
} from "../../schema/values.ts";

const VIEWS = "build/model/views";

/** An open snapshot. Close it when its rows are read. */
export interface FactsDatabase {
  db: DuckDBConnection;
  close(): void;
}

/**
 * @param file Where to keep the database, replaced when it exists; null: in memory only.
 * @throws CommandError when the file cannot be written, another program has it open, or a view fails.
 */
export async function buildFactsDatabase(
  facts: Facts,
  file: string | null,
): Promise<FactsDatabase> {
  const snapshot = await openSnapshot(file);
  try {
    await loadFactsIntoTables(snapshot.db, facts);
    const views = readdirSync(VIEWS).sort(compareByCodePoint);
    const rulesAt = views.findIndex((name) => name >= "22");
    const files = views.map((name) => `${VIEWS}/${name}`).toSpliced(rulesAt, 0, PRICE_RULES);
    for (const file of files) await runView(snapshot.db, file);
    return snapshot;
  } catch (error) {
    snapshot.close();
    throw error;
  }
}

async function openSnapshot(file: string | null): Promise<FactsDatabase> {
  if (file) {
    await mkdir(dirname(file), { recursive: true });
    await rm(file, { force: true });
  }
  // Several threads take rows in any order, and the same facts must give the same bytes.
  const options = { threads: "1" };
  const instance = await DuckDBInstance.create(file ?? ":memory:", options).catch(
    (error: unknown) => {
      throw new CommandError(
        `${file ?? "the snapshot"} cannot be opened: ${String(error)}; close the program that has it open, or name another file`,
      );
    },
  );
  const db = await instance.connect();
  // In-memory tables are compressed only on request, to a quarter of their size.
  if (file === null) await db.run("ATTACH ':memory:' AS snapshot (COMPRESS); USE snapshot");
  return {
    db,
    close: () => {
      db.closeSync();
      instance.closeSync();
    },
  };
}

/** One statement at a time, so that the one that fails can be named. */
async function runView(db: DuckDBConnection, file: string): Promise<void> {
  for (const statement of readFileSync(file, "utf8").split(/;$/m))
    await db.run(statement).catch((error: Error) => {
      const [, table] = /CREATE TABLE (\w+)/.exec(statement) ?? [];
      throw new CommandError(`${file}: table ${table}: ${error.message}`);
    });
}

interface Column {
  name: string;
  type: string;
  /** Field of the row whose value goes into this column. */
  field: string;
}

/** Kinds of facts from whose rows nothing published is computed. */
const UNPUBLISHED: readonly FactKindName[] = ["costVectors", "statedTraits", "epochFiles", "roots"];

/** Creates and fills a table for each kind of fact, the table `precedence`, and macros for the rules of the code. */
async function loadFactsIntoTables(db: DuckDBConnection, facts: Facts): Promise<void> {
  for (const [name, kind] of Object.entries(FACT_KINDS) as [FactKindName, FactKindDefinition][]) {
    if (UNPUBLISHED.includes(name)) continue;
    const columns = columnsOf(kind);
    const table = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const types = columns.map((column) => `"${column.name}" ${column.type}`);
    await db.run(`CREATE TABLE ${table} (${types.join(", ")})`);
    const load = kind.format === "csv" ? appendRows : insertJson;
    if (facts[name].length > 0) await load(db, table, columns, facts[name]);
  }
  await db.run("CREATE TABLE precedence (host VARCHAR, source VARCHAR, rank INTEGER)");
  const ranks = await db.createAppender("precedence");
  for (const { slug, host_kind } of facts.providers)
    for (const { id } of facts.sources) {
      ranks.appendVarchar(slug);
      ranks.appendVarchar(id);
      ranks.appendInteger(getSourcePrecedence(slug, host_kind, id));
      ranks.endRow();
    }
  ranks.closeSync();
  const persons = READ_BY_PERSON.map(toSqlLiteral).join();
  await db.run(`CREATE MACRO is_read_by_person(source) AS source IN (${persons})`);
  await db.run(`CREATE MACRO is_third_party(source) AS source = ${toSqlLiteral(THIRD_PARTY)}`);
  await db.run(`CREATE MACRO last_rank_checked_at_labs() AS ${LAST_RANK_CHECKED_AT_LABS}`);
  const { least, share } = RESELLER_RULE;
  await db.run(`CREATE MACRO reseller_rule() AS {'least': ${least}, 'share': ${share}}`);
  await db.run(`CREATE MACRO dispute_factor() AS ${1 + DISPUTED_PERCENT / 100}`);
  await db.run(`CREATE MACRO min_named_percent() AS ${MIN_NAMED_PERCENT}`);
}

function columnsOf({ schema, format, file }: FactKindDefinition): Column[] {
  const columns = Object.entries(schema.shape).map(([name, type]) => ({
    name,
    type: sqlType(type),
    field: name,
  }));
  const isFiled = format === "csv" && file !== null;
  return isFiled ? [...columns, { name: file, type: "VARCHAR", field: "file" }] : columns;
}

function sqlType(of: unknown): string {
  const type = unwrapOptionalType(of);
  if (type instanceof z.ZodArray) return `${sqlType(type.element)}[]`;
  if (type instanceof z.ZodRecord) return "JSON";
  if (type instanceof z.ZodBoolean) return "BOOLEAN";
  if (type instanceof z.ZodNumber) return type.format?.includes("int") ? "BIGINT" : "DOUBLE";
  if (type instanceof z.ZodObject) {
    const fields = Object.entries(type.shape).map(([name, field]) => `${name} ${sqlType(field)}`);
    return `STRUCT(${fields.join(", ")})`;
  }
  return "VARCHAR";
}

type Load = (
  db: DuckDBConnection,
  table: string,
  columns: readonly Column[],
  rows: readonly Readonly<Record<string, unknown>>[],
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

function appendCell(appender: DuckDBAppender, cell: unknown, type: string): void {
  if (cell === null || cell === undefined) appender.appendNull();
  else if (typeof cell === "boolean") appender.appendBoolean(cell);
  else if (typeof cell === "string") appender.appendVarchar(cell);
  else if (type === "BIGINT") appender.appendBigInt(BigInt(cell as number));
  else appender.appendDouble(cell as number);
}

/** Converted in one text, all rows of a table would take many times their memory. */
const JSON_ROWS_AT_A_TIME = 128;

/** For rows with lists and objects. Within the text of the query, DuckDB would take twice as long to read them. */
const insertJson: Load = async (db, table, columns, rows) => {
  const structure = [Object.fromEntries(columns.map(({ name, type }) => [name, type]))];
  const insertion = await db.prepare(
    `INSERT INTO ${table} SELECT unnest(from_json($1::JSON, ${toSqlLiteral(JSON.stringify(structure))}), max_depth := 2)`,
  );
  for (let at = 0; at < rows.length; at += JSON_ROWS_AT_A_TIME) {
    insertion.bindVarchar(1, JSON.stringify(rows.slice(at, at + JSON_ROWS_AT_A_TIME)));
    await insertion.run();
  }
};

/**
 * The rows of a table in its order (one thread keeps it), as JSON texts that each contain a list of rows.
 * @param row SQL expression for one row of the table `t`.
 */
export async function* streamTableAsJsonChunks(
  db: DuckDBConnection,
  table: string,
  row = "t",
): AsyncGenerator<string> {
  const result = await db.stream(`SELECT to_json(${row})::VARCHAR FROM ${table} t`);
  // Column by column, because the rows of a chunk would be a list each.
  for await (const chunk of result) yield `[${chunk.getColumnValues(0).join()}]`;
}

/** Text → a literal of SQL. */
export const toSqlLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`;
