/** Snapshot → rows of the read model, with one query per table. */

import type { DuckDBConnection } from "@duckdb/node-api";
import * as z from "zod";
import manifest from "../../../package.json" with { type: "json" };
import {
  type TestItemFacts,
  toPublishedTestItems,
  toPublishedTestVersions,
} from "../../experiments/items.ts";
import { OWN_TESTS } from "../../experiments/own-tests.ts";
import { CommandError } from "../../facts/fault.ts";
import type { Facts } from "../../facts/kinds.ts";
import { getCurrentChainedMerkleRoot } from "../../facts/roots.ts";
import type { Service } from "../../schema/service.ts";
import { buildFindings } from "../findings/findings.ts";
import { fitScores } from "../score/fit.ts";
import { computeOverallModelScores, createAverageScoreGetter } from "../score/scores.ts";
import { streamTableAsJsonChunks } from "../snapshot/snapshot.ts";
import { type CatalogMetadata, newestAsOfDay } from "./catalog.ts";
import {
  CATALOG_ROW_SCHEMAS,
  CatalogCounts,
  type CatalogTables,
  type ModelRow,
  type OwnTestRunRow,
  type SnapshotRowTypes,
} from "./rows.ts";

/**
 * @param facts `tree`: root of the Merkle tree over all rows.
 * @param hash Content hash of the facts.
 * @param baseUrl Address of the site; it overrides that of `data/service.json`. Without either, links in the answers
 * point to localhost.
 */
export async function buildCatalogFromFacts(
  db: DuckDBConnection,
  facts: Pick<Facts, "service" | "findings" | "roots"> & TestItemFacts & { tree: string },
  hash: string,
  baseUrl: string | undefined,
): Promise<{ data: CatalogMetadata; tables: CatalogTables }> {
  const [counts = {}] = await readRows(db, "catalog_counts", CatalogCounts);
  const editorial = facts.findings.map(({ file: _, ...finding }) => ({
    ...finding,
    kind: "editorial" as const,
    statements: [],
    size: Number.MAX_VALUE,
  }));
  const tables = await readTables(db, facts);
  const recorded = facts.roots.map(({ file: _, ...root }) => root);
  const newest = newestAsOfDay(tables.datasets);
  const roots = { current: getCurrentChainedMerkleRoot(facts.tree, recorded, newest), recorded };
  return {
    data: { service: toOwnServiceWithBaseUrl(facts.service[0], baseUrl), hash, counts, roots },
    tables: { ...tables, findings: buildFindings(tables, editorial) },
  };
}

async function readTables(
  db: DuckDBConnection,
  facts: TestItemFacts,
): Promise<Omit<CatalogTables, "findings">> {
  const read: Record<string, unknown[]> = {};
  for (const [name, schema] of Object.entries(CATALOG_ROW_SCHEMAS))
    read[name] = await readRows(db, `catalog_${name}`, schema);
  const { models, own_test_runs, ...tables } = read as {
    [K in keyof SnapshotRowTypes]: SnapshotRowTypes[K][];
  };
  const scores = await readRows(db, "ability_scores", AbilityScore);
  const fit = fitScores(scores);
  const common = scores.filter(({ is_common }) => is_common).map(({ benchmark }) => benchmark);
  const averageOf = createAverageScoreGetter(fit, new Set(common));
  return {
    ...tables,
    models: models.map((model): ModelRow => {
      const { score, ...basis } = averageOf(model.slug);
      return Object.assign(model, { avg_score: score, avg_score_basis: basis });
    }),
    own_test_runs: own_test_runs.map(withPublicAnswers),
    service_scores: [...computeOverallModelScores(fit)].map(([model, score]) => ({
      model,
      ...score,
    })),
    own_tests: toPublishedTestVersions(facts),
    own_test_items: toPublishedTestItems(facts),
  };
}

/** Drops the answers of a test whose dataset is not public: there are thousands, and its metrics summarise them. */
function withPublicAnswers(run: OwnTestRunRow): OwnTestRunRow {
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

/** All rows of a table in its order, not validated: the views compute them from checked facts, and tests check them. */
async function readRows<S extends z.ZodType>(
  db: DuckDBConnection,
  table: string,
  schema: S,
): Promise<z.infer<S>[]> {
  const rows: unknown[] = [];
  // JSON keeps integers as numbers and lists as lists.
  for await (const text of streamTableAsJsonChunks(db, table, rowOf(schema)))
    rows.push(...JSON.parse(text));
  return rows as z.infer<S>[];
}

/** The columns that a schema names, in its order; all of them when it names none. */
function rowOf(schema: z.ZodType): string {
  if (!(schema instanceof z.ZodObject)) return "t";
  return `struct_pack(${Object.keys(schema.shape).map((name) => `"${name}" := t."${name}"`)})`;
}

/** Address of `npm start`, for builds without a configured base URL. */
const LOCAL_ADDRESS = "http://localhost:8888";

/** @throws CommandError when `data/service.json` is missing or the address is not a valid HTTP or HTTPS URL. */
export function toOwnServiceWithBaseUrl(
  service: Facts["service"][number] | undefined,
  baseUrl: string | undefined,
): Service {
  if (!service) throw new CommandError("data/service.json is missing; it names the service");
  const { file: _, ...own } = service;
  const address = baseUrl ?? own.base_url ?? LOCAL_ADDRESS;
  if (!URL.canParse(address) || !/^https?:/.test(address))
    throw new CommandError(
      `the base URL "${address}" is not valid; write https://host without a trailing slash`,
    );
  return { ...own, base_url: address.replace(/\/+$/, ""), version: manifest.version };
}
