/** Reads `data/` into typed facts, or reports all faults at once. */
import { createHash } from "node:crypto";
import { basename, extname } from "node:path";
import { compareByCodePoint } from "../schema/collections.ts";
import type { SourceCorrection } from "../schema/editorial.ts";
import type { Source } from "../schema/source.ts";
import {
  type FactFileTexts,
  filterFactPathsOfKind,
  getWildcardValuesOfPath,
  listFilePaths,
  listKeyFieldsInFileName,
  readFactFileText,
  readFactFileTexts,
} from "./fact-files.ts";
import { type FactFault, FactsError, toFaultOfFile } from "./fault.ts";
import {
  FACT_KINDS,
  type FactKindDefinition,
  type FactKindName,
  type Facts,
  type FactWithFileName,
} from "./kinds.ts";
import { checkPriceLedger } from "./ledger.ts";
import type { RecordedMerkleRoot } from "./merkle-tree.ts";
import { createFactFileParser } from "./parse-file.ts";
import {
  checkFactReferences,
  checkFrozenTestItems,
  checkSourceCorrectionRows,
  type RowsOfFactFile,
} from "./references.ts";
import { findBrokenMerkleChainIndex } from "./roots.ts";
import { TEMPORARY_FILE_SUFFIX } from "./write-facts.ts";

const KINDS = Object.entries(FACT_KINDS) as [FactKindName, FactKindDefinition][];

/** Reads and checks every fact below `dataFolder`. @throws FactsError with all faults. */
export const readFacts = async (dataFolder: string): Promise<Facts> =>
  parseAndCheckFacts(readFactFileTexts(dataFolder));

/** @throws FactsError with all faults. */
export const parseAndCheckFacts = (files: FactFileTexts): Facts => checkAndHashFacts(files).facts;

/** Does not check references: the facts that they name may be added later. @throws FactsError with all faults. */
export function readFactsOfKinds<K extends FactKindName>(
  dataFolder: string,
  names: readonly K[],
): { [N in K]: FactWithFileName<N>[] } {
  const files = new Set(listFilePaths(dataFolder));
  const faults: FactFault[] = [];
  const kinds = Object.fromEntries(
    names.map((name) => {
      const textOf = (path: string) => readFactFileText(dataFolder, path);
      const ofKind = parseFilesOfKind(FACT_KINDS[name], files, textOf);
      faults.push(...ofKind.flatMap((file) => file.faults));
      return [name, ofKind.flatMap(({ rows }) => rows)];
    }),
  );
  if (faults.length > 0) throw new FactsError(faults);
  return kinds as { [N in K]: FactWithFileName<N>[] };
}

/** Reads all rows that can be read, without checks: facts of an earlier day may follow earlier rules. */
export const parseFactsUnchecked = (files: FactFileTexts): Facts =>
  Object.fromEntries(
    KINDS.map(([name, kind]) => [
      name,
      parseFilesOfKind(kind, files, (path) => files.get(path) ?? "").flatMap(({ rows }) => rows),
    ]),
  ) as unknown as Facts;

/** @throws FactsError with all faults in `sources/`. */
export const readSourcesFromFacts = async (dataFolder: string): Promise<Source[]> =>
  readFactsOfKinds(dataFolder, ["sources"]).sources.map(({ file: _, ...source }) => source);

/** Parses the files of a kind; each result includes the file's faults. @param files Paths of all kinds. */
function parseFilesOfKind(
  kind: FactKindDefinition,
  files: { keys(): Iterable<string> },
  textOf: (path: string) => string,
): (RowsOfFactFile & { faults: FactFault[] })[] {
  const parseFile = createFactFileParser(kind);
  return filterFactPathsOfKind(kind, files).map((path) => {
    const { rows, faults } = parseFile(path, textOf(path));
    const file = fileOf(path);
    return { path, faults, rows: rows.map((row) => Object.assign(row, { file })) };
  });
}

const fileOf = (path: string): string => basename(path, extname(path));

/** The hash covers JSON first. */
const IN_ORDER = KINDS.toSorted(([, a], [, b]) => compareByCodePoint(b.format, a.format));

