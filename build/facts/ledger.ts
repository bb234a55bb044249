/** What must hold of the price ledger beyond its rows: what follows what, and which ids have an offer. */
import { dirname } from "node:path";
import type { Offer } from "../schema/offer.ts";
import type { PriceStatement } from "../schema/price-statement.ts";
import { AskedPrices, createToAsked } from "./asked-prices.ts";
import type { Fault } from "./fault.ts";
import type { PlacedRow } from "./read-facts.ts";

interface Placed<T> {
  row: T;
  path: string;
  line: number;
}

/** With the name of its file: the host. */
type Filed<T> = T & { file: string };

const PRICES = [
  "input",
  "output",
  "cache_read",
  "cache_write",
  "reasoning",
  "batch_input",
  "batch_output",
  "tiers",
] as const;

/** Reasons a row may carry; an operator's is an address. */
const NOTES = /^(suspect|reseller|rule|repointed|before): \S|^https:\/\//;

/**
 * @param broken Paths of files with faults of their own: ids are not compared with what could not be read.
 */
export function checkLedger(
  prices: readonly PlacedRow[],
  offers: readonly PlacedRow[],
  broken: ReadonlySet<string>,
): Fault[] {
  const statements = prices as unknown as readonly Placed<Filed<PriceStatement>>[];
  const sold = offers as unknown as readonly Placed<Filed<Offer>>[];
  return [
    ...statements.flatMap(checkRow),
    ...checkSequence(statements),
    ...checkSlips(statements, sold),
    ...checkIds(statements, sold, "offers", broken),
    ...checkIds(sold, statements, "prices", broken),
  ];
}

function checkRow({ row, path, line }: Placed<PriceStatement>): Fault[] {
  const faults: Fault[] = [];
  const at = (field: string, message: string) => faults.push({ file: path, line, field, message });
  const priced =
    row.event === "withdrawn" ? PRICES.find((field) => row[field] !== null) : undefined;
  if (priced)
    at(
      priced,
      `a withdrawal has no price (found "${row[priced]}"); empty the cell, or write stated`,
    );
  if (row.note !== null && !NOTES.test(row.note))
    at(
      "note",
      `"${row.note}" is no known reason; begin it with suspect:, reseller:, rule:, repointed: or before:`,
    );
  if (row.note?.startsWith("rule:") && row.event === "stated")
    at("note", `"${row.note}" stands on a statement; a rule only withdraws`);
  return faults;
}

/** Rows come file by file and in the order of the ledger; a source's word on an id is compared with its last one. */
function checkSequence(statements: readonly Placed<PriceStatement>[]): Fault[] {
  const last = new Map<string, Placed<PriceStatement>>();
  return statements.flatMap((placed) => {
    const { row, path, line } = placed;
    const key = `${path} ${row.source} ${row.model_id}`;
    const before = last.get(key);
    last.set(key, placed);
    const message = faultBetween(before, row);
    return message ? [{ file: path, line, field: "event", message }] : [];
  });
}

function faultBetween(
  before: Placed<PriceStatement> | undefined,
  row: PriceStatement,
): string | undefined {
  const name = `${row.source} of "${row.model_id}"`;
  if (row.event === "withdrawn" && before === undefined)
    return `${name} is withdrawn before it was stated; delete the row, or add the statement`;
  if (before?.row.event !== row.event || before.row.effective !== row.effective) return undefined;
  if (row.event === "withdrawn")
    return `${name} was withdrawn already in line ${before.line}; delete the row`;
  return PRICES.every((field) => before.row[field] === row[field])
    ? `${name} says the same as in line ${before.line}; delete the row`
    : undefined;
}

function checkSlips(
  statements: readonly Placed<Filed<PriceStatement>>[],
  offers: readonly Placed<Filed<Offer>>[],
): Fault[] {
  const toAsked = createToAsked(offers.map(({ row }) => row));
  const prices = new AskedPrices(statements.flatMap(({ row }) => toAsked(row) ?? []));
  return statements.flatMap(({ row, path, line }) => {
    const asked = toAsked(row);
    const slip = asked === undefined ? null : prices.slipOf(asked);
    const message = `${slip}; if it is real, add a row of source operator with the address that shows it, else begin its note with suspect:`;
    return slip === null ? [] : [{ file: path, line, field: "input", message }];
  });
}

/** Every id of `rows` must stand in the other kind's file of the same host. */
function checkIds(
  rows: readonly Placed<{ model_id: string }>[],
  others: readonly Placed<{ model_id: string }>[],
  folder: "offers" | "prices",
  broken: ReadonlySet<string>,
): Fault[] {
  const known = new Set(others.map(({ row, path }) => `${path} ${row.model_id}`));
  const told = new Set<string>();
  return rows.flatMap(({ row, path, line }) => {
    const other = path.replace(dirname(path), folder);
    const key = `${other} ${row.model_id}`;
    if (known.has(key) || told.has(key) || broken.has(other)) return [];
    told.add(key);
    const message =
      folder === "offers"
        ? `"${row.model_id}" has no row in ${other}; add it there with its model and tier`
        : `"${row.model_id}" has no statement in ${other}; add one, or delete the row`;
    return [{ file: path, line, field: "model_id", message }];
  });
}
