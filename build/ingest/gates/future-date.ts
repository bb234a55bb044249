/** Gate: a fact that was recorded after the night it came in. */
import { type Gate, type Hit, toVerdicts, type Verdict } from "./verdict.ts";

/** A row with the day it says it was recorded. */
export interface DatedRow {
  key: string;
  scope: string;
  date: string;
}

export function checkFutureDates(gate: Gate, rows: readonly DatedRow[], day: string): Verdict[] {
  const hits = rows
    .filter(({ date }) => date > day)
    .map(
      ({ key, scope, date }): Hit => ({
        ...{ key, scope, before: "", after: date },
        reason: `is dated ${date}, after the night of ${day}`,
      }),
    );
  return toVerdicts(gate, hits, rows.length);
}
