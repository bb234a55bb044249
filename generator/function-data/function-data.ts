/**
 * What the function reads: one file of the catalogue's tables in shards and the search index, each compressed by itself
 * and unpacked when it is asked for, behind an outline that says where they stand.
 */
import { hash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Catalog, CatalogData } from "../../build/model/catalog/catalog.ts";
import type { TableOutline } from "../../build/model/catalog/sharded-table.ts";
import { type SearchFacts, searchIndexOf } from "../search/build-index.ts";

/** A fifth of the time of the usual 6, for a quarter more bytes. */
const LEVEL = 1;

/** A `CatalogData` without rows. */
type CatalogOutline = Omit<CatalogData, "tables"> & {
  tables: Record<keyof CatalogData["tables"], TableOutline>;
};

/** What is read when a function starts; as JSON behind its length in bytes, 32 bits, the lowest byte first. */
export interface FunctionOutline {
  /** SHA-256 of the manifest of the files that were published with it, hexadecimal. */
  manifest: string;
  catalog: CatalogOutline;
  /** Bytes of the search index, which stands behind the shards of all tables in their order. */
  search: number;
}

/** Bytes of the length at the file's beginning. */
export const LENGTH_BYTES = 4;

type Loaded = { catalogData: CatalogData; catalog: Catalog; searchFacts: SearchFacts };

/** All but the manifest, which is known when everything else is published. */
export interface PackedData {
  outline: Omit<FunctionOutline, "manifest">;
  parts: readonly Uint8Array[];
}

export function packData({ catalogData, catalog, searchFacts }: Loaded): PackedData {
  const tables = Object.entries(catalogData.tables);
  const outlines = Object.fromEntries(tables.map(([name, { outline }]) => [name, outline]));
  const search = packPieces([searchIndexOf(catalog, searchFacts)]);
  return {
    outline: {
      catalog: { ...catalogData, tables: outlines as CatalogOutline["tables"] },
      search: search.length,
    },
    parts: [...tables.flatMap(([, table]) => [...table.packed()]), search],
  };
}

/** Pieces that are compressed together. */
const PIECE_CHARACTERS = 8e6;

/** Compressed piece by piece: to unpack them as one gives the whole text. */
export function packPieces(pieces: Iterable<string>, most = PIECE_CHARACTERS): Uint8Array {
  const packed: Uint8Array[] = [];
  let text = "";
  for (const piece of pieces) {
    text += piece;
    if (text.length < most) continue;
    packed.push(gzipSync(text, { level: LEVEL }));
    text = "";
  }
  return Buffer.concat([...packed, gzipSync(text, { level: LEVEL })]);
}

/** @param manifest Text of the manifest. */
export function toFunctionData({ outline, parts }: PackedData, manifest: string): Uint8Array {
  const whole: FunctionOutline = { manifest: hash("sha256", manifest), ...outline };
  const head = Buffer.from(JSON.stringify(whole));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(head.length);
  return Buffer.concat([length, head, ...parts]);
}
