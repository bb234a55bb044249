/** A collection → the files of `data/` that it owns. Facts kept by hand are never touched. */
import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import glob from "fast-glob";
import { FACT_KINDS, type FactKind, type FactKindName, type FactOf } from "../facts/kinds.ts";
import { type FactFile, toCsvFile, toJsonFile, writeFactFile } from "../facts/write-facts.ts";
import type { PlainFacts } from "../ingest/listing.ts";
import type { Model } from "../schema/model.ts";
import type { Offer } from "../schema/offer.ts";
import { byText } from "../schema/order.ts";
import type { PriceEvent } from "../schema/price-event.ts";
import type { Provider } from "../schema/provider.ts";
import type { Score } from "../schema/score.ts";
import type { Source } from "../schema/source.ts";

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
  let changed = 0;
  for (const file of toFactFiles(collection))
    if (await writeFactFile(dataFolder, file)) changed += 1;
  const deleted = await findVanished(dataFolder, collection);
  for (const path of deleted) await rm(join(dataFolder, path));
  return { changed, deleted };
}

/** Every file of the collection, in the order in which they are written. */
export function toFactFiles(collection: Collection): FactFile[] {
  return [
    ...collection.sources.map((source) => toJsonFile("sources", source)),
    ...collection.providers.map((provider) => toJsonFile("providers", provider)),
    ...collection.models.map((model) => toJsonFile("models", model)),
    ...toTables("offers", collection.offers),
    ...toTables("priceHistory", collection.history),
    ...toTables("scores", collection.scores),
    ...[...plainTables(collection.facts)].flatMap(([name, tables]) => toPlainFiles(name, tables)),
  ];
}

const toTables = <K extends FactKindName>(
  name: K,
  tables: ReadonlyMap<string, readonly FactOf<K>[]>,
): FactFile[] => [...tables].map(([file, rows]) => toCsvFile(name, file, rows));

export type PlainKind = keyof PlainFacts;
export type PlainTables = Map<string, FactOf<PlainKind>[]>;

/** Several upstreams may fill one file. */
export function plainTables(facts: readonly PlainFacts[]): Map<PlainKind, PlainTables> {
  const kinds = new Map<PlainKind, PlainTables>();
  for (const one of facts) {
    for (const name of Object.keys(one) as PlainKind[]) {
      const tables: PlainTables = kinds.get(name) ?? new Map();
      kinds.set(name, tables);
      for (const { file, rows } of one[name] ?? [])
        tables.set(file, [...(tables.get(file) ?? []), ...rows]);
    }
  }
  return kinds;
}

const toPlainFiles = (name: PlainKind, tables: PlainTables): FactFile[] =>
  FACT_KINDS[name].format === "csv"
    ? toTables(name, tables)
    : [...tables.values()].flat().map((fact) => toJsonFile(name, fact));

/** Files of these kinds belong to the collection: one that it no longer makes goes. */
export async function findVanished(dataFolder: string, collection: Collection): Promise<string[]> {
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
  return deleted.sort(byText);
}

function nameOf(path: string, kind: FactKind): string {
  const parts = path.replace(/\.(json|csv)$/, "").split("/");
  return kind.folder ? parts.slice(-2).join("/") : basename(parts.at(-1)!);
}
