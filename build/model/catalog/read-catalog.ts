/** Snapshot → rows of the read model, each checked. One query a table. */
import type { DuckDBConnection } from "@duckdb/node-api";
import { z } from "zod";
import type { ItemFacts } from "../../experiments/item-facts.ts";
import { publishedItems, publishedTests } from "../../experiments/published-items.ts";
import { OWN_TESTS } from "../../experiments/registry.ts";
import { BuildError } from "../../facts/fault.ts";
import type { Facts } from "../../facts/kinds.ts";
import type { Service } from "../../schema/service.ts";
import { issuesOf } from "../../schema/validation.ts";
import { fitScores } from "../score/abilities.ts";
import { type AverageScore, averageScores } from "../score/average-score.ts";
import { serviceScores } from "../score/service-score.ts";
import type { CatalogData } from "./catalog.ts";
import {
  CATALOG_TABLES,
  Counts,
  type ModelFacts,
  type ModelRow,
  type OwnTestRunRow,
  type ServiceScoreRow,
  TABLE_KEYS,
} from "./rows.ts";
import { type ShardedTable, TablePacker, toShardedTable } from "./sharded-table.ts";

/**
 * @param hash Content hash of the facts.
 * @param baseUrl Address of the site, before that of `data/service.json`; without any the answers lead to this machine.
 */
export async function readCatalog(
  db: DuckDBConnection,
  facts: Pick<Facts, "service" | "findings"> & ItemFacts,
  hash: string,
  baseUrl: string | undefined,
): Promise<CatalogData> {
  const [counts] = await readRows(db, "catalog_counts", Counts);
  return {
    service: toService(facts.service[0], baseUrl),
    hash,
    counts: counts ?? {},
    editorial: facts.findings.map(({ file: _, ...finding }) => ({
      ...finding,
      kind: "editorial",
      size: Number.MAX_VALUE,
    })),
    tables: await readTables(db, facts),
  };
}

async function readTables(db: DuckDBConnection, facts: ItemFacts): Promise<CatalogData["tables"]> {
  const scored = toScored(await readRows(db, "ability_scores", AbilityScore));
  const finished: Readonly<Record<string, (row: object) => object>> = {
    models: (row) => withAverage(row as ModelFacts, scored),
    own_test_runs: withPublicAnswers,
  };
  const tables: Record<string, ShardedTable<object>> = {};
  for (const [name, schema] of Object.entries(CATALOG_TABLES)) {
    const packer = new TablePacker(keyOf(name));
    const finish = finished[name] ?? ((row) => row);
    for await (const rows of readChunks(db, `catalog_${name}`, schema))
      for (const row of rows) packer.add(finish(row));
    tables[name] = packer.end();
  }
  const made = {
    service_scores: scored.serviceScores,
    own_tests: publishedTests(facts),
    own_test_items: publishedItems(facts),
  };
  for (const [name, rows] of Object.entries(made))
    tables[name] = toShardedTable<object>(keyOf(name), rows);
  return tables as unknown as CatalogData["tables"];
}

const keyOf = (table: string): string | null =>
  new Map(Object.entries(TABLE_KEYS)).get(table) ?? null;

/** The answers of a test without a public dataset are thousands, and stand in its metrics. */
function withPublicAnswers(row: object): object {
  const run = row as OwnTestRunRow;
  const isPublic = OWN_TESTS.some(({ test, lab }) => test === run.test && lab !== null);
  return isPublic ? run : { ...run, answers: [] };
}

const AbilityScore = z.object({
  model: z.string(),
  benchmark: z.string(),
  normalised: z.number(),
  is_independent: z.boolean(),
  /** Whether its benchmark is in the set that every average is taken over. */
  is_common: z.boolean(),
});

interface Scored {
  /** By model. */
  serviceScores: ServiceScoreRow[];
  averageOf(model: string): AverageScore;
}

