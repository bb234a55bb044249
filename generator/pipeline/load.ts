/** Loads everything that answers are made from: reads the facts in `data/` and builds the read model. */

import { readFactFileTexts } from "../../build/facts/fact-files.ts";
import { checkAndHashFacts } from "../../build/facts/read-facts.ts";
import { buildMerkleProofInputs } from "../../build/facts/roots.ts";
import {
  type CatalogMetadata,
  createCatalog,
  type LazyCatalogTables,
} from "../../build/model/catalog/catalog.ts";
import { buildCatalogFromFacts } from "../../build/model/catalog/read-catalog.ts";
import type { CatalogTables } from "../../build/model/catalog/rows.ts";
import { requireNoBrokenInvariant } from "../../build/model/invariants.ts";
import { buildFactsDatabase, type FactsDatabase } from "../../build/model/snapshot/snapshot.ts";
import { createLazyValue } from "../../build/schema/collections.ts";
import type { AnswerContext } from "../http/endpoint.ts";
import { buildSearchIndex, type SearchIndexFacts } from "../search/build-index.ts";
import { createSearchEngine } from "../search/search.ts";

export interface LoadedCatalog extends AnswerContext {
  catalogData: CatalogMetadata;
  tables: CatalogTables;
  /** The search index as JSON; built at the first call. */
  searchIndex(): string;
  /** Host → canonical texts of the statements about its prices, one a line. */
  ledger: ReadonlyMap<string, Buffer>;
  /** The caller must close it. */
  snapshot: FactsDatabase;
}

interface LoadOptions {
  dataFolder: string;
  /** Where to keep the DuckDB file; by default in memory. */
  snapshotFile?: string | undefined;
  baseUrl?: string | undefined;
  onStep?: (step: string) => void;
}

/** @throws FactsError with all faults in the facts, or all broken invariants; CommandError when a view fails. */
export async function loadCatalog(options: LoadOptions): Promise<LoadedCatalog> {
  const { dataFolder, snapshotFile, baseUrl, onStep = () => {} } = options;
  onStep("reading facts");
  const { facts, hash } = checkAndHashFacts(readFactFileTexts(dataFolder));
  onStep("building the read model");
  const snapshot = await buildFactsDatabase(facts, snapshotFile ?? null);
  try {
    await requireNoBrokenInvariant(snapshot.db);
    const { tree, ledger } = buildMerkleProofInputs(facts);
    const { data, tables } = await buildCatalogFromFacts(
      snapshot.db,
      { ...facts, tree: tree.root },
      hash,
      baseUrl,
    );
    const rows = {
      tree: () => tree,
      ledgerOf: (host: string) => ledger.get(host)?.toString().split("\n") ?? [],
    };
    const { mcpServers, skills, scriptNames, queryWords } = facts;
    const context = toContext(data, tables, { mcpServers, skills, scriptNames, queryWords });
    return { ...context, rows, ledger, snapshot };
  } catch (error) {
    snapshot.close();
    throw error;
  }
}

/** A separate function, so that its closures do not keep the facts in memory. */
function toContext(
  catalogData: CatalogMetadata,
  tables: CatalogTables,
  searchFacts: SearchIndexFacts,
): Omit<LoadedCatalog, "snapshot" | "rows" | "ledger"> {
  const sources = Object.entries(tables).map(([name, rows]) => [name, { all: () => rows }]);
  const catalog = createCatalog(catalogData, Object.fromEntries(sources) as LazyCatalogTables);
  const searchIndex = createLazyValue(() => buildSearchIndex(catalog, searchFacts));
  return { catalog, catalogData, tables, search: createSearchEngine(searchIndex), searchIndex };
}
