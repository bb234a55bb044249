/** What is recorded of each source: whether its facts changed, when it was read or missed. Pure. */

import type { Facts, FactWithFileName } from "../facts/kinds.ts";
import type { Collector } from "../sources/collector.ts";
import { PASS_THROUGH_KINDS } from "../sources/listing.ts";
import type { AnsweredSource, MergedFacts, SkippedSource } from "./run.ts";

type Row = Record<string, unknown>;

/** Sources of every row that came, went or changed: one that stays is the very row that was read. */
export function findSourcesOfChangedRows(facts: Facts, { next, added }: MergedFacts): Set<string> {
  const changed = new Set(added.map(({ source }) => source));
  for (const kind of [
    ...(["models", "providers", "offers", "statedTraits", "scores"] as const),
    ...PASS_THROUGH_KINDS,
  ])
    for (const row of differences(facts[kind], next[kind]))
      changed.add(String(row.source ?? row.file));
  return changed;
}

function differences(before: readonly Row[], after: readonly Row[]): Row[] {
  const old = new Set(before);
  const now = new Set(after);
  return [...before.filter((row) => !now.has(row)), ...after.filter((row) => !old.has(row))];
}

interface SourceUpdates {
  day: string;
  collectors: readonly Collector[];
  readings: readonly (AnsweredSource | SkippedSource)[];
  /** Sources whose facts changed. */
  changed: ReadonlySet<string>;
}

/** Every source with the day of its last change and its missed runs, and those that answered for the first time. */
export function toUpdatedSources(facts: Facts, updates: SourceUpdates): Facts["sources"] {
  const { day, readings, changed } = updates;
  const lastRead = getLastReadDayBySource(facts);
  const sources = new Map(facts.sources.map((source) => [source.id, source]));
  for (const { source: id, state } of readings) {
    const before = sources.get(id);
    if (state === "answered") {
      const base = before ?? toNewSource(id, updates);
      const recorded_on = changed.has(id) ? day : base.recorded_on;
      sources.set(id, { ...base, recorded_on, ...READ });
    } else if (state === "retired" && before) sources.set(id, { ...before, ...READ });
    else if (
      state === "failed" &&
      before &&
      [before.missed_on, lastRead.get(id)].every((known) => (known ?? "") < day)
    )
      sources.set(id, { ...before, missed_runs: before.missed_runs + 1, missed_on: day });
  }
  return [...sources.values()];
}

const READ = { missed_runs: 0, missed_on: null } as const;

function toNewSource(id: string, { collectors, day }: SourceUpdates): FactWithFileName<"sources"> {
  const description = collectors.find((one) => one.id === id)?.description;
  if (description === undefined) throw new Error(`${id}: this source has no collector`);
  const unset = { entry_url: null, copyright: null, generated_from: null, retired_on: null };
  return { ...unset, ...description, id, file: id, recorded_on: day, ...READ };
}

/** Adds a reading for each source that answered; a second one on the same day adds nothing. */
export function appendSourceReadings(
  readings: Facts["readings"],
  answers: readonly AnsweredSource[],
  day: string,
): Facts["readings"] {
  const known = new Set(readings.map((one) => `${one.source} ${one.day}`));
  const fresh = answers.filter(({ source }) => !known.has(`${source} ${day}`));
  return [
    ...readings,
    ...fresh.map(({ source, rows }) => ({ file: "readings", source, day, rows })),
  ];
}

export function getLastReadDayBySource({ readings }: Pick<Facts, "readings">): Map<string, string> {
  const last = new Map<string, string>();
  for (const { source, day } of readings) if (day > (last.get(source) ?? "")) last.set(source, day);
  return last;
}
