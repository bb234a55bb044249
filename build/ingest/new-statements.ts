/** The rows that the ledger gains: new statements of sources, and ids that a rule withdraws. Pure. */

import { formatRatesCell, METERS_WITH_PRICE_COLUMN, parseRates } from "../cost/rates.ts";
import { FACT_KINDS, type Facts } from "../facts/kinds.ts";
import { haveSamePrices, type StatedPrices, toPriceStartDay } from "../facts/ledger.ts";
import { toHostModelIdKey } from "../identity/host-ids.ts";
import { type FactChange, findHostOfChange, toLostFieldChanges } from "../rules/changes.ts";
import { compareByCodePoint, groupBy } from "../schema/collections.ts";
import { LISTING_REFERENCE_SOURCE } from "../schema/precedence.ts";
import type { PriceStatement } from "../schema/price-statement.ts";
import { ALL_HOSTS_WILDCARD, type RejectedRow } from "../sources/listing.ts";
import { findFactRowFault, removeFileNameField } from "./fact-rows.ts";
import type { FactMergeContext, OffersOfSource, SingleSourcePrice } from "./run.ts";
import {
  type CurrentPriceLedger,
  findPriceLedgerRowsToAdd,
  formatInputAndOutput,
  groupStatementsById,
  haveSameInputOutputPrices,
  NO_STATED_PRICES,
  type PriceLedgerRow,
  type StatedOfferPrices,
} from "./statements.ts";

/** Records every readable price and withdrawal; a price that most ids lost is kept: its field may have a new name. */
export function toNewPriceStatements({ ledger, lists, judge, day }: FactMergeContext) {
  const unread = lists.flatMap((list) => unreadIds(list, ledger));
  const had = lists.flatMap((list) => formerPrices(list, ledger));
  const isIn = (row: FormerPrice, ...groups: ReadonlyMap<string, readonly { field: string }[]>[]) =>
    groups.some((lists) =>
      [row.source, toHostList(row)].some((list) =>
        lists.get(list)?.some(({ field }) => field === row.field),
      ),
    );
  const ofSource = judge.judge([...unread, ...toLostFieldChanges(had)]);
  const others = had.filter((row) => !isIn(row, ofSource));
  const ofHost = judge.judge(toLostFieldChanges(others, toHostList));
  const accepted = groupBy(judge.passed, ({ key }) => key);
  const lost = had.filter(({ isLost }) => isLost);
  const single = judge.judge(lost.filter((row) => !isIn(row, ofSource, ofHost, accepted)));
  const isHeld = (row: FormerPrice) =>
    isIn(row, ofSource, ofHost) || single.get(row.key)?.includes(row);
  // An id without token prices lost its whole rate card, which waits as one.
  const isTokenPrice = ({ field }: FormerPrice) => field === "input" || field === "output";
  const toId = ({ source, key }: FormerPrice) => `${source} ${key}`;
  const waiting = new Set(lost.filter((row) => isTokenPrice(row) && isHeld(row)).map(toId));
  const isKept = (row: FormerPrice) => isHeld(row) || waiting.has(toId(row));
  const kept = groupBy(lost.filter(isKept), ({ source }) => source);
  const rows: PriceLedgerRow[] = [];
  const rejected: RejectedRow[] = [];
  for (const list of lists) {
    for (const row of rowsOf(list, ledger, kept.get(list.source) ?? [], day)) {
      const isTaken = ledger.rowsOf(row.file).some((one) => isOfSameKey(one, row));
      const fault = findFactRowFault("prices", removeFileNameField(row));
      const reason = isTaken ? `${row.recorded} ${TAKEN}` : fault;
      const place = `prices of ${row.file}`;
      if (reason === null) rows.push(row);
      else rejected.push({ source: list.source, place, value: row.model_id, reason });
    }
  }
  const oneSource = oneSourcePrices(rows, lists, ledger, judge);
  return { rows, rejected, oneSource, shrunkLists: findShrunkLists(rows, lists, ledger) };
}

/** Recorded rows never change, and a source has one statement a day of an id. */
const TAKEN =
  "already has a price of this source; the next reading records this one (a price that a person read: npm run correct)";

