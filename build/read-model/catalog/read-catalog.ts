/** Snapshot → rows of the read model, each checked. One query a table. */
import type { DuckDBConnection } from "@duckdb/node-api";
import { z } from "zod";
import type { ItemFacts } from "../../experiments/item-facts.ts";
import { publishedItems, publishedTests } from "../../experiments/published-items.ts";
import { OWN_TESTS } from "../../experiments/registry.ts";
import { BuildError } from "../../facts/fault.ts";
import type { Facts } from "../../facts/kinds.ts";
import { issuesOf } from "../../schema/issues.ts";
import { Service } from "../../schema/service.ts";
import { serviceScores } from "../scoring/service-score.ts";
import type { CatalogData } from "./catalog.ts";
import { CATALOG_TABLES, Counts, type OwnTestRunRow, type ServiceScoreRow } from "./rows.ts";

/**
 * @param hash Content hash of the facts.
 * @param baseUrl Overrides the address in `data/service.json` when given.
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
  const tables: Record<string, object[]> = {};
  for (const [name, schema] of Object.entries(CATALOG_TABLES)) {
    const rows: object[] = await readRows(db, `catalog_${name}`, schema);
    tables[name] = name === "own_test_runs" ? rows.map(withPublicAnswers) : rows;
  }
  tables.service_scores = await readServiceScores(db);
  tables.own_tests = publishedTests(facts);
  tables.own_test_items = publishedItems(facts);
  return tables as unknown as CatalogData["tables"];
}

/** The answers of a test without a public dataset are thousands, and stand in its metrics. */
function withPublicAnswers(row: object): object {
  const run = row as OwnTestRunRow;
  const isPublic = OWN_TESTS.some(({ test, lab }) => test === run.test && lab !== null);
  return isPublic ? run : { ...run, answers: [] };
}

const NormalisedScore = z.object({
  model: z.string(),
  benchmark: z.string(),
  normalised: z.number(),
});

/** By model. Computed here rather than in SQL: it is a fit. */
async function readServiceScores(db: DuckDBConnection): Promise<ServiceScoreRow[]> {
  const observations = await readRows(db, "ability_scores", NormalisedScore);
  return [...serviceScores(observations)].map(([model, score]) => ({ model, ...score }));
}

/** Rows of a table in its own order, with the columns of its schema. Passing JSON keeps integers numbers and lists lists. */
export async function readRows<S extends z.ZodType>(
  db: DuckDBConnection,
  table: string,
  schema: S,
): Promise<z.infer<S>[]> {
  const reader = await db
    .runAndReadAll(
      `SELECT to_json(list(r))::VARCHAR FROM (SELECT ${rowOf(schema)} AS r FROM ${table} t ORDER BY t.rowid)`,
    )
    .catch((error: Error) => {
      throw new BuildError(
        `snapshot table ${table}: ${error.message}; mend its view in build/read-model/views`,
      );
    });
  const text = reader.getRows()[0]?.[0];
  const rows = typeof text === "string" ? parseRows(table, text) : [];
  for (const [index, row] of rows.entries()) {
    const [issue] = issuesOf(schema, row);
    if (!issue) continue;
    throw new BuildError(
      `snapshot table ${table}, row ${[index, ...issue.path].join(".")}: ${issue.message}; mend its view in build/read-model/views`,
    );
  }
  return rows as z.infer<S>[];
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
      `snapshot table ${table}: ${column} is ${value}; guard the division in its view in build/read-model/views`,
    );
  }
}

function toService(service: Facts["service"][number] | undefined, baseUrl: string | undefined) {
  if (!service) throw new BuildError("data/service.json is missing; it names the service");
  const { file: _, ...own } = service;
  return Service.parse({ ...own, base_url: toBaseUrl(baseUrl ?? own.base_url) });
}

function toBaseUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:/.test(text)) {
    throw new BuildError(
      `BASE_URL "${text}" is not an address; write https://host without a trailing slash`,
    );
  }
  return text.replace(/\/+$/, "");
}
