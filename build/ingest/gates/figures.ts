/** Gates of figures reported by the day or the year: rents of chips, public attention, companies. Pure. */

import { byText, groupBy } from "../../schema/collections.ts";
import { daysBetween } from "../../schema/values.ts";
import { isSameRow, type PlainKind, type PlainRow } from "../fact-rows.ts";
import { recordedOnOf } from "../pass-through.ts";
import {
  checkFutureDates,
  checkRows,
  distance,
  Gate,
  type GateName,
  type Hit,
  type RowCount,
  type Verdict,
} from "./verdict.ts";

interface FigureMove {
  key: string;
  /** For people: `h100 min_usd_h`. */
  scope: string;
  /** Which figure: `min_usd_h`, `wiki_views`, `value`. */
  field: string;
  /** Metric of a company's figure; empty for others. */
  about: string;
  /** The last that was reported of the same thing; null when there is none. */
  before: number | null;
  now: number;
  /** What was reported before is of the very day. */
  isRestated: boolean;
  /** The figure itself was reported before, of another day of the month around it, or on another day. */
  isRedated: boolean;
}

interface FigureBound {
  least: number;
  most: number;
  /** Farthest move that is passed, as a factor. */
  times: number;
  /** Figures below this say nothing by their ratio: 2 stories after 1. */
  floor: number;
}

/** USD per GPU and hour. */
const RENT: FigureBound = { least: 0.01, most: 100, times: 3, floor: 0 };

const ATTENTION: Readonly<Record<string, FigureBound>> = {
  hn_mentions: { least: 0, most: 5_000, times: 20, floor: 100 },
  wiki_views: { least: 0, most: 20_000_000, times: 30, floor: 20_000 },
  github_stars: { least: 0, most: 2_000_000, times: 2, floor: 2_000 },
  github_commits: { least: 0, most: 20_000_000, times: 20, floor: 5_000 },
  github_prs: { least: 0, most: 20_000_000, times: 20, floor: 5_000 },
};

