/**
 * The function's data file: a line of JSON with the size of each part, the catalogue's tables, the search index. Rows
 * of models are stored as one line per model, so that a cold function parses those of one model: a third less start time.
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

/** Table with one line per model, in the order of `Outline.models` → the column with the model. */
const MODEL_COLUMNS: Readonly<Record<string, string>> = {
  models: "slug",
  offers: "model",
  price_rows: "model",
  rate_cards: "model",
  id_cards: "model",
  scores: "model",
};

interface Outline {
  /** SHA-256 (hexadecimal) of the manifest of the files that were published in the same build. */
  manifest: string;
  catalog: CatalogMetadata;
  /** Slugs. */
  models: string[];
  /** Bytes of each table. */
  tables: Record<Exclude<keyof CatalogRowTypes, "finding_facts">, number>;
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
  const models = tables.models.map(({ slug }) => slug);
  const packed = Object.entries(read).map(
    ([name, rows]) => [name, packTable(name, rows, models)] as const,
  );
  const search = Buffer.from(searchIndex());
  const outline: Outline = {
    manifest: hash("sha256", manifest),
    catalog: { ...catalogData, reassigned_aliases: [...findReassignedAliases(catalog)] },
    models,
    tables: Object.fromEntries(
      packed.map(([name, text]) => [name, text.length]),
    ) as Outline["tables"],
    search: search.length,
    leaves: rows.tree().leaves.length,
    ledger: Array.from(ledger, ([host, texts]) => [host, texts.length]),
  };
  const head = Buffer.from(`${JSON.stringify(outline)}\n`);
  return [head, ...packed.map(([, text]) => text), search];
}

export const packProofDataForFunction = ({ rows, ledger }: LoadedCatalog): Buffer[] => [
  rows.tree().leaves,
  ...ledger.values(),
];

function packTable(name: string, rows: readonly object[], models: readonly string[]): Buffer {
  const column = MODEL_COLUMNS[name];
  if (column === undefined) return Buffer.from(JSON.stringify(rows));
  const grouped = groupBy(rows, (row) => (row as Record<string, unknown>)[column]);
  return Buffer.from(models.map((slug) => JSON.stringify(grouped.get(slug) ?? [])).join("\n"));
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
  const placeOfModel = createLazyValue(
    () => new Map(outline.models.map((slug, index) => [slug, index])),
  );
  let at = head + 1;
  const sources: Record<string, LazyTableRows<object>> = {};
  for (const [name, bytes] of Object.entries(outline.tables)) {
    sources[name] = toSource(name, file.subarray(at, at + bytes), placeOfModel);
    at += bytes;
  }
  const search = createSearchEngine(() => file.toString("utf8", at));
  const catalog = createCatalog(outline.catalog, sources as unknown as LazyCatalogTables);
  const rows = toProvableRows(proofFile, outline);
  return { manifest: outline.manifest, context: { catalog, search, rows } };
}

const sizeOf = ({ tables, search }: Outline): number =>
  Object.values(tables).reduce((sum, bytes) => sum + bytes, search);

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
  text: Buffer,
  placeOfModel: () => ReadonlyMap<unknown, number>,
): LazyTableRows<object> {
  const by = MODEL_COLUMNS[name];
  if (by === undefined) return { all: () => JSON.parse(text.toString()) };
  const starts = createLazyValue(() => {
    const found = [0];
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", end + 1))
      found.push(end + 1);
    return found;
  });
  return {
    all: () =>
      text
        .toString()
        .split("\n")
        .flatMap((line): object[] => JSON.parse(line)),
    grouped: {
      by,
      read(model) {
        const place = placeOfModel().get(model);
        if (place === undefined) return [];
        return JSON.parse(text.toString("utf8", starts()[place], starts()[place + 1]));
      },
    },
  };
}
