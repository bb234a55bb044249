/** The rules of the lint, and what is wrong with a row of a price table. */
import { endsWithModelId } from "../../../../build/cost/card-of-day.ts";
import { METERS_WITH_PRICE_COLUMN } from "../../../../build/cost/rates.ts";
import type { Almanac } from "../almanac.ts";
import type { KnownRow } from "./known-row.ts";
import type { ParsedPriceTableRow } from "./price-table.ts";
import {
  isEqualUsd,
  isSamePair,
  isSwappedPair,
  type Period,
  type Prices,
  toRowPrices,
  toUsdPerMillion,
} from "./prices.ts";

export const PRICE_TABLE_LINT_RULES = {
  unit: "The price has the wrong unit: it is 100, 1,000 or 1,000,000 times too high or too low.",
  swapped: "The input price and the output price are swapped.",
  stale: "The price is outdated, because the host has changed its price.",
  retired:
    "The lab has retired the model. This is a note, not an error, if another host sells the model under this id, or if the row has the first day of its price (as in tables for old logs).",
  unknown: "No model has this name, and no host uses it as an id.",
  "no-table": "No price table was found in this file.",
} as const;
export type LintRule = keyof typeof PRICE_TABLE_LINT_RULES;

export interface Finding {
  rule: LintRule;
  /** error: exit code 1; note: for information. */
  level: "error" | "note";
  /** Name of the model as the table writes it; for `no-table`, the path of the file. */
  name: string;
  line: number;
  column: number;
  message: string;
  /** Source of our price, and its day; for a retired model, the retirement date. Null when there is none. */
  source: string | null;
  day: string | null;
  /** Replacements in the text that are certainly right; empty when there are none. */
  fixes: { start: number; end: number; text: string }[];
}

/** Unit errors: a price per 1k tokens or per token among prices per 1M, or the reverse; cents instead of dollars. */
const FACTORS: readonly (readonly [factor: number, text: string])[] = [
  [1e3, "1,000 times too low"],
  [1e-3, "1,000 times too high"],
  [1e6, "1,000,000 times too low"],
  [1e-6, "1,000,000 times too high"],
  [1e-2, "100 times too high, as if in cents"],
  [1e2, "100 times too low"],
];

/**
 * @param unit Tokens to which the row's prices apply; null if that is not known.
 * @param text The whole table.
 */
export function lintKnownRow(
  known: KnownRow,
  unit: number | null,
  almanac: Almanac,
  text: string,
): Finding[] {
  const { row, host, periods } = known;
  const retired = toRetired(known);
  if (unit === null) return retired;
  // The unit of most rows counts, even if the name of the field says otherwise, unless the unit in the name makes the
  // row right.
  const declared = toRowPrices(row, unit, true);
  const prices = periods.some((period) => isSamePair(declared, period))
    ? declared
    : toRowPrices(row, unit);
  const current = periods.at(-1)?.until === null ? periods.at(-1) : undefined;
  const { input = 0, output } = prices;
  /** A finding can be corrected only when it was found with the current price, not with a past one. */
  const toWrong = (rule: LintRule, period: Period, message: string): Finding => {
    const isCertain = period === current && isTrusted(almanac, known, current);
    const fixes = isCertain ? toFixes(row, current, unit, text) : [];
    const day = period.stated ?? period.since;
    return toFinding(rule, row, message, { source: period.source, day, fixes });
  };
  const toCharge = (period: Period) => `${host} charges ${toText(period)}${sinceText(period)}`;
  const toSwapped = (period: Period): Finding =>
    toWrong("swapped", period, `input and output prices are swapped: ${toCharge(period)}`);
  const isOtherRate = known.isOtherRate(prices);
  const isElsewhere = known.isPriceElsewhere(prices);
  if (isElsewhere && !known.isOwnName) return retired;
  const old = periods.findLast((period) => isSamePair(prices, period));
  if (old) {
    if (retired.length > 0) return retired;
    if (!current || isSamePair(prices, current) || !isTrusted(almanac, known, current)) return [];
    const message = `${toText(old)} was the price at ${host} until ${old.until}; since ${current.since} it is ${toText(current)}`;
    if (isElsewhere || isOtherRate) {
      const day = current.stated ?? current.since;
      const { source } = current;
      const text = isElsewhere
        ? `${message}. Another host still charges the old price`
        : `${message}. ${host} still charges the old price for another id, tier or region`;
      return [toFinding("stale", row, text, { source, day, level: "note" })];
    }
    // A source may also have swapped the prices for some time.
    return [
      isSwappedPair(prices, current) ? toSwapped(current) : toWrong("stale", current, message),
    ];
  }
  if (isElsewhere || isOtherRate) return retired;
  const exchanged = periods.findLast(
    (period) => isLasting(period) && isSwappedPair(prices, period),
  );
  if (exchanged) return [toSwapped(exchanged)];
  for (const [factor, by] of FACTORS) {
    const scaled: Prices = { input: input * factor };
    if (output !== undefined) scaled.output = output * factor;
    const period = periods.findLast(
      (one) => (one.input ?? 0) > 0 && isLasting(one) && isSamePair(scaled, one),
    );
    // With a single number, a factor of 100 is not enough evidence of a unit error.
    if (!period || (output === undefined && Math.abs(Math.log10(factor)) < 3)) continue;
    return [toWrong("unit", period, `the price is ${by}: ${toCharge(period)}`)];
  }
  const slip = findSlipOfOne(prices, current);
  if (!slip || !current) return retired;
  return [toWrong("unit", current, `the ${slip.meter} price is ${slip.by}: ${toCharge(current)}`)];
}

