/** Gates over all prices that a source states of one host, or of all. Pure. */
import { groupBy } from "../../schema/collections.ts";
import { isMoney, isWitnessed, OPTIONAL_PRICES, type PriceMove, pairsOf } from "./price-move.ts";
import {
  type Bound,
  distance,
  Gate,
  isMany,
  manyByHost,
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
  const gate = new Gate("median-move", source);
  const judged = [...groupBy(reported, ({ host }) => host)].flatMap(([host, moves]) => {
    const [worst] = medianMoves(moves).sort((a, b) => b.move - a.move);
    return worst === undefined ? [] : [{ host, moves, worst }];
  });
  const over = judged.filter(({ worst }) => worst.move > MAX_MOVE);
  const [first] = over;
  if (first && over.length >= MIN_HOSTS && over.length >= judged.length / 2) {
    const { host, worst } = first;
    const reason = `at ${over.length} of ${judged.length} hosts the median price moved by more than 20 % (${host}: ${worst.field} ${toPercent(worst.move)})`;
    return gate.holdSource({ reason });
  }
  return over.flatMap(({ host: scope, moves, worst: { field, count, move } }) => {
    const reason = `the median ${field} price of ${count} ids moved by ${toPercent(move)}, at most 20 % is passed`;
    return gate.holdRows({ scope, reason }, moves);
  });
}

/** Two hosts of a source may move in one run. */
const MIN_HOSTS = 3;

/** By price; a move is a distance: 1.25 for 25 % up, or for 20 % down. */
const medianMoves = (moves: readonly PriceMove[]) =>
  [...groupBy(moves.flatMap(pairsOf), ({ field }) => field)]
    .filter(([, pairs]) => pairs.length >= MIN_IDS)
    .map(([field, pairs]) => ({
      field,
      move: median(pairs.map(({ before, after }) => distance(before, after))),
      count: pairs.length,
    }));

/**
 * So many of a host's prices, or of a source's, do not move in one run, each by a factor of its own: twelve times in
 * two years half of a host's did, and once a tenth of a source's. Rows that were shifted look like that.
 */
const MANY_OF_HOST: Bound = [5, 0.5];
const MANY_OF_SOURCE: Bound = [10, 0.08];

/** @param reported As for `checkMedianMove`. */
export function checkManyMoves(source: string, reported: readonly PriceMove[]): Verdict[] {
  const gate = new Gate("many-moves", source);
  const moved = reported.filter((move) => hasMoved(move) && !isWitnessed(move));
  const toReason = (count: number, of: number, keys: string) =>
    `${count} of ${of} prices moved in one run: ${keys}`;
  if (isMany(moved.length, reported.length, MANY_OF_SOURCE))
    return gate.holdSource({
      reason: toReason(moved.length, reported.length, moved[0]?.key ?? ""),
    });
  const many = manyByHost(moved, reported, MANY_OF_HOST);
  const hosts = new Set(many.map(({ host }) => host));
  const others = groupBy(
    moved.filter(({ host }) => !hosts.has(host)),
    ({ host }) => host,
  );
  return [
    ...many.flatMap(({ host: scope, rows, of }) =>
      gate.holdRows({ scope, reason: toReason(rows.length, of, sampleOf(rows)) }, rows),
    ),
    ...[...others].flatMap(([scope, moves]) =>
      findExchanged(moves).flatMap((pair) => {
        const reason = `${pair.map(({ key }) => key).join(" and ")} have exchanged their prices`;
        return new Gate("swap", source).holdRows({ scope, reason }, pair);
      }),
    ),
  ];
}

const sampleOf = (moves: readonly PriceMove[]): string =>
  moves
    .slice(0, 3)
    .map(({ key }) => key)
    .join(", ");

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
  const gate = new Gate("same-factor", source);
  const held = new Set<string>();
  const verdicts: Verdict[] = [];
  const hold = (scope: string, moves: readonly PriceMove[], factor: number) => {
    const rows = moves.filter(({ key }) => !held.has(key));
    if (rows.length === 0) return;
    for (const { key } of rows) held.add(key);
    const meaning = meaningOf(factor);
    const why = meaning === undefined ? "" : ` (${meaning}?)`;
    const reason = `${rows.length} ids moved by one factor, ${factor}${why}: ${sampleOf(rows)}`;
    verdicts.push(...gate.holdRows({ scope, reason }, rows));
  };
  const sizes = groupBy(reported, ({ host }) => host);
  const byHost = groupBy(moved, ({ host }) => host);
  for (const [host, moves] of byHost)
    for (const [field, ids] of countFields(sizes.get(host) ?? []))
      for (const [factor, same] of byFactor(moves, (one) => one === field))
        if (same.length >= MIN_SAME && same.length >= MIN_SHARE * ids) hold(host, same, factor);
  // A lab's new discount for its cache comes at many hosts at once: only prices of tokens tell a typo by its factor.
  const holdTelling = (scope: string, moves: readonly PriceMove[], least: number) => {
    for (const [factor, same] of byFactor(moves, isMoney))
      if (same.length >= least && meaningOf(factor) !== undefined) hold(scope, same, factor);
  };
  for (const [host, moves] of byHost) holdTelling(host, moves, MIN_TELLING);
  holdTelling(source, moved, MIN_SAME);
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

/** What a factor of units, currencies or taxes says; undefined for others. */
function meaningOf(factor: number): string | undefined {
  return TELLING.find(([one]) => {
    if (one === 0 || factor === 0) return one === factor;
    const near = one === 7.1 ? NEAR_RATE : NEAR;
    return distance(one, factor) < 1 + near || distance(1 / one, factor) < 1 + near;
  })?.[1];
}

/** A host may end its discount for a cache on any day; half of its ids do not lose one price together. */
const MANY_LOST: Bound = [5, 0.5];

export function checkLostFields(source: string, reported: readonly PriceMove[]): Verdict[] {
  return [...groupBy(reported, ({ host }) => host)].flatMap(([scope, all]) =>
    OPTIONAL_PRICES.flatMap((field) => {
      const had = all.filter(({ before }) => before !== null && before[field] !== null);
      const lost = had.filter(({ now }) => now[field] === null);
      if (!isMany(lost.length, had.length, MANY_LOST)) return [];
      const reason = `${lost.length} of ${had.length} ids are listed without the ${field} price they had`;
      return new Gate("price-lost", source).holdRows({ scope, reason }, lost);
    }),
  );
}
