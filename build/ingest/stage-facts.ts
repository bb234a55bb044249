/** The next `data/`: what it records of the sources, which of its files change, and the folder that stages them. */
import { copyFile, link, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type FactFileTexts, listFilePaths } from "../facts/fact-files.ts";
import {
  FACT_KINDS,
  type FactKindName,
  type Facts,
  type FactWithFileName,
} from "../facts/kinds.ts";
import { toFactsStagingFolder } from "../facts/swap-facts.ts";
import {
  type FactFileText,
  toCsvFactFile,
  toJsonFactFile,
  writeFactFile,
} from "../facts/write-facts.ts";
import { compareByCodePoint, groupBy } from "../schema/collections.ts";
import type { AcceptedChangeRow } from "../schema/rule.ts";
import type { Collector } from "../sources/collector.ts";
import { PASS_THROUGH_KINDS } from "../sources/listing.ts";
import { getLastReadDayBySource, removeFileNameField } from "./fact-rows.ts";
import type { AcceptedChange } from "./judge.ts";
import type { AnsweredSource, MergedFacts, SkippedSource } from "./run.ts";

export interface FactFileEdits {
  /** New files and files whose bytes changed, sorted by path. */
  changed: FactFileText[];
  deleted: string[];
}

/** Kinds whose rows come from sources, without the ledger of prices. */
const STATED_KINDS = [
  ...(["models", "providers", "offers", "statedTraits", "scores"] as const),
  ...PASS_THROUGH_KINDS,
];
/** Kinds that a run may change. What people write (names, rules) stays as it is. */
const WRITTEN_KINDS = [
  ...(["sources", "prices", "acceptedRules", "readings", "held"] as const),
  ...STATED_KINDS,
];

/** Plans to write only what differs from the current texts. @param facts The facts that the texts contain. */
export function planFactFileEdits(facts: Facts, texts: FactFileTexts, next: Facts): FactFileEdits {
  const files = new Map(
    WRITTEN_KINDS.flatMap((kind) => toFiles(kind, facts[kind], next[kind], texts)),
  );
  // Without held changes, the file is kept but has no rows.
  if (texts.has("held.csv") && !files.has("held.csv"))
    files.set("held.csv", toCsvFactFile("held", "", []).text);
  const changed = [...files].flatMap(([path, text]) =>
    texts.get(path) === text ? [] : { path, text },
  );
  const deleted = [...texts.keys()].filter((path) => isDeleted(path, files));
  return {
    changed: changed.sort((a, b) => compareByCodePoint(a.path, b.path)),
    deleted: deleted.sort(compareByCodePoint),
  };
}

/** Scores and traits without rows, and models that were joined with another or are none, lose their file. */
const isDeleted = (path: string, files: ReadonlyMap<string, string>): boolean =>
  /^(models|scores|traits)\//.test(path) && !files.has(path);

/** Path → text. A table whose rows did not change keeps its text. */
function toFiles(
  kind: FactKindName,
  before: readonly { file: string }[],
  rows: readonly { file: string }[],
  texts: FactFileTexts,
): [path: string, text: string][] {
  const { format, pattern } = FACT_KINDS[kind];
  if (format === "json")
    return rows.map((row) => {
      const { path, text } = toJsonFactFile(kind, removeFileNameField(row) as never);
      return [path, text];
    });
  const known = groupBy(before, ({ file }) => file);
  return [...groupBy(rows, ({ file }) => file)].map(([file, own]) => {
    const old = known.get(file) ?? [];
    const isSame = own.length === old.length && own.every((row, at) => row === old[at]);
    const path = pattern.replace("*", file);
    const text = isSame ? texts.get(path) : undefined;
    return [path, text ?? toCsvFactFile(kind, file, own as never[]).text];
  });
}

export function appendAcceptedChanges(
  recorded: Facts["acceptedRules"],
  accept: readonly AcceptedChange[],
  date: string,
): Facts["acceptedRules"] {
  const rows = [...recorded, ...accept.map((one) => ({ file: "accepted", date, ...one }))];
  const keyOf = ({ date: day, rule, source, host }: AcceptedChangeRow) =>
    [day, rule, source, host].join(" ");
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()];
}

/** Unchanged files are hard links, which is safe because no file is ever written in place. */
export async function writeFactsStagingFolder(
  dataFolder: string,
  plan: FactFileEdits,
): Promise<string> {
  const staging = toFactsStagingFolder(dataFolder);
  const gone = new Set([...plan.deleted, ...plan.changed.map(({ path }) => path)]);
  const folders = new Set<string>();
  for (const path of listFilePaths(dataFolder)) {
    if (gone.has(path)) continue;
    const from = join(dataFolder, path);
    const to = join(staging, path);
    if (!folders.has(dirname(to))) await mkdir(dirname(to), { recursive: true });
    folders.add(dirname(to));
    // Some file systems do not support hard links.
    await link(from, to).catch(() => copyFile(from, to));
  }
  for (const file of plan.changed) await writeFactFile(staging, file);
  return staging;
}

type Row = Record<string, unknown>;

/** Sources of every row that came, went or changed: one that stays is the very row that was read. */
export function findSourcesOfChangedRows(facts: Facts, { next, added }: MergedFacts): Set<string> {
  const changed = new Set(added.map(({ source }) => source));
  for (const kind of STATED_KINDS)
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
