/**
 * Published numbers change by the ingest, which has gates, or by a person who names the file. `data/digests.csv` holds
 * a digest of every row that was recorded; a row that is not the recorded one was edited by accident, or is new.
 */
import { createHash } from "node:crypto";
import { groupBy } from "../schema/group-by.ts";
import { byText } from "../schema/order.ts";
import type { RowDigests } from "../schema/row-digests.ts";
import { type FactFiles, pathsOf } from "./fact-files.ts";
import type { Fault } from "./fault.ts";
import { FACT_KINDS, type FactKindName } from "./kinds.ts";

export const DIGESTS_FILE = FACT_KINDS.digests.pattern;

/**
 * Kinds that published numbers come from, and of which every row is recorded. Items and runs of our own tests keep
 * digests of their own.
 */
const RECORDED_KINDS = [
  ...(["prices", "movingNames", "scores", "offers", "models", "benchmarks", "providers"] as const),
  ...(["companies", "mindshare", "gpuRental"] as const),
];

/** A row as it stands. */
interface StandingRow {
  text: string;
  digest: string;
  /** 1-based. */
  line: number;
}

/** How the rows of one file differ from the recorded ones. */
interface Difference {
  /** A fault for each recorded row that does not stand. */
  lost: Fault[];
  /** Rows that nobody recorded. */
  added: StandingRow[];
}

/** Files beside what was recorded of them, one by one. A tree without recorded rows is not looked at. */
export class DigestCheck {
  /** Path → what was recorded of it; what was looked at goes. */
  readonly #recorded: Map<string, RowDigests[]>;
  readonly #isRecorded: boolean;

  constructor(recorded: readonly RowDigests[]) {
    this.#recorded = groupBy(recorded, ({ path }) => path);
    this.#isRecorded = recorded.length > 0;
  }

