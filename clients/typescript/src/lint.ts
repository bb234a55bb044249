/** `model-almanac/lint`: finds faults in a price table by comparing it with the prices of an `Almanac`. */
import {
  endsWithModelId,
  findRateCardOfDay,
  findRateCardOfModelId,
  indexModelIds,
  type ModelIdIndex,
  toRateCard,
} from "../../../build/cost/card-of-day.ts";
import { formatRateKey, METERS_WITH_PRICE_COLUMN, type Rate } from "../../../build/cost/rates.ts";
import type { PackagedModel, PackagedRateCard } from "../../../build/model/package-facts.ts";
import { getItemAt, groupBy } from "../../../build/schema/collections.ts";
import { type Almanac, HOST_ID, listHostsByPriceRecord } from "./almanac.ts";
import {
  type ParsedPriceTable,
  type ParsedPriceTableRow,
  type PriceTableMeter,
  type PriceTableValue,
  parsePriceTable,
} from "./lint/price-table.ts";

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

export interface LintResult {
  format: ParsedPriceTable["format"];
  /** Number of tokens to which the table's USD prices apply. Null when neither the table nor known prices show it. */
  per: number | null;
  rows: number;
  /** Rows of a host or a model that is known, with a price to compare, in a unit that is known. */
  compared: number;
  findings: Finding[];
}

type Prices = Partial<Record<PriceTableMeter, number>>;

/** A price of a model at a host from a day on. */
interface Period extends Prices {
  since: string;
  /** Null while the price is still valid. */
  until: string | null;
  source: string | null;
  stated: string | null;
}

interface KnownRow {
  row: ParsedPriceTableRow;
  model: PackagedModel;
  host: string;
  /** Where the row names no host: the other hosts that sell the model under this id today. */
  otherSellers: readonly string[];
  /** Price periods of this id at this host, oldest first. */
  periods: Period[];
  /** Whether the row's host sells the model under this name. */
  isOwnName: boolean;
  /** Whether another host, which the row may mean, has these prices now. */
  isPriceElsewhere: (prices: Prices) => boolean;
  /** Whether they are current prices of another id, tier or region at this host. */
  isOtherRate: (prices: Prices) => boolean;
}

/** A search for similar names reads the names of all models. */
const MAX_NAMES_WITH_SUGGESTIONS = 100;

/**
 * @param path Path of the file, from which its format follows.
 * @param maxSuggested For how many unknown names the message says which models have a similar name.
 * @returns Findings, sorted by line. A price that was right on some day is stale, not wrong. Rows with an unknown host,
 * or with a model that its maker does not sell, are not checked.
 */
export function lintPriceTable(
  text: string,
  path: string,
  almanac: Almanac,
  maxSuggested = MAX_NAMES_WITH_SUGGESTIONS,
): LintResult {
  const isYaml = /\.ya?ml$/i.test(path);
  const table = parsePriceTable(isYaml ? "" : text, path, almanac.facts.asOf);
  const ids = indexModelIds(almanac.facts);
  // The rows of `azure.ts` are Azure's prices, unless they name another host.
  const fileHost = almanac.findHost(/([^/\\]+)\.\w+$/.exec(path)?.[1] ?? "")?.slug ?? null;
  const known: KnownRow[] = [];
  const findings: Finding[] = [];
  if (table.rows.length === 0) {
    const message = isYaml
      ? "YAML is not read; convert the file to JSON"
      : "no row with a model and an input price was found; name a file with a table of prices";
    findings.push(toFinding("no-table", { name: path, line: 1, column: 1 }, message));
  }
  // Models included in a subscription have no price, and retire on other days.
  const priced = table.rows.filter(({ prices }) => prices.input?.value || prices.output?.value);
  let unknownNames = 0;
  for (const rows of groupBy(priced, ({ name, host }) => `${host}\n${name}`).values()) {
    const found = identify(getItemAt(rows, 0), fileHost, ids, almanac);
    if (found === "unknown") {
      const { name } = getItemAt(rows, 0);
      const near = unknownNames++ < maxSuggested ? almanac.suggestModels(name) : undefined;
      const next = near
        ? near.length > 0 && `similar: ${near.join(", ")}`
        : `similar names are given for the first ${maxSuggested} unknown names only`;
      const message = `no model is called "${name.slice(0, 100)}"${next ? `; ${next}` : ""}`;
      for (const row of rows) findings.push(toFinding("unknown", row, message, { level: "note" }));
    } else if (found) for (const row of rows) known.push({ ...found, row });
  }
  const unitOfAll = findUnit(known);
  const per = table.per ?? findUnitOfGroup(known, unitOfAll);
  let compared = 0;
  for (const group of groupBy(known, ({ row }) => row.group).values()) {
    const unit = table.per ?? findUnitOfGroup(group, unitOfAll);
    if (unit !== null) compared += group.length;
    const found = group.flatMap((one) => judge(one, unit, almanac, text));
    // A model may have a row for each tier, but its retirement is reported once.
    const once = groupBy(found, (one) => (one.rule === "retired" ? one.name : one));
    for (const [first] of once.values()) if (first) findings.push(first);
  }
  return {
    format: table.format,
    per,
    rows: table.rows.length,
    compared,
    findings: findings.sort((a, b) => a.line - b.line || a.column - b.column),
  };
}