/** Computed here rather than in SQL: it is a fit. */
function toScored(scores: z.infer<typeof AbilityScore>[]): Scored {
  const fit = fitScores(scores);
  const common = scores.filter(({ is_common }) => is_common).map(({ benchmark }) => benchmark);
  return {
    serviceScores: [...serviceScores(fit)].map(([model, score]) => ({ model, ...score })),
    averageOf: averageScores(fit, new Set(common)),
  };
}

function withAverage(model: ModelFacts, { averageOf }: Scored): ModelRow {
  const { score, ...basis } = averageOf(model.slug);
  return { ...model, avg_score: score, avg_score_basis: basis };
}

/** So many rows are read at once: a table of today whole. */
const CHUNK = 20_000;

/** Rows of a table in its own order, with the columns of its schema, each checked; some thousand at a time. */
export async function* readChunks<S extends z.ZodType>(
  db: DuckDBConnection,
  table: string,
  schema: S,
): AsyncGenerator<z.infer<S>[]> {
  for (let from = 0; ; from += CHUNK) {
    const rows = await readChunk(db, table, schema, from);
    for (const [index, row] of rows.entries()) {
      const [issue] = issuesOf(schema, row);
      if (!issue) continue;
      throw new BuildError(
        `snapshot table ${table}, row ${[from + index, ...issue.path].join(".")}: ${issue.message}; mend its view in build/model/views`,
      );
    }
    yield rows as z.infer<S>[];
    if (rows.length < CHUNK) return;
  }
}

/** All rows of a table that is held whole. */
async function readRows<S extends z.ZodType>(
  db: DuckDBConnection,
  table: string,
  schema: S,
): Promise<z.infer<S>[]> {
  const read: z.infer<S>[] = [];
  for await (const rows of readChunks(db, table, schema)) for (const row of rows) read.push(row);
  return read;
}

/** Passing JSON keeps integers numbers and lists lists. Rows of a table that was made by one query are numbered from 0. */
async function readChunk(
  db: DuckDBConnection,
  table: string,
  schema: z.ZodType,
  from: number,
): Promise<unknown[]> {
  const chunk = `t.rowid >= ${from} AND t.rowid < ${from + CHUNK}`;
  const reader = await db
    .runAndReadAll(
      `SELECT to_json(list(r))::VARCHAR FROM (SELECT ${rowOf(schema)} AS r FROM ${table} t WHERE ${chunk} ORDER BY t.rowid)`,
    )
    .catch((error: Error) => {
      throw new BuildError(
        `snapshot table ${table}: ${error.message}; mend its view in build/model/views`,
      );
    });
  const text = reader.getRows()[0]?.[0];
  return typeof text === "string" ? parseRows(table, text) : [];
}

/** The columns that a schema names, in its order; all of them when it names none. */
function rowOf(schema: z.ZodType): string {
  if (!(schema instanceof z.ZodObject)) return "t";
  return `struct_pack(${Object.keys(schema.shape).map((name) => `"${name}" := t."${name}"`)})`;
}

/** SQL may divide by zero; JSON has no word for the result. */
function parseRows(table: string, text: string): unknown[] {
  try {
    return JSON.parse(text);
  } catch (error) {
    const [, column, value] = /"(\w+)":(-?(?:NaN|Infinity))\b/.exec(text) ?? [];
    if (column === undefined) throw error;
    throw new BuildError(
      `snapshot table ${table}: ${column} is ${value}; guard the division in its view in build/model/views`,
    );
  }
}

/** Where `npm start` serves, for builds that nobody gave an address. */
const LOCAL_ADDRESS = "http://localhost:8888";

/** @throws BuildError when nothing says who runs the service, or the address is none. */
export function toService(
  service: Facts["service"][number] | undefined,
  baseUrl: string | undefined,
): Service {
  if (!service) throw new BuildError("data/service.json is missing; it names the service");
  const { file: _, ...own } = service;
  return { ...own, base_url: toBaseUrl(baseUrl ?? own.base_url ?? LOCAL_ADDRESS) };
}

function toBaseUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:/.test(text)) {
    throw new BuildError(
      `the base address "${text}" is not one; write https://host without a trailing slash`,
    );
  }
  return text.replace(/\/+$/, "");
}