const isOfSameKey = (one: PriceLedgerRow, row: PriceLedgerRow): boolean =>
  FACT_KINDS.prices.key.every((field) => one[field] === row[field]);

/** A list of fewer ids that loses half of them is not reported, because each id is. */
const MIN_IDS_OF_LIST = 4;

function findShrunkLists(
  rows: readonly PriceLedgerRow[],
  lists: readonly OffersOfSource[],
  ledger: CurrentPriceLedger,
) {
  const ended = rows.filter(({ event }) => event === "withdrawn");
  return lists.flatMap(({ source }) =>
    [...groupBy(ledger.openOf(source), ({ file }) => file)].flatMap(([host, { length: of }]) => {
      const own = ended.filter((row) => row.source === source && row.file === host);
      const lost = new Set(own.map(({ model_id }) => model_id)).size;
      return of >= MIN_IDS_OF_LIST && lost * 2 >= of ? [{ source, host, lost, of }] : [];
    }),
  );
}

/** Whether the row of an id came and could not be read: of a row without a readable id, any of its host may be meant. */
const isUnread = ({ unread }: OffersOfSource, { file, model_id }: PriceLedgerRow): boolean =>
  unread.some(
    ({ host, modelId }) =>
      (host === file || host === ALL_HOSTS_WILDCARD) && (modelId === null || modelId === model_id),
  );

function unreadIds(list: OffersOfSource, ledger: CurrentPriceLedger): FactChange[] {
  const { source, listed, isPartial } = list;
  const now = new Set(listed.map(({ key }) => key));
  const unread = ledger.openOf(source).filter((row) => !now.has(row.key) && isUnread(list, row));
  return (isPartial ? [] : unread).map(({ key }) => {
    const change = { kind: "offer", key, field: "row", source } as const;
    return { ...change, before: "listed", after: null, objection: "unreadable" };
  });
}

/** Name of each price → its text: `input` → `2.5`, `output@batch` → `output@batch=5`. */
const pricesIn = (prices: StatedPrices): Map<string, string> =>
  new Map([
    ...METERS_WITH_PRICE_COLUMN.flatMap((name) =>
      prices[name] === null ? [] : [[name, String(prices[name])] as const],
    ),
    ...(prices.rates?.split("; ") ?? []).map(
      (text) => [text.split("=", 1)[0] ?? "", text] as const,
    ),
  ]);

/** A price that a source stated for an id that it still lists, and whether it leaves it out now. */
type FormerPrice = FactChange & { isLost: boolean };

const toHostList = (row: FactChange): string => `${row.source} ${findHostOfChange(row)}`;

function formerPrices(
  { source, listed }: OffersOfSource,
  ledger: CurrentPriceLedger,
): FormerPrice[] {
  const known = new Map(ledger.openOf(source).map((row) => [row.key, row]));
  return listed.flatMap(({ key, stated }) => {
    const before = known.get(key);
    if (before === undefined || stated.retired != null) return [];
    const now = pricesIn(stated.prices);
    const change = { kind: "offer", key, source, after: null } as const;
    return [...pricesIn(before)].map(([field, text]) => {
      return { ...change, field, before: text, isLost: !now.has(field) };
    });
  });
}

/** The stated prices, plus earlier ones that a rule keeps. */
function withKept(one: StatedOfferPrices, kept: readonly FactChange[]): StatedOfferPrices {
  const prices = { ...one.prices };
  for (const { field, before } of kept) {
    const column = METERS_WITH_PRICE_COLUMN.find((name) => name === field);
    if (column !== undefined) prices[column] = Number(before);
    else
      prices.rates = formatRatesCell([...parseRates(prices.rates), ...parseRates(String(before))]);
  }
  return { ...one, prices };
}

