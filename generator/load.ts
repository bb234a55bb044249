/** `data/` → everything that answers are made from: read the facts, build the read model. */
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { type FactFiles, openFactFiles } from "../build/facts/fact-files.ts";
import type { Facts } from "../build/facts/kinds.ts";
import { checkedRows, type FactRows, noFacts } from "../build/facts/read-facts.ts";
import { type CatalogData, toCatalog } from "../build/model/catalog/catalog.ts";
import { readCatalog } from "../build/model/catalog/read-catalog.ts";
import { requireInvariants } from "../build/model/invariants.ts";
import { fillSnapshot, type Snapshot } from "../build/model/snapshot/snapshot.ts";
import type { Context } from "./http/endpoint.ts";
import { type SearchFacts, searchIndexOf } from "./search/build-index.ts";
import { toSearch } from "./search/search.ts";

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
  const reading = new Reading(dataFolder);
  if (snapshotFile) await mkdir(dirname(snapshotFile), { recursive: true });
  const snapshot = await fillSnapshot(reading.batches(), snapshotFile, () =>
    onStep("building the read model"),
  );
  try {
    await requireInvariants(snapshot.db);
    const { facts } = reading;
    const catalogData = await readCatalog(snapshot.db, facts, reading.hash, baseUrl);
    const { mcpServers, skills, scriptNames } = facts;
    return { ...toContext(catalogData, { mcpServers, skills, scriptNames }), snapshot };
  } catch (error) {
    snapshot.close();
    throw error;
  }
}

/** Kinds that grow with models, hosts and time: their rows stand in the snapshot alone. */
const LARGE_KINDS = ["models", "offers", "prices", "scores"] as const;

/** The facts on their way into the snapshot; what answers need beside it is kept. */
class Reading {
  readonly #files: FactFiles;
  readonly #facts = noFacts();
  #hash = "";

  constructor(dataFolder: string) {
    this.#files = openFactFiles(dataFolder);
  }

  *batches(): Generator<FactRows> {
    const rows = checkedRows(this.#files);
    for (let next = rows.next(); ; next = rows.next()) {
      if (next.done) {
        this.#hash = next.value;
        return;
      }
      const batch = next.value;
      if (!LARGE_KINDS.some((kind) => kind === batch.kind))
        for (const row of batch.rows) this.#facts[batch.kind].push(row);
      yield batch;
    }
  }

  /** Once all batches were taken. */
  get facts(): Omit<Facts, (typeof LARGE_KINDS)[number]> {
    return this.#facts as unknown as Facts;
  }

  /** Content hash of the facts, once all batches were taken. */
  get hash(): string {
    return this.#hash;
  }
}

/** In a function of its own: what is made here may not hold on to the facts, most of the memory of a build. */
function toContext(catalogData: CatalogData, searchFacts: SearchFacts): Omit<Loaded, "snapshot"> {
  const catalog = toCatalog(catalogData);
  const search = toSearch(() => searchIndexOf(catalog, searchFacts));
  return { catalog, catalogData, search, searchFacts };
}
