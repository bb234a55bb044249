/** Gates over all prices that a source states of one host, or of all. Pure. */
import { groupBy } from "../../schema/collections.ts";
import { isMoney, isWitnessed, OPTIONAL_PRICES, type PriceMove, pairsOf } from "./price-move.ts";
import {
  distance,
  type Gate,
  holdRows,
  holdSource,
  median,
  ratioOf,
  toPercent,
  type Verdict,
} from "./verdict.ts";

/** One id's price changes on many a day; the middle of a host's list does not. */
const MAX_MOVE = 1.2;
/** With fewer ids the median is one model's price, and that may move. */
const MIN_IDS = 5;

/**
 * Field by field, so that a typo in cache, batch or tier prices is seen too. Half of a source's hosts or more: the
 * source is held, not its hosts.
 * @param reported Every id that the source reported before and tells now, moved or not.
 */
export function checkMedianMove(source: string, reported: readonly PriceMove[]): Verdict[] {
  const gate: Gate = { name: "median-move", source, area: "offers" };
  const byHost = [...groupBy(reported, ({ host }) => host)];
  const judged = byHost.flatMap(([host, moves]) => {
    const fields = medianMoves(moves);
    return fields.length === 0 ? [] : [{ host, moves, worst: widest(fields) }];
  });
  const over = judged.filter(({ worst }) => worst.move > MAX_MOVE);
  const [first] = over;
  if (first === undefined) return [];
  if (over.length >= MIN_HOSTS && over.length >= judged.length / 2) {
    const reason = `at ${over.length} of ${judged.length} hosts the median price moved by more than 20 % (${first.host}: ${first.worst.field} ${toPercent(first.worst.move)})`;
    return [holdSource(gate, { scope: source, before: "", after: "", reason })];
  }
  return over.map(({ host, moves, worst }) => {
    const reason = `the median ${worst.field} price of ${worst.count} ids moved by ${toPercent(worst.move)}, at most 20 % is passed`;
    const keys = moves.map(({ key }) => key);
    return holdRows(gate, { scope: host, before: "", after: "", reason }, keys);
  });
}

/** Two hosts of a source may move in one run. */
const MIN_HOSTS = 3;

interface MedianMove {
  field: string;
  /** As a distance: 1.25 for 25 % up, or for 20 % down. */
  move: number;
  count: number;
}

function medianMoves(moves: readonly PriceMove[]): MedianMove[] {
  const byField = groupBy(moves.flatMap(pairsOf), ({ field }) => field);
  return [...byField]
    .filter(([, pairs]) => pairs.length >= MIN_IDS)
    .map(([field, pairs]) => ({
      field,
      move: median(pairs.map(({ before, after }) => distance(before, after))),
      count: pairs.length,
    }));
}

const widest = (fields: readonly MedianMove[]): MedianMove =>
  fields.reduce((widestYet, one) => (one.move > widestYet.move ? one : widestYet));

/**
 * So many of a host's prices, or of a source's, do not move in one run, each by a factor of its own: twelve times in
 * two years half of a host's did, and once a tenth of a source's. Rows that were shifted look like that.
 */
const MIN_MOVED = 5;
const MAX_MOVED = 0.5;
const MIN_MOVED_ALL = 10;
const MAX_MOVED_ALL = 0.08;

/** @param reported As for `checkMedianMove`. */
export function checkManyMoves(source: string, reported: readonly PriceMove[]): Verdict[] {
  const gate: Gate = { name: "many-moves", source, area: "offers" };
  const moved = reported.filter((move) => hasMoved(move) && !isWitnessed(move));
  const hold = (scope: string, moves: readonly PriceMove[], of: number) => {
    const keys = moves.map(({ key }) => key);
    const reason = `${keys.length} of ${of} prices moved in one run: ${keys.slice(0, 3).join(", ")}`;
    return holdRows(gate, { scope, before: "", after: "", reason }, keys);
  };
  const [first] = moved;
  if (first && moved.length >= MIN_MOVED_ALL && moved.length > MAX_MOVED_ALL * reported.length) {
    const reason = `${moved.length} of ${reported.length} prices moved in one run: ${first.key}`;
    return [holdSource(gate, { scope: source, before: "", after: "", reason })];
  }
  const all = groupBy(reported, ({ host }) => host);
  return [...groupBy(moved, ({ host }) => host)].flatMap(([host, moves]) => {
    const of = all.get(host)?.length ?? 0;
    if (moves.length >= MIN_MOVED && moves.length > MAX_MOVED * of) return [hold(host, moves, of)];
    return findExchanged(moves).map((pair) =>
      holdRows(
        { ...gate, name: "swap" },
        {
          scope: host,
          before: "",
          after: "",
          reason: `${pair[0].key} and ${pair[1].key} have exchanged their prices`,
        },
        pair.map(({ key }) => key),
      ),
    );
  });
}

const hasMoved = (move: PriceMove): boolean =>
  pairsOf(move).some(({ field, before, after }) => isMoney(field) && before !== after);

/** Pairs of ids of which each has the price of the other. */
function findExchanged(moves: readonly PriceMove[]): [PriceMove, PriceMove][] {
  return moves.flatMap((one, index) =>
    moves
      .slice(index + 1)
      .filter((other) => isAs(one.now, other.before) && isAs(other.now, one.before))
      .map((other): [PriceMove, PriceMove] => [one, other]),
  );
}

