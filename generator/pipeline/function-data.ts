/**
 * The function's data file: a line of JSON with the size of each part, the catalogue's tables, the search index. Rows
 * are grouped by model, so that a cold function parses those of one model: a third less start time.
 */
import { hash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { MerkleTree } from "../../build/facts/merkle-tree.ts";
import {
  type CatalogMetadata,
  createCatalog,
  type LazyCatalogTables,
  type LazyTableRows,
} from "../../build/model/catalog/catalog.ts";
import type { CatalogRowTypes } from "../../build/model/catalog/rows.ts";
import { createLazyValue, groupBy } from "../../build/schema/collections.ts";
import type { AnswerContext, MerkleProofInputs } from "../http/endpoint.ts";
import { findReassignedAliases } from "../http/names.ts";
import { createSearchEngine } from "../search/search.ts";
import type { LoadedCatalog } from "./load.ts";

/** Path below the project folder, where `npm run build` writes the data file and `netlify.toml` includes it. */
export const FUNCTION_DATA_FILE = ".cache/function/data.bin";

/** Proofs have their own file: their hashes, which cannot be compressed, are most of all data (decision 0044). */
export const toFunctionProofDataPath = (functionData: string): string => `${functionData}.proofs`;

/** Table whose rows are stored in groups → the column by which they are grouped. */
const GROUP_COLUMNS: Readonly<Record<string, string>> = {
  models: "slug",
  offers: "model",
  price_rows: "model",
  rate_cards: "model",
  id_cards: "model",
  scores: "model",
};

interface StoredTable {
  bytes: number;
  /** Key and bytes of each group, in their order; absent where the rows are one JSON array. */
  groups?: [key: string, bytes: number][];
}

interface Outline {
  /** SHA-256 (hexadecimal) of the manifest of the files that were published in the same build. */
  manifest: string;
  catalog: CatalogMetadata;
  tables: Record<Exclude<keyof CatalogRowTypes, "finding_facts">, StoredTable>;
  /** Bytes of the search index, which follows the tables. */
  search: number;
  /** Bytes of the parts of the proof file: the Merkle leaves, then the price statements of each host, one a line. */
  leaves: number;
  ledger: [host: string, bytes: number][];
}

/** @param manifest Text of the manifest of the files that are published in the same build. */
export function packDataForFunction(loaded: LoadedCatalog, manifest: string): Buffer[] {
  const { catalog, catalogData, tables, searchIndex, rows, ledger } = loaded;
  // Findings are made from these at build time; no answer reads them.
  const { finding_facts: _, ...read } = tables;
  const packed = Object.entries(read).map(([name, rows]) => ({ name, ...packTable(name, rows) }));
  const search = Buffer.from(searchIndex());
  const stored = packed.map(({ name, table }) => [name, table]);
  const outline: Outline = {
    manifest: hash("sha256", manifest),
    catalog: { ...catalogData, reassigned_aliases: [...findReassignedAliases(catalog)] },
    tables: Object.fromEntries(stored) as Outline["tables"],
    search: search.length,
    leaves: rows.tree().leaves.length,
    ledger: Array.from(ledger, ([host, texts]) => [host, texts.length]),
  };
  const head = Buffer.from(`${JSON.stringify(outline)}\n`);
  return [head, ...packed.map(({ text }) => text), search];
}

export const packProofDataForFunction = ({ rows, ledger }: LoadedCatalog): Buffer[] => [
  rows.tree().leaves,
  ...ledger.values(),
];

function packTable(name: string, rows: readonly object[]): { table: StoredTable; text: Buffer } {
  const column = GROUP_COLUMNS[name];
  if (column === undefined) {
    const text = Buffer.from(JSON.stringify(rows));
    return { table: { bytes: text.length }, text };
  }
  const grouped = groupBy(rows, (row) => String((row as Record<string, unknown>)[column]));
  const texts = Array.from(grouped, ([key, group]) => [key, JSON.stringify(group)] as const);
  const text = Buffer.from(`[${texts.map(([, json]) => json).join(",")}]`);
  const groups = texts.map(([key, json]): [string, number] => [key, Buffer.byteLength(json)]);
  return { table: { bytes: text.length, groups }, text };
}

/** @throws Error when the file does not exist or is incomplete. */
export const readAnswerContextOfFunction = (path: string): AnswerContext =>
  parseFunctionData(readFileSync(path), toFunctionProofDataPath(path)).context;

/**
 * Finds a file that netlify.toml includes: below a folder above the function, wherever the platform puts it.
 * @param path Relative to the project folder.
 * @param folder Folder of the function.
 */
export function findFileIncludedInFunction(path: string, folder: string): string {
  for (let above = folder; ; above = dirname(above)) {
    const file = join(above, path);
    if (existsSync(file)) return file;
    if (above === dirname(above)) break;
  }
  return join(process.env.LAMBDA_TASK_ROOT ?? process.cwd(), path);
}

/** Tables, search index and proof file are read when first needed. @throws Error when the file is incomplete. */
export function parseFunctionData(
  file: Buffer,
  proofFile: string,
): { manifest: string; context: AnswerContext } {
  const head = file.indexOf("\n");
  const outline = JSON.parse(
    file.toString("utf8", 0, Math.max(0, head)) || "null",
  ) as Outline | null;
  if (outline === null || file.length !== head + 1 + sizeOf(outline))
    throw new Error("the data file of the function is incomplete; run npm run build");
  const parse = (at: number, bytes: number) => JSON.parse(file.toString("utf8", at, at + bytes));
  let at = head + 1;
  const sources: Record<string, LazyTableRows<object>> = {};
  for (const [name, table] of Object.entries(outline.tables)) {
    sources[name] = toSource(name, table, at, parse);
    at += table.bytes;
  }
  const search = createSearchEngine(() => file.toString("utf8", at));
  const catalog = createCatalog(outline.catalog, sources as unknown as LazyCatalogTables);
  const rows = toProvableRows(proofFile, outline);
  return { manifest: outline.manifest, context: { catalog, search, rows } };
}

const sizeOf = ({ tables, search }: Outline): number =>
  Object.values(tables).reduce((sum, { bytes }) => sum + bytes, search);

function toProvableRows(path: string, { leaves, ledger, catalog }: Outline): MerkleProofInputs {
  const open = createLazyValue(() => {
    const file = readFileSync(path);
    const tree = new MerkleTree(file.subarray(0, leaves));
    if (tree.root !== catalog.roots.current.tree)
      throw new Error(`${path} comes from another build; run npm run build`);
    return { file, tree };
  });
  return {
    tree: () => open().tree,
    ledgerOf(host) {
      const index = ledger.findIndex(([one]) => one === host);
      if (index === -1) return [];
      const at = ledger.slice(0, index).reduce((sum, [, bytes]) => sum + bytes, leaves);
      return open()
        .file.toString("utf8", at, at + (ledger[index]?.[1] ?? 0))
        .split("\n");
    },
  };
}

function toSource(
  name: string,
  { bytes, groups }: StoredTable,
  start: number,
  parse: (at: number, bytes: number) => unknown,
): LazyTableRows<object> {
  if (!groups) return { all: () => parse(start, bytes) as object[] };
  const placeOf = createLazyValue(() => {
    let at = start;
    return new Map(
      groups.map(([key, bytes]) => {
        // Skips the bracket or comma before each group.
        const place = [at + 1, bytes] as const;
        at += 1 + bytes;
        return [key, place];
      }),
    );
  });
  return {
    all: () => (parse(start, bytes) as object[][]).flat(),
    grouped: {
      by: GROUP_COLUMNS[name] ?? "",
      read: (key) => {
        const place = placeOf().get(String(key));
        return place ? (parse(...place) as object[]) : [];
      },
    },
  };
}
