/** What must hold of the price ledger beyond its rows: what follows what, and which ids have an offer. */
import { basename, dirname } from "node:path";
import { groupBy } from "../schema/collections.ts";
import type { Offer } from "../schema/offer.ts";
import type { PriceStatement } from "../schema/price-statement.ts";
import type { Fault } from "./fault.ts";
import { AskedPrices, type AskedRow, toAskedRow } from "./price-sanity.ts";

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

/** A row of `offers/` or `prices/`, as it was read. */
export type LedgerRow = Offer & PriceStatement;

/** The ledger host by host: of what is for sale only the ids are kept, until their prices come. */
export class LedgerCheck {
  readonly #broken: ReadonlySet<string>;
  readonly #faults: Fault[] = [];
  /** Path of a host's prices → the ids of its offers. */
  readonly #offered = new Map<string, Map<string, OfferedId>>();
  /** What is compared across hosts: of each statement little more than its prices. */
  readonly #asked: PlacedAsked[] = [];
  /** Days and sources stand in thousands of rows. */
  readonly #texts = new Map<string, string>();

  /** @param broken Paths of files with faults of their own: ids are not compared with what could not be read. */
  constructor(broken: ReadonlySet<string>) {
    this.#broken = broken;
  }

  /** All offers of a host, in their order; before its prices. */
  addOffers(path: string, rows: readonly Pick<Offer, "model_id" | "model">[]): void {
    const ids = rows.map(({ model_id, model }, index): [string, OfferedId] => [
      model_id,
      { line: index + FIRST_LINE, model },
    ]);
    this.#offered.set(besides(path, "prices"), new Map(ids));
  }

  /** All prices of a host, in their order. */
  addPrices(path: string, rows: readonly PriceStatement[]): void {
    const placed = rows.map((row, index) => ({ row, path, line: index + FIRST_LINE }));
    this.#faults.push(...placed.flatMap(checkRow), ...checkSequence(placed));
    const stated = linesOf(rows);
    const offered = this.#offered.get(path) ?? new Map<string, OfferedId>();
    for (const { row, line } of placed)
      this.#ask(path, line, row, offered.get(row.model_id)?.model);
    this.#offered.delete(path);
    const offers = besides(path, "offers");
    this.#compare(
      path,
      stated,
      offers,
      offered,
      (id) => `"${id}" has no row in ${offers}; add it there with its model and tier`,
    );
    this.#compare(offers, offered, path, stated, (id) => noStatement(id, path));
  }

  /** @returns All faults, once every file was added. */
  end(): Fault[] {
    for (const [path, offered] of this.#offered)
      this.#compare(besides(path, "offers"), offered, path, new Map(), (id) =>
        noStatement(id, path),
      );
    return [...this.#faults, ...checkSlips(this.#asked)];
  }

  #ask(path: string, line: number, row: PriceStatement, model: string | undefined): void {
    if (model === undefined) return;
    const asked = toAskedRow(row, basename(path, ".csv"), model);
    if (asked === undefined) return;
    const shared = (text: string) => {
      const known = this.#texts.get(text) ?? text;
      this.#texts.set(text, known);
      return known;
    };
    const { recorded, source } = asked;
    this.#asked.push({
      path,
      line,
      asked: { ...asked, recorded: shared(recorded), source: shared(source) },
    });
  }

  /** Every id of `own` must stand in the other kind's file of the same host. */
  #compare(
    file: string,
    own: ReadonlyMap<string, { line: number }>,
    other: string,
    others: ReadonlyMap<string, unknown>,
    toMessage: (id: string) => string,
  ): void {
    if (this.#broken.has(other)) return;
    for (const [id, { line }] of own)
      if (!others.has(id))
        this.#faults.push({ file, line, field: "model_id", message: toMessage(id) });
  }
}

/** Behind the header. */
const FIRST_LINE = 2;

interface OfferedId {
  line: number;
  model: string;
}

interface PlacedAsked {
  path: string;
  line: number;
  asked: AskedRow;
}

/** Model by model: what one costs says nothing of another. */
const checkSlips = (rows: readonly PlacedAsked[]): Fault[] =>
  [...groupBy(rows, ({ asked }) => asked.model).values()].flatMap((ofModel) => {
    const prices = new AskedPrices(ofModel.map(({ asked }) => asked));
    return ofModel.flatMap(({ path, line, asked }) => {
      const slip = prices.slipOf(asked);
      const message = `${slip}; if it is real, add a row of source operator with the address that shows it, else begin its note with suspect:`;
      return slip === null ? [] : [{ file: path, line, field: "input", message }];
    });
  });

/** Id → the line in which it stands first. */
function linesOf(rows: readonly { model_id: string }[]): Map<string, { line: number }> {
  const lines = new Map<string, { line: number }>();
  for (const [index, { model_id }] of rows.entries())
    if (!lines.has(model_id)) lines.set(model_id, { line: index + FIRST_LINE });
  return lines;
}

const besides = (path: string, folder: "offers" | "prices"): string =>
  path.replace(dirname(path), folder);

const noStatement = (id: string, path: string): string =>
  `"${id}" has no statement in ${path}; add one, or delete the row`;

interface Placed {
  row: PriceStatement;
  path: string;
  line: number;
}

function checkRow({ row, path, line }: Placed): Fault[] {
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

/** Rows of one file, in its order; a source's word on an id is compared with its last one. */
function checkSequence(statements: readonly Placed[]): Fault[] {
  const last = new Map<string, Placed>();
  return statements.flatMap((placed) => {
    const { row, path, line } = placed;
    const key = `${row.source} ${row.model_id}`;
    const before = last.get(key);
    last.set(key, placed);
    const message = faultBetween(before, row);
    return message ? [{ file: path, line, field: "event", message }] : [];
  });
}

function faultBetween(before: Placed | undefined, row: PriceStatement): string | undefined {
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
