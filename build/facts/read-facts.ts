/** The whole `data/` tree → typed facts, or every fault in it at once. */
import { createHash } from "node:crypto";
import { basename, extname } from "node:path";
import { byText } from "../schema/order.ts";
import { checkDigests } from "./digests.ts";
import { type FactFiles, namesIn, namingFields, pathsOf, readFactFiles } from "./fact-files.ts";
import { FactsError, type Fault } from "./fault.ts";
import { checkFrozenItems, type PlacedExperiment } from "./frozen-items.ts";
import type { FactKind } from "./kinds/fact-kind.ts";
import { FACT_KINDS, type FactKindName, type Facts } from "./kinds.ts";
import { checkLedger } from "./ledger.ts";
import { type ParsedFile, parseFile, type Row } from "./parse-file.ts";
import { checkReferences } from "./references.ts";
import { TEMPORARY } from "./write-facts.ts";

const KINDS = Object.entries(FACT_KINDS) as [FactKindName, FactKind][];

/** A row with the place it was read from, for messages. */
export interface PlacedRow {
  row: Row & { file: string };
  path: string;
  line: number;
}

/**
 * Reads and checks every fact below `dataFolder`.
 * @throws FactsError with all faults, none left out.
 */
export const readFacts = async (dataFolder: string): Promise<Facts> =>
  checkFacts(readFactFiles(dataFolder));

/** @throws FactsError with all faults, none left out. */
export function checkFacts(files: FactFiles): Facts {
  const read = KINDS.map(([name, kind]) => [name, readKind(kind, files)] as const);
  const placed = fromEntries(read.map(([name, { placed }]) => [name, placed]));
  const paths = fromEntries(read.map(([name, { paths }]) => [name, paths]));
  const broken = new Set(read.flatMap(([, kind]) => kind.faults).map(({ file }) => file));
  const faults = [
    ...read.flatMap(([, kind]) => kind.faults),
    ...checkLedger(placed.prices, placed.offers, broken),
    ...checkDigests(placed.digests, files, broken),
    ...strayFiles(files, new Set(Object.values(paths).flat())),
    ...checkReferences(placed, paths),
    ...checkFrozenItems(placed.experiments as unknown as PlacedExperiment[], files),
    ...missingService(files),
  ];
  if (faults.length > 0) throw new FactsError(faults.sort(byPlace));
  return fromEntries(read.map(([name]) => [name, placed[name].map(({ row }) => row)])) as Facts;
}

/**
 * What the facts are named by in everything that is published: sha256 of their paths and texts, hexadecimal. Kind by
 * kind, those in JSON first.
 */
export function hashFacts(files: FactFiles): string {
  const hash = createHash("sha256");
  // Digests say nothing that the facts do not.
  const ofFormat = (format: FactKind["format"]) =>
    KINDS.filter(([name, kind]) => name !== "digests" && kind.format === format);
  for (const [, kind] of [...ofFormat("json"), ...ofFormat("csv")])
    for (const path of pathsOf(kind, files)) hash.update(`${path}\n`).update(files.get(path) ?? "");
  return hash.digest("hex");
}

const fromEntries = <T>(entries: readonly (readonly [FactKindName, T])[]) =>
  Object.fromEntries(entries) as Record<FactKindName, T>;

interface ReadKind {
  paths: string[];
  placed: PlacedRow[];
  faults: Fault[];
}

function readKind(kind: FactKind, files: FactFiles): ReadKind {
  const paths = pathsOf(kind, files);
  const parsed = paths.map((path) => ({ path, ...parseFile(kind, path, files.get(path) ?? "") }));
  const misplacedRows = parsed.flatMap((file) => misplaced(kind, file.path, file));
  return {
    paths,
    placed: parsed.flatMap(({ path, rows }) => placeRows(kind, path, rows)),
    faults: [
      ...parsed.flatMap(({ faults }) => faults),
      ...misplacedRows,
      ...(kind.format === "json" ? repeated(kind, parsed) : []),
    ],
  };
}

function placeRows(kind: FactKind, path: string, rows: readonly Row[]): PlacedRow[] {
  const file = basename(path, extname(path));
  return rows.map((row, index) => ({
    row: Object.assign(row, { file }),
    path,
    line: kind.format === "csv" ? index + 2 : 1,
  }));
}

/** Two files that hold the same fact. Within a CSV file this is checked as it is parsed. */
function repeated(kind: FactKind, parsed: readonly { path: string; rows: Row[] }[]): Fault[] {
  const faults: Fault[] = [];
  const seen = new Map<string, string>();
  for (const { path, rows } of parsed)
    for (const row of rows) {
      const key = kind.key.map((field) => row[field]).join(" ");
      const first = seen.get(key);
      const message = `duplicate of ${first}: "${key}"; keep one`;
      if (first) faults.push({ file: path, line: 1, field: kind.key.join(","), message });
      seen.set(key, path);
    }
  return faults;
}

function missingService(files: FactFiles): Fault[] {
  const file = FACT_KINDS.service.pattern;
  const message = "missing; every answer needs the service's name and address";
  return files.has(file) ? [] : [{ file, line: 1, field: "", message }];
}

/** A JSON fact must stand in the file (and folder) that its slug (and lab) names. */
function misplaced(kind: FactKind, path: string, { rows }: ParsedFile): Fault[] {
  const row = rows[0];
  if (kind.format !== "json" || !row) return [];
  const names = namesIn(kind, path);
  return namingFields(kind).flatMap((field, index) =>
    row[field] === names[index]
      ? []
      : {
          file: path,
          line: 1,
          field,
          message: `"${row[field]}" stands in "${names[index]}"; rename the file or mend the field`,
        },
  );
}

/** A file that no kind claims would be silently ignored: a misspelt folder, a forgotten backup. */
function strayFiles(files: FactFiles, claimed: ReadonlySet<string>): Fault[] {
  return [...files.keys()]
    .filter(
      (path) => !claimed.has(path) && basename(path) !== "README.md" && !path.endsWith(TEMPORARY),
    )
    .map((file) => ({
      file,
      line: 1,
      field: "",
      message: "no kind of fact has this place; move it or delete it",
    }));
}

const byPlace = (a: Fault, b: Fault): number =>
  byText(a.file, b.file) || a.line - b.line || byText(a.field, b.field);
