/** Rows of facts. Pure. */

import type { FactOf } from "../facts/kinds.ts";
import type { PlainFacts } from "../sources/listing.ts";

/** A row without the name of its file. */
export function withoutFile<T extends { file: string }>({
  file: _file,
  ...row
}: T): Omit<T, "file"> {
  return row;
}

/** @param ignore Fields that may differ. */
export function isSameRow<T extends object>(
  a: T,
  b: T,
  ignore: readonly (keyof T)[] = [],
): boolean {
  const fields = Object.keys({ ...a, ...b }).filter((name) => !ignore.includes(name as keyof T));
  return fields.every((name) => isSameValue(a[name as keyof T], b[name as keyof T]));
}

const isSameValue = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === "object" && JSON.stringify(a) === JSON.stringify(b));

export type PlainKind = keyof PlainFacts;

/** Kind → file → rows, of the files that were mentioned of: a row with the same key replaces the one that stands, none goes. */
export type PlainTables = Map<PlainKind, Map<string, FactOf<PlainKind>[]>>;