/** The text with every certain replacement. */
export function fixPriceTable(text: string, findings: readonly Finding[]): string {
  const fixes = findings.flatMap((finding) => finding.fixes).sort((a, b) => b.start - a.start);
  return fixes.reduce(
    (fixed, { start, end, text: replacement }) =>
      fixed.slice(0, start) + replacement + fixed.slice(end),
    text,
  );
}

/** @returns The model of a row and its prices, or `unknown`; undefined when the row cannot be checked. */
function identify(
  row: ParsedPriceTableRow,
  fileHost: string | null,
  ids: ModelIdIndex,
  almanac: Almanac,
): Omit<KnownRow, "row"> | "unknown" | undefined {
  const parts = row.name.split("/");
  const [prefix] = parts.length > 1 ? parts : [];
  // In `azure/gpt-4o`, the part before the slash is the host, unless the row names a host or that part is no known host.
  const hostName = row.host ?? (prefix !== undefined && almanac.findHost(prefix) ? prefix : null);
  const stated = hostName === null ? fileHost : almanac.findHost(hostName)?.slug;
  if (stated === undefined) return undefined;
  const names = parts.map((_, at) => parts.slice(at).join("/").toLowerCase());
  const name = names.find((one) => ids.has(one));
  if (name === undefined)
    return hostName === null && !almanac.findModel(row.name) ? "unknown" : undefined;
  // Such an id has meant several models, and had the price of each.
  if (almanac.facts.moving_ids.some((moving) => moving.name === name)) return undefined;
  const named = ids.get(name) ?? new Map<string, ReadonlySet<string>>();
  // `openai/gpt-4o` may be the maker's `gpt-4o`, or the id of a router; `mistralai/…`, which is no slug, is the latter.
  const isFolder = row.host === null && name === names[0] && prefix !== undefined;
  const routers =
    isFolder && ![...named.values()].some((hosts) => hosts.has(stated ?? ""))
      ? [...named].flatMap(([slug, hosts]) => listHostsByPriceRecord(almanac.facts, slug, hosts))
      : [];
  const host = prefix?.toLowerCase() === stated ? stated : (routers[0] ?? stated);
  const [slug, ...others] = [...named.keys()].filter(
    (one) => host === null || hostsOf(almanac, one).has(host),
  );
  if (slug === undefined || others.length > 0) return undefined;
  const model = almanac.facts.getModel(slug);
  // A name without a host means the maker's own.
  const at = host ?? model.list_host ?? (hostsOf(almanac, slug).has(model.lab) ? model.lab : null);
  // `anthropic.claude-3-haiku-20240307-v1:0` is an id of another host, so the maker's price and dates do not apply to
  // it.
  const sellers = named.get(slug) ?? new Set();
  const isHostsId = HOST_ID.test(name) && sellers.size > 0;
  if (host === null && isHostsId && !sellers.has(at ?? "")) return undefined;
  const isByToken = model.model_type === "text" || model.model_type === "embedding";
  if (at === null || !isByToken) return undefined;
  const periods = periodsOf(almanac, model, at, name);
  if (periods.length === 0) return undefined;
  const isSoldAt = (other: string) =>
    other !== at && periodsOf(almanac, model, other, name).at(-1)?.until === null;
  const otherSellers = host === null ? [...sellers].filter(isSoldAt) : [];
  const elsewhere = (host === null ? [...hostsOf(almanac, slug)] : routers)
    .flatMap((other) => (other === at ? [] : periodsOf(almanac, model, other, name).slice(-1)))
    .filter(({ until }) => until === null);
  // Its maker has ended it, but a router sells it under this id.
  if (model.status === "retired" && routers.length > 0 && elsewhere.length > 0) return undefined;
  const rates = currentRates(almanac, slug, at);
  const isRate = (meter: "input" | "output", usd: number | undefined) =>
    rates.some((rate) => rate.meter === meter && isSame(usd, rate.price));
  const isPriceElsewhere = (prices: Prices) => elsewhere.some((other) => isPair(prices, other));
  const isOtherRate = (prices: Prices) =>
    isRate("input", prices.input) &&
    (prices.output === undefined || isRate("output", prices.output));
  const isOwnName = sellers.has(at);
  return { model, host: at, otherSellers, periods, isOwnName, isPriceElsewhere, isOtherRate };
}