function rowsOf(
  list: OffersOfSource,
  ledger: CurrentPriceLedger,
  kept: readonly FactChange[],
  day: string,
): PriceLedgerRow[] {
  const { source, listed } = list;
  const keptOf = groupBy(kept, ({ key }) => key);
  const byHost = groupBy(listed, ({ host }) => host);
  const open = groupBy(ledger.openOf(source), ({ file }) => file);
  return [...new Set([...byHost.keys(), ...open.keys()])].flatMap((host) => {
    const stated = new Map(
      byHost
        .get(host)
        ?.map((one) => [one.modelId, withKept(one.stated, keptOf.get(one.key) ?? [])]),
    );
    const unread = open.get(host)?.filter((row) => isUnread(list, row)) ?? [];
    const ids = new Set(unread.map(({ model_id }) => model_id));
    const rows = findPriceLedgerRowsToAdd(ledger.rowsOf(host), source, stated, day, ids);
    return rows.map((row) => ({ ...row, file: host }));
  });
}

/** New prices that no independent source states today or stated before, and withdrawals. */
function oneSourcePrices(
  rows: readonly PriceLedgerRow[],
  lists: readonly OffersOfSource[],
  ledger: CurrentPriceLedger,
  judge: FactMergeContext["judge"],
): SingleSourcePrice[] {
  const today = groupBy(
    lists.flatMap(({ listed }) => listed),
    ({ key }) => key,
  );
  return rows.flatMap((row) => {
    const { source, file: host, model_id, event } = row;
    const key = toHostModelIdKey(host, model_id);
    const known = ledger.statementsOf(key);
    const stated = (today.get(key) ?? []).map((one) => ({
      ...one.stated.prices,
      source: one.source,
    }));
    const same = [...stated, ...known].filter((one) => haveSameInputOutputPrices(one, row));
    const isConfirmed = judge.areIndependent([source, ...same.map((one) => one.source)]);
    const last = known.find((one) => one.source === source);
    // If input and output are unchanged, other rates changed, and no source confirms those.
    const isMoved = last === undefined || !haveSameInputOutputPrices(last, row);
    if (event === "stated" && ((isMoved && isConfirmed) || (last && haveSamePrices(last, row))))
      return [];
    const before = last ? formatInputAndOutput(last) : "";
    const after = event === "stated" ? formatInputAndOutput(row) : event;
    return [{ source, host, model_id, before, after }];
  });
}

/** Sources that keep dead ids for years, with the day of their first commit, whose ids are of unknown age. */
const LAGGING_SOURCES = [
  ["genai-prices", "2025-06-22"],
  ["litellm", "2024-01-31"],
  ["portkey", "2026-08-21"],
] as const;

/**
 * Withdraws ids that lagging sources still list although the reference source withdrew them, or the last id of their
 * model, and did not list them again in a later reading; or although the lab has retired the model, whose weights are
 * not open, and the reference source does not list it at this host. The delay ensures that a truncated list ends nothing
 * elsewhere.
 * @param added Rows that today's answers add.
 * @param modelOf Key → model, for existing and new ids.
 * @param lastRead Day of the reference source's last reading.
 */
export function withdrawStaleOffers(
  facts: Pick<Facts, "prices" | "models">,
  added: readonly PriceLedgerRow[],
  modelOf: ReadonlyMap<string, string>,
  day: string,
  lastRead = day,
): PriceLedgerRow[] {
  const isByReference = ({ source, event }: PriceLedgerRow) =>
    source === LISTING_REFERENCE_SOURCE && event === "withdrawn";
  const rows = [...facts.prices, ...added].filter(
    (row) => row.event !== "was_wrong" && !(isByReference(row) && row.recorded >= lastRead),
  );
  const hosts = new Set(rows.filter(isByReference).map(({ file }) => file));
  const otherKinds = new Set(
    facts.models.flatMap(({ slug, model_type }) => (model_type === "text" ? [] : [slug])),
  );
  const retirements = new Map(
    facts.models.flatMap(({ slug, is_open_source, retirement_date: date }) =>
      is_open_source === false && date !== null && date < day ? [[slug, date] as const] : [],
    ),
  );
  const byHost = groupBy(rows, ({ file }) => file);
  return [...hosts].flatMap((host) => {
    const model = (id: string) => modelOf.get(toHostModelIdKey(host, id));
    const isChat = (id: string) => !otherKinds.has(model(id) ?? "");
    const stale = staleIds(byHost.get(host) ?? [], model, isChat, retirements);
    // A run on copies of an earlier day says nothing about what a source has stated since.
    const own = stale.filter(({ last }) => last.recorded <= day);
    return own.map(({ last, end, reason }) => ({
      ...last,
      ...NO_STATED_PRICES,
      file: host,
      recorded: day,
      effective: end < day ? end : null,
      event: "withdrawn",
      note: `rule: ${reason}`,
    }));
  });
}

