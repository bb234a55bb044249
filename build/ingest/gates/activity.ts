/** Gates of figures told day by day or year by year: rents of chips, public attention, companies. */
import { distance } from "./numbers.ts";
import { type Gate, type Hit, holdRows, holdSource, toVerdicts, type Verdict } from "./verdict.ts";

export interface FigureMove {
  key: string;
  /** For people: `h100 min_usd_h`. */
  scope: string;
  /** Which figure: `min_usd_h`, `wiki_views`, `value`. */
  field: string;
  /** Metric of a company's figure; empty for others. */
  about: string;
  /** The last that was told of the same thing; null when there is none. */
  before: number | null;
  now: number;
  /** What was told before is of the very day. */
  isRestated: boolean;
  /** The figure itself was told before, of another day of the month around it, or on another day. */
  isRedated: boolean;
}

export interface FigureBound {
  least: number;
  most: number;
  /** Farthest move that is believed, as a factor. */
  times: number;
  /** Figures below this say nothing by their ratio: 2 stories after 1. */
  floor: number;
}

/** USD per GPU and hour. */
export const RENT: FigureBound = { least: 0.01, most: 100, times: 3, floor: 0 };

export const ATTENTION: Readonly<Record<string, FigureBound>> = {
  hn_mentions: { least: 0, most: 5_000, times: 20, floor: 100 },
  wiki_views: { least: 0, most: 20_000_000, times: 30, floor: 20_000 },
  github_stars: { least: 0, most: 2_000_000, times: 2, floor: 2_000 },
  github_commits: { least: 0, most: 20_000_000, times: 20, floor: 5_000 },
  github_prs: { least: 0, most: 20_000_000, times: 20, floor: 5_000 },
};

export const COMPANY: Readonly<Record<string, FigureBound>> = {
  active_users: { least: 1, most: 8_000_000_000, times: 10, floor: 0 },
  arr_usd: { least: 1, most: 5e12, times: 10, floor: 0 },
  capex_usd: { least: 0, most: 5e12, times: 10, floor: 0 },
  employees: { least: 1, most: 5_000_000, times: 10, floor: 50 },
  market_cap_usd: { least: 1, most: 5e13, times: 10, floor: 0 },
  revenue_fy_usd: { least: 0, most: 5e12, times: 10, floor: 0 },
  total_raised_usd: { least: 0, most: 5e12, times: 20, floor: 0 },
  valuation_usd: { least: 0, most: 5e13, times: 20, floor: 0 },
};

/** Of so many figures the sum does not become so many times as much, or as little, in a day. */
const MIN_FIGURES = 5;
const MAX_TOTAL = 4;

/** @param boundOf The bound of a figure; undefined where none is known. */
export function checkFigures(
  gate: Gate,
  moves: readonly FigureMove[],
  boundOf: (move: FigureMove) => FigureBound | undefined,
): Verdict[] {
  const told = moves.filter(({ before }) => before !== null);
  const [was, now] = [sum(told.map(({ before }) => before ?? 0)), sum(told.map((one) => one.now))];
  if (told.length >= MIN_FIGURES && distance(was, now) > MAX_TOTAL) {
    const reason = `the sum of ${told.length} figures went from ${was} to ${now}`;
    const about = { scope: gate.source, before: String(was), after: String(now), reason };
    return [holdSource(gate, about)];
  }
  const restated = [...checkRestated(gate, moves), ...checkRedated(gate, moves)];
  if (restated.length > 0) return restated;
  const hits = moves.flatMap((move) => {
    const bound = boundOf(move);
    const reason = bound === undefined ? null : objection(move, bound);
    return reason === null ? [] : [toHit(move, reason)];
  });
  return toVerdicts(gate, hits, moves.length);
}

/** What a company filed for a year stays, or is put right by a little. Counts of a day are still being counted. */
const MAX_RESTATED = 1.5;
const MIN_RESTATED = 10;

function checkRestated(gate: Gate, moves: readonly FigureMove[]): Verdict[] {
  if (gate.name !== "company") return [];
  const restated = moves.filter(({ isRestated, before, now }) => isRestated && before !== now);
  const far = restated.filter(({ before, now }) => distance(before ?? 0, now) > MAX_RESTATED);
  const wrong = restated.length >= MIN_RESTATED ? restated : far;
  const [first] = wrong;
  if (first === undefined) return [];
  const reason = `${wrong.length} figures that were told are told otherwise: ${first.scope} ${first.before} → ${first.now}`;
  const told = { before: String(first.before ?? ""), after: String(first.now) };
  const keys = wrong.map(({ key }) => key);
  return [holdRows(gate, { scope: gate.source, ...told, reason }, keys)];
}

/** What was filed keeps its day; that many figures have another one is a slip of the days. */
const MIN_REDATED = 5;

function checkRedated(gate: Gate, moves: readonly FigureMove[]): Verdict[] {
  if (gate.name !== "company") return [];
  const redated = moves.filter(({ isRedated }) => isRedated);
  const [first] = redated;
  if (first === undefined || redated.length < MIN_REDATED) return [];
  const reason = `${redated.length} figures that were told are dated anew: ${first.scope}`;
  const keys = redated.map(({ key }) => key);
  return [holdRows(gate, { scope: gate.source, before: "", after: "", reason }, keys)];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

function objection({ before, now }: FigureMove, bound: FigureBound): string | null {
  const { least, most, times, floor } = bound;
  if (now < least || now > most) return `${now} is outside ${least} to ${most}`;
  if (before === null || Math.max(before, now) <= floor) return null;
  const [low, high] = [Math.max(Math.min(before, now), floor / times), Math.max(before, now)];
  return distance(low, high) > times ? `${now} is far from ${before}` : null;
}

const toHit = ({ key, scope, before, now }: FigureMove, reason: string): Hit => ({
  ...{ key, scope, before: String(before ?? ""), after: String(now), reason },
});
