/** The price ledger: statements of sources, what each currently states, and the rows that a new answer adds. Pure. */

import { formatRatesCell } from "../cost/rates.ts";
import type { FactWithFileName } from "../facts/kinds.ts";
import {
  haveSamePrices,
  STATED_PRICE_FIELDS,
  type StatedPrices,
  toPriceStartDay,
} from "../facts/ledger.ts";
import { toHostModelIdKey } from "../identity/host-ids.ts";
import { isResellerStatement } from "../identity/offer-terms.ts";
import { compareByCodePoint, groupBy } from "../schema/collections.ts";
import { LISTING_REFERENCE_SOURCE } from "../schema/precedence.ts";
import type { PriceStatement } from "../schema/price-statement.ts";
import type { OfferListing, RateCardListing } from "../sources/listing.ts";

/** A row of the ledger, with its host as file. */
export type PriceLedgerRow = FactWithFileName<"prices">;

/** For an id without a price per token, and for a withdrawal. */
export const NO_STATED_PRICES = {
  input: null,
  output: null,
  cache_read: null,
  cache_write: null,
  rates: null,
};

/** What a source states of one id on the day it is read. */
export interface StatedOfferPrices {
  prices: StatedPrices;
  /** `suspect: …` or `reseller: …`; null for most. */
  note: string | null;
  /** Prices for which the source states a day: past ones, and announcements. */
  dated?: readonly { effective: string; prices: StatedPrices }[];
  /** Day on which the source itself says that the id is or was retired. */
  retired?: string | null;
}

export const haveSameInputOutputPrices = (
  a: Pick<StatedPrices, "input" | "output">,
  b: Pick<StatedPrices, "input" | "output">,
): boolean => a.input === b.input && a.output === b.output;

/** `2.5/10`, for reports. */
export const formatInputAndOutput = ({
  input,
  output,
}: Pick<StatedPrices, "input" | "output">): string => `${input ?? "?"}/${output ?? "?"}`;

/** By the day they apply from, then by recording; a withdrawal after a statement of the same day. */
const compareByEffectiveDay = (a: PriceStatement, b: PriceStatement): number =>
  compareByCodePoint(toPriceStartDay(a), toPriceStartDay(b)) ||
  compareByCodePoint(a.recorded, b.recorded) ||
  compareByCodePoint(a.event, b.event);

/**
 * The rows that one reading of a source adds to the ledger of one host: a statement if the source lists an id for the
 * first time or with other prices than before, a withdrawal if it listed an id before and does not now.
 * @param ledger Rows of the host, of any source, in any order.
 * @param listed Host's id → what the source states about it.
 * @param day Day the source was read, YYYY-MM-DD.
 * @param unread Ids whose row is there but could not be read; their last statement is kept.
 */
export function findPriceLedgerRowsToAdd(
  ledger: readonly PriceStatement[],
  source: string,
  listed: ReadonlyMap<string, StatedOfferPrices>,
  day: string,
  unread: ReadonlySet<string> = new Set(),
): PriceStatement[] {
  const past = groupStatementsById(ledger, source);
  const ofReference = groupStatementsById(ledger, LISTING_REFERENCE_SOURCE);
  const base = { recorded: day, source };
  const stated = [...listed].flatMap(([model_id, one]) =>
    newStatements(
      { ...base, model_id },
      one,
      past.get(model_id) ?? [],
      ofReference.get(model_id)?.at(-1),
    ),
  );
  const withdrawn = [...past].flatMap(([model_id, statements]) =>
    listed.has(model_id) || unread.has(model_id)
      ? []
      : withdrawal({ ...base, model_id }, statements, null),
  );
  return [...stated, ...withdrawn];
}

/** Statements of one source by id, including retracted ones; each list is ordered by the day from which they apply. */
export const groupStatementsById = <Row extends PriceStatement>(
  ledger: readonly Row[],
  source: string,
): Map<string, Row[]> =>
  groupBy(
    ledger
      .filter((row) => row.source === source && row.event !== "was_wrong")
      .sort(compareByEffectiveDay),
    ({ model_id }) => model_id,
  );

type NewRow = Pick<PriceStatement, "recorded" | "source" | "model_id">;

function newStatements(
  row: NewRow,
  { prices, note, dated = [], retired = null }: StatedOfferPrices,
  past: readonly PriceStatement[],
  reference: PriceStatement | undefined,
): PriceStatement[] {
  const day = row.recorded;
  if (retired !== null && retired <= day) return withdrawal(row, past, retired);
  const state = (stated: StatedPrices, effective: string | null): PriceStatement => ({
    ...row,
    effective,
    event: "stated",
    ...pricesOf(stated),
    note: note ?? inheritedNote(past, stated),
  });
  const rows = [
    ...dated.filter((one) => isNewDate(past, one)).map((one) => state(one.prices, one.effective)),
    ...takenBack(past, dated, day).map((effective) => state(prices, effective)),
  ];
  const current = lastUntil([...past, ...rows].sort(compareByEffectiveDay), day);
  return isNews(current, past, prices, reference) ? [...rows, state(prices, null)] : rows;
}

/** The statement that is in force on a day. */
const lastUntil = <Row extends PriceStatement>(
  past: readonly Row[],
  day: string,
): Row | undefined => past.findLast((row) => toPriceStartDay(row) <= day);

/**
 * A withdrawal by a rule holds until the source states a price that it never stated before, or until the reference
 * source, which ended it, lists the id again.
 */
