/** Gates of one price: each says why a row is doubtful, or nothing. Pure. */

import { groupBy } from "../../schema/collections.ts";
import { NO_STATED_PRICES, type StatedPrices } from "../statements.ts";
import {
  amountsOf,
  hitOf,
  isMoney,
  isWitnessed,
  MAX_UNMARKED_MOVE,
  MONEY_FIELDS,
  type PriceMove,
  pairsOf,
  shareMoved,
  tiersOf,
  toMoney,
} from "./price-move.ts";
import { distance, Gate, type GateName, median, ratioOf, type Verdict } from "./verdict.ts";

type RowGate = (move: PriceMove) => string | null;

/** In the order in which they are tried: the first that objects speaks for the row. */
const PRICE_ROW_GATES: readonly (readonly [GateName, RowGate])[] = [
  ["price-lost", priceLost],
  ["bound", outOfBound],
  ["swap", swapped],
  ["unit", otherUnit],
  ["zero", unlessWitnessed(becameZero)],
  ["tenfold", unlessWitnessed(tenfold)],
  ["side-price", sidePriceMoved],
  ["peers", unlessWitnessed(farFromPeers)],
  ["peers", unlessWitnessed(({ typo }) => typo)],
  ["first-sight", farFromWitnesses],
];

/** A gate that passes what another source states of the same id. */
function unlessWitnessed(gate: RowGate): RowGate {
  return (move) => (isWitnessed(move) ? null : gate(move));
}

/** One verdict a row; so many of one gate that the source is not to be passed are one verdict on it. */
export function checkPriceRows(
  source: string,
  moves: readonly PriceMove[],
  looked: number,
): Verdict[] {
  const found = moves.flatMap((move) => {
    for (const [gate, objection] of PRICE_ROW_GATES) {
      const reason = objection(move);
      if (reason !== null) return [{ gate, hit: hitOf(move, reason) }];
    }
    return [];
  });
  return [...groupBy(found, ({ gate }) => gate)].flatMap(([name, rows]) =>
    new Gate(name, source).holdEach(
      rows.map(({ hit }) => hit),
      looked,
    ),
  );
}

function priceLost({ before, now }: PriceMove): string | null {
  const lost = MONEY_FIELDS.filter((field) => before?.[field] != null && now[field] === null);
  return lost.length === 0 ? null : `is listed without the ${lost.join(" and ")} price it had`;
}

/** USD per 1M tokens. The most expensive model ever was 150 and 600, the cheapest 0.00013. */
const MAX_USD = { input: 1000, output: 4000 };
const MIN_USD = 0.0001;
/** Times the input price: what writing to a cache has cost at most; and what a tier, or a token of reasoning, is above the base price. */
const MAX_CACHE_WRITE = 20;
const MAX_TIER = 10;
const MAX_REASONING = 10;
/** Prompts that a tier can begin at, in tokens. */
const MIN_PROMPT = 1000;
const MAX_PROMPT = 20_000_000;

/** Holds for any statement, alone: the same bound for new and recorded prices. */
function outOfBound({ now }: Pick<PriceMove, "now">): string | null {
  for (const field of MONEY_FIELDS) {
    const usd = now[field];
    if (usd === null || usd === 0) continue;
    if (usd > MAX_USD[field] || usd < MIN_USD)
      return `${field} ${usd} is outside ${MIN_USD} to ${MAX_USD[field]} USD per 1M tokens`;
  }
  return outOfProportion(now) ?? oddTier(now);
}

/** What goes with a price is measured by it. */
function outOfProportion(now: PriceMove["now"]): string | null {
  const limits: [string, number | null, number][] = [
    ["cache_read", now.input, 1],
    ["cache_write", now.input, MAX_CACHE_WRITE],
    ["batch_input", now.input, 1],
    ["batch_output", now.output, MAX_TIER],
    ["reasoning", now.output, MAX_REASONING],
  ];
  const amounts = amountsOf(now);
  for (const [field, base, times] of limits) {
    const usd = amounts.get(field);
    if (usd === undefined || base === null || base === 0) continue;
    if (usd > times * base) return `${field} ${usd} is more than ${times} times ${base}`;
  }
  return null;
}

function oddTier({ rates, input, output }: PriceMove["now"]): string | null {
  for (const { above, prices } of tiersOf(rates)) {
    if (!Number.isInteger(above) || above < MIN_PROMPT || above > MAX_PROMPT)
      return `a tier begins at ${above} tokens`;
    for (const [usd, base] of [
      [prices.input, input],
      [prices.output, output],
    ])
      if (usd != null && base != null && base > 0 && distance(base, usd) > MAX_TIER)
        return `the price above ${above} tokens, ${usd}, is far from the base price of ${base}`;
  }
  return null;
}

function swapped({ before, now }: PriceMove): string | null {
  if (before === null || before.input === before.output) return null;
  if (before.input === null || before.output === null) return null;
  const isSwap = now.input === before.output && now.output === before.input;
  return isSwap ? `${toMoney(now)} is ${toMoney(before)} with input and output swapped` : null;
}

const UNITS = [1e3, 1e6, 1e-3, 1e-6];
/** A price that was reported before slips by the unit alone, or nearly; hosts differ among themselves. */
const NEAR_OWN = 1.5;
const NEAR_PEERS = 3;

