/** `data/` → everything that answers are made from: read the facts, build the read model. */
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { readFactFiles } from "../build/facts/fact-files.ts";
import { checkFacts, hashFacts } from "../build/facts/read-facts.ts";
import { type CatalogData, toCatalog } from "../build/read-model/catalog/catalog.ts";
import { readCatalog } from "../build/read-model/catalog/read-catalog.ts";
import { requireInvariants } from "../build/read-model/invariants.ts";
import { buildSnapshot, type Snapshot } from "../build/read-model/snapshot/snapshot.ts";
import type { Context } from "./http/endpoint.ts";
import { toSearch } from "./search/search.ts";
import { type SearchFacts, searchIndexOf } from "./search/search-index.ts";

export interface Loaded extends Context {
  catalogData: CatalogData;
  searchFacts: SearchFacts;
  /** Whoever loads it closes it. */
  snapshot: Snapshot;
}

export interface LoadOptions {
  dataFolder: string;
  /** Where to keep the DuckDB file; null: in memory. */
  snapshotFile: string | null;
  baseUrl: string | undefined;
  /** Called before each step, for progress. */
  onStep?: (step: string) => void;
}

/** @throws FactsError with every fault of the tree, or all that breaks an invariant; BuildError when a view fails. */
export async function load(options: LoadOptions): Promise<Loaded> {
  const { dataFolder, snapshotFile, baseUrl, onStep = () => {} } = options;
  onStep("reading facts");
  const files = readFactFiles(dataFolder);
  const facts = checkFacts(files);
  onStep("building the read model");
  if (snapshotFile) await mkdir(dirname(snapshotFile), { recursive: true });
  const snapshot = await buildSnapshot(facts, snapshotFile);
  try {
    await requireInvariants(snapshot.db);
    const catalogData = await readCatalog(snapshot.db, facts, hashFacts(files), baseUrl);
    const { mcpServers, skills, scriptNames } = facts;
    return { ...toContext(catalogData, { mcpServers, skills, scriptNames }), snapshot };
  } catch (error) {
    snapshot.close();
    throw error;
  }
}

/** In a function of its own: what is made here may not hold on to the facts, most of the memory of a build. */
function toContext(catalogData: CatalogData, searchFacts: SearchFacts): Omit<Loaded, "snapshot"> {
  const catalog = toCatalog(catalogData);
  const search = toSearch(() => searchIndexOf(catalog, searchFacts));
  return { catalog, catalogData, search, searchFacts };
}