const isAs = (now: PriceMove["now"], before: PriceMove["before"]): boolean =>
  now.input === before?.input && now.output === before?.output;

/** So many ids moving by one factor are one typo, when they are this share of the host's that have such a price. */
const MIN_SAME = 5;
const MIN_SHARE = 0.3;
/** So few are enough where the factor is one of units, currencies or taxes. */
const MIN_TELLING = 3;
const TELLING: readonly (readonly [number, string])[] = [
  [0, "all are 0"],
  [10, "a decimal point"],
  [100, "cents for dollars"],
  [1000, "thousands of tokens"],
  [1e6, "one token"],
  [1.19, "a tax of 19 %"],
  [1.21, "a tax of 21 %"],
  [7.1, "yuan for dollars"],
];
/** Rates move, taxes and units do not. */
const NEAR = 0.005;
const NEAR_RATE = 0.06;

/** @param moved Ids whose price is another than before. */
export function checkSameFactor(
  source: string,
  moved: readonly PriceMove[],
  reported: readonly PriceMove[],
): Verdict[] {
  const gate: Gate = { name: "same-factor", source, area: "offers" };
  const size = new Map(
    [...groupBy(reported, ({ host }) => host)].map(([host, all]) => [host, countFields(all)]),
  );
  const held = new Set<string>();
  const verdicts: Verdict[] = [];
  const hold = (scope: string, moves: readonly PriceMove[], factor: number, why: string) => {
    const keys = [...new Set(moves.map(({ key }) => key))].filter((key) => !held.has(key));
    if (keys.length === 0) return;
    for (const key of keys) held.add(key);
    const reason = `${keys.length} ids moved by one factor, ${factor}${why === "" ? "" : ` (${why}?)`}: ${keys.slice(0, 3).join(", ")}`;
    verdicts.push(holdRows(gate, { scope, before: "", after: "", reason }, keys));
  };
  for (const [host, moves] of groupBy(moved, ({ host }) => host))
    for (const [field, ids] of size.get(host) ?? [])
      for (const [factor, same] of byFactor(moves, (one) => one === field)) {
        const telling = tellingOf(factor);
        const isMany = same.length >= MIN_SAME && same.length >= MIN_SHARE * ids;
        if (isMany) hold(host, same, factor, telling ?? "");
      }
  // A lab's new discount for its cache comes at many hosts at once: only prices of tokens tell a typo by its factor.
  const ofMoney = (moves: readonly PriceMove[]) => byFactor(moves, isMoney);
  for (const [host, moves] of groupBy(moved, ({ host }) => host))
    for (const [factor, same] of ofMoney(moves)) {
      const telling = tellingOf(factor);
      if (telling !== undefined && same.length >= MIN_TELLING) hold(host, same, factor, telling);
    }
  for (const [factor, same] of ofMoney(moved)) {
    const telling = tellingOf(factor);
    if (telling !== undefined && same.length >= MIN_SAME) hold(source, same, factor, telling);
  }
  return verdicts;
}

/** Amount → ids that had it and have it. */
function countFields(reported: readonly PriceMove[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const move of reported)
    for (const { field } of pairsOf(move)) counts.set(field, (counts.get(field) ?? 0) + 1);
  return counts;
}

/** Factor, three digits of it → the ids that have an amount that moved by it. */
function byFactor(
  moved: readonly PriceMove[],
  isCounted: (field: string) => boolean,
): Map<number, PriceMove[]> {
  const factors = new Map<number, Set<PriceMove>>();
  for (const move of moved)
    for (const { field, before, after } of pairsOf(move)) {
      if (!isCounted(field)) continue;
      const ratio = ratioOf(before, after);
      if (ratio === 1 || !Number.isFinite(ratio)) continue;
      const factor = Number(ratio.toPrecision(3));
      factors.set(factor, (factors.get(factor) ?? new Set()).add(move));
    }
  return new Map([...factors].map(([factor, moves]) => [factor, [...moves]]));
}

function tellingOf(factor: number): string | undefined {
  return TELLING.find(([one]) => {
    if (one === 0 || factor === 0) return one === factor;
    const near = one === 7.1 ? NEAR_RATE : NEAR;
    return distance(one, factor) < 1 + near || distance(1 / one, factor) < 1 + near;
  })?.[1];
}

/** A host may end its discount for a cache on any day; half of its ids do not lose one price together. */
const MIN_LOST = 5;

export function checkLostFields(source: string, reported: readonly PriceMove[]): Verdict[] {
  const gate = { name: "price-lost", source, area: "offers" } as const;
  return [...groupBy(reported, ({ host }) => host)].flatMap(([host, all]) =>
    OPTIONAL_PRICES.flatMap((field) => {
      const had = all.filter(({ before }) => before !== null && before[field] !== null);
      const lost = had.filter(({ now }) => now[field] === null).map(({ key }) => key);
      if (lost.length < MIN_LOST || lost.length <= had.length / 2) return [];
      const reason = `${lost.length} of ${had.length} ids are listed without the ${field} price they had`;
      return [holdRows(gate, { scope: host, before: "", after: "", reason }, lost)];
    }),
  );
}
