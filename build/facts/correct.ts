/**
 * What a person adds to the ledger: `npm run correct` records a price as a row of source `operator` or `third-party`,
 * `npm run retract` marks statements as wrong from the day they were recorded. Nothing is deleted.
 */

import {
  createRate,
  findRatesCellFault,
  formatRateKey,
  formatRatesCell,
  METERS_WITH_PRICE_COLUMN,
  parseRates,
  type Rate,
} from "../cost/rates.ts";
import { compareByCodePoint, groupBy } from "../schema/collections.ts";
import { getSourcePrecedence } from "../schema/precedence.ts";
import { PriceStatement } from "../schema/price-statement.ts";
import { createNullFields, daysBetween, OPERATOR, THIRD_PARTY } from "../schema/values.ts";
import type { FactFileTexts } from "./fact-files.ts";
import { CommandError, quoteNearestNames } from "./fault.ts";
import type { Facts } from "./kinds.ts";
import {
  haveSamePrices,
  removeRetractedRows,
  STATED_PRICE_FIELDS,
  toPriceStartDay,
} from "./ledger.ts";
import { parseAndCheckFacts } from "./read-facts.ts";
import { type FactFileText, toCsvFactFile } from "./write-facts.ts";

type PriceName = (typeof METERS_WITH_PRICE_COLUMN)[number];
/** A person must confirm a price that changes by this factor or more. */
const LARGE_FACTOR = 3;

export interface PriceCorrectionInput {
  host: string;
  modelId: string;
  prices: { [P in PriceName]?: string | undefined };
  /** Further rates as the ledger writes them: `cache_write@1h=6`. */
  rate?: readonly string[] | undefined;
  source: string;
  /** May be a day to come: the price is then announced. */
  pageDate?: string | undefined;
  /** The page is not the host's or the lab's own. */
  thirdParty?: boolean | undefined;
}

/**
 * Reads the input and checks the facts as they would be with the new row. Writes nothing.
 * @param today Today, YYYY-MM-DD.
 * @returns The host's ledger with the new row, what the row changes, what the other sources state, by precedence, and
 * whether the row replaces one of today.
 * @throws CommandError that names each value that cannot be read and the next step; FactsError if a check of the facts
 * fails.
 */
export function planPriceCorrection(
  files: FactFileTexts,
  input: PriceCorrectionInput,
  today: string,
) {
  const prices = readPrices(input);
  const facts = parseAndCheckFacts(files);
  requireKnownId(facts, input);
  const ledger = facts.prices.flatMap(({ file, ...row }) => (file === input.host ? row : []));
  const ranked = statementsInForce(facts, ledger, input, today);
  const { pageDate = null, thirdParty = false } = input;
  const isAnnounced = pageDate !== null && pageDate > today;
  if (isAnnounced) requireNear(pageDate, today, facts);
  // Today's prices say nothing about a day to come, and another party's page does not repeat the host's.
  const kept = thirdParty || isAnnounced || isRepriced(prices, ranked[0]) ? undefined : ranked[0];
  const row: PriceStatement = {
    ...createNullFields(PriceStatement),
    ...kept,
    ...prices,
    rates: formatRatesCell([
      ...parseRates(kept?.rates ?? null),
      ...(input.rate ?? []).flatMap(parseRates),
    ]),
    recorded: today,
    effective: pageDate,
    model_id: input.modelId,
    source: thirdParty ? THIRD_PARTY : OPERATOR,
    event: "stated",
    note: input.source,
  };
  const own = ranked.find(({ source }) => source === row.source);
  requireNews(own, row);
  const others = ranked.filter(({ source }) => source !== row.source);
  const replaced = findReplacedRows(ledger, row);
  const left = ledger.filter((one) => !replaced.includes(one));
  const file = toCsvFactFile("prices", input.host, [...left, row]);
  parseAndCheckFacts(new Map(files).set(file.path, file.text));
  const changes = comparePrices(ranked[0], row);
  return { file, ...changes, others: others.map(toShortLine), isReplaced: replaced.length > 0 };
}

function requireNear(pageDate: string, today: string, { rules }: Facts): void {
  const most = rules.find(({ id }) => id === "announced_late")?.threshold;
  if (daysBetween(today, pageDate) > Number(most))
    throw new CommandError(
      `--page-date "${pageDate}" is more than ${most} days from now; check the year`,
    );
}

/** Cache prices and rates belong to the input and output price; view 20 does the same for rows of pages. */
const isRepriced = (
  prices: Partial<Record<PriceName, number>>,
  before: PriceStatement | undefined,
): boolean =>
  (["input", "output"] as const).every(
    (name) => prices[name] !== undefined && prices[name] !== before?.[name],
  );

