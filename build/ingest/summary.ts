/** What a night comes to. Pure. */
import { byText } from "../../schema/order.ts";
import type { NightProgress } from "../live-run.ts";
import { standAlone } from "../reports.ts";
import type { LiveSummary, SourceOutcome } from "./outcome.ts";

export function toSummary(day: string, made: NightProgress): LiveSummary {
  const { kept, merged, gated, plan } = made;
  const known = new Set(kept.models.map(({ slug }) => slug));
  const history = [...merged.history.values()].reduce((count, rows) => count + rows.length, 0);
  return {
    day,
    outcomes: made.readings.map((reading) => toOutcome(reading, made)),
    gates: gated.findings,
    changedFiles: plan.changed.map(({ path }) => path),
    deletedFiles: plan.deleted,
    historyRows: history - kept.priceHistory.length,
    newModels: merged.models
      .map(({ slug }) => slug)
      .filter((slug) => !known.has(slug))
      .sort(byText),
    conflicts: merged.conflicts.length,
    rejected: merged.rejected.length,
    unmatched: standAlone(merged.set).length,
    finishedNight: made.finishedNight,
  };
}

function toOutcome(
  reading: NightProgress["readings"][number],
  { gated, changed }: NightProgress,
): SourceOutcome {
  const { source, rows } = reading;
  if (reading.state !== "answered")
    return { source, state: reading.state, rows, message: reading.message, kind: reading.kind };
  const held = gated.heldSources.get(source);
  const state = held !== undefined ? "held" : changed.has(source) ? "changed" : "unchanged";
  return { source, state, rows, message: held ?? null, kind: null };
}
