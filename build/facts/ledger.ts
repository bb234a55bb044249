/** Rules of the price ledger: which rows may follow each other, and which ids have an offer. */
import { METERS_WITH_PRICE_COLUMN } from "../cost/rates.ts";
import type { Offer } from "../schema/model.ts";
import type { PriceStatement } from "../schema/price-statement.ts";
import type { FactFault } from "./fault.ts";

export const STATED_PRICE_FIELDS = [...METERS_WITH_PRICE_COLUMN, "rates"] as const;
export type StatedPrices = Pick<PriceStatement, (typeof STATED_PRICE_FIELDS)[number]>;

export const haveSamePrices = (a: StatedPrices, b: StatedPrices): boolean =>
  STATED_PRICE_FIELDS.every((field) => a[field] === b[field]);

/** The day from which a statement applies. */
export const toPriceStartDay = ({ effective, recorded }: PriceStatement): string =>
  effective ?? recorded;

/** How a row's note may begin; the note of an operator's row is a URL. */
const NOTES = /^(suspect|reseller|rule|repointed|before|wrong): \S|^https:\/\//;

/** Host → its rows, in the order of its file. */
interface Ledger {
  offers: ReadonlyMap<string, readonly Pick<Offer, "model_id" | "model">[]>;
  prices: ReadonlyMap<string, readonly PriceStatement[]>;
}

/** @param broken Paths of files with faults of their own: ids are not compared with them. */
export function checkPriceLedger(ledger: Ledger, broken: ReadonlySet<string>): FactFault[] {
  const hosts = new Set([...ledger.offers.keys(), ...ledger.prices.keys()]);
  return [...hosts].flatMap((host) => {
    const [offersFile, pricesFile] = [`offers/${host}.csv`, `prices/${host}.csv`];
    const offers = place(offersFile, ledger.offers.get(host));
    const prices = place(pricesFile, ledger.prices.get(host));
    const noOffer = `has no row in ${offersFile}; add it there with its model and tier`;
    const noPrice = `has no price row in ${pricesFile}; add one, or delete the row`;
    return [
      ...prices.flatMap(checkRow),
      ...checkSequence(prices),
      ...(broken.has(offersFile) ? [] : missingIds(prices, offers, noOffer)),
      ...(broken.has(pricesFile) ? [] : missingIds(offers, prices, noPrice)),
    ];
  });
}

interface Placed<T> {
  row: T;
  file: string;
  line: number;
}

const place = <T>(file: string, rows: readonly T[] = []): Placed<T>[] =>
  rows.map((row, index) => ({ row, file, line: index + 2 }));

type WithId = Placed<{ model_id: string }>;

/** A fault at the first row of each id that `others` do not contain. */
function missingIds(
  rows: readonly WithId[],
  others: readonly WithId[],
  message: string,
): FactFault[] {
  const known = new Set(others.map(({ row }) => row.model_id));
  return rows.flatMap(({ row: { model_id }, file, line }) => {
    if (known.has(model_id)) return [];
    known.add(model_id);
    return { file, line, field: "model_id", message: `"${model_id}" ${message}` };
  });
}

function checkRow({ row, file, line }: Placed<PriceStatement>): FactFault[] {
  const { event } = row;
  const note = row.note ?? "";
  const priced = STATED_PRICE_FIELDS.find((field) => row[field] !== null);
  const faults = [
    row.note !== null &&
      !NOTES.test(note) &&
      `"${note}" is not a known kind of note; begin it with suspect:, reseller:, rule:, repointed:, before: or wrong:`,
    event === "stated" &&
      note.startsWith("rule:") &&
      `the note "${note}" is allowed only in a withdrawn row; change the note or the event`,
    (event === "was_wrong") !== note.startsWith("wrong:") &&
      'a row with the event was_wrong, and no other row, needs the note "wrong: <reason> <https URL>"',
    event === "was_wrong" &&
      !/ https:\/\/\S+$/.test(note) &&
      `"${row.note}" must end with the https:// URL that shows the error`,
  ].flatMap((message) => (message ? { file, line, field: "note", message } : []));
  if (event === "stated" || priced === undefined) return faults;
  const message = `a ${event} row must not have a price (found "${row[priced]}"); empty the cell, or write "stated" as the event`;
  return [{ file, line, field: priced, message }, ...faults];
}

/** Compares each row with the previous row of the same source and id. */
function checkSequence(rows: readonly Placed<PriceStatement>[]): FactFault[] {
  const last = new Map<string, Placed<PriceStatement>>();
  return rows.flatMap((placed) => {
    const { row, file, line } = placed;
    const key = `${row.source} ${row.model_id}`;
    if (row.event === "was_wrong") {
      const isKnown = rows.some(({ row: one }) => isRetractedBy(one, row));
      const message = `${row.source} has no row for "${row.model_id}" that was recorded on ${row.effective}; in the field effective, write the day on which the wrong row was recorded`;
      return isKnown ? [] : [{ file, line, field: "effective", message }];
    }
    const before = last.get(key);
    const message = faultBetween(before, row);
    last.set(key, placed);
    const isNews = () => before && rows.some((one) => isRetractedBy(before.row, one.row));
    return message && !isNews() ? [{ file, line, field: "event", message }] : [];
  });
}

/** Rows of one host, without retracted rows and the rows that retract them. */
export function removeRetractedRows(rows: readonly PriceStatement[]): PriceStatement[] {
  const wrong = rows.filter(({ event }) => event === "was_wrong");
  return rows.filter(
    (row) => row.event !== "was_wrong" && !wrong.some((one) => isRetractedBy(row, one)),
  );
}

const isRetractedBy = (one: PriceStatement, wrong: PriceStatement): boolean =>
  wrong.event === "was_wrong" &&
  one.event === "stated" &&
  one.source === wrong.source &&
  one.model_id === wrong.model_id &&
  one.recorded === wrong.effective;

function faultBetween(before: Placed<PriceStatement> | undefined, row: PriceStatement) {
  const name = `${row.source} of "${row.model_id}"`;
  if (row.event === "withdrawn" && before === undefined)
    return `${name} is withdrawn, but no earlier row states a price; delete the row, or add the row with the price`;
  if (before?.row.event !== row.event || before.row.effective !== row.effective) return undefined;
  if (row.event === "withdrawn")
    return `${name} is already withdrawn in line ${before.line}; delete the row`;
  return haveSamePrices(before.row, row)
    ? `${name} repeats the prices of line ${before.line}; delete the row`
    : undefined;
}