/** Reports all faults of the input at once. */
function readPrices({
  prices,
  rate: rates = [],
  source,
}: PriceCorrectionInput): Partial<Record<PriceName, number>> {
  const given = METERS_WITH_PRICE_COLUMN.filter((name) => prices[name] !== undefined);
  const problems = [
    ...given.map(
      (name) =>
        !/^\d+(\.\d+)?$/.test(prices[name] ?? "") &&
        `--${name.replace("_", "-")} "${prices[name]}" is not a price; write the number of US dollars per 1M tokens with a decimal point, for example 2.5`,
    ),
    ...rates.map(findRatesCellFault).map((fault) => fault !== null && `--rate ${fault}`),
    given.length + rates.length === 0 &&
      "no price is given; add --input, --output, --cache-read, --cache-write or --rate",
    !isHttps(source) &&
      `--source "${source}" is not an https:// URL; write the address of the page that shows the price`,
  ].filter((problem) => problem !== false);
  if (problems.length > 0) throw new CommandError(problems.join("\n"));
  return Object.fromEntries(given.map((name) => [name, Number(prices[name])]));
}

const isHttps = (text: string): boolean =>
  /^https:\/\/\S+$/i.test(text) && URL.canParse(text) && new URL(text).hostname.includes(".");

function requireKnownId(
  { offers }: Facts,
  { host, modelId }: { host: string; modelId?: string | undefined },
): void {
  const hosts = [...new Set(offers.map(({ file }) => file))];
  if (!hosts.includes(host))
    throw new CommandError(
      `unknown host "${host}"; the nearest are ${quoteNearestNames(host, hosts)}`,
    );
  const ids = offers.filter(({ file }) => file === host).map(({ model_id }) => model_id);
  if (modelId !== undefined && !ids.includes(modelId))
    throw new CommandError(
      `${host} has no id "${modelId}"; the nearest are ${quoteNearestNames(modelId, ids)}. A new id needs a row in data/offers/${host}.csv first`,
    );
}

function requireNews(own: PriceStatement | undefined, row: PriceStatement): void {
  if (own !== undefined && haveSamePrices(own, row))
    throw new CommandError(`nothing to correct: this price is already recorded: ${toLine(own)}`);
  // A row for an earlier day has no effect today if a person stated a later price.
  if (own !== undefined && toPriceStartDay(own) > toPriceStartDay(row))
    throw new CommandError(
      `--page-date "${row.effective}" is before the day of the current price: ${toLine(own)}. Leave out --page-date to record the price from today on, or mark the current price as wrong with npm run retract`,
    );
}

/**
 * The ledger takes one row of a person's source per id, recorded day and effective day. A retraction concerns all rows of
 * a day.
 */
function findReplacedRows(
  ledger: readonly PriceStatement[],
  { recorded, effective, model_id, source }: PriceStatement,
): PriceStatement[] {
  const isOfToday = (one: PriceStatement) =>
    one.source === source && one.model_id === model_id && one.recorded === recorded;
  const isRetraction = (one: PriceStatement) =>
    one.event === "was_wrong" && one.effective === recorded;
  const own = ledger.filter(
    (one) => isOfToday(one) && (one.event === "stated" || isRetraction(one)),
  );
  const isRetracted = own.some(isRetraction);
  return own.filter((one) => isRetracted || one.effective === effective);
}

/** What each source states for today, unless it withdrew its price; by precedence, then newest first. */
function statementsInForce(
  { providers }: Facts,
  ledger: readonly PriceStatement[],
  { host, modelId }: PriceCorrectionInput,
  today: string,
): PriceStatement[] {
  const kind = providers.find(({ slug }) => slug === host)?.host_kind ?? "router";
  const begun = removeRetractedRows(ledger.filter(({ model_id }) => model_id === modelId))
    .filter((row) => toPriceStartDay(row) <= today)
    .sort((a, b) => compareByCodePoint(toPriceStartDay(a), toPriceStartDay(b)));
  const last = new Map(begun.map((row) => [row.source, row]));
  const rank = ({ source }: PriceStatement) => getSourcePrecedence(host, kind, source);
  return [...last.values()]
    .filter(({ event }) => event === "stated")
    .sort((a, b) => rank(a) - rank(b) || compareByCodePoint(b.recorded, a.recorded));
}

function toLine(row: PriceStatement): string {
  const values = STATED_PRICE_FIELDS.flatMap((name) =>
    row[name] === null ? [] : [`${name} ${row[name]}`],
  );
  const day = row.effective ? `${row.recorded}, effective ${row.effective}` : row.recorded;
  return `${row.source} (${day}): ${values.join(", ") || "no price"}`;
}

function toShortLine(row: PriceStatement): string {
  const others = parseRates(row.rates).length;
  return `${toLine({ ...row, rates: null })}${others > 0 ? `; other rates: ${others}` : ""}`;
}

