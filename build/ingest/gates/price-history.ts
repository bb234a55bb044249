/** Gates that look back: prices that creep, return to an old copy, or are dated anew. Pure. */

import type { SourceList } from "../source-lists.ts";
import { byDay, type CurrentLedger, dayOf, isSamePrices } from "../statements.ts";
import { hitOf, isWitnessed, MAX_UNMARKED_MOVE, type PriceMove, shareMoved } from "./price-move.ts";
import { holdRows, holdSource, mark, type Verdict } from "./verdict.ts";

/** Days in which the steps are added up; as in the view `crept_prices`. */
const WINDOW_DAYS = 30;
/** Hosts change a price once or twice in a month. */
const MIN_STEPS = 3;
const DAY_MS = 86_400_000;

/** @param moves What this source tells anew today. */
export function checkDrift(
  source: string,
  moves: readonly PriceMove[],
  ledger: CurrentLedger,
  day: string,
): Verdict[] {
  return moves
    .filter((move) => move.before !== null && !isWitnessed(move))
    .flatMap((move) => {
      const reported = recentStatements(source, move, ledger, day);
      const [first] = reported;
      if (first === undefined || reported.length < MIN_STEPS) return [];
      const whole = { ...move, before: first };
      if (shareMoved(whole) <= MAX_UNMARKED_MOVE) return [];
      const reason = `crept by more than 40 % in ${reported.length} steps since ${dayOf(first)}, and nobody else says so`;
      return [mark({ name: "drift", source, area: "offers" }, hitOf(whole, reason))];
    });
}

/** What the source stated of the id in the window, the oldest first. */
const recentStatements = (
  source: string,
  { host, modelId }: PriceMove,
  ledger: CurrentLedger,
  day: string,
) =>
  ledger
    .rowsOf(host)
    .filter((row) => row.source === source && row.model_id === modelId && row.event === "stated")
    .filter((row) => Date.parse(day) - Date.parse(dayOf(row)) <= WINDOW_DAYS * DAY_MS)
    .sort(byDay);

/** In two years a source took back two prices or more on five of 162 days with moves, each time of one host. */
const MIN_RETURNS = 3;
const MIN_HOSTS = 2;
const MIN_SHARE = 0.8;

/** @param moves What this source tells anew today. */
export function checkOldCopy(
  source: string,
  moves: readonly PriceMove[],
  ledger: CurrentLedger,
): Verdict[] {
  const moved = moves.filter(({ before, now }) => before !== null && !isSamePrices(before, now));
  const returns = moved.filter((move) => wasStatedBefore(source, move, ledger));
  const [first] = returns;
  const hosts = new Set(returns.map(({ host }) => host));
  if (first === undefined || returns.length < MIN_RETURNS || hosts.size < MIN_HOSTS) return [];
  if (returns.length < MIN_SHARE * moved.length) return [];
  const reason = `${returns.length} of ${moved.length} prices that move go back to what was reported before, as in an old copy: ${first.key}`;
  const gate = { name: "old-copy", source, area: "offers" } as const;
  return [holdSource(gate, { scope: source, before: "", after: "", reason })];
}

const wasStatedBefore = (
  source: string,
  { host, modelId, now }: PriceMove,
  ledger: CurrentLedger,
): boolean =>
  ledger
    .rowsOf(host)
    .some(
      (row) =>
        row.source === source &&
        row.model_id === modelId &&
        row.event === "stated" &&
        isSamePrices(row, now),
    );

/**
 * A day of the past does not move: the same price under another day is a typo of the day. And nobody announces a
 * price for years to come.
 */
export function checkDates(
  { source, listed }: SourceList,
  { ledger, day }: { ledger: CurrentLedger; day: string },
): Verdict[] {
  const gate = { name: "dates", source, area: "offers" } as const;
  return listed.flatMap(({ key, host, modelId, stated, before }) => {
    const far = (stated.dated ?? []).find(
      ({ effective }) => daysBetween(day, effective) > MAX_AHEAD,
    );
    if (far !== undefined) {
      const reason = `a price is announced for ${far.effective}`;
      return [holdRows(gate, { scope: key, before: "", after: far.effective, reason }, [key])];
    }
    const past = ledger
      .rowsOf(host)
      .filter((row) => row.source === source && row.model_id === modelId && row.effective);
    const moved = (stated.dated ?? []).find(
      ({ effective, prices }) =>
        effective <= day &&
        !past.some((row) => row.effective === effective) &&
        past.some((row) => dayOf(row) <= day && isSamePrices(row, prices)),
    );
    const old = (stated.dated ?? []).find(
      ({ effective }) =>
        daysBetween(effective, day) > MAX_BACK && !past.some((row) => row.effective === effective),
    );
    if (moved === undefined && old !== undefined && before !== null) {
      const reason = `a price is dated ${old.effective}, long ago, and was never reported`;
      return [holdRows(gate, { scope: key, before: "", after: old.effective, reason }, [key])];
    }
    if (moved === undefined) return [];
    const known = past.find((row) => isSamePrices(row, moved.prices));
    const reported = { before: known?.effective ?? "", after: moved.effective };
    const reason = `a price of ${reported.before} is dated ${reported.after} now`;
    return [holdRows(gate, { scope: key, ...reported, reason }, [key])];
  });
}

const MAX_AHEAD = 500;
/** Sources date what they record: a change of last month, seldom one of last year. */

const MAX_BACK = 60;

const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / 86_400_000;
