/** Gate: a source goes back to what it told before. One price may; several at once are an old copy of its list. */
import type { StandingLedger } from "../ledger/standing-ledger.ts";
import { isSamePrices } from "../statements.ts";
import type { PriceMove } from "./price-move.ts";
import { holdSource, type Verdict } from "./verdict.ts";

/** In two years a source took back two prices or more on five of 162 days with moves, each time of one host. */
const MIN_RETURNS = 3;
const MIN_HOSTS = 2;
const MIN_SHARE = 0.8;

/** @param moves What this source tells anew tonight. */
export function checkOldCopy(
  source: string,
  moves: readonly PriceMove[],
  ledger: StandingLedger,
): Verdict[] {
  const moved = moves.filter(({ before, now }) => before !== null && !isSamePrices(before, now));
  const returns = moved.filter((move) => hasToldBefore(source, move, ledger));
  const [first] = returns;
  const hosts = new Set(returns.map(({ host }) => host));
  if (first === undefined || returns.length < MIN_RETURNS || hosts.size < MIN_HOSTS) return [];
  if (returns.length < MIN_SHARE * moved.length) return [];
  const reason = `${returns.length} of ${moved.length} prices that move go back to what was told before, as in an old copy: ${first.key}`;
  const gate = { name: "old-copy", source, area: "offers" } as const;
  return [holdSource(gate, { scope: source, before: "", after: "", reason })];
}

const hasToldBefore = (
  source: string,
  { host, modelId, now }: PriceMove,
  ledger: StandingLedger,
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
