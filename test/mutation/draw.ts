/** Chance with a seed, and rows of facts to hit. */

import { type FactFiles, pathsOf } from "../../build/facts/fact-files.ts";
import { formatCsv, formatJson, type Row } from "../../build/facts/format.ts";
import type { FactKind } from "../../build/facts/kinds/fact-kind.ts";
import { FACT_KINDS } from "../../build/facts/kinds.ts";
import { parseFile } from "../../build/facts/parse-file.ts";

export type Random = () => number;

/** @throws Error when there is nothing to choose from. */
export function pick<T>(random: Random, from: readonly T[]): T {
  const chosen = from[Math.floor(random() * from.length)];
  if (chosen === undefined) throw new Error("nothing to choose from");
  return chosen;
}

/** Kinds of facts whose numbers are published. */
export type HitKind = "prices" | "scores" | "offers" | "models" | "benchmarks" | OtherKind;
type OtherKind = "providers" | "movingNames" | "companies" | "mindshare" | "gpuRental";

/** One file of facts and one of its rows. */
export interface Target {
  kind: HitKind;
  path: string;
  rows: Row[];
  /** Index into `rows`. */
  at: number;
  row: Row;
}

/** A row that `fits`, each file as likely as the share of rows it holds. */
export function pickRow(
  files: FactFiles,
  random: Random,
  kind: HitKind,
  fits: (row: Row) => boolean = () => true,
): Target {
  const definition: FactKind = FACT_KINDS[kind];
  const places = pathsOf(definition, files).flatMap((path) =>
    Array.from({ length: rowCount(definition, files.get(path) ?? "") }, (_, at) => ({ path, at })),
  );
  for (;;) {
    const { path, at } = pick(random, places);
    const { rows } = parseFile(definition, path, files.get(path) ?? "");
    const row = rows[at];
    if (row !== undefined && fits(row)) return { kind, path, rows, at, row };
  }
}

const rowCount = ({ format }: FactKind, text: string): number =>
  format === "json" ? 1 : text.split("\n").length - 2;

/** The file's text with other rows, laid out as `npm run data:fmt` would. */
export function textOf({ kind }: Pick<Target, "kind">, rows: readonly Row[]): string {
  const definition: FactKind = FACT_KINDS[kind];
  return definition.format === "csv"
    ? formatCsv(definition, rows)
    : formatJson(definition, rows[0] ?? {});
}

/** The file's text with one row changed. */
export const withRow = (target: Target, change: Row): string =>
  textOf(target, target.rows.with(target.at, { ...target.row, ...change }));
