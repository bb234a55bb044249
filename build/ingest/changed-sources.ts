/** Whose facts a night changed, and what is to be said of each source. Pure. */
import { toCell } from "../../facts/cells.ts";
import { FACT_KINDS, type FactKindName } from "../../facts/kinds.ts";
import { byText } from "../../schema/order.ts";
import type { Source, SourceText } from "../../schema/source.ts";
import type { NightFacts } from "../kept-facts.ts";
import { plainTables } from "../write-catalogue.ts";
import type { MergedNight } from "./merge-night.ts";
import type { Answer, Silence } from "./read-sources.ts";
import { isSameRow, withoutFile } from "./series.ts";

type Row = Record<string, unknown>;
/** Kind, and the rows with their files. */
type Table = [kind: FactKindName, rows: readonly Row[]];

/** Sources of every row that came, went or changed. */
export function findChangedSources(kept: NightFacts, merged: MergedNight): Set<string> {
  const changed = new Set<string>();
  for (const [kind, rows] of tablesOf(merged)) {
    const files = new Set(rows.map(({ file }) => file));
    const isWhole = !(kind in PARTIAL);
    const before = (kept[kind as keyof NightFacts] as readonly Row[]).filter(
      ({ file }) => isWhole || files.has(file),
    );
    for (const row of differences(kind, before, rows)) changed.add(String(row.source ?? row.file));
  }
  return changed;
}

/** Kinds of which only the files that tonight speaks of are merged. */
const PARTIAL: Readonly<Partial<Record<FactKindName, true>>> = {
  companies: true,
  mindshare: true,
  gpuRental: true,
  agents: true,
  mcpServers: true,
  skills: true,
};

function tablesOf(merged: MergedNight): Table[] {
  const flat = (tables: ReadonlyMap<string, readonly object[]>): Row[] =>
    [...tables].flatMap(([file, rows]) => rows.map((row) => ({ ...row, file })));
  return [
    ["models", merged.models.map((row) => ({ ...row, file: row.slug }))],
    ["providers", merged.providers.map((row) => ({ ...row, file: row.slug }))],
    ["offers", flat(merged.offers)],
    ["priceHistory", flat(merged.history)],
    ["scores", flat(merged.scores)],
    ["secondOpinions", flat(merged.opinions)],
    ...[...plainTables(merged.facts)].map(([kind, tables]): Table => [kind, flat(tables)]),
  ];
}

function differences(kind: FactKindName, before: readonly Row[], after: readonly Row[]): Row[] {
  const fields: readonly string[] = ["file", ...FACT_KINDS[kind].key];
  const keyOf = (row: Row) => fields.map((field) => toCell(row[field])).join("\n");
  const standing = new Map(before.map((row) => [keyOf(row), row]));
  const changed: Row[] = [];
  for (const row of after) {
    const old = standing.get(keyOf(row));
    standing.delete(keyOf(row));
    if (old === undefined) changed.push(row);
    else if (!isSameRow(old, row)) changed.push(old, row);
  }
  return [...changed, ...standing.values()];
}

export interface NightOfSources {
  day: string;
  texts: readonly SourceText[];
  readings: readonly (Answer | Silence)[];
  held: ReadonlySet<string>;
  changed: ReadonlySet<string>;
  /** Missed already by an earlier run of this same night: not counted twice. */
  counted: ReadonlySet<string>;
}

/** Every source that stands, and those that answered for the first time. */
export function mergeNightSources(kept: readonly Source[], night: NightOfSources): Source[] {
  const standing = new Map(
    kept.map((source) => [source.id, withoutFile({ file: "", ...source }) as Source]),
  );
  for (const reading of night.readings) {
    const { source: id, state } = reading;
    const before = standing.get(id);
    if (state === "answered" && !night.held.has(id)) {
      const base = before ?? toNewSource(id, night);
      const recorded_on = night.changed.has(id) ? night.day : base.recorded_on;
      standing.set(id, { ...base, recorded_on, missed_runs: 0 });
    } else if (state === "failed" && before && !night.counted.has(id))
      standing.set(id, { ...before, missed_runs: before.missed_runs + 1 });
  }
  return [...standing.values()];
}

/** Two collectors may read one source: what they provide is told together. */
function toNewSource(id: string, { texts, day }: NightOfSources): Source {
  const own = texts.filter((text) => text.id === id);
  const provides = [...new Set(own.flatMap((text) => text.provides))].sort(byText);
  return { ...own[0]!, provides, recorded_on: day, missed_runs: 0 };
}
