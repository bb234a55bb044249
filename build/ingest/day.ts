/** Whether the day of a night can be: facts are dated with it, for good. */
import { BuildError } from "../facts/fault.ts";
import type { Facts } from "../facts/kinds.ts";
import { byText } from "../schema/collections.ts";

/** After so many days without a night somebody looks before the gap is dated with one day. */
const MAX_GAP_DAYS = 60;
const DAY_MS = 86_400_000;

/**
 * @param today Last day that there is, for live addresses; null for copies, which may be of any day.
 * @throws BuildError with the bound and what to do.
 */
export function checkDay(
  facts: Pick<Facts, "prices" | "sources">,
  day: string,
  today: string | null,
  allowDay: boolean,
): void {
  if (today !== null && day > today)
    throw new BuildError(`--day ${day} is still to come, today is ${today}; leave --day out`);
  const newest = newestDay(facts);
  if (newest === undefined) return;
  if (day < newest)
    throw new BuildError(
      `--day ${day} lies before the newest recorded fact, of ${newest}; the ledger is append-only: name that day or a later one`,
    );
  const gap = (Date.parse(day) - Date.parse(newest)) / DAY_MS;
  if (gap > MAX_GAP_DAYS && !allowDay)
    throw new BuildError(
      `--day ${day} lies ${gap} days after the newest recorded fact, of ${newest}; if no night ran for so long, add --allow-day`,
    );
}

/** Of upstreams: what a person adds bears the day of a person. */
function newestDay({ prices, sources }: Pick<Facts, "prices" | "sources">): string | undefined {
  const days = [
    ...prices.filter(({ source }) => source !== "operator").map(({ recorded }) => recorded),
    ...sources.filter(({ id }) => id !== "operator").map(({ recorded_on }) => recorded_on),
  ];
  return days.sort(byText).at(-1);
}
