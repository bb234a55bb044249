/** Facts that need no resolution: rents, attention, companies, directories. Pure. */
import { toCell } from "../facts/format.ts";
import { FACT_KINDS, type FactOf, type Facts } from "../facts/kinds.ts";
import type { Rejected } from "../sources/listing.ts";
import type { Answer } from "./answer.ts";
import {
  type Fields,
  faultOfRow,
  type PlainKind,
  type PlainRow,
  type PlainTables,
  withoutFile,
} from "./fact-rows.ts";

const PLAIN_KINDS: readonly PlainKind[] = [
  "companies",
  "mindshare",
  "gpuRental",
  "agents",
  "mcpServers",
  "skills",
];

const toPlainRow = (kind: PlainKind, file: string, row: Fields): PlainRow => ({
  ...{ kind, file, row },
  // Files of rented GPUs are named after their source.
  source: String(row.source ?? file),
  key: [kind, file, ...FACT_KINDS[kind].key.map((field) => toCell(row[field]))].join(" | "),
});

export const currentRows = (facts: Facts): PlainRow[] =>
  PLAIN_KINDS.flatMap((kind) =>
    facts[kind].map((row) =>
      toPlainRow(kind, row.file, withoutFile<Fields & { file: string }>(row)),
    ),
  );

/** Rows of an answer that have the form of a fact; the others are rejected. */
export function reportedRows({ source, collected }: Answer): {
  rows: PlainRow[];
  rejected: Rejected[];
} {
  const rows: PlainRow[] = [];
  const rejected: Rejected[] = [];
  for (const { facts = {} } of collected)
    for (const kind of PLAIN_KINDS)
      for (const table of facts[kind] ?? [])
        for (const row of table.rows as Fields[]) {
          const reason = faultOfRow(kind, row);
          const reported = toPlainRow(kind, table.file, row);
          const place = `${kind} of ${table.file}`;
          if (reason === null) rows.push(reported);
          else rejected.push({ source, place, value: reported.key, reason });
        }
  return { rows, rejected };
}

export function mergePlain(
  current: readonly PlainRow[],
  reported: readonly PlainRow[],
): PlainTables {
  const touched = new Set(reported.map(({ kind, file }) => `${kind} ${file}`));
  const byKey = new Map(
    [...current.filter(({ kind, file }) => touched.has(`${kind} ${file}`)), ...reported].map(
      (row) => [row.key, row] as const,
    ),
  );
  const tables: PlainTables = new Map();
  for (const { kind, file, row } of byKey.values()) {
    const files = tables.get(kind) ?? new Map<string, FactOf<PlainKind>[]>();
    tables.set(kind, files.set(file, [...(files.get(file) ?? []), row as FactOf<PlainKind>]));
  }
  return tables;
}

/** Day the row says it was recorded; empty where its kind has none. */
export const recordedOnOf = ({ row }: PlainRow): string => String(row.day ?? row.as_of ?? "");
