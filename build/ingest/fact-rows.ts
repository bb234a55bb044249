/** Rows of facts. Pure. */
import { FACT_KINDS, type FactKindName, type Facts } from "../facts/kinds.ts";
import type { FactChange } from "../rules/changes.ts";
import { isMaxOutputInContext, type Offer } from "../schema/model.ts";
import { getSourcePrecedence } from "../schema/precedence.ts";
import { daysBetween, findSchemaIssues, type HostKind } from "../schema/values.ts";
import type { CollectedListings } from "../sources/listing.ts";

export function removeFileNameField<T extends { file: string }>({
  file: _file,
  ...row
}: T): Omit<T, "file"> {
  return row;
}

export function areAllFieldsEqual<T extends object>(a: T, b: T): boolean {
  const fields = Object.keys({ ...a, ...b }) as (keyof T)[];
  return fields.every((name) => isSameValue(a[name], b[name]));
}

/** The recorded row when only its day differs; else the new one, of this day. */
export function withDayOfChange<T extends { as_of: string }>(
  next: Omit<T, "as_of">,
  before: T | undefined,
  day: string,
): T {
  const row = { ...next, as_of: before?.as_of ?? day } as T;
  return before !== undefined && areAllFieldsEqual(row, before) ? before : { ...row, as_of: day };
}

/** New rows as they are, and known ones with the recorded values of the fields that a rule holds, by the row's key. */
export const toRecordedRows = <T extends { as_of: string }>(
  next: ReadonlyMap<string, T>,
  known: ReadonlyMap<string, T>,
  held: ReadonlyMap<string, readonly FactChange[]>,
  day: string,
  restore: (next: T, before: T, fields: ReadonlySet<string>) => T,
): T[] =>
  [...next].map(([key, row]) => {
    const before = known.get(key);
    if (before === undefined || before === row) return row;
    const fields = new Set(held.get(key)?.map(({ field }) => field));
    return withDayOfChange(fields.size === 0 ? row : restore(row, before, fields), before, day);
  });

/** The row with the recorded values of these fields of its own. */
export const keepRecordedFields = <T extends object>(
  next: T,
  before: T,
  fields: ReadonlySet<string>,
): T => ({
  ...next,
  ...Object.fromEntries(Object.entries(before).filter(([field]) => fields.has(field))),
});

const isSameValue = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === "object" && JSON.stringify(a) === JSON.stringify(b));

/** `input: expected number`; null if the row fits the schema of its kind. */
export function findFactRowFault(kind: FactKindName, row: object): string | null {
  const [issue] = findSchemaIssues(FACT_KINDS[kind].schema, row);
  return issue === undefined ? null : `${issue.path.join(".")}: ${issue.message}`;
}

export type TokenLimits = Pick<Offer, "context_window" | "max_output_tokens">;

/** Of a maximum output above the context window, it is unknown which is wrong: the output limit is removed. */
export const removeImpossibleMaxOutput = <T extends TokenLimits>(row: T): T =>
  isMaxOutputInContext(row) ? row : { ...row, max_output_tokens: null };

/** @returns The precedence of a source at a host; a smaller number is a higher precedence. */
export function createSourcePrecedenceGetter(
  providers: readonly { slug: string; host_kind: HostKind | null }[],
): (host: string, source: string) => number {
  const kinds = new Map(providers.map(({ slug, host_kind }) => [slug, host_kind]));
  return (host, source) => getSourcePrecedence(host, kinds.get(host) ?? "router", source);
}

export interface SourceAnswer {
  /** From all collectors of the source. */
  collected: CollectedListings;
  /** Why parts of the answer are missing; recorded facts of these parts are kept. */
  missing: readonly Error[];
}

/** Whether the source has withdrawn what it left out. Missing and malformed rows may be any of the recorded ones. */
export const isCompleteSourceAnswer = ({ collected, missing }: SourceAnswer): boolean =>
  missing.length === 0 &&
  !collected.isPartial &&
  !collected.rejected.some(({ isMalformed }) => isMalformed);

export function getLastReadDayBySource({ readings }: Pick<Facts, "readings">): Map<string, string> {
  const last = new Map<string, string>();
  for (const { source, day } of readings) if (day > (last.get(source) ?? "")) last.set(source, day);
  return last;
}

/** Months since a source was read, 1 or more. At its first reading, when it may list any number of new things, infinite. */
export function countMonthsSinceReading(
  source: string,
  { facts, day }: { facts: Pick<Facts, "readings">; day: string },
): number {
  const own = facts.readings.filter((reading) => reading.source === source);
  const days = Math.min(...own.map((reading) => daysBetween(reading.day, day)));
  return Math.max(1, Math.ceil(days / 30));
}
