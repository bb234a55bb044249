/** How far an upstream lags, judged by its own rhythm and the newest fact of all: nothing depends on today. */
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { SourceRow } from "../../../build/model/catalog/rows.ts";
import { newest } from "../../http/envelope.ts";

/** So many of its usual gaps may pass without news. */
const MOST_GAPS = 2;
/** An upstream with news every day may rest for a week. */
const LEAST_DAYS = 7;

/** Days from its newest fact to the newest of any upstream; null when it has none. */
export function daysBehind({ newest_fact }: SourceRow, { sources }: Catalog): number | null {
  const latest = newest(
    sources.filter(({ id }) => id !== OPERATOR).map((source) => source.newest_fact),
  );
  if (newest_fact === null || latest === null) return null;
  return Math.max(0, Math.round((Date.parse(latest) - Date.parse(newest_fact)) / DAY_MS));
}

/** It could not be read in the last night it was due, or has had no news for longer than is usual with it. */
export function isStale(source: SourceRow, catalog: Catalog): boolean {
  if (source.missed_runs > 0) return true;
  const { usual_gap_days } = source;
  if (usual_gap_days === null) return false;
  const days = daysBehind(source, catalog) ?? 0;
  return days > Math.max(LEAST_DAYS, MOST_GAPS * usual_gap_days);
}

/** Our own work (the glossary) says nothing of how fresh the upstreams are. */
const OPERATOR = "operator";
const DAY_MS = 86_400_000;