/** A price that held for fewer days than this was usually an error of the source. */
const MIN_DAYS = 30;
const isLasting = ({ since, until }: Period): boolean =>
  until === null || Date.parse(until) - Date.parse(since) >= MIN_DAYS * 86_400_000;

/** One of the two is right, the other in another unit. */
function findSlipOfOne(prices: Prices, current: Period | undefined) {
  if (!current || prices.output === undefined) return undefined;
  const isRight = (["input", "output"] as const).find((one) =>
    isEqualUsd(prices[one], current[one]),
  );
  const meter = isRight === "input" ? "output" : "input";
  if (isRight === undefined || !((current[meter] ?? 0) > 0)) return undefined;
  const slip = FACTORS.find(
    ([factor]) =>
      Math.abs(Math.log10(factor)) >= 3 &&
      isEqualUsd((prices[meter] ?? 0) * factor, current[meter]),
  );
  return slip && { meter, by: slip[1] };
}

/** Whether two sources, or the host's own page, state our current price, and the host still lists the id. */
function isTrusted({ facts }: Almanac, { row, model, host }: KnownRow, current: Period): boolean {
  const offer = facts.offersOf(model.slug).find((one) => one.host === host);
  if (offer?.trust !== "verified") return false;
  const isCalled = (id: string) => endsWithModelId(row.name, id);
  const ids = [offer.model_id, ...offer.variants.map(({ model_id }) => model_id)];
  const isOfModel = [model.slug, ...model.aliases].some(isCalled);
  const hasOwnPrice = facts.idCardsOf(model.slug).some((card) => isCalled(card.name));
  const isSamePrice = isEqualUsd(current.input, offer.input ?? undefined);
  return isSamePrice && (ids.some(isCalled) || (isOfModel && !hasOwnPrice));
}

function toRetired({ row, model, host, otherSellers }: KnownRow): Finding[] {
  const { status, retirement_date: day, lab } = model;
  const isMakers = host === lab || host === model.list_host;
  if (status !== "retired" || day === null || row.saysRetired || !isMakers) return [];
  // Names with a size but no version, such as `mistral-large` and `ministral-3b-latest`, may mean a newer model.
  if (!/\d/.test(row.name.replaceAll(/\d+[bkm]\b/gi, ""))) return [];
  const ended = `${model.name} was retired on ${day}`;
  const isSold = otherSellers.length > 0;
  const message = `${ended} at ${host}; sold under this id at ${otherSellers.slice(0, 3).join(", ")}`;
  const level = isSold || row.isDated ? "note" : "error";
  return [toFinding("retired", row, isSold ? message : ended, { day, level })];
}

export const toFinding = (
  rule: LintRule,
  { name, line, column }: Pick<ParsedPriceTableRow, "name" | "line" | "column">,
  message: string,
  more: Partial<Finding> = {},
): Finding => ({
  rule,
  level: "error",
  name,
  line,
  column,
  message,
  source: null,
  day: null,
  fixes: [],
  ...more,
});

const toText = ({ input, output }: Prices): string =>
  [input, output].flatMap((usd) => (usd === undefined ? [] : [`$${toDecimal(usd)}`])).join(" / ");

const sinceText = ({ since, until }: Period): string =>
  until === null ? ` per 1M tokens since ${since}` : ` per 1M tokens from ${since} to ${until}`;

const toDecimal = (usd: number): string => String(Number(usd.toPrecision(9)));

/** Replacements in the row's unit and notation; empty when one of its prices cannot be replaced. */
function toFixes(
  row: ParsedPriceTableRow,
  target: Prices,
  unit: number,
  text: string,
): Finding["fixes"] {
  const fixes: Finding["fixes"] = [];
  for (const meter of METERS_WITH_PRICE_COLUMN) {
    const price = row.prices[meter];
    if (!price) continue;
    const usd = target[meter];
    if (usd === undefined || !price.isPlainNumber) return [];
    if (isEqualUsd(toUsdPerMillion(price, unit), usd)) continue;
    const { start, end } = price;
    fixes.push({ start, end, text: writeNumber((usd * unit) / 1e6, text.slice(start, end)) });
  }
  return fixes;
}

/** `2.5e-06` where the old number has an exponent; quotes and `$` stay. */
function writeNumber(value: number, old: string): string {
  const [, before = "", number = "", after = ""] =
    /^(["'`]?\s*\$?)(.*?)(\s*["'`]?)$/.exec(old) ?? [];
  const plain = Number(value.toPrecision(9));
  const isPadded = !/e-?[1-9]/i.test(number);
  const exponential = plain.toExponential().replace(/e-(?=\d$)/, isPadded ? "e-0" : "e-");
  const isExponential = plain > 0 && plain < (/e/i.test(number) ? 1 : 1e-6);
  return `${before}${isExponential ? exponential : plain}${after}`;
}