function isNews(
  current: PriceStatement | undefined,
  past: readonly PriceStatement[],
  prices: StatedPrices,
  reference: PriceStatement | undefined,
): boolean {
  if (current === undefined) return true;
  if (current.event === "stated") return !haveSamePrices(current, prices);
  const isByRule = current.note?.startsWith("rule:") ?? false;
  const wasStated = past.some(
    (row) => row.event === "stated" && haveSameInputOutputPrices(row, prices),
  );
  const isBack = reference?.event === "stated" && reference.recorded > current.recorded;
  return !isByRule || !wasStated || isBack;
}

const isNewDate = (
  past: readonly PriceStatement[],
  { effective, prices }: { effective: string; prices: StatedPrices },
): boolean => {
  const known = past.findLast((row) => row.effective === effective);
  return known?.event !== "stated" || !haveSamePrices(known, prices);
};

/** Announced future days that the source no longer states: the price must not change then. */
function takenBack(
  past: readonly PriceStatement[],
  dated: NonNullable<StatedOfferPrices["dated"]>,
  day: string,
): string[] {
  const before = lastUntil(past, day);
  const announced = new Set(past.flatMap(({ effective }) => effective ?? []));
  return [...announced].filter((effective) => {
    const last = past.findLast((row) => row.effective === effective);
    const isStated = effective <= day || dated.some((one) => one.effective === effective);
    return !isStated && last && before && !haveSamePrices(last, before);
  });
}

/** A price that was marked as a reseller's keeps the mark until it changes. */
function inheritedNote(past: readonly PriceStatement[], prices: StatedPrices): string | null {
  const last = past.findLast(({ event }) => event === "stated");
  return last && isResellerStatement(last) && haveSameInputOutputPrices(last, prices)
    ? last.note
    : null;
}

/** Withdraws the id and its announced prices: from the `retired` day, but never from before the last statement. */
function withdrawal(
  row: NewRow,
  past: readonly PriceStatement[],
  retired: string | null,
): PriceStatement[] {
  const day = row.recorded;
  const last = lastUntil(past, day);
  if (last?.event !== "stated") return [];
  const since =
    retired !== null && retired < toPriceStartDay(last) ? toPriceStartDay(last) : retired;
  const announced = new Set(past.map(toPriceStartDay).filter((other) => other > day));
  return [since, ...announced].map((effective) => ({
    ...row,
    effective,
    event: "withdrawn",
    ...NO_STATED_PRICES,
    note: null,
  }));
}

const pricesOf = (stated: StatedPrices): StatedPrices =>
  Object.fromEntries(STATED_PRICE_FIELDS.map((field) => [field, stated[field]])) as StatedPrices;

/** A statement in force, with its key over all hosts. */
type CurrentPriceStatement = PriceLedgerRow & { key: string };

export class CurrentPriceLedger {
  readonly #rows: ReadonlyMap<string, PriceLedgerRow[]>;
  readonly #bySource: ReadonlyMap<string, CurrentPriceStatement[]>;
  readonly #byKey: ReadonlyMap<string, CurrentPriceStatement[]>;
  /** Source and key of every id that a source ever listed. */
  readonly #known: ReadonlySet<string>;
  /** The ones that it did not withdraw. */
  readonly #listed: ReadonlySet<string>;

  /** @param day Statements dated later are not in force yet. */
  constructor(recorded: readonly PriceLedgerRow[], day: string) {
    const prices = recorded.filter(({ event }) => event !== "was_wrong");
    this.#rows = groupBy(prices, ({ file }) => file);
    const records = groupBy(
      prices,
      (row) => `${row.source} ${toHostModelIdKey(row.file, row.model_id)}`,
    );
    this.#known = new Set(records.keys());
    const listed = new Set<string>();
    const open = [...records].flatMap(([name, rows]): CurrentPriceStatement[] => {
      const sorted = [...rows].sort(compareByEffectiveDay);
      const last = sorted.at(-1);
      // An id that an earlier run of the same day withdrew counts as listed until the next reading.
      if (last?.event === "stated" || last?.recorded === day) listed.add(name);
      const statement = lastUntil(sorted, day);
      if (statement?.event !== "stated") return [];
      return [{ ...statement, key: toHostModelIdKey(statement.file, statement.model_id) }];
    });
    this.#listed = listed;
    this.#bySource = groupBy(open, ({ source }) => source);
    this.#byKey = groupBy(open, ({ key }) => key);
  }

  rowsOf(host: string): readonly PriceLedgerRow[] {
    return this.#rows.get(host) ?? [];
  }

  hosts(): string[] {
    return [...this.#rows.keys()];
  }

  /** The current statements of this source, for everything it lists. */
  openOf(source: string): readonly CurrentPriceStatement[] {
    return this.#bySource.get(source) ?? [];
  }

  /** The current statements of all sources for one id. */
  statementsOf(key: string): readonly CurrentPriceStatement[] {
    return this.#byKey.get(key) ?? [];
  }

  /** Keys that at least one source lists. */
  openKeys(): Iterable<string> {
    return this.#byKey.keys();
  }

  hasListed(source: string, key: string): boolean {
    return this.#known.has(`${source} ${key}`);
  }

  /** Whether its last statement of any day lists the id: copies of one source may be older than another's. */
  isListed(source: string, key: string): boolean {
    return this.#listed.has(`${source} ${key}`);
  }
}

/** @param offer As its collector returns it, with the id in the catalogue's spelling. */
export function toStatedOfferPrices(offer: OfferListing): StatedOfferPrices {
  return {
    prices: toStatedPrices(offer),
    note: offer.note ?? null,
    dated: (offer.dated ?? []).map(({ effective, ...card }) => ({
      effective,
      prices: toStatedPrices(card),
    })),
    retired: offer.traits.retirement_date,
  };
}

const toStatedPrices = ({ prices, rates }: RateCardListing): StatedPrices => ({
  ...prices,
  rates: formatRatesCell(rates),
});
