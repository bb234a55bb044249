/** What each source states of models, name by name: today's answers, and what is recorded of all that was not read today. Pure. */
import type { Facts, FactWithFileName } from "../../facts/kinds.ts";
import { toHostModelIdKey } from "../../identity/host-ids.ts";
import { type FactChange, toLostFieldChanges } from "../../rules/changes.ts";
import { compareByCodePoint, groupBy } from "../../schema/collections.ts";
import { Model, StatedTraits } from "../../schema/model.ts";
import {
  type CollectedListings,
  type ModelTraits,
  NO_MODEL_TRAITS,
  type OfferListing,
  type RetirementNotice,
  type ScoreListing,
} from "../../sources/listing.ts";
import { isCompleteSourceAnswer, type SourceAnswer, withDayOfChange } from "../fact-rows.ts";
import { getStatedTrait, MODEL_TRAIT_NAMES } from "./claims.ts";

/** A row of `data/traits/`, with its source as file. */
export type StatedTraitsRow = FactWithFileName<"statedTraits">;

type Row = Omit<StatedTraitsRow, "as_of">;

/** The part of a run's context that decides what sources state. */
interface StatedTraitsInput {
  facts: Pick<Facts, "offers" | "statedTraits">;
  answers: readonly SourceAnswer[];
  collected: CollectedListings;
  judge: { judge(changes: readonly FactChange[]): ReadonlyMap<string, readonly FactChange[]> };
  day: string;
}

/** All sources' rows after today; an unchanged row keeps its day. @param listed Rows of ids that are offers. */
export function updateStatedTraits(
  { facts, answers, judge, day, collected: { models, scores, notices } }: StatedTraitsInput,
  listed: readonly OfferListing[],
): StatedTraitsRow[] {
  const stated = [
    ...listed.map(({ source, host, modelId, traits }) =>
      toRow({ file: source, kind: "offer", host, name: modelId }, traits),
    ),
    ...models.map(({ source, name, traits, source_url = null }) => ({
      ...toRow({ file: source, kind: "record", host: null, name }, traits),
      source_url,
    })),
    ...toTestRows(scores),
    ...toNoticeRows(notices),
  ];
  const whole = answers.filter(isCompleteSourceAnswer).map(({ collected }) => collected);
  const noticed = sourcesOf(whole.flatMap((one) => one.notices));
  const described = sourcesOf(whole.flatMap((one) => one.models));
  const tested = sourcesOf(whole.flatMap((one) => one.scores));
  const offers = new Set(facts.offers.map((row) => toHostModelIdKey(row.file, row.model_id)));
  const isKept = ({ file, kind, host, name }: Row): boolean => {
    if (kind === "record") return !described.has(file);
    if (kind === "test") return !tested.has(file);
    if (kind === "notice") return !noticed.has(file);
    // What a source stated about an id that it no longer lists is kept.
    return offers.has(toHostModelIdKey(host ?? "", name));
  };
  const before = new Map(facts.statedTraits.map((row) => [keyOf(row), row]));
  const fresh = withLostFields(stated, before, judge);
  const rows = new Map(facts.statedTraits.filter(isKept).map((row) => [keyOf(row), row]));
  for (const row of fresh) {
    const known = before.get(keyOf(row));
    // A person enters what is new on a page, so an empty cell withdraws nothing.
    const next =
      known && row.file === "operator" ? joinTwoPages(known, { ...row, as_of: day }) : row;
    rows.set(keyOf(row), withDayOfChange(next, known, day));
  }
  return [...rows.values()];
}

type ValueColumn = keyof Omit<Row, "file" | "kind" | "host" | "name" | "source_url">;
const VALUE_COLUMNS: readonly ValueColumn[] = [
  ...MODEL_TRAIT_NAMES,
  "retirement_date",
  "display_name",
  "more",
];

/** Keeps the recorded values of a field that a source no longer states for most of its names. */
function withLostFields(
  stated: readonly Row[],
  before: ReadonlyMap<string, Row>,
  judge: StatedTraitsInput["judge"],
): Row[] {
  const had = stated.flatMap((row) => {
    const known = before.get(keyOf(row));
    const fields = VALUE_COLUMNS.filter((field) => known && known[field] !== null);
    return fields.map((field) => ({ source: row.file, field, isLost: row[field] === null }));
  });
  const held = judge.judge(toLostFieldChanges(had));
  return stated.map((row) => {
    const own = held.get(row.file)?.map(({ field }) => field) ?? [];
    const kept = VALUE_COLUMNS.filter((field) => row[field] === null && own.includes(field));
    const known = before.get(keyOf(row));
    return { ...row, ...Object.fromEntries(kept.map((field) => [field, known?.[field] ?? null])) };
  });
}

