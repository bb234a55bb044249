/** A price that creeps: each step is small enough to be believed, and together they are not. */
import type { StandingLedger } from "../ledger/standing-ledger.ts";
import { byDay, dayOf } from "../statements.ts";
import { hitOf, isWitnessed, MAX_BELIEVED_MOVE, type PriceMove, shareMoved } from "./price-move.ts";
import { mark, type Verdict } from "./verdict.ts";

/** Days in which the steps are added up; as in the view `crept_prices`. */
const WINDOW_DAYS = 30;
/** Hosts change a price once or twice in a month. */
const MIN_STEPS = 3;
const DAY_MS = 86_400_000;

/** @param moves What this source tells anew tonight. */
export function checkDrift(
  source: string,
  moves: readonly PriceMove[],
  ledger: StandingLedger,
  day: string,
): Verdict[] {
  return moves
    .filter((move) => move.before !== null && !isWitnessed(move))
    .flatMap((move) => {
      const told = toldLately(source, move, ledger, day);
      const [first] = told;
      if (first === undefined || told.length < MIN_STEPS) return [];
      const whole = { ...move, before: first };
      if (shareMoved(whole) <= MAX_BELIEVED_MOVE) return [];
      const reason = `crept by more than 40 % in ${told.length} steps since ${dayOf(first)}, and nobody else says so`;
      return [mark({ name: "drift", source, area: "offers" }, hitOf(whole, reason))];
    });
}

/** What the source said of the id in the window, the oldest first. */
const toldLately = (
  source: string,
  { host, modelId }: PriceMove,
  ledger: StandingLedger,
  day: string,
) =>
  ledger
    .rowsOf(host)
    .filter((row) => row.source === source && row.model_id === modelId && row.event === "stated")
    .filter((row) => Date.parse(day) - Date.parse(dayOf(row)) <= WINDOW_DAYS * DAY_MS)
    .sort(byDay);