const COMPANY: Readonly<Record<string, FigureBound>> = {
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

/**
 * @param boundOf The bound of a figure; undefined where none is known.
 * @param restated Verdicts on figures that were recorded before: they come before the bound of each.
 */
function checkFigures(
  gate: Gate,
  moves: readonly FigureMove[],
  boundOf: (move: FigureMove) => FigureBound | undefined,
  restated: Verdict[] = [],
): Verdict[] {
  const reported = moves.filter(({ before }) => before !== null);
  const before = reported.reduce((sum, one) => sum + (one.before ?? 0), 0);
  const after = reported.reduce((sum, one) => sum + one.now, 0);
  if (reported.length >= MIN_FIGURES && distance(before, after) > MAX_TOTAL) {
    const reason = `the sum of ${reported.length} figures went from ${before} to ${after}`;
    return gate.holdSource({ before, after, reason });
  }
  if (restated.length > 0) return restated;
  const hits = moves.flatMap((move): Hit[] => {
    const bound = boundOf(move);
    const reason = bound === undefined ? null : objection(move, bound);
    const { key, scope, before: was, now } = move;
    return reason === null ? [] : [{ key, scope, before: was, after: now, reason }];
  });
  return gate.holdEach(hits, moves.length);
}

/** What a company filed for a year stays, or is corrected by a little. Counts of a day are still being counted. */
const MAX_RESTATED = 1.5;
const MIN_RESTATED = 10;
/** What was filed keeps its day; that many figures have another one is a typo of the days. */
const MIN_REDATED = 5;

function checkRestated(gate: Gate, moves: readonly FigureMove[]): Verdict[] {
  const restated = moves.filter(({ isRestated, before, now }) => isRestated && before !== now);
  const far = restated.filter(({ before, now }) => distance(before ?? 0, now) > MAX_RESTATED);
  const wrong = restated.length >= MIN_RESTATED ? restated : far;
  const redated = moves.filter(({ isRedated }) => isRedated);
  const verdicts: Verdict[] = [];
  const [first] = wrong;
  if (first !== undefined) {
    const { scope, before, now } = first;
    const reason = `${wrong.length} figures have other values than those recorded: ${scope} ${before} → ${now}`;
    verdicts.push(...gate.holdRows({ before, after: now, reason }, wrong));
  }
  if (redated.length >= MIN_REDATED) {
    const reason = `${redated.length} recorded figures have another date: ${redated[0]?.scope}`;
    verdicts.push(...gate.holdRows({ reason }, redated));
  }
  return verdicts;
}

function objection({ before, now }: FigureMove, bound: FigureBound): string | null {
  const { least, most, times, floor } = bound;
  if (now < least || now > most) return `${now} is outside ${least} to ${most}`;
  if (before === null || Math.max(before, now) <= floor) return null;
  const [low, high] = [Math.max(Math.min(before, now), floor / times), Math.max(before, now)];
  return distance(low, high) > times ? `${now} is far from ${before}` : null;
}

export function checkPlain(
  source: string,
  reported: readonly PlainRow[],
  current: readonly PlainRow[],
  day: string,
): Verdict[] {
  const own = current.filter((row) => row.source === source);
  const gate = (name: GateName) => new Gate(name, source, "facts");
  const known = new Map(current.map((row) => [row.key, row]));
  const news = reported.filter((row) => !isSameRow(known.get(row.key)?.row ?? {}, row.row));
  const dated = news.map((row) => ({ key: row.key, scope: row.key, date: recordedOnOf(row) }));
  const figures = (kind: PlainKind, fields: readonly string[]) =>
    toMoves(kind, fields, news, current);
  const attention = figures("mindshare", Object.keys(ATTENTION));
  const companies = figures("companies", ["value"]);
  const restated = checkRestated(gate("company"), companies);
  return [
    ...checkRows(source, countKinds(reported, own)),
    ...checkFutureDates(gate("future-date"), dated, day),
    ...checkFigures(gate("rent"), figures("gpuRental", RENT_FIELDS), () => RENT),
    ...checkFigures(gate("attention"), attention, ({ field }) => ATTENTION[field]),
    ...checkFigures(gate("company"), companies, ({ about }) => COMPANY[about], restated),
  ];
}

const RENT_FIELDS = ["median_usd_h", "p10_usd_h", "min_usd_h"];

/** Daily kinds are reported a day at a time: as many entities must come as on the last day reported. */
const countKinds = (reported: readonly PlainRow[], own: readonly PlainRow[]): RowCount[] =>
  // A kind without a row stays as it is; `minRows` of its collector says when that is a fault.
  [...groupBy(reported, ({ kind }) => kind)].map(([kind, rows]) => ({
    kind,
    before: countEntities(newestOf(own.filter((row) => row.kind === kind))),
    now: countEntities(rows),
  }));

/** Of rows that are reported by the day, those of the last day: lists of entities grow and shrink. */
function newestOf(rows: readonly PlainRow[]): readonly PlainRow[] {
  const days = rows.flatMap(({ row }) => (row.day === undefined ? [] : [String(row.day)]));
  const newest = days.sort(byText).at(-1);
  return newest === undefined ? rows : rows.filter(({ row }) => row.day === newest);
}

/** All rows; of a kind that is reported by the day, the entities of the day that most of them have. */
function countEntities(rows: readonly PlainRow[]): number {
  if (rows[0]?.row.day === undefined) return rows.length;
  const byDay = groupBy(rows, ({ row }) => row.day);
  const entities = [...byDay.values()].map((all) => new Set(all.map(entityOf)).size);
  return Math.max(0, ...entities);
}

/** What a row is about, whatever its day. */
function entityOf({ kind, file, row }: PlainRow): string {
  if (kind === "companies") return [file, row.metric, row.scope].join(" ");
  return [file, row.slug ?? row.chip_slug].join(" ");
}

/** Days after which a figure of a company says nothing of the one before. */
const MAX_AGE_DAYS = 400;
const MONTH_DAYS = 31;

function toMoves(
  kind: PlainKind,
  fields: readonly string[],
  news: readonly PlainRow[],
  current: readonly PlainRow[],
): FigureMove[] {
  const isOfKind = (row: PlainRow) => row.kind === kind;
  const thingOf = (row: PlainRow) => `${row.source} ${entityOf(row)}`;
  const known = groupBy(current.filter(isOfKind), thingOf);
  return news.filter(isOfKind).flatMap((row) =>
    fields.flatMap((field) => {
      const now = row.row[field];
      if (typeof now !== "number") return [];
      const others = known.get(thingOf(row)) ?? [];
      const near = nearest(
        row,
        others.filter((other) => typeof other.row[field] === "number"),
      );
      const before = near === undefined ? null : Number(near.row[field]);
      return {
        ...{ key: row.key, field, before, now },
        about: String(row.row.metric ?? ""),
        scope: [entityOf(row), field, dayOf(row)].join(" "),
        isRestated: near !== undefined && dayOf(near) === dayOf(row),
        isRedated: near !== undefined && before === now && age(near, row) <= MONTH_DAYS,
      };
    }),
  );
}

/** The same figure reported before, or the one of the nearest day. */
function nearest(row: PlainRow, others: readonly PlainRow[]): PlainRow | undefined {
  const [near] = [...others].sort((a, b) => age(a, row) - age(b, row));
  return near !== undefined && age(near, row) <= MAX_AGE_DAYS ? near : undefined;
}

/** In days. */
const age = (a: PlainRow, b: PlainRow): number => Math.abs(daysBetween(dayOf(a), dayOf(b)));

const dayOf = ({ row }: PlainRow): string => String(row.day ?? row.effective_date ?? row.as_of);
