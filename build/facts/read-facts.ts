/** `data/` → typed facts, or every fault in them at once. Each file is read once, checked and handed on. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { byText } from "../schema/collections.ts";
import type { Source } from "../schema/source.ts";
import {
  type FactFiles,
  listFiles,
  namesIn,
  namingFields,
  pathsOf,
  readFactFiles,
} from "./fact-files.ts";
import { FactsError, type Fault } from "./fault.ts";
import type { Row } from "./format.ts";
import { checkFrozenItems, type PlacedExperiment } from "./frozen-items.ts";
import {
  FACT_KINDS,
  type FactKind,
  type FactKindName,
  type Facts,
  type FiledFact,
} from "./kinds.ts";
import { checkLedger } from "./ledger.ts";
import { parseFile } from "./parse-file.ts";
import { ReferenceCheck } from "./references.ts";
import { TEMPORARY } from "./write-facts.ts";

const KINDS = Object.entries(FACT_KINDS) as [FactKindName, FactKind][];

/** A row with the name of its file. */
export type FiledRow = Row & { file: string };

/** Valid rows of one file, in its order. */
export interface FactRows {
  kind: FactKindName;
  rows: FiledRow[];
}

/**
 * Reads and checks every fact below `dataFolder`.
 * @throws FactsError with all faults.
 */
export const readFacts = async (dataFolder: string): Promise<Facts> =>
  checkFacts(readFactFiles(dataFolder));

/** @throws FactsError with all faults. */
export function checkFacts(files: FactFiles): Facts {
  const facts = noFacts();
  for (const { kind, rows } of checkedRows(files)) for (const row of rows) facts[kind].push(row);
  return facts as unknown as Facts;
}

/** An empty list for each kind. */
export const noFacts = (): Record<FactKindName, FiledRow[]> =>
  Object.fromEntries(KINDS.map(([name]) => [name, []])) as unknown as Record<
    FactKindName,
    FiledRow[]
  >;

/**
 * Some kinds of facts. References are not checked, because the facts that they name may be added later.
 * @throws FactsError with every fault of these files.
 */
export function readKinds<K extends FactKindName>(
  dataFolder: string,
  names: readonly K[],
): { [N in K]: FiledFact<N>[] } {
  const files = new Set(listFiles(dataFolder));
  const faults: Fault[] = [];
  const read = (kind: FactKind) =>
    pathsOf(kind, files).flatMap((path) => {
      const parsed = parseFile(kind, path, readFileSync(join(dataFolder, path), "utf8"));
      faults.push(...parsed.faults);
      return withFile(path, parsed.rows);
    });
  const kinds = Object.fromEntries(names.map((name) => [name, read(FACT_KINDS[name])]));
  if (faults.length > 0) throw new FactsError(faults);
  return kinds as { [N in K]: FiledFact<N>[] };
}

/** @throws FactsError with all faults in `sources/`. */
export const readSources = async (dataFolder: string): Promise<Source[]> =>
  readKinds(dataFolder, ["sources"]).sources.map(({ file: _, ...source }) => source);

const fileOf = (path: string): string => basename(path, extname(path));

function withFile(path: string, rows: readonly Row[]): FiledRow[] {
  const file = fileOf(path);
  return rows.map((row) => Object.assign(row, { file }));
}

/** JSON first, because CSV refers to it. The hash covers the files in this order. */
const IN_ORDER = [
  ...KINDS.filter(([, { format }]) => format === "json"),
  ...KINDS.filter(([, { format }]) => format === "csv"),
];

/**
 * Every fact of the tree, file by file. Rows are yielded before the whole tree is checked: use none of them unless the
 * generator returns.
 * @returns sha256 of all paths and texts, hexadecimal: the version of the facts in everything that is published.
 * @throws FactsError at the end, with all faults.
 */
export function* checkedRows(files: FactFiles): Generator<FactRows, string> {
  const paths = new Map(IN_ORDER.map(([name, kind]) => [name, pathsOf(kind, files)]));
  const broken = new Set<string>();
  const faults: Fault[] = [];
  const references = new ReferenceCheck(paths);
  const ledger = { offers: new Map(), prices: new Map() };
  const experiments: PlacedExperiment[] = [];
  const hash = createHash("sha256");
  for (const [name, kind] of IN_ORDER) {
    const findDuplicates = kind.format === "json" ? duplicatesOf(kind) : () => [];
    for (const path of paths.get(name) ?? []) {
      const text = files.get(path) ?? "";
      hash.update(`${path}\n`).update(text);
      const parsed = parseFile(kind, path, text);
      const rows = withFile(path, parsed.rows);
      const own = [...parsed.faults, ...misplaced(kind, path, rows), ...findDuplicates(path, rows)];
      if (own.length > 0) broken.add(path);
      faults.push(...own);
      references.add(name, path, rows);
      if (name === "offers" || name === "prices") ledger[name].set(fileOf(path), rows);
      if (name === "experiments")
        experiments.push(...rows.map((row) => ({ path, row }) as unknown as PlacedExperiment));
      yield { kind: name, rows };
    }
  }
  faults.push(
    ...checkLedger(ledger, broken),
    ...strayFiles(files, new Set([...paths.values()].flat())),
    ...references.end(),
    ...checkFrozenItems(experiments, files),
    ...missingService(files),
  );
  if (faults.length > 0) throw new FactsError(faults.sort(byPlace));
  return hash.digest("hex");
}

/** Finds a second JSON file with the same fact. Within a CSV file parsing does it. */
function duplicatesOf(kind: FactKind): (path: string, rows: readonly FiledRow[]) => Fault[] {
  const seen = new Map<string, string>();
  return (path, rows) =>
    rows.flatMap((row) => {
      const key = kind.key.map((field) => row[field]).join(" ");
      const first = seen.get(key);
      seen.set(key, path);
      const message = `duplicate of ${first}: "${key}"; keep one`;
      return first ? [{ file: path, line: 1, field: kind.key.join(","), message }] : [];
    });
}

function missingService(files: FactFiles): Fault[] {
  const file = FACT_KINDS.service.pattern;
  const message = "missing; every answer needs the service's name and address";
  return files.has(file) ? [] : [{ file, line: 1, field: "", message }];
}

/** The slug (and lab) of a JSON fact must be the name of its file (and folder). */
function misplaced(kind: FactKind, path: string, [row]: readonly FiledRow[]): Fault[] {
  if (kind.format !== "json" || !row) return [];
  const names = namesIn(kind, path);
  return namingFields(kind).flatMap((field, index) => {
    const message = `"${row[field]}" is in "${names[index]}"; rename the file or fix the field`;
    return row[field] === names[index] ? [] : [{ file: path, line: 1, field, message }];
  });
}

/** A file of no kind would be ignored without a word: a misspelt folder, a forgotten backup. */
function strayFiles(files: FactFiles, claimed: ReadonlySet<string>): Fault[] {
  const message = "no kind of fact has this path; move the file or delete it";
  return [...files.keys()]
    .filter(
      (path) => !claimed.has(path) && basename(path) !== "README.md" && !path.endsWith(TEMPORARY),
    )
    .map((file) => ({ file, line: 1, field: "", message }));
}

const byPlace = (a: Fault, b: Fault): number =>
  byText(a.file, b.file) || a.line - b.line || byText(a.field, b.field);