function otherUnit(move: PriceMove): string | null {
  for (const { field, before, after } of pairsOf(move)) {
    const unit = unitBetween(before, after, NEAR_OWN);
    if (unit !== undefined) return `${field} ${after} is about ${unit} times the ${before} before`;
  }
  for (const field of changedMoney(move)) {
    const [middle, now] = [medianOfPeers(move, field), move.now[field]];
    const unit = middle && now ? unitBetween(middle, now, NEAR_PEERS) : undefined;
    if (unit !== undefined) return `${field} ${now} is about ${unit} times the median of ${middle}`;
  }
  return null;
}

function unitBetween(known: number, now: number, near: number): number | undefined {
  if (known === 0 || now === 0) return undefined;
  return UNITS.find((unit) => distance(known * unit, now) < near);
}

/** Free is reported by an id of its own, not by a price that falls to 0. */
function becameZero(move: PriceMove): string | null {
  const fallen = pairsOf(move).find(
    ({ field, before, after }) => isMoney(field) && before > 0 && after === 0,
  );
  return fallen ? `${fallen.field} fell from ${fallen.before} to 0` : null;
}

/** No list price ever moved so far in one step. */
const MAX_TIMES = 10;

function tenfold(move: PriceMove): string | null {
  const far = pairsOf(move).find(
    ({ field, before, after }) =>
      isMoney(field) && before > 0 && after > 0 && distance(before, after) > MAX_TIMES - TOLERANCE,
  );
  if (far === undefined) return null;
  return `${far.field} went from ${far.before} to ${far.after}, ${toTimes(far)} times as much`;
}

const TOLERANCE = 1e-6;
const toTimes = ({ before, after }: { before: number; after: number }): string =>
  String(Number(ratioOf(before, after).toPrecision(2)));

/** A discount of a batch or a tier is seldom changed, and less than a typo changes it. (That of a cache is: see `move`.) */
const MAX_SIDE = 3;

function sidePriceMoved({ before, now, witnesses }: PriceMove): string | null {
  // A price that moves takes along what goes with it.
  if (before?.input !== now.input || before?.output !== now.output) return null;
  const [was, is] = [tiersOf(before.rates)[0]?.above, tiersOf(now.rates)[0]?.above];
  if (was !== undefined && is !== undefined && distance(was, is) > MAX_SIDE)
    return `the first tier begins at ${is} tokens, not at ${was}`;
  const far = pairsOf({ before, now }).find(
    ({ field, before: known, after }) =>
      !isMoney(field) && !field.startsWith("cache") && distance(known, after) > MAX_SIDE,
  );
  if (far === undefined) return null;
  const isSeen = witnesses.some((other) => amountsOf(other).get(far.field) === far.after);
  if (isSeen) return null;
  return `${far.field} went from ${far.before} to ${far.after} where input and output do not move`;
}

/** Fewer hosts than this have no middle worth the name. */
const MIN_PEERS = 3;
const MAX_OF_PEERS = 20;

/** Price in the middle of the hosts that state one; null when too few do. */
function medianOfPeers({ peers }: PriceMove, field: "input" | "output"): number | null {
  const prices = peers.flatMap((peer) => (peer[field] ? [peer[field]] : []));
  return prices.length < MIN_PEERS ? null : median(prices);
}

const changedMoney = ({ before, now }: PriceMove) =>
  MONEY_FIELDS.filter((field) => before === null || before[field] !== now[field]);

function farFromPeers(move: PriceMove): string | null {
  for (const field of changedMoney(move)) {
    const [middle, now] = [medianOfPeers(move, field), move.now[field]];
    if (!middle || !now || distance(middle, now) <= MAX_OF_PEERS) continue;
    return `${field} ${now} is far from ${middle}, the median of the model's other hosts`;
  }
  return null;
}

/** A first price may differ from the others', but not so far that one of them is in another unit. */
function farFromWitnesses(move: PriceMove): string | null {
  if (move.before !== null) return null;
  for (const field of MONEY_FIELDS) {
    const now = move.now[field];
    const others = move.witnesses.flatMap((other) => (other[field] ? [other[field]] : []));
    if (!now || others.length === 0) continue;
    const far = others.every((other) => distance(other, now) > MAX_TIMES - TOLERANCE);
    if (far) return `${field} ${now} is its first price, where ${others.join(" and ")} is stated`;
  }
  return null;
}

export function markMoves(
  source: string,
  moves: readonly PriceMove[],
  verdicts: readonly Verdict[],
): Verdict[] {
  if (verdicts.some(({ holds }) => holds === "source")) return [];
  const held = new Set(verdicts.flatMap(({ keys }) => keys));
  return moves
    .filter((move) => move.before !== null && !isWitnessed(move) && !held.has(move.key))
    .flatMap((move) => {
      if (shareMoved(move) > MAX_UNMARKED_MOVE) {
        const reason = "moved by more than 40 % and was seen once";
        return new Gate("move", source).mark(hitOf(move, reason));
      }
      const others = move.witnesses.filter((other) => shareBetween(other, move.now) > TOLERATED);
      if (others.length === 0 || others.length < move.witnesses.length) return [];
      const reason = `${others.map(toMoney).join(" and ")} is what others state`;
      return new Gate("disputed", source).mark(hitOf(move, reason));
    });
}

/** Differences up to this share are rounding, not disagreement. */
const TOLERATED = 0.05;

/** The larger difference of input and output. */
const shareBetween = ({ input, output }: StatedPrices, now: StatedPrices): number =>
  shareMoved({ before: { ...NO_STATED_PRICES, input, output }, now });