  /**
   * @param kind What the file holds; undefined for a file that is not there.
   * @param text Of a file that can be read.
   */
  check(path: string, kind: FactKindName | undefined, text: string | undefined): Fault[] {
    const before = this.#recorded.get(path);
    this.#recorded.delete(path);
    const isToBeRecorded = RECORDED_KINDS.some((name) => name === kind);
    if (!this.#isRecorded || (before === undefined && !isToBeRecorded)) return [];
    if (isSame(before ?? [], digestsOf(path, text))) return [];
    const { lost, added } = compare(path, text, before ?? []);
    return lost.length > 0 ? lost : unrecorded(path, added);
  }

  /**
   * @param broken Paths of files that cannot be read.
   * @returns Faults of recorded files that are no longer there.
   */
  end(broken: ReadonlySet<string>): Fault[] {
    return [...this.#recorded.keys()]
      .filter((path) => !broken.has(path))
      .flatMap((path) => this.check(path, undefined, undefined));
  }
}

/**
 * The digests as they are to stand: new rows are recorded, changed and deleted ones only where that is meant, as are
 * new rows of the ledger that no person made: those of upstreams come by the ingest, which has gates.
 * @param isMeant Whether the rows of a file may be other ones than those that were recorded.
 * @returns Beside them a fault for each recorded row that does not stand and for each row that a person cannot add; the
 *   digests of these files stay as they are.
 */
export function recordRows(
  recorded: readonly RowDigests[],
  files: FactFiles,
  isMeant: (path: string) => boolean,
): { rows: RowDigests[]; faults: Fault[] } {
  const byPath = groupBy(recorded, ({ path }) => path);
  const faults: Fault[] = [];
  const rows = [...new Set([...recordedPaths(files), ...byPath.keys()])].flatMap((path) => {
    const before = byPath.get(path) ?? [];
    const refused = isMeant(path) ? [] : refusals(path, files.get(path), before);
    faults.push(...refused);
    return refused.length > 0 ? before : digestsOf(path, files.get(path));
  });
  return { rows: rows.sort((a, b) => byText(a.path, b.path)), faults };
}

function refusals(path: string, text: string | undefined, before: readonly RowDigests[]): Fault[] {
  const { lost, added } = compare(path, text, before);
  const foreign = path.startsWith("prices/") ? added.filter((row) => !isOperators(row)) : [];
  return lost.length > 0 ? lost : foreign.map(({ text, line }) => toForeign(path, text, line));
}

const isOperators = ({ text }: StandingRow): boolean => /,operator,(stated|withdrawn),/.test(text);

const toForeign = (file: string, text: string, line: number): Fault => ({
  ...{ file, line, field: "source" },
  message: `"${text.slice(0, 120)}" is the word of an upstream, which \`npm run ingest\` adds; a person's row has the source operator; when a program of yours wrote it, run \`npm run data:fmt -- --amend ${file}\``,
});

const recordedPaths = (files: FactFiles): string[] =>
  RECORDED_KINDS.flatMap((name) => pathsOf(FACT_KINDS[name], files));

const isSame = (a: readonly RowDigests[], b: readonly RowDigests[]): boolean =>
  a.length === b.length && a.every(({ digests }, index) => digests === b[index]?.digests);

function digestsOf(path: string, text: string | undefined): RowDigests[] {
  const days = [...groupBy(rowsOf(path, text), (row) => dayOf(path, row))];
  return days.map(([day, rows]) => ({
    path,
    day,
    digests: rows.map(({ digest }) => digest).join(" "),
  }));
}

function compare(
  path: string,
  text: string | undefined,
  recorded: readonly RowDigests[],
): Difference {
  const rows = rowsOf(path, text);
  const standing = new Map(rows.map((row) => [row.digest, row]));
  const known = recorded.flatMap(({ day, digests }) =>
    digests.split(" ").map((digest) => ({ day, digest })),
  );
  const isKnown = new Set(known.map(({ digest }) => digest));
  const added = rows.filter(({ digest }) => !isKnown.has(digest));
  const lost: Fault[] = [];
  // Where a lost row stood: behind the recorded one before it.
  let line = path.endsWith(".json") ? 1 : 2;
  for (const { day, digest } of known) {
    const row = standing.get(digest);
    if (row === undefined) lost.push(toLost(path, line, day, added));
    else line = row.line + 1;
  }
  return { lost, added };
}

function toLost(
  path: string,
  line: number,
  day: string | null,
  added: readonly StandingRow[],
): Fault {
  const found = added.find((row) => row.line === line && path.endsWith(".csv"));
  const of = day === null ? "" : ` of ${day}`;
  const now = found ? `: "${found.text.slice(0, 120)}" stands in its place` : " or deleted";
  return {
    ...{ file: path, line, field: "" },
    message: `the row${of} that was recorded here was changed${now}; restore it (\`git diff data/${path}\`), or, when that is meant, run \`npm run data:fmt -- --amend ${path}\``,
  };
}

function unrecorded(path: string, [first, ...more]: readonly StandingRow[]): Fault[] {
  if (first === undefined) return [];
  const rest = more.length > 0 ? `, and ${more.length} more of this file` : "";
  const message = `is not recorded yet${rest}; when it is new, run \`npm run data:fmt\``;
  return [{ file: path, line: first.line, field: "", message }];
}

function rowsOf(path: string, text = ""): StandingRow[] {
  if (text === "") return [];
  if (path.endsWith(".json")) return [{ text, digest: digestOf(text), line: 1 }];
  const [, ...lines] = text.trimEnd().split("\n");
  return lines.map((line, index) => ({ text: line, digest: digestOf(line), line: index + 2 }));
}

/** Rows that begin with their day are recorded day by day, so that a new day changes no line of the digests. */
const dayOf = (path: string, { text }: StandingRow): string | null =>
  path.endsWith(".csv") ? (/^\d{4}-\d{2}-\d{2}(?=,)/.exec(text)?.[0] ?? null) : null;

const digestOf = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, 8);