/** Current prices of a model at a host under all its ids, except the plain prices of the main card. */
function currentRates(almanac: Almanac, slug: string, host: string): readonly Rate[] {
  const { cards, idCards } = cardsAt(almanac, slug, host);
  const ratesOf = (rows: readonly PackagedRateCard[]) => {
    const card = findRateCardOfDay(rows, almanac.facts.asOf);
    return card ? toRateCard(card).rates : [];
  };
  return [
    // The row is compared with the plain prices of the main card anyway.
    ...ratesOf(cards).filter((rate) => formatRateKey(rate).includes("@")),
    ...[...groupBy(idCards, ({ name }) => name).values()].flatMap(ratesOf),
  ];
}

const cardsAt = ({ facts }: Almanac, slug: string, host: string) => ({
  cards: facts.rateCardsOf(slug).filter((card) => card.host === host),
  idCards: facts.idCardsOf(slug).filter((card) => card.host === host),
});

const hostsOf = ({ facts }: Almanac, slug: string): Set<string> =>
  new Set([...facts.rateCardsOf(slug), ...facts.idCardsOf(slug)].map(({ host }) => host));

/** The price periods of an id at a host, from the id's own cards or else from the model's. */
function periodsOf(almanac: Almanac, model: PackagedModel, host: string, name: string): Period[] {
  const { cards, idCards } = cardsAt(almanac, model.slug, host);
  const days = [...new Set([...cards, ...idCards].map(({ date }) => date))].sort();
  const periods: Period[] = [];
  for (const day of days) {
    if (day > almanac.facts.asOf) break;
    const card: PackagedRateCard | undefined =
      findRateCardOfModelId({ name, host, day }, idCards) ?? findRateCardOfDay(cards, day);
    const last = periods.at(-1);
    const prices = card && card.billing === "tokens" ? toPrices(card) : undefined;
    if (
      last &&
      prices &&
      METERS_WITH_PRICE_COLUMN.every((meter) => last[meter] === prices[meter])
    ) {
      last.until = null;
      continue;
    }
    // A new cache price is a new period, but no new day of the input and output price.
    const isSamePair = last?.until === null && prices && isPair(prices, last);
    const since = isSamePair ? last.since : day;
    if (last && last.until === null) last.until = day;
    if (prices && card)
      periods.push({ ...prices, since, until: null, source: card.source, stated: card.as_of });
  }
  return periods;
}

const toPrices = (card: PackagedRateCard): Prices =>
  Object.fromEntries(
    METERS_WITH_PRICE_COLUMN.flatMap((meter) =>
      card[meter] === null ? [] : [[meter, card[meter]]],
    ),
  );