const sourcesOf = (rows: readonly { source: string }[]): ReadonlySet<string> =>
  new Set(rows.map(({ source }) => source));

/** Two pages about one model are two rows, each with what its page states. */
const keyOf = ({ file, kind, host, name, source_url }: Row): string =>
  [file, kind, host, name, kind === "record" ? source_url : null].join("\n");

/** One row per name. If several pages about it differ, the page that was read last takes precedence. */
export function mergeStatedTraitsAcrossPages(rows: readonly StatedTraitsRow[]): StatedTraitsRow[] {
  const pages = groupBy(rows, ({ file, kind, host, name }) => [file, kind, host, name].join("\n"));
  return [...pages.values()].map((own) =>
    own.sort((a, b) => compareByCodePoint(a.as_of, b.as_of)).reduce(joinTwoPages),
  );
}

function joinTwoPages(before: StatedTraitsRow, after: StatedTraitsRow): StatedTraitsRow {
  const stated = Object.entries(after).filter(([, cell]) => cell !== null);
  const facts = [before, after].map(({ more }) => JSON.parse(more ?? "{}"));
  const more = { ...facts[0], ...facts[1] };
  const isEmpty = Object.keys(more).length === 0;
  return { ...before, ...Object.fromEntries(stated), more: isEmpty ? null : JSON.stringify(more) };
}

type RowName = Pick<Row, "file" | "kind" | "host" | "name">;

/** A value that does not fit the schema is not stated; a row without values says that the source uses the name. */
function toRow(of: RowName, traits: ModelTraits): Row {
  const more = Object.entries(traits.more ?? {}).filter(
    ([field, value]) =>
      value !== null && Model.shape[field as keyof Model].safeParse(value).success,
  );
  const cells: [column: ValueColumn, value: unknown][] = [
    ...MODEL_TRAIT_NAMES.map(
      (name) => [name, getStatedTrait(traits, name)] as [typeof name, unknown],
    ),
    ["retirement_date", traits.retirement_date],
    ["display_name", traits.display_name],
    ["more", more.length > 0 ? JSON.stringify(Object.fromEntries(more)) : null],
  ];
  const valid = cells.map(([column, value]) => {
    const cell = Array.isArray(value) ? value.join("+") : value;
    const isStated = cell !== null && cell !== undefined;
    return [column, isStated ? (StatedTraits.shape[column].safeParse(cell).data ?? null) : null];
  });
  return { ...of, source_url: null, ...Object.fromEntries(valid) } as Row;
}

/** One row for each tested name about which the source states more than a score. */
function toTestRows(listings: readonly ScoreListing[]): Row[] {
  const byName = groupBy(listings, ({ source, modelName }) => `${source}\n${modelName}`);
  return [...byName.values()].flatMap((own) => {
    const [first] = own;
    const is_open_source = own.find((row) => row.is_open_source !== null)?.is_open_source ?? null;
    const release_date = own.find((row) => row.release_date !== null)?.release_date ?? null;
    if (first === undefined || (is_open_source === null && release_date === null)) return [];
    const { source, modelName: name, display_name } = first;
    const traits = { ...NO_MODEL_TRAITS, display_name, is_open_source, release_date };
    return toRow({ file: source, kind: "test", host: null, name }, traits);
  });
}

/** Of two notices about one id the later day counts. */
function toNoticeRows(notices: readonly RetirementNotice[]): Row[] {
  const byDay = [...notices].sort((a, b) =>
    compareByCodePoint(a.retirement_date, b.retirement_date),
  );
  return byDay.map(({ source, host, modelId, retirement_date, replacements, source_url }) => {
    const [model_id] = replacements;
    const replacement = model_id === undefined ? null : { model_id, source_url };
    const traits = { ...NO_MODEL_TRAITS, retirement_date, more: { replacement } };
    const row = toRow({ file: source, kind: "notice", host, name: modelId }, traits);
    return { ...row, source_url };
  });
}

/** Converts a recorded row to the traits that a collector returns. */
export function parseStatedTraitsRow(row: StatedTraitsRow): ModelTraits {
  const toList = (cell: string | null) => (cell === null ? [] : cell.split("+"));
  const { more, input_modalities, output_modalities } = row;
  return {
    ...row,
    maker: null,
    more: more === null ? {} : JSON.parse(more),
    input_modalities: toList(input_modalities),
    output_modalities: toList(output_modalities),
  };
}
