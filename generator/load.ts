/** `data/` → everything that answers are made from. */
import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { type ItemFacts, itemFactsOf } from "../build/experiments/item-facts.ts";
import type { Facts } from "../build/facts/kinds.ts";
import { readFacts } from "../build/facts/read-facts.ts";
import { type CatalogData, toCatalog } from "../build/read-model/catalog/catalog.ts";
import { readCatalog } from "../build/read-model/catalog/read-catalog.ts";
import {
  type Building,
  Snapshot,
  SnapshotBuilder,
} from "../build/read-model/snapshot/build-snapshot.ts";
import type { Context } from "./http/endpoint.ts";
import { toSearch } from "./search/search.ts";
import { type SearchFacts, searchIndexOf } from "./search/search-index.ts";

export interface Loaded extends Context {
  /** The catalogue as the function will read it: JSON in UTF-8. */
  catalogJson: Uint8Array;
  searchFacts: SearchFacts;
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

/** @throws FactsError with every fault of the tree, BuildError when a view fails. */
export async function load({
  dataFolder,
  snapshotFile,
  baseUrl,
  onStep = () => {},
}: LoadOptions): Promise<Loaded> {
  if (snapshotFile) await mkdir(dirname(snapshotFile), { recursive: true });
  const snapshot = await Snapshot.open(snapshotFile);
  let building: Building | undefined;
  try {
    onStep("reading facts");
    const builder = new SnapshotBuilder(snapshot, dataFolder);
    const hash = createHash("sha256");
    const facts = keptOf(
      await readFacts(dataFolder, {
        onText: (path, text) => hash.update(`${path}\n`).update(text),
        whenJsonIsRead: (jsonFacts) => {
          building = builder.begin(jsonFacts);
        },
      }),
    );
    onStep("building the snapshot");
    const data = await readCatalog(snapshot, building!, facts, hash.digest("hex"), baseUrl);
    const context = toContext(data, facts);
    await building!.everything;
    return { ...context, snapshot };
  } catch (error) {
    // It cannot be closed while it is at work.
    await building?.everything.catch(() => {});
    snapshot.close();
    throw error;
  }
}

/** What is read from the facts themselves. Nothing may hold on to the others: they are most of the memory of a build. */
type KeptFacts = Pick<Facts, "service" | "findings" | "mcpServers" | "skills" | "scriptNames"> &
  ItemFacts;

const keptOf = (facts: Facts): KeptFacts => {
  const { service, findings, mcpServers, skills, scriptNames } = facts;
  return { service, findings, mcpServers, skills, scriptNames, ...itemFactsOf(facts) };
};

/** The catalogue goes through the text that the function reads, so that both are made from the same values. */
function toContext(
  data: CatalogData,
  { mcpServers, skills, scriptNames }: KeptFacts,
): Omit<Loaded, "snapshot"> {
  const searchFacts = { mcpServers, skills, scriptNames };
  const text = JSON.stringify(data);
  const catalog = toCatalog(JSON.parse(text) as CatalogData);
  const search = toSearch(() => searchIndexOf(catalog, searchFacts));
  return { catalog, search, catalogJson: Buffer.from(text), searchFacts };
}
