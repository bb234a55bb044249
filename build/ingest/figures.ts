/** Merges facts without name resolution: rents, public attention, company figures, directories. Pure. */

import { formatFactCsvCell } from "../facts/format.ts";
import { FACT_KINDS, type Facts } from "../facts/kinds.ts";
import { computeLargerToSmallerRatio, type FactChange } from "../rules/changes.ts";
import { compareByCodePoint, groupBy } from "../schema/collections.ts";
import { daysBetween } from "../schema/values.ts";
import { PASS_THROUGH_KINDS, type PassThroughKind, type RejectedRow } from "../sources/listing.ts";
import { areAllFieldsEqual, findFactRowFault, removeFileNameField } from "./fact-rows.ts";
import type { FactMergeContext } from "./run.ts";

/** One row of one kind, with its file. */
interface PassThroughRow {
  kind: PassThroughKind;
  source: string;
  /** Identifies the row among all pass-through rows. */
  key: string;
  row: Record<string, unknown> & { file: string };
}

const toPlainRow = (kind: PassThroughKind, row: PassThroughRow["row"]): PassThroughRow => ({
  kind,
  row,
  // Files of GPU rental prices are named after their source.
  source: String(row.source ?? row.file),
  key: [kind, row.file, ...FACT_KINDS[kind].key.map((field) => formatFactCsvCell(row[field]))].join(
    " | ",
  ),
});

/** All rows after merging today's rows, the companies of the new and changed rows, and what was rejected. */
export function mergePassThroughFacts({ facts, collected, judge, day }: FactMergeContext) {
  const current = PASS_THROUGH_KINDS.flatMap((kind) =>
    facts[kind].map((row) => toPlainRow(kind, row)),
  );
  const rejected: RejectedRow[] = [];
  const reported = PASS_THROUGH_KINDS.flatMap((kind) =>
    (collected.facts[kind] ?? []).flatMap(({ file, rows }) =>
      rows.map((row) => toPlainRow(kind, { ...row, file })),
    ),
  ).filter((one) => {
    const { kind, source, key: value, row } = one;
    const fault = findFactRowFault(kind, removeFileNameField(row));
    const place = fault === null ? "figures" : `${kind} of ${row.file}`;
    const isPossible = recordedOnOf(one) <= day;
    const reason = fault ?? (isPossible ? null : judge.rules.reason("future_date"));
    if (reason !== null) rejected.push({ source, place, value, reason });
    return reason === null;
  });
  const byKey = new Map(current.map((one) => [one.key, one]));
  const news = reported.filter(
    ({ key, row }) => !areAllFieldsEqual(byKey.get(key)?.row ?? {}, row),
  );
  const kept = judge.judge(changesOf(news, current, reported.length));
  const passed = news.filter(({ key }) => !kept.has(key));
  const companies = passed.flatMap(({ kind, row }) => (kind === "companies" ? [row.file] : []));
  for (const one of passed) byKey.set(one.key, one);
  const byKind = groupBy(byKey.values(), ({ kind }) => kind);
  const next = Object.fromEntries(
    [...byKind].map(([kind, own]) => [kind, own.map(({ row }) => row)]),
  ) as unknown as Partial<Pick<Facts, PassThroughKind>>;
  return { next, companies, rejected };
}

/** Day on which the row was recorded; empty if its kind has none. */
const recordedOnOf = ({ row }: PassThroughRow): string => String(row.day ?? row.as_of ?? "");

/** Kinds with figures: their name in the rules, and their fields. */
const FIGURES: Partial<Record<PassThroughKind, readonly [of: string, ...fields: string[]]>> = {
  gpuRental: ["rent", "median_usd_h", "p10_usd_h", "min_usd_h"],
  companies: ["company", "value"],
  mindshare: [
    ...(["attention", "hn_mentions", "wiki_views", "github_stars"] as const),
    "github_commits",
    "github_prs",
  ],
};

/** With fewer figures, their sum says nothing. */
const MIN_FIGURES = 5;

/** New and changed figures, each with the nearest recorded figure of the same thing. */
function changesOf(
  news: readonly PassThroughRow[],
  current: readonly PassThroughRow[],
  ofSource: number,
): FactChange[] {
  const byThing = groupBy(current, thingOf);
  const changes = news.flatMap((row): FactChange[] => {
    const [of, ...fields] = FIGURES[row.kind] ?? [];
    return fields.flatMap((field) => {
      const after = row.row[field];
      const others = (byThing.get(thingOf(row)) ?? []).filter(
        (other) => typeof other.row[field] === "number",
      );
      const near = nearest(row, others);
      if (typeof after !== "number") return [];
      const days = near === undefined ? null : age(near, row);
      const { key, source } = row;
      const change = { kind: "figure", key, field, source, ofSource, known: { of, days } } as const;
      return { ...change, before: near?.row[field] ?? null, after };
    });
  });
  return [...groupBy(changes, ({ source, field }) => `${source} ${field}`).values()].flatMap(
    (own) => {
      const shift = sumShift(own);
      return own.map((change) => ({ ...change, known: { ...change.known, shift } }));
    },
  );
}

/** Factor by which the sum changed; 1 with too few figures, such as a company's, which come one by one. */
function sumShift(changes: readonly FactChange[]): number {
  const known = changes.filter(({ before }) => before !== null);
  if (known.length < MIN_FIGURES) return 1;
  const sum = (field: "before" | "after") =>
    known.reduce((total, change) => total + Number(change[field]), 0);
  return computeLargerToSmallerRatio(sum("before"), sum("after"));
}

/** What a row is about, whatever its day. */
function thingOf({ kind, source, row }: PassThroughRow): string {
  const about = kind === "companies" ? [row.metric, row.scope] : [row.slug ?? row.chip_slug];
  return [kind, row.file, source, ...about].join(" ");
}

/** A recorded figure that is farther away in time is not compared. */
const MAX_AGE_DAYS = 400;

/** The same figure if it is already recorded, or the one of the nearest day. */
function nearest(
  row: PassThroughRow,
  others: readonly PassThroughRow[],
): PassThroughRow | undefined {
  const [near] = [...others].sort(
    (a, b) => age(a, row) - age(b, row) || compareByCodePoint(a.key, b.key),
  );
  return near !== undefined && age(near, row) <= MAX_AGE_DAYS ? near : undefined;
}

/** In days. */
const age = (a: PassThroughRow, b: PassThroughRow): number =>
  Math.abs(daysBetween(toEffectiveDay(a), toEffectiveDay(b)));

const toEffectiveDay = ({ row }: PassThroughRow): string =>
  String(row.day ?? row.effective_date ?? row.as_of);
