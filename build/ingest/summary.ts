/** What a reading of the upstreams comes to. Pure. */
import type { Facts } from "../facts/kinds.ts";
import { byText } from "../schema/collections.ts";
import type { Merged } from "./merge.ts";
import type { IngestSummary, SourceOutcome } from "./outcome.ts";
import type { Plan } from "./plan-files.ts";
import type { Answer, SkippedSource } from "./read/read-sources.ts";
import { standAlone } from "./reports.ts";

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

export function toSummary(night: ToSummarize): IngestSummary {
  const { day, facts, readings, merged, plan, faults } = night;
  const known = new Set(facts.models.map(({ slug }) => slug));
  const fresh = merged.models.map(({ slug }) => slug).filter((slug) => !known.has(slug));
  return {
    day,
    outcomes: readings.map((reading) => toOutcome(reading, night)),
    gates: merged.findings,
    changedFiles: plan.changed.map(({ path }) => path),
    deletedFiles: plan.deleted,
    statements: merged.prices.length,
    newModels: fresh.sort(byText),
    rejected: merged.rejected.length,
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
