/** Facts that need no resolution: what an answer tells of them beside what stands. Pure. */
import { toCell } from "../../facts/cells.ts";
import { FACT_KINDS, type FactOf } from "../../facts/kinds.ts";
import type { RowCount } from "../../ingest/gates/rows.ts";
import type { PlainFacts } from "../../ingest/listing.ts";
import { byText } from "../../schema/order.ts";
import type { NightFacts } from "../kept-facts.ts";
import { type PlainKind, type PlainTables, plainTables } from "../write-catalogue.ts";
import type { Answer } from "./read-sources.ts";
import { withoutFile } from "./series.ts";

type PlainRow = FactOf<PlainKind>;
type Row = Record<string, unknown>;

const keyIn = (kind: PlainKind, row: PlainRow): string =>
  FACT_KINDS[kind].key.map((field) => toCell((row as Row)[field])).join(" ");

/** Names a row among those of its source. */
export const plainRowKey = (kind: PlainKind, file: string, row: PlainRow): string =>
  `${kind} ${file} ${keyIn(kind, row)}`;

/** Day the row says it was recorded; empty where its kind has none. */
export function recordedOnOf(row: PlainRow): string {
  if ("day" in row) return row.day;
  return "as_of" in row ? row.as_of : "";
}

/** Who told the row; files of rented GPUs are named after their source. */
const sourceOf = (row: PlainRow, file: string): string => ("source" in row ? row.source : file);

/** Daily kinds are told a day at a time: as many entities must come as on the last day told. */
export function countPlain({ source, collected }: Answer, kept: NightFacts): RowCount[] {
  const tables = plainTables(collected.flatMap(({ facts }) => facts ?? []));
  return [...tables].map(([kind, byFile]) => {
    const before = newestOf(kept[kind].filter((row) => sourceOf(row, row.file) === source));
    const now = [...byFile].flatMap(([file, rows]) => rows.map((row) => ({ ...row, file })));
    return { kind, before: countEntities(before), now: countEntities(now) };
  });
}

/** Of rows that are told by the day, those of the last day: lists of entities grow and shrink. */
function newestOf<R extends PlainRow>(rows: readonly R[]): readonly R[] {
  const days = rows.flatMap((row) => ("day" in row ? [row.day] : [])).sort(byText);
  const newest = days.at(-1);
  return newest === undefined ? rows : rows.filter((row) => "day" in row && row.day === newest);
}

/** All rows; of a kind that is told by the day, the entities of the day that most of them have. */
function countEntities(rows: readonly (PlainRow & { file: string })[]): number {
  const byDay = new Map<string, Set<string>>();
  for (const row of rows) {
    if (!("day" in row)) return rows.length;
    const name = `${row.file} ${"slug" in row ? row.slug : row.chip_slug}`;
    byDay.set(row.day, (byDay.get(row.day) ?? new Set()).add(name));
  }
  return Math.max(0, ...[...byDay.values()].map(({ size }) => size));
}

/**
 * Rows of tonight beside those that stand: one with the same key replaces it, none goes.
 * @returns Only the files that tonight's answers speak of, each whole.
 */
export function mergePlain(told: readonly PlainFacts[], kept: NightFacts): PlainFacts {
  const merged: Partial<Record<PlainKind, { file: string; rows: PlainRow[] }[]>> = {};
  for (const [kind, tables] of plainTables(told))
    merged[kind] = [...tables].map(([file, rows]) => ({
      file,
      rows: mergeTable(kind, file, rows, kept),
    }));
  return merged as PlainFacts;
}

function mergeTable(
  kind: PlainKind,
  file: string,
  rows: readonly PlainRow[],
  kept: NightFacts,
): PlainRow[] {
  const standing = kept[kind].filter((row) => row.file === file).map(withoutFile) as PlainRow[];
  const byKey = new Map(standing.map((row) => [keyIn(kind, row), row]));
  for (const row of rows) byKey.set(keyIn(kind, row), row);
  return [...byKey.values()];
}

/** Rows that are not held back. */
export function withoutHeld(
  source: string,
  facts: PlainFacts,
  heldRows: ReadonlySet<string>,
): PlainFacts {
  const left: Partial<Record<PlainKind, unknown>> = {};
  for (const [kind, tables] of plainTables([facts]))
    left[kind] = [...(tables as PlainTables)].map(([file, rows]) => ({
      file,
      rows: rows.filter((row) => !heldRows.has(`${source} ${plainRowKey(kind, file, row)}`)),
    }));
  return left as PlainFacts;
}
