/** Facts file by file: each is read once, checked and handed on, and only what later files are compared with is kept. */
import { createHash } from "node:crypto";
import { basename, extname } from "node:path";
import { byText } from "../schema/order.ts";
import type { RowDigests } from "../schema/row-digests.ts";
import { DigestCheck } from "./digests.ts";
import { type FactFiles, namesIn, namingFields, pathsOf } from "./fact-files.ts";
import { FactsError, type Fault } from "./fault.ts";
import { checkFrozenItems, type PlacedExperiment } from "./frozen-items.ts";
import type { FactKind } from "./kinds/fact-kind.ts";
import { FACT_KINDS, type FactKindName } from "./kinds.ts";
import { LedgerCheck, type LedgerRow } from "./ledger.ts";
import { parseFile, type Row } from "./parse-file.ts";
import { ReferenceCheck } from "./references.ts";
import { TEMPORARY } from "./write-facts.ts";

const KINDS = Object.entries(FACT_KINDS) as [FactKindName, FactKind][];

/** A row with what its file stands for. */
export type FiledRow = Row & { file: string };

/** Sound rows of one file, in its order. */
export interface FactRows {
  kind: FactKindName;
  rows: FiledRow[];
}

/**
 * What was recorded of the files first, then what others refer to: those in JSON.
 * The hash goes over the files in this order.
 */
const IN_ORDER = [
  ...KINDS.filter(([name]) => name === "digests"),
  ...KINDS.filter(([, { format }]) => format === "json"),
  ...KINDS.filter(([name, { format }]) => name !== "digests" && format === "csv"),
];

/**
 * Every fact of the tree. Rows are given out before the tree is known to be sound: nothing of them counts until the
 * generator has returned.
 *
 * @returns What the facts are named by in everything that is published: sha256 of their paths and texts, hexadecimal.
 *   Digests are no part of it: they say nothing that the facts do not.
 * @throws FactsError at the end, with all faults, none left out.
 */
export function* checkedRows(files: FactFiles): Generator<FactRows, string> {
  const paths = new Map(IN_ORDER.map(([name, kind]) => [name, pathsOf(kind, files)]));
  const broken = new Set<string>();
  const faults: Fault[] = [];
  const references = new ReferenceCheck(paths);
  const ledger = new LedgerCheck(broken);
  const recorded: RowDigests[] = [];
  const experiments: PlacedExperiment[] = [];
  const hash = createHash("sha256");
  let digests = new DigestCheck(recorded);
  for (const [name, kind] of IN_ORDER) {
    const isOnce = kind.format === "json" ? onceIn(kind) : () => [];
    for (const path of paths.get(name) ?? []) {
      const text = files.get(path) ?? "";
      if (name !== "digests") hash.update(`${path}\n`).update(text);
      const parsed = parseFile(kind, path, text);
      const file = basename(path, extname(path));
      const rows = parsed.rows.map((row) => Object.assign(row, { file }));
      const own = [...parsed.faults, ...misplaced(kind, path, rows), ...isOnce(path, rows)];
      if (own.length > 0) broken.add(path);
      faults.push(...own, ...(broken.has(path) ? [] : digests.check(path, name, text)));
      references.add(name, path, rows);
      if (name === "offers") ledger.addOffers(path, rows as unknown as LedgerRow[]);
      if (name === "prices") ledger.addPrices(path, rows as unknown as LedgerRow[]);
      if (name === "digests") recorded.push(...(rows as unknown as RowDigests[]));
      if (name === "experiments")
        experiments.push(...rows.map((row) => ({ path, row }) as unknown as PlacedExperiment));
      yield { kind: name, rows };
    }
    if (name === "digests") digests = new DigestCheck(recorded);
  }
  faults.push(
    ...ledger.end(),
    ...digests.end(broken),
    ...strayFiles(files, new Set([...paths.values()].flat())),
    ...references.end(),
    ...checkFrozenItems(experiments, files),
    ...missingService(files),
  );
  if (faults.length > 0) throw new FactsError(faults.sort(byPlace));
  return hash.digest("hex");
}

/** Finds a second file that holds the same fact. Within a CSV file this is checked as it is parsed. */
function onceIn(kind: FactKind): (path: string, rows: readonly FiledRow[]) => Fault[] {
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

/** A JSON fact must stand in the file (and folder) that its slug (and lab) names. */
function misplaced(kind: FactKind, path: string, [row]: readonly FiledRow[]): Fault[] {
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
