/** The whole `data/` tree → typed facts, or every fault in it at once. */
import { readFileSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { byText } from "../schema/order.ts";
import { filesOf, listFiles } from "./fact-files.ts";
import { FactsError, type Fault } from "./fault.ts";
import { FACT_KINDS, type FactKind, type FactKindName, type Facts } from "./kinds.ts";
import { checkLedger } from "./ledger.ts";
import { type ParsedFile, parseFile, type Row } from "./parse-file.ts";
import { checkReferences } from "./references.ts";
import { TEMPORARY } from "./write-facts.ts";

const KIND_NAMES = Object.keys(FACT_KINDS) as FactKindName[];
const JSON_FIRST = [...KIND_NAMES].sort(
  (a, b) => Number(FACT_KINDS[a].format === "csv") - Number(FACT_KINDS[b].format === "csv"),
);

/** A row with the place it was read from, for messages. */
export interface PlacedRow {
  row: Row & { file: string };
  path: string;
  line: number;
}

export interface ReadOptions {
  /** Called with the text of every file of facts, in an order that depends on their paths alone. */
  onText?: (path: string, text: string) => void;
  /**
   * Called with the rows of the JSON kinds while the CSV files are still unread, so that other threads can begin with
   * them. They may yet turn out to have faults.
   */
  whenJsonIsRead?: (facts: Partial<Record<FactKindName, Row[]>>) => void;
}

/**
 * Reads and checks every fact below `dataFolder`.
 * @throws FactsError with all faults, none left out.
 */
export async function readFacts(
  dataFolder: string,
  { onText, whenJsonIsRead }: ReadOptions = {},
): Promise<Facts> {
  const faults: Fault[] = [];
  const placed = {} as Record<FactKindName, PlacedRow[]>;
  const paths = {} as Record<FactKindName, string[]>;
  const files = listFiles(dataFolder);
  const claimed = new Set<string>();
  let isJsonRead = false;
  for (const name of JSON_FIRST) {
    if (FACT_KINDS[name].format === "csv" && !isJsonRead) {
      isJsonRead = true;
      const rows = Object.entries(placed).map(([kind, rowsOfKind]) => [
        kind,
        rowsOfKind.map(({ row }) => row),
      ]);
      whenJsonIsRead?.(Object.fromEntries(rows));
    }
    const read = readKind(dataFolder, files, FACT_KINDS[name] as FactKind, onText);
    // The other threads' answers are heard between two kinds.
    await setImmediate();
    placed[name] = read.placed;
    faults.push(...read.faults);
    paths[name] = read.paths;
    for (const path of read.paths) claimed.add(path);
  }
  faults.push(...strayFiles(files, claimed));
  faults.push(...checkReferences(placed, paths));
  const broken = new Set(faults.map(({ file }) => file));
  faults.push(...checkLedger(placed.prices, placed.offers, broken));
  if (placed.service.length === 0 && !faults.some(({ file }) => file === "service.json")) {
    faults.push({
      file: "service.json",
      line: 1,
      field: "",
      message: "missing; every answer needs the service's name and address",
    });
  }
  if (faults.length > 0) throw new FactsError(faults.sort(byPlace));
  return Object.fromEntries(
    KIND_NAMES.map((name) => [name, placed[name].map(({ row }) => row)]),
  ) as unknown as Facts;
}

function readKind(
  dataFolder: string,
  files: readonly string[],
  kind: FactKind,
  onText: ReadOptions["onText"],
) {
  const paths = filesOf(kind, files);
  // Thousands of small files: one call each is three times faster than a promise each.
  const texts = paths.map((path) => readFileSync(join(dataFolder, path), "utf8"));
  const placed: PlacedRow[] = [];
  const faults: Fault[] = [];
  const seen = new Map<string, string>();
  paths.forEach((path, index) => {
    onText?.(path, texts[index]!);
    const parsed = parseFile(kind, path, texts[index]!);
    faults.push(...parsed.faults, ...misplaced(kind, path, parsed));
    const file = basename(path, extname(path));
    parsed.rows.forEach((row, rowIndex) => {
      placed.push({
        row: Object.assign(row, { file }),
        path,
        line: kind.format === "csv" ? rowIndex + 2 : 1,
      });
    });
    if (kind.format === "json" && parsed.rows[0]) {
      const key = kind.key.map((field) => parsed.rows[0]![field]).join(" ");
      const first = seen.get(key);
      if (first)
        faults.push({
          file: path,
          line: 1,
          field: kind.key.join(","),
          message: `duplicate of ${first}: "${key}"; keep one`,
        });
      seen.set(key, path);
    }
  });
  return { paths, placed, faults };
}

/** A JSON fact must stand in the file (and folder) that its slug (and lab) names. */
function misplaced(kind: FactKind, path: string, { rows }: ParsedFile): Fault[] {
  const row = rows[0];
  if (kind.format !== "json" || !row) return [];
  const faults: Fault[] = [];
  const expect = (field: string | null | undefined, found: string) => {
    if (field && row[field] !== found) {
      faults.push({
        file: path,
        line: 1,
        field,
        message: `"${row[field]}" stands in "${found}"; rename the file or mend the field`,
      });
    }
  };
  expect(kind.file, basename(path, extname(path)));
  expect(kind.folder, basename(dirname(path)));
  return faults;
}

/** A file that no kind claims would be silently ignored: a misspelt folder, a forgotten backup. */
function strayFiles(files: readonly string[], claimed: ReadonlySet<string>): Fault[] {
  return files
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