/** Equal except for float noise. */
const isSame = (a: number | undefined, b: number | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  Math.abs(a - b) <= 1e-6 * Math.max(Math.abs(a), Math.abs(b));

/** Prices are compared in USD per 1M tokens. */
const toUsdPerMillion = ({ value }: PriceTableValue, per: number): number => (value * 1e6) / per;

/** @param isDeclared Whether a unit in the name of the price field overrides `per`. */
const pricesOf = ({ prices }: ParsedPriceTableRow, per: number, isDeclared = false): Prices =>
  Object.fromEntries(
    METERS_WITH_PRICE_COLUMN.flatMap((meter) => {
      const price = prices[meter];
      const unit = (isDeclared && price?.per) || per;
      return price ? [[meter, toUsdPerMillion(price, unit)]] : [];
    }),
  );

/** Compares input and output; only input when the table states no output price. */
const isPair = (row: Prices, ours: Prices): boolean =>
  isSame(row.input ?? 0, ours.input) &&
  (row.output === undefined ||
    isSame(row.output, ours.output) ||
    (row.output === 0 && !ours.output));

const isOutput = (row: Prices, ours: Prices): boolean => isSame(row.output, ours.output);

const isExchanged = ({ input = 0, output = 0 }: Prices, ours: Prices): boolean =>
  Math.min(input, output) > 0 && isPair({ input: output, output: input }, ours);

/** A unit must fit at least this many rows, and this share of all rows that fit any unit. */
const MIN_ROWS = 2;
const MIN_SHARE = 0.6;

interface FoundUnit {
  per: number;
  /** Whether no other unit fits several rows. */
  isOnly: boolean;
}

/** The unit in which most rows equal a known price of any day; by output alone when all input prices may be wrong. */
function findUnit(known: readonly KnownRow[], isEqual = isPair): FoundUnit | undefined {
  const fits = ([1e6, 1e3, 1] as const)
    .map((per) => ({
      per,
      rows: known.filter(({ row, periods }) => {
        const prices = pricesOf(row, per);
        return periods.some((period) => (period.input ?? 0) > 0 && isEqual(prices, period));
      }).length,
    }))
    .sort((a, b) => b.rows - a.rows);
  const sum = fits.reduce((total, { rows }) => total + rows, 0);
  const [best, next] = fits;
  if (!best || best.rows < MIN_ROWS || best.rows / sum < MIN_SHARE) return undefined;
  return { per: best.per, isOnly: (next?.rows ?? 0) < MIN_ROWS };
}

/** The unit of the group's own rows, or else that of the file, if only one unit fits it, or of the field's name. */
function findUnitOfGroup(group: readonly KnownRow[], whole: FoundUnit | undefined): number | null {
  const own = findUnit(group) ?? (whole ? undefined : findUnit(group, isOutput));
  if (own) return own.per;
  return whole?.isOnly ? whole.per : (group[0]?.row.prices.input?.per ?? null);
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

function judge(known: KnownRow, unit: number | null, almanac: Almanac, text: string): Finding[] {
  const { row, host, periods } = known;
  const retired = toRetired(known);
  if (unit === null) return retired;
  // The unit of most rows counts, even if the name of the field says otherwise, unless the unit in the name makes the
  // row right.
  const declared = pricesOf(row, unit, true);
  const prices = periods.some((period) => isPair(declared, period))
    ? declared
    : pricesOf(row, unit);
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
  const old = periods.findLast((period) => isPair(prices, period));
  if (old) {
    if (retired.length > 0) return retired;
    if (!current || isPair(prices, current) || !isTrusted(almanac, known, current)) return [];
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
    return [isExchanged(prices, current) ? toSwapped(current) : toWrong("stale", current, message)];
  }
  if (isElsewhere || isOtherRate) return retired;
  const exchanged = periods.findLast((period) => isLasting(period) && isExchanged(prices, period));
  if (exchanged) return [toSwapped(exchanged)];
  for (const [factor, by] of FACTORS) {
    const scaled: Prices = { input: input * factor };
    if (output !== undefined) scaled.output = output * factor;
    const period = periods.findLast(
      (one) => (one.input ?? 0) > 0 && isLasting(one) && isPair(scaled, one),
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
  const isRight = (["input", "output"] as const).find((one) => isSame(prices[one], current[one]));
  const meter = isRight === "input" ? "output" : "input";
  if (isRight === undefined || !((current[meter] ?? 0) > 0)) return undefined;
  const slip = FACTORS.find(
    ([factor]) =>
      Math.abs(Math.log10(factor)) >= 3 && isSame((prices[meter] ?? 0) * factor, current[meter]),
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
  const isSamePrice = isSame(current.input, offer.input ?? undefined);
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

const toFinding = (
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
    if (isSame(toUsdPerMillion(price, unit), usd)) continue;
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
