/** Gate: a fact that was recorded after the night it came in. */
import type { Hit } from "./hit.ts";

/** A row with the day it says it was recorded. */
export interface DatedRow {
  key: string;
  scope: string;
  date: string;
}

export const checkFutureDate = ({ key, scope, date }: DatedRow, day: string): Hit[] =>
  date > day ? [{ key, scope, message: `${scope}: dated ${date}, after the night of ${day}` }] : [];
