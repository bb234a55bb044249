/** A collection → the files of `data/` that it owns. Facts kept by hand are never touched. */
import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import glob from "fast-glob";
import { FACT_KINDS, type FactKind, type FactKindName, type FactOf } from "../facts/kinds.ts";
import { writeCsvFacts, writeJsonFact } from "../facts/write-facts.ts";
import type { Model } from "../schema/model.ts";
import type { Offer } from "../schema/offer.ts";
import { byText } from "../schema/order.ts";
import type { PriceEvent } from "../schema/price-event.ts";
import type { Provider } from "../schema/provider.ts";
import type { Score } from "../schema/score.ts";
import type { Source } from "../schema/source.ts";
import type { PlainFacts } from "./listing.ts";

export interface Collection {
  sources: readonly Source[];
  providers: readonly Provider[];
  models: readonly Model[];
  offers: ReadonlyMap<string, Offer[]>;
  history: ReadonlyMap<string, PriceEvent[]>;
  scores: ReadonlyMap<string, Score[]>;
  facts: readonly PlainFacts[];
}

export interface Written {
  changed: number;
  deleted: string[];
}

export async function writeCollection(
  dataFolder: string,
  collection: Collection,
): Promise<Written> {
  const changes: boolean[] = [];
  for (const source of collection.sources)
    changes.push(await writeJsonFact(dataFolder, "sources", source));
  for (const provider of collection.providers)
    changes.push(await writeJsonFact(dataFolder, "providers", provider));
  for (const model of collection.models)
    changes.push(await writeJsonFact(dataFolder, "models", model));
  changes.push(...(await writeTables(dataFolder, "offers", collection.offers)));
  changes.push(...(await writeTables(dataFolder, "priceHistory", collection.history)));
  changes.push(...(await writeTables(dataFolder, "scores", collection.scores)));
  for (const [name, tables] of plainTables(collection.facts))
    changes.push(...(await writePlain(dataFolder, name, tables)));
  const deleted = await deleteVanished(dataFolder, collection);
  return { changed: changes.filter(Boolean).length, deleted };
}

async function writeTables<K extends FactKindName>(
  dataFolder: string,
  name: K,
  tables: ReadonlyMap<string, readonly FactOf<K>[]>,
): Promise<boolean[]> {
  const changes: boolean[] = [];
  for (const [file, rows] of tables)
    changes.push(await writeCsvFacts(dataFolder, name, file, rows));
  return changes;
}

type PlainKind = keyof PlainFacts;
type Tables = Map<string, FactOf<PlainKind>[]>;

/** Several upstreams may fill one file. */
function plainTables(facts: readonly PlainFacts[]): Map<PlainKind, Tables> {
  const kinds = new Map<PlainKind, Tables>();
  for (const one of facts) {
    for (const name of Object.keys(one) as PlainKind[]) {
      const tables: Tables = kinds.get(name) ?? new Map();
      kinds.set(name, tables);
      for (const { file, rows } of one[name] ?? [])
        tables.set(file, [...(tables.get(file) ?? []), ...rows]);
    }
  }
  return kinds;
}

async function writePlain(dataFolder: string, name: PlainKind, tables: Tables): Promise<boolean[]> {
  if (FACT_KINDS[name].format === "csv") return writeTables(dataFolder, name, tables);
  const changes: boolean[] = [];
  for (const fact of [...tables.values()].flat())
    changes.push(await writeJsonFact(dataFolder, name, fact));
  return changes;
}

/** Files of these kinds belong to the collection: one that it no longer makes goes. */
async function deleteVanished(dataFolder: string, collection: Collection): Promise<string[]> {
  const made: [FactKindName, ReadonlySet<string>][] = [
    ["models", new Set(collection.models.map(({ lab, slug }) => `${lab}/${slug}`))],
    ["providers", new Set(collection.providers.map(({ slug }) => slug))],
    ["offers", new Set(collection.offers.keys())],
    ["scores", new Set(collection.scores.keys())],
  ];
  const deleted: string[] = [];
  for (const [name, files] of made) {
    const kind: FactKind = FACT_KINDS[name];
    const paths = await glob(kind.pattern, { cwd: dataFolder });
    deleted.push(...paths.filter((path) => !files.has(nameOf(path, kind))));
  }
  for (const path of deleted.sort(byText)) await rm(join(dataFolder, path));
  return deleted;
}

function nameOf(path: string, kind: FactKind): string {
  const parts = path.replace(/\.(json|csv)$/, "").split("/");
  return kind.folder ? parts.slice(-2).join("/") : basename(parts.at(-1)!);
}
