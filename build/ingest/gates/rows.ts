/** Gate: fewer than 80 % of the rows that the source had. A cut-off list is no withdrawal of models. */
import { holdSource, type Verdict } from "./verdict.ts";

/** Rows of one kind that a source had, and how many of them its answer has. */
export interface RowCount {
  kind: string;
  before: number;
  now: number;
}

const MIN_SHARE = 0.8;
/** A list of so few rows may lose one or two any day. */
const MIN_ROWS = 5;

export function checkRows(source: string, counts: readonly RowCount[]): Verdict[] {
  return counts
    .filter(({ before, now }) => before >= MIN_ROWS && now < MIN_SHARE * before)
    .map(({ kind, before, now }) => {
      const percent = Math.floor((100 * now) / before);
      const reason = `${now} of the ${before} ${kind} it had came back (${percent} %, at least 80 % are asked for)`;
      const about = { scope: source, before: String(before), after: String(now), reason };
      return holdSource({ name: "rows", source, area: "offers" }, about);
    });
}