/** @returns The facts, and the SHA-256 of all paths and texts, their version. @throws FactsError with all faults. */
export function checkAndHashFacts(files: FactFileTexts): { facts: Facts; hash: string } {
  const faults: FactFault[] = [];
  const read = new Map<FactKindName, RowsOfFactFile[]>();
  const hash = createHash("sha256");
  for (const [name, kind] of IN_ORDER) {
    const ofKind = parseFilesOfKind(kind, files, (path) => {
      const text = files.get(path) ?? "";
      hash.update(`${path}\n`).update(text);
      return text;
    });
    faults.push(...ofKind.flatMap((file) => file.faults));
    if (kind.format === "json")
      faults.push(...misplaced(kind, ofKind), ...duplicates(kind, ofKind));
    read.set(name, ofKind);
  }
  const broken = new Set(faults.map(({ file }) => file));
  const byHost = (name: "offers" | "prices") =>
    new Map(read.get(name)?.map(({ path, rows }) => [fileOf(path), rows as never[]]));
  faults.push(
    ...checkPriceLedger({ offers: byHost("offers"), prices: byHost("prices") }, broken),
    ...checkFactReferences(read),
    ...faultsOfCorrections(read),
    ...checkFrozenTestItems(read.get("experiments") ?? [], files),
    ...strayFiles(files, new Set([...read.values()].flat().map(({ path }) => path))),
    ...missingService(files),
    ...brokenRoots(read.get("roots") ?? []),
  );
  if (faults.length > 0) throw new FactsError(faults.sort(byPlace));
  const facts = KINDS.map(([name]) => [name, read.get(name)?.flatMap(({ rows }) => rows)]);
  return { facts: Object.fromEntries(facts) as Facts, hash: hash.digest("hex") };
}

function faultsOfCorrections(read: ReadonlyMap<FactKindName, readonly RowsOfFactFile[]>) {
  const slugsOf = (name: FactKindName) => new Set(read.get(name)?.map(({ path }) => fileOf(path)));
  const known = { models: slugsOf("models"), benchmarks: slugsOf("benchmarks") };
  return (read.get("corrections") ?? []).flatMap(({ path, rows }) =>
    checkSourceCorrectionRows(path, rows as unknown as SourceCorrection[], known),
  );
}

/** A changed day breaks the chain for all later days. */
function brokenRoots(files: readonly RowsOfFactFile[]): FactFault[] {
  return files.flatMap(({ path, rows }) => {
    const line = findBrokenMerkleChainIndex(rows as unknown as RecordedMerkleRoot[]);
    const message = `the root of ${rows[line]?.day} does not follow from the root in the row before; restore the file from git`;
    return line === -1 ? [] : [{ file: path, line: line + 2, field: "root", message }];
  });
}

/** JSON files with the same key as another file. The parser finds duplicates within a CSV file. */
function duplicates(kind: FactKindDefinition, files: readonly RowsOfFactFile[]): FactFault[] {
  const seen = new Map<string, string>();
  return files.flatMap(({ path, rows: [row] }) => {
    if (row === undefined) return [];
    const key = kind.key.map((field) => row[field]).join(" ");
    const first = seen.get(key);
    seen.set(key, path);
    return first
      ? toFaultOfFile(path, `duplicate of ${first}: "${key}"; keep one`, kind.key[0])
      : [];
  });
}

/** The slug (and lab) of a JSON fact must be the name of its file (and folder). */
function misplaced(kind: FactKindDefinition, files: readonly RowsOfFactFile[]): FactFault[] {
  return files.flatMap(({ path, rows: [row] }) => {
    const names = getWildcardValuesOfPath(kind, path);
    return listKeyFieldsInFileName(kind).flatMap((field, index) => {
      if (row === undefined || row[field] === names[index]) return [];
      const message = `the field says "${row[field]}", but the path says "${names[index]}"; rename the file or fix the field`;
      return toFaultOfFile(path, message, field);
    });
  });
}

/** Files of no kind, which would otherwise be ignored silently: a misspelt folder, a forgotten backup. */
function strayFiles(files: FactFileTexts, claimed: ReadonlySet<string>): FactFault[] {
  const isStray = (path: string) =>
    !claimed.has(path) && basename(path) !== "README.md" && !path.endsWith(TEMPORARY_FILE_SUFFIX);
  const message = "no kind of fact is stored at this path; move the file or delete it";
  return [...files.keys()].filter(isStray).map((path) => toFaultOfFile(path, message));
}

function missingService(files: FactFileTexts): FactFault[] {
  const path = FACT_KINDS.service.pattern;
  const message = "missing; every answer needs the service's name and URL";
  return files.has(path) ? [] : [toFaultOfFile(path, message)];
}

const byPlace = (a: FactFault, b: FactFault): number =>
  compareByCodePoint(a.file, b.file) || a.line - b.line || compareByCodePoint(a.field, b.field);
