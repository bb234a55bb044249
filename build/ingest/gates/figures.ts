/** Gates of figures reported by the day or the year: rents of chips, public attention, companies. Pure. */

import { byText, groupBy } from "../../schema/collections.ts";
import { isSameRow } from "../fact-rows.ts";
import { PLAIN_KINDS, type PlainRow, recordedOnOf } from "../pass-through.ts";
import {
  checkFutureDates,
  checkRows,
  distance,
  type Gate,
  type Hit,
  holdRows,
  holdSource,
  type RowCount,
  toVerdicts,
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

/** @param boundOf The bound of a figure; undefined where none is known. */
function checkFigures(
  gate: Gate,
  moves: readonly FigureMove[],
  boundOf: (move: FigureMove) => FigureBound | undefined,
): Verdict[] {
  const reported = moves.filter(({ before }) => before !== null);
  const [was, now] = [
    sum(reported.map(({ before }) => before ?? 0)),
    sum(reported.map((one) => one.now)),
  ];
  if (reported.length >= MIN_FIGURES && distance(was, now) > MAX_TOTAL) {
    const reason = `the sum of ${reported.length} figures went from ${was} to ${now}`;
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
  const reason = `${wrong.length} figures that were reported are reported otherwise: ${first.scope} ${first.before} → ${first.now}`;
  const reported = { before: String(first.before ?? ""), after: String(first.now) };
  const keys = wrong.map(({ key }) => key);
  return [holdRows(gate, { scope: gate.source, ...reported, reason }, keys)];
}

/** What was filed keeps its day; that many figures have another one is a typo of the days. */
const MIN_REDATED = 5;

function checkRedated(gate: Gate, moves: readonly FigureMove[]): Verdict[] {
  if (gate.name !== "company") return [];
  const redated = moves.filter(({ isRedated }) => isRedated);
  const [first] = redated;
  if (first === undefined || redated.length < MIN_REDATED) return [];
  const reason = `${redated.length} figures that were reported are dated anew: ${first.scope}`;
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

export function checkPlain(
  source: string,
  reported: readonly PlainRow[],
  current: readonly PlainRow[],
  day: string,
): Verdict[] {
  const own = current.filter((row) => row.source === source);
  const gate = (name: Gate["name"]): Gate => ({ name, source, area: "facts" });
  const known = new Map(current.map((row) => [row.key, row]));
  const news = reported.filter((row) => !isSameRow(known.get(row.key)?.row ?? {}, row.row));
  const dated = news.map((row) => ({ key: row.key, scope: row.key, date: recordedOnOf(row) }));
  const figures = (kind: PlainRow["kind"], fields: readonly string[]) =>
    toMoves(kind, fields, news, current);
  return [
    ...checkRows(source, countKinds(reported, own)),
    ...checkFutureDates(gate("future-date"), dated, day),
    ...checkFigures(gate("rent"), figures("gpuRental", RENT_FIELDS), () => RENT),
    ...checkFigures(
      gate("attention"),
      figures("mindshare", Object.keys(ATTENTION)),
      ({ field }) => ATTENTION[field],
    ),
    ...checkFigures(
      gate("company"),
      figures("companies", ["value"]),
      ({ about }) => COMPANY[about],
    ),
  ];
}

const RENT_FIELDS = ["median_usd_h", "p10_usd_h", "min_usd_h"];

/** Daily kinds are reported a day at a time: as many entities must come as on the last day reported. */
function countKinds(reported: readonly PlainRow[], own: readonly PlainRow[]): RowCount[] {
  const of = (rows: readonly PlainRow[], kind: PlainRow["kind"]) =>
    rows.filter((row) => row.kind === kind);
  // A kind that is reported of no more is kept as it stands; that it is reported of at all, `minRows` asks for.
  return PLAIN_KINDS.filter((kind) => of(reported, kind).length > 0).map((kind) => ({
    kind,
    before: countEntities(newestOf(of(own, kind))),
    now: countEntities(of(reported, kind)),
  }));
}

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
  kind: PlainRow["kind"],
  fields: readonly string[],
  news: readonly PlainRow[],
  current: readonly PlainRow[],
): FigureMove[] {
  const byEntity = groupBy(
    current.filter((row) => row.kind === kind),
    (row) => `${row.source} ${entityOf(row)}`,
  );
  return news
    .filter((row) => row.kind === kind)
    .flatMap((row) =>
      fields.flatMap((field) => {
        const now = row.row[field];
        if (typeof now !== "number") return [];
        const others = byEntity.get(`${row.source} ${entityOf(row)}`) ?? [];
        const near = nearest(
          row,
          others.filter((other) => typeof other.row[field] === "number"),
        );
        const before = near === undefined ? null : Number(near.row[field]);
        const about = String(row.row.metric ?? "");
        const scope = [entityOf(row), field, dayOf(row)].join(" ");
        const isRestated = near !== undefined && dayOf(near) === dayOf(row);
        const isRedated = near !== undefined && before === now && age(near, row) <= MONTH_DAYS;
        return [{ key: row.key, scope, field, about, before, now, isRestated, isRedated }];
      }),
    );
}

/** The same figure reported before, or the one of the nearest day. */
function nearest(row: PlainRow, others: readonly PlainRow[]): PlainRow | undefined {
  const near = others.reduce<PlainRow | undefined>(
    (best, other) => (best === undefined || age(other, row) < age(best, row) ? other : best),
    undefined,
  );
  return near !== undefined && age(near, row) <= MAX_AGE_DAYS ? near : undefined;
}

/** In days. */
const age = (a: PlainRow, b: PlainRow): number =>
  Math.abs(Date.parse(dayOf(a)) - Date.parse(dayOf(b))) / 86_400_000;

const dayOf = ({ row }: PlainRow): string => String(row.day ?? row.effective_date ?? row.as_of);
