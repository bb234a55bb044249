/** The results of a run: its summary, and reports for people in a folder outside git. */

import { join } from "node:path";
import { stringify } from "csv-stringify/sync";
import type { Facts } from "../facts/kinds.ts";
import { writeFileIfChanged } from "../facts/write-facts.ts";
import { compareByCodePoint } from "../schema/collections.ts";
import type { AnsweredSource, MergedFacts, SkippedSource } from "./run.ts";
import type { FactFileEdits } from "./stage-facts.ts";

interface IngestSummaryInput {
  day: string;
  facts: Facts;
  readings: readonly (AnsweredSource | SkippedSource)[];
  merged: MergedFacts;
  /** Sources whose facts changed. */
  changed: ReadonlySet<string>;
  plan: FactFileEdits;
  faults: readonly string[];
}

/** What the report of a run shows. */
export type IngestSummary = ReturnType<typeof toIngestSummary>;

export function toIngestSummary(run: IngestSummaryInput) {
  const { day, facts, readings, merged, plan, faults } = run;
  const { next, added, held, passed, oneSource, shrunkLists } = merged;
  const modelsOf = ({ models }: Facts) => models.map(({ slug }) => slug);
  const hostsOf = ({ offers }: Facts) => offers.map(({ file }) => file);
  return {
    day,
    held,
    passed,
    oneSource,
    shrunkLists,
    outcomes: readings.map((reading) => toOutcome(reading, run)),
    /** New files and files whose bytes changed, sorted. */
    changedFiles: plan.changed.map(({ path }) => path),
    statements: added.length,
    newModels: findNewNames(modelsOf(facts), modelsOf(next)),
    newHosts: findNewNames(hostsOf(facts), hostsOf(next)),
    rejected: merged.rejected.length,
    /** Those of a format that their collector does not know. */
    malformed: merged.rejected.filter(({ isMalformed }) => isMalformed),
    unmatched: standAlone(merged.set).length,
    /** Faults of the facts as a whole: if there are any, nothing may be written. */
    faults: [...faults],
  };
}

function findNewNames(before: readonly string[], after: readonly string[]): string[] {
  const known = new Set(before);
  return [...new Set(after)].filter((name) => !known.has(name)).sort(compareByCodePoint);
}

/** A source that answered has a message if parts of its answer are missing. */
function toOutcome(reading: AnsweredSource | SkippedSource, { changed }: IngestSummaryInput) {
  if (reading.state !== "answered") return reading;
  const { source, rows } = reading;
  const state = changed.has(source) ? ("changed" as const) : ("unchanged" as const);
  const [first, ...others] = reading.missing.map(({ message }) => message);
  const message = others.length > 0 ? `${first} (and ${others.length} more)` : (first ?? null);
  return { source, state, rows, message, kind: null };
}

/**
 * `ingest of 2026-11-21: price rows: 3, new models: 2, changed files: 5; failed sources: 2, changes held back: 4,
 * rejected rows: 1 (rejected.csv)`, after lines about sources that failed, lack parts or were requested but not read,
 * malformed rows, shrunk lists and new hosts, if there are any.
 */
export function formatIngestSummary(summary: IngestSummary, isDry = false): string {
  const { day, statements, newModels, newHosts, changedFiles, outcomes, malformed } = summary;
  const count = (state: string) => outcomes.filter((one) => one.state === state).length;
  const done = `price rows: ${statements}, new models: ${newModels.length}, ${isDry ? "files that would change" : "changed files"}: ${changedFiles.length}`;
  const result = summary.faults.length > 0 ? "stopped, data/ is unchanged" : done;
  const rows = malformed.map(
    ({ source, place, value, reason }) => `${source}, ${place}: ${value}: ${reason}`,
  );
  return [
    ...outcomes.flatMap(({ state, message }) => {
      if (state === "not-due" || message === null) return message ?? [];
      return `${state === "failed" ? state : "incomplete"}: ${message}`;
    }),
    ...toExamples("malformed rows", rows),
    ...toExamples("lists that lost half of their ids or more", toShrunkListLines(summary)),
    ...toExamples("new hosts", newHosts),
    `ingest of ${day}: ${result}; failed sources: ${count("failed")}, changes held back: ${summary.held.length}, rejected rows: ${summary.rejected} (rejected.csv)`,
    "",
  ].join("\n");
}

/** `models-dev at acme: 5 of 6 model ids are no longer listed`, of each list that lost half of its ids or more. */
export const toShrunkListLines = ({ shrunkLists }: IngestSummary): string[] =>
  shrunkLists.map(
    ({ source, host, lost, of }) =>
      `${source} at ${host}: ${lost} of ${of} model ids are no longer listed`,
  );

/** Number of examples that are shown; a longer list ends with `, …`. */
const MAX_EXAMPLES = 3;

/** `new hosts (2): acme; zenith`; an empty list if there are none. */
function toExamples(what: string, all: readonly string[]): string[] {
  if (all.length === 0) return [];
  const more = all.length > MAX_EXAMPLES ? ", …" : "";
  return [`${what} (${all.length}): ${all.slice(0, MAX_EXAMPLES).join("; ")}${more}`];
}

type Row = Readonly<Record<string, string | number | null>>;

/** @param orphans Models that left the catalogue because they have no offer, no score and no release date. */
export async function writeIngestReports(
  folder: string,
  merged: MergedFacts,
  orphans: readonly string[],
): Promise<void> {
  const write = (name: string, columns: string[], rows: readonly object[]) =>
    writeFileIfChanged(
      join(folder, `${name}.csv`),
      stringify([...rows], { header: true, columns }),
    );
  const { set, rejected, splits, held, oneSource } = merged;
  const left = orphans.map((model): Row => ({ model, host: null, name: null }));
  const change = ["rule", "source", "host", "kind", "key", "field", "before", "value"];
  await write("unmatched", ["model", "host", "name"], [...standAlone(set), ...left]);
  await write("rejected", ["source", "place", "value", "reason"], rejected);
  await write("split-traits", ["model", "field", "decided", "claims"], splits);
  await write("held", [...change, "since", "readings"], held);
  await write("one-source", ["source", "host", "model_id", "before", "after"], oneSource);
}

/** Offers that became models and that no other source names. Look here first for a missed match. */
const standAlone = (set: MergedFacts["set"]): Row[] =>
  set.flatMap(({ slug, mentions }) => {
    const [only] = mentions;
    const isAlone = mentions.length === 1 && only?.host && only.step === "own";
    return isAlone ? [{ model: slug, host: only.host, name: only.name }] : [];
  });