function comparePrices(before: PriceStatement | undefined, after: PriceStatement) {
  const old = new Map(ratesOf(before).map((rate) => [formatRateKey(rate), rate.price]));
  const oldPrice = (rate: Rate) => old.get(formatRateKey(rate));
  const kept = ratesOf(after).filter((rate) => oldPrice(rate) === rate.price);
  const changed = ratesOf(after).filter((rate) => oldPrice(rate) !== rate.price);
  const isLarge = (rate: Rate) => {
    const was = oldPrice(rate) ?? rate.price;
    return Math.max(was, rate.price) / Math.min(was, rate.price) >= LARGE_FACTOR;
  };
  const toChange = (rate: Rate) =>
    `${formatRateKey(rate)} ${oldPrice(rate) ?? "unknown"} → ${rate.price}`;
  const stated = new Set(ratesOf(after).map(formatRateKey));
  const lost = ratesOf(before).filter((rate) => !stated.has(formatRateKey(rate)));
  return {
    /** `output 10 → 40`, `output unknown → 40`, or `cache_read 1 → unknown`. */
    changes: [
      ...changed.map(toChange),
      ...lost.map((rate) => `${formatRateKey(rate)} ${rate.price} → unknown`),
    ],
    /** By a factor of 3 or more, or from or to 0. */
    largeChanges: changed.filter(isLarge).map(toChange),
    /** The prices that the row does not change, and their source; null if there are none. */
    kept:
      before && kept.length > 0
        ? `${formatRatesCell(kept)} (${before.source}, ${before.recorded})`
        : null,
  };
}

/** Prices with a column come first. */
const ratesOf = (row: PriceStatement | undefined): Rate[] => [
  ...METERS_WITH_PRICE_COLUMN.flatMap((name) =>
    typeof row?.[name] === "number" ? [createRate(name, row[name])] : [],
  ),
  ...parseRates(row?.rates ?? null),
];

export interface PriceRetractionInput {
  /** Day on which the statements were recorded, YYYY-MM-DD. */
  recorded: string;
  host?: string | undefined;
  modelId?: string | undefined;
  source?: string | undefined;
  because: string;
  /** https:// URL of the page that shows it. */
  page: string;
}

/**
 * Writes nothing.
 * @throws CommandError if nothing is left to retract; FactsError if a check of the facts fails.
 */
export function planPriceRetraction(
  files: FactFileTexts,
  { recorded, host, modelId, source, because, page }: PriceRetractionInput,
  today: string,
): { files: FactFileText[]; retracted: string[] } {
  const facts = parseAndCheckFacts(files);
  if (host !== undefined) requireKnownId(facts, { host, modelId });
  const { prices } = facts;
  const gone = new Set(
    prices.flatMap((row) => (row.event === "was_wrong" ? toStatementKey(row, row.effective) : [])),
  );
  const keyOf = (row: (typeof prices)[number]) => toStatementKey(row, row.recorded);
  const matching = prices.filter(
    (row) =>
      row.event === "stated" &&
      row.recorded === recorded &&
      (host === undefined || row.file === host) &&
      (modelId === undefined || row.model_id === modelId) &&
      (source === undefined || row.source === source),
  );
  const wrong = matching.filter((row) => !gone.has(keyOf(row)));
  if (wrong.length === 0)
    throw new CommandError(
      matching.length > 0
        ? "these prices are already marked as wrong"
        : `no price ${source === undefined ? "" : `of the source "${source}" `}recorded on ${recorded} matches; data/prices/<host>.csv has the day and the source in the columns recorded and source`,
    );
  // Two statements of one day, one of them with an effective day, are retracted together.
  const once = new Map(wrong.map((row) => [keyOf(row), row]));
  const toRetraction = ({ model_id, source }: PriceStatement): PriceStatement => ({
    ...createNullFields(PriceStatement),
    recorded: today,
    effective: recorded,
    model_id,
    source,
    event: "was_wrong",
    note: `wrong: ${because} ${page}`,
  });
  const texts = [...groupBy([...once.values()], ({ file }) => file)].map(([file, rows]) =>
    toCsvFactFile("prices", file, [
      ...prices.filter((row) => row.file === file),
      ...rows.map(toRetraction),
    ]),
  );
  parseAndCheckFacts(new Map([...files, ...texts.map(({ path, text }) => [path, text] as const)]));
  const toLine = (row: (typeof wrong)[number]) =>
    `${row.file} ${row.model_id} (${row.source}): input ${row.input ?? "unknown"}, output ${row.output ?? "unknown"}`;
  return { files: texts, retracted: [...once.values()].map(toLine) };
}

/** @param day Day on which the statement was recorded. */
const toStatementKey = (
  { file, model_id, source }: PriceStatement & { file: string },
  day: string | null,
): string => [file, model_id, source, day].join("\n");
