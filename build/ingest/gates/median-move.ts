/** Gate: the prices of a whole host move by more than 20 % in a night. One model's price does; a host's list is an error. */
import { groupBy } from "../../schema/group-by.ts";
import { FIELDS, howToAccept, median, toVerdict, type Verdict } from "./hit.ts";

/** One offer that the source told before and tells now, moved or not. */
export interface ToldTwice {
  key: string;
  host: string;
  was: { input: number | null; output: number | null };
  now: { input: number | null; output: number | null };
}

const MAX_MOVE = 0.2;
/** With fewer offers the median is one model's price, and that may move. */
const MIN_OFFERS = 5;

/** Half of a source's hosts or more: the source is held, not its hosts. */
export function checkMedianMove(source: string, told: readonly ToldTwice[]): Verdict[] {
  const moves = [...groupBy(told, ({ host }) => host)]
    .map(([host, offers]) => ({ host, offers, moves: offers.flatMap(moveOf) }))
    .filter(({ moves }) => moves.length >= MIN_OFFERS)
    .map(({ host, offers, moves }) => ({ host, offers, move: median(moves), count: moves.length }));
  const over = moves.filter(({ move }) => move > MAX_MOVE);
  if (over.length > 0 && over.length >= moves.length / 2) {
    const message = `at ${over.length} of ${moves.length} hosts the median price moved by more than 20 % (${over[0]?.host}: ${toPercent(over[0]?.move)}); ${howToAccept("median-move", source)}`;
    return [toVerdict("median-move", source, { key: "", scope: source, message }, "source")];
  }
  return over.map(({ host, offers, move, count }) => {
    const message = `the median price of ${count} offers moved by ${toPercent(move)} (at most 20 % is believed); ${howToAccept("median-move", source)}`;
    const verdict = toVerdict("median-move", source, { key: "", scope: host, message }, "row");
    return { ...verdict, keys: offers.map(({ key }) => key) };
  });
}

/** The larger of the two moves, as a share of the price before; none where a price was or is free. */
function moveOf({ was, now }: ToldTwice): number[] {
  const moves = FIELDS.flatMap((field) => {
    const [before, after] = [was[field], now[field]];
    return before && after ? [Math.abs(after - before) / before] : [];
  });
  return moves.length === 0 ? [] : [Math.max(...moves)];
}

const toPercent = (share: number | undefined): string => `${Math.round(100 * (share ?? 0))} %`;
