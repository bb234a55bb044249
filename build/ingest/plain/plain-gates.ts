/** Gates over the facts that need no resolution: what a source tells beside what stands. Pure. */
import { byText, groupBy } from "../../schema/collections.ts";
import { isSameRow } from "../fact-rows.ts";
import { ATTENTION, COMPANY, checkFigures, type FigureMove, RENT } from "../gates/activity.ts";
import { checkFutureDates } from "../gates/future-date.ts";
import { checkRows, type RowCount } from "../gates/rows.ts";
import type { Gate, Verdict } from "../gates/verdict.ts";
import { PLAIN_KINDS, type PlainRow, recordedOnOf } from "./plain-rows.ts";

export function checkPlain(
  source: string,
  told: readonly PlainRow[],
  standing: readonly PlainRow[],
  day: string,
): Verdict[] {
  const own = standing.filter((row) => row.source === source);
  const gate = (name: Gate["name"]): Gate => ({ name, source, area: "facts" });
  const known = new Map(standing.map((row) => [row.key, row]));
  const news = told.filter((row) => !isSameRow(known.get(row.key)?.row ?? {}, row.row));
  const dated = news.map((row) => ({ key: row.key, scope: row.key, date: recordedOnOf(row) }));
  const figures = (kind: PlainRow["kind"], fields: readonly string[]) =>
    toMoves(kind, fields, news, standing);
  return [
    ...checkRows(source, countKinds(told, own)),
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

/** Daily kinds are told a day at a time: as many entities must come as on the last day told. */
function countKinds(told: readonly PlainRow[], own: readonly PlainRow[]): RowCount[] {
  const of = (rows: readonly PlainRow[], kind: PlainRow["kind"]) =>
    rows.filter((row) => row.kind === kind);
  // A kind that is told of no more is kept as it stands; that it is told of at all, `minRows` asks for.
  return PLAIN_KINDS.filter((kind) => of(told, kind).length > 0).map((kind) => ({
    kind,
    before: countEntities(newestOf(of(own, kind))),
    now: countEntities(of(told, kind)),
  }));
}

/** Of rows that are told by the day, those of the last day: lists of entities grow and shrink. */
function newestOf(rows: readonly PlainRow[]): readonly PlainRow[] {
  const days = rows.flatMap(({ row }) => (row.day === undefined ? [] : [String(row.day)]));
  const newest = days.sort(byText).at(-1);
  return newest === undefined ? rows : rows.filter(({ row }) => row.day === newest);
}

/** All rows; of a kind that is told by the day, the entities of the day that most of them have. */
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
  standing: readonly PlainRow[],
): FigureMove[] {
  const byEntity = groupBy(
    standing.filter((row) => row.kind === kind),
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

/** The same figure told before, or the one of the nearest day. */
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
