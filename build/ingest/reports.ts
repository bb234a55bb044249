/** What a run decided: its summary, and reports for people in a folder outside git. */

import { join } from "node:path";
import { stringify } from "csv-stringify/sync";
import type { Facts } from "../facts/kinds.ts";
import { writeFileIfChanged } from "../facts/write-facts.ts";
import { byText } from "../schema/collections.ts";
import type { Answer, SkippedSource } from "./answer.ts";
import type { IngestSummary, Merged, SourceOutcome } from "./run.ts";
import type { Plan } from "./stage-facts.ts";

export interface ToSummarize {
  day: string;
  facts: Facts;
  readings: readonly (Answer | SkippedSource)[];
  merged: Merged;
  /** Sources whose facts changed. */
  changed: ReadonlySet<string>;
  plan: Plan;
  faults: readonly string[];
}

export function toSummary(run: ToSummarize): IngestSummary {
  const { day, facts, readings, merged, plan, faults } = run;
  const known = new Set(facts.models.map(({ slug }) => slug));
  const hosts = new Set(facts.offers.map(({ file }) => file));
  const newHosts = [...new Set(merged.offers.map(({ file }) => file))].filter(
    (host) => !hosts.has(host),
  );
  const fresh = merged.models.map(({ slug }) => slug).filter((slug) => !known.has(slug));
  return {
    day,
    outcomes: readings.map((reading) => toOutcome(reading, run)),
    gates: merged.findings,
    changedFiles: plan.changed.map(({ path }) => path),
    deletedFiles: plan.deleted,
    statements: merged.prices.length,
    newModels: fresh.sort(byText),
    newHosts: newHosts.sort(byText),
    rejected: merged.rejected.length,
    malformed: merged.rejected.filter(({ isMalformed }) => isMalformed),
    unmatched: standAlone(merged.set).length,
    faults: [...faults],
  };
}

function toOutcome(
  reading: Answer | SkippedSource,
  { merged, changed }: ToSummarize,
): SourceOutcome {
  const { source, rows } = reading;
  if (reading.state !== "answered")
    return { source, state: reading.state, rows, message: reading.message, kind: reading.kind };
  const held = merged.heldSources.get(source);
  const state = held !== undefined ? "held" : changed.has(source) ? "changed" : "unchanged";
  return { source, state, rows, message: held ?? null, kind: null };
}

type Table = (string | number | null)[][];

/** @param orphans Models that left the catalogue, since nobody sells, tested or dates them. */
export async function writeReports(
  folder: string,
  merged: Merged,
  orphans: readonly string[],
): Promise<void> {
  const write = (name: string, header: string[], rows: Table) =>
    writeFileIfChanged(join(folder, `${name}.csv`), stringify([header, ...rows]));
  await write(
    "unmatched",
    ["model", "host", "name"],
    [...standAlone(merged.set), ...orphans.map((slug) => [slug, null, null])],
  );
  await write(
    "rejected",
    ["source", "place", "value", "reason"],
    merged.rejected.map(({ source, place, value, reason }) => [source, place, value, reason]),
  );
  await write(
    "matched-names",
    ["source", "name", "display_name", "model", "step", "configuration"],
    merged.matched.map(({ source, name, displayName, model, step, configuration }) => [
      ...[source, name, displayName, model, step, configuration],
    ]),
  );
  await write(
    "split-traits",
    ["model", "field", "decided", "claims"],
    merged.splits.map(({ model, field, decided, claims }) => [model, field, decided, claims]),
  );
  await write(
    "gates",
    ["gate", "source", "holds", "scope", "before", "after", "message", "accepted"],
    merged.findings.map(({ gate, source, holds, scope, before, after, message, accepted }) => [
      ...[gate, source, holds, scope, before, after, message, accepted],
    ]),
  );
}

/** Offers that became a model of their own and that nobody else names: the first place to look for a missed match. */
function standAlone(set: Merged["set"]): Table {
  return set.flatMap(({ slug, mentions }) => {
    const [only] = mentions;
    return mentions.length === 1 && only?.host && only.step === "own"
      ? [[slug, only.host, only.name]]
      : [];
  });
}