function staleIds(
  ledger: readonly PriceLedgerRow[],
  modelOf: (id: string) => string | undefined,
  isChat: (id: string) => boolean,
  retirements: ReadonlyMap<string, string>,
) {
  const record = groupStatementsById(ledger, LISTING_REFERENCE_SOURCE);
  const fullSince = firstFullRecord([...record.values()].flat());
  const ends = endsByModel(record, modelOf);
  return LAGGING_SOURCES.flatMap(([source, began]) =>
    [...groupStatementsById(ledger, source)].flatMap(([id, statements]) => {
      const last = statements.at(-1);
      if (last?.event !== "stated") return [];
      const hasTokenPrice = last.input !== null || last.output !== null;
      const since = hasTokenPrice ? pricedSince(statements) : began;
      const known = record.get(id)?.at(-1);
      const start = toPriceStartDay(last);
      const stale = (end: string, reason: string) => [
        { last, end: end > start ? end : start, reason },
      ];
      const model = modelOf(id) ?? "";
      const retired = retirements.get(model);
      if (known !== undefined) {
        // LiteLLM never follows a removal; others may, so what they say after their first commit counts if it is later,
        // unless the lab has retired the model.
        const end = toPriceStartDay(known);
        const isOlder = source === "litellm" || since <= end || (since === began && isChat(id));
        return known.event === "withdrawn" && (isOlder || retired !== undefined)
          ? stale(end, "models.dev withdrew it and nothing newer is said")
          : [];
      }
      const end = ends.get(model);
      if (!isChat(id) || end === null) return [];
      const isRecorded = fullSince !== null && since > fullSince && since > began;
      if (end !== undefined && since <= end && isRecorded)
        return stale(end, "models.dev withdrew every id of its model");
      return retired !== undefined && (since <= retired || since === began)
        ? stale(retired, "its lab retired the model, which models.dev does not list here")
        : [];
    }),
  );
}

/** Model → day on which the reference source withdrew the last of its ids; null if it still lists one. */
function endsByModel(
  record: ReadonlyMap<string, readonly PriceStatement[]>,
  modelOf: (id: string) => string | undefined,
): Map<string, string | null> {
  const ends = new Map<string, string | null>();
  for (const [model, ids] of groupBy(record.keys(), modelOf)) {
    const lasts = ids.flatMap((id) => record.get(id)?.at(-1) ?? []);
    const days = lasts.map(toPriceStartDay).sort(compareByCodePoint);
    const isGone = lasts.every(({ event }) => event === "withdrawn");
    if (model !== undefined) ends.set(model, isGone ? (days.at(-1) ?? "") : null);
  }
  return ends;
}

/** First day since which the source has stated the current price without interruption. */
function pricedSince(statements: readonly PriceStatement[]): string {
  const last = statements.at(-1);
  const start = statements.findLastIndex(
    (row) => last && (row.event === "withdrawn" || !haveSameInputOutputPrices(row, last)),
  );
  const first = statements[start + 1];
  return first ? toPriceStartDay(first) : "";
}

/** First day on which a record listed at least half of its maximum number of ids; null without a record. */
function firstFullRecord(record: readonly PriceStatement[]): string | null {
  const listed = new Set<string>();
  const counts = new Map<string, number>();
  for (const row of [...record].sort((a, b) =>
    compareByCodePoint(toPriceStartDay(a), toPriceStartDay(b)),
  )) {
    if (row.event === "stated") listed.add(row.model_id);
    else listed.delete(row.model_id);
    counts.set(toPriceStartDay(row), listed.size);
  }
  const most = Math.max(...counts.values());
  return [...counts].find(([, count]) => count >= most / 2)?.[0] ?? null;
}
