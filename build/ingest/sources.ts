/** What is recorded of each source: which had news, which were missed, and the day of a run. Pure. */

import { BuildError } from "../facts/fault.ts";
import { toCell } from "../facts/format.ts";
import { FACT_KINDS, type FactKindName, type Facts } from "../facts/kinds.ts";
import { byText, groupBy } from "../schema/collections.ts";
import type { Source, SourceText } from "../schema/source.ts";
import { daysBetween } from "../schema/values.ts";
import type { Answer, SkippedSource } from "./answer.ts";
import { isSameRow, withoutFile } from "./fact-rows.ts";
import { MAX_UNMARKED_MOVE, shareMoved } from "./gates/price-move.ts";
import type { Merged } from "./run.ts";
import { CurrentLedger, dayOf, statementsById } from "./statements.ts";

type Row = Record<string, unknown>;

/** Sources of every row that came, went or changed. */
export function findChangedSources(facts: Facts, merged: Merged): Set<string> {
  const changed = new Set(merged.prices.map(({ source }) => source));
  for (const [kind, rows] of tablesOf(merged)) {
    const files = new Set(rows.map(({ file }) => file));
    const isWhole = WHOLE.has(kind);
    const before = (facts[kind] as readonly Row[]).filter(({ file }) => isWhole || files.has(file));
    for (const row of differences(kind, before, rows)) changed.add(String(row.source ?? row.file));
  }
  return changed;
}

/** Kinds that are merged as a whole; of the others only files that an answer has rows for. */
const WHOLE: ReadonlySet<FactKindName> = new Set(["models", "providers", "offers", "scores"]);

function tablesOf(merged: Merged): [kind: FactKindName, rows: readonly Row[]][] {
  const flat = (tables: ReadonlyMap<string, readonly object[]>): Row[] =>
    [...tables].flatMap(([file, rows]) => rows.map((row) => ({ ...row, file })));
  return [
    ["models", merged.models.map((row) => ({ ...row, file: row.slug }))],
    ["providers", merged.providers.map((row) => ({ ...row, file: row.slug }))],
    ["offers", merged.offers],
    ["scores", flat(merged.scores)],
    ...[...merged.plain].map(([kind, tables]): [FactKindName, Row[]] => [kind, flat(tables)]),
  ];
}

function differences(kind: FactKindName, before: readonly Row[], after: readonly Row[]): Row[] {
  const fields: readonly string[] = ["file", ...FACT_KINDS[kind].key];
  const keyOf = (row: Row) => fields.map((field) => toCell(row[field])).join("\n");
  const current = new Map(before.map((row) => [keyOf(row), row]));
  const changed: Row[] = [];
  for (const row of after) {
    const old = current.get(keyOf(row));
    current.delete(keyOf(row));
    if (old === undefined) changed.push(row);
    else if (old !== row && !isSameRow(old, row)) changed.push(old, row);
  }
  return [...changed, ...current.values()];
}

/** Whether the source moved a price far when it last had news: reading it again is news, for it confirms the move. */
function hasUnconfirmedMove(source: Source, ledger: CurrentLedger): boolean {
  const fresh = ledger
    .openOf(source.id)
    .filter(({ statement }) => statement.recorded >= source.recorded_on);
  return [...groupBy(fresh, ({ host }) => host)].some(([host, statements]) => {
    const past = statementsById(ledger.rowsOf(host), source.id);
    return statements.some(({ modelId, statement }) => {
      const earlier = (past.get(modelId) ?? []).filter((row) => dayOf(row) < dayOf(statement));
      const before = earlier.findLast(({ event }) => event === "stated") ?? null;
      return shareMoved({ before, now: statement }) > MAX_UNMARKED_MOVE;
    });
  });
}

export interface SourceUpdates {
  day: string;
  texts: readonly SourceText[];
  readings: readonly (Answer | SkippedSource)[];
  held: ReadonlyMap<string, string>;
  /** Sources with news. */
  changed: ReadonlySet<string>;
}

/** Every current source with the day of its last news and its missed runs, and those that answered for the first time. */
export function nextSources(facts: Facts, updates: SourceUpdates): Source[] {
  const { day, readings, held, changed } = updates;
  const ledger = new CurrentLedger(facts.prices, day);
  const sources = new Map(
    facts.sources.map((source): [string, Source] => [source.id, withoutFile(source)]),
  );
  const hasNews = (source: Source) =>
    changed.has(source.id) || (source.recorded_on < day && hasUnconfirmedMove(source, ledger));
  for (const { source: id, state } of readings) {
    const before = sources.get(id);
    if (state === "answered" && !held.has(id)) {
      const base = before ?? toNewSource(id, updates);
      const recorded_on = hasNews(base) ? day : base.recorded_on;
      sources.set(id, { ...base, recorded_on, missed_runs: 0 });
    } else if (state === "failed" && before)
      sources.set(id, { ...before, missed_runs: before.missed_runs + 1 });
  }
  return [...sources.values()];
}

/** Two collectors may read one source: what they provide is listed together. */
function toNewSource(id: string, { texts, day }: SourceUpdates): Source {
  const own = texts.filter((text) => text.id === id);
  const [first] = own;
  if (first === undefined) throw new Error(`${id}: no collector has this source`);
  const provides = [...new Set(own.flatMap((text) => text.provides))].sort(byText);
  const { entry_url = null, generated_from = null, ...text } = first;
  return {
    ...text,
    ...{ provides, entry_url, generated_from, retired_on: null, recorded_on: day, missed_runs: 0 },
  };
}

/** After so many days without a run a person looks before the gap is dated with one day. */
const MAX_GAP_DAYS = 60;

/**
 * @param today Last day that there is, for live addresses; null for copies, which may be of any day.
 * @throws BuildError with the bound and what to do.
 */
export function checkDay(
  facts: Pick<Facts, "prices" | "sources">,
  day: string,
  today: string | null,
  allowDay: boolean,
): void {
  if (today !== null && day > today)
    throw new BuildError(`--day ${day} is still to come, today is ${today}; leave --day out`);
  const newest = newestDay(facts);
  if (newest === undefined) return;
  if (day < newest)
    throw new BuildError(
      `--day ${day} lies before the newest recorded fact, of ${newest}; the ledger is append-only: name that day or a later one`,
    );
  const gap = daysBetween(newest, day);
  if (gap > MAX_GAP_DAYS && !allowDay)
    throw new BuildError(
      `--day ${day} lies ${gap} days after the newest recorded fact, of ${newest}; if nothing ran for so long, add --allow-day`,
    );
}

/** Of upstreams: operator rows bear their own days. */
function newestDay({ prices, sources }: Pick<Facts, "prices" | "sources">): string | undefined {
  const days = [
    ...prices.map(({ source, recorded }) => ({ source, day: recorded })),
    ...sources.map(({ id, recorded_on }) => ({ source: id, day: recorded_on })),
  ].flatMap(({ source, day }) => (source === "operator" ? [] : day));
  return days.sort(byText).at(-1);
}
