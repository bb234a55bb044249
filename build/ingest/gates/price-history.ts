/** Gates that look back: prices that creep, return to an old copy, or are dated anew. Pure. */
import { daysBetween } from "../../schema/values.ts";
import type { SourceList } from "../source-lists.ts";
import { byDay, type CurrentLedger, dayOf, isSamePrices } from "../statements.ts";
import { hitOf, isWitnessed, MAX_UNMARKED_MOVE, type PriceMove, shareMoved } from "./price-move.ts";
import { Gate, type Verdict } from "./verdict.ts";

type Id = Pick<PriceMove, "host" | "modelId">;

/** Everything that one source stated of an id. */
const recordOf = (ledger: CurrentLedger, source: string, { host, modelId }: Id) =>
  ledger.rowsOf(host).filter((row) => row.source === source && row.model_id === modelId);

/** Days in which the steps are added up; as in the view `crept_prices`. */
const WINDOW_DAYS = 30;
/** Hosts change a price once or twice in a month. */
const MIN_STEPS = 3;

/** @param moves What this source states anew today. */
export const checkDrift = (
  source: string,
  moves: readonly PriceMove[],
  ledger: CurrentLedger,
  day: string,
): Verdict[] =>
  moves
    .filter((move) => move.before !== null && !isWitnessed(move))
    .flatMap((move) => {
      const steps = recordOf(ledger, source, move)
        .filter((row) => row.event === "stated" && daysBetween(dayOf(row), day) <= WINDOW_DAYS)
        .sort(byDay);
      const [first] = steps;
      if (first === undefined || steps.length < MIN_STEPS) return [];
      const whole = { ...move, before: first };
      if (shareMoved(whole) <= MAX_UNMARKED_MOVE) return [];
      const reason = `crept by more than 40 % in ${steps.length} steps since ${dayOf(first)}, as no other source reports`;
      return new Gate("drift", source).mark(hitOf(whole, reason));
    });

/** In two years a source took back two prices or more on five of 162 days with moves, each time of one host. */
const MIN_RETURNS = 3;
const MIN_HOSTS = 2;
const MIN_SHARE = 0.8;

/** @param moves What this source states anew today. */
export function checkOldCopy(
  source: string,
  moves: readonly PriceMove[],
  ledger: CurrentLedger,
): Verdict[] {
  const moved = moves.filter(({ before, now }) => before !== null && !isSamePrices(before, now));
  const returns = moved.filter((move) =>
    recordOf(ledger, source, move).some(
      (row) => row.event === "stated" && isSamePrices(row, move.now),
    ),
  );
  const hosts = new Set(returns.map(({ host }) => host));
  const isFew = returns.length < MIN_RETURNS || hosts.size < MIN_HOSTS;
  if (isFew || returns.length < MIN_SHARE * moved.length) return [];
  const reason = `${returns.length} of ${moved.length} prices that move go back to what was reported before, as in an old copy: ${returns[0]?.key}`;
  return new Gate("old-copy", source).holdSource({ reason });
}

const MAX_AHEAD = 500;
/** Sources date what they record: a change of last month, seldom one of last year. */
const MAX_BACK = 60;

/** The same price under another past day is a typo of the day. And nobody announces a price for years to come. */
export function checkDates(
  { source, listed }: SourceList,
  { ledger, day }: { ledger: CurrentLedger; day: string },
): Verdict[] {
  const gate = new Gate("dates", source);
  return listed.flatMap((one) => {
    const { key, stated, before } = one;
    const dated = stated.dated ?? [];
    const hold = (reason: string, after: string, known?: string | null) =>
      gate.holdRows({ scope: key, before: known, after, reason }, [one]);
    const far = dated.find(({ effective }) => daysBetween(day, effective) > MAX_AHEAD);
    if (far !== undefined) return hold(`a price is announced for ${far.effective}`, far.effective);
    const past = recordOf(ledger, source, one).filter((row) => row.effective);
    const fresh = dated.filter(({ effective }) => !past.some((row) => row.effective === effective));
    const moved = fresh.find(
      ({ effective, prices }) =>
        effective <= day && past.some((row) => dayOf(row) <= day && isSamePrices(row, prices)),
    );
    if (moved !== undefined) {
      const known = past.find((row) => isSamePrices(row, moved.prices))?.effective;
      return hold(`a price of ${known} is dated ${moved.effective} now`, moved.effective, known);
    }
    const old = fresh.find(({ effective }) => daysBetween(effective, day) > MAX_BACK);
    if (old === undefined || before === null) return [];
    const reason = `a price is dated ${old.effective}, long ago, and was never reported`;
    return hold(reason, old.effective);
  });
}
