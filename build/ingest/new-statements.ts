/** The rows that the ledger gains: what sources state anew, and ids that a rule ends. Pure. */
import type { Facts } from "../facts/kinds.ts";
import { toOfferKey } from "../identity/host-ids.ts";
import type { FactChange } from "../rules/changes.ts";
import { compareByCodePoint, groupBy } from "../schema/collections.ts";
import type { PriceStatement } from "../schema/price-statement.ts";
import { formatRates, parseRates } from "../schema/rate.ts";
import { EVERY_HOST, type RejectedRow } from "../sources/listing.ts";
import { findRowFault, removeFileName } from "./fact-rows.ts";
import type { MergeContext } from "./prepare.ts";
import type { ListedHostId, SourceOfferList } from "./source-lists.ts";
import {
  type CurrentPriceLedger,
  groupStatementsById,
  haveSameInputAndOutput,
  haveSamePrices,
  NO_STATED_PRICES,
  type PriceLedgerRow,
  type StatedPrices,
  type StatedPricesOfId,
  toEffectiveDay,
  toNewLedgerRows,
} from "./statements.ts";

/** A price that one source alone states anew, for the report. */
export interface NewOneSourcePrice {
  source: string;
  host: string;
  model_id: string;
  /** `2.5/10`; empty for a first price. */
  before: string;
  after: string;
}

interface NewStatements {
  rows: PriceLedgerRow[];
  oneSource: NewOneSourcePrice[];
  /** Source and key of ids that are not listed and whose last statement stays. */
  kept: ReadonlySet<string>;
  rejected: RejectedRow[];
}

/**
 * Every price that can be read is recorded. An id whose row could not be read keeps its last statement, and so does one
 * that a rule keeps: most rows of the source are gone, or a field has another name.
 */
export function toNewPriceStatements({
  facts,
  ledger,
  lists,
  judge,
  day,
}: MergeContext): NewStatements {
  const changes = lists.flatMap((list) => [
    ...goneIds(list, facts, ledger, day),
    ...lostPrices(list, ledger),
  ]);
  const held = judge.judge(changes);
  const kept = groupBy(held, ({ source }) => source);
  const rows: PriceLedgerRow[] = [];
  const rejected: RejectedRow[] = [];
  for (const list of lists)
    for (const row of rowsOf(list, ledger, kept.get(list.source) ?? [], day)) {
      const reason = findRowFault("prices", removeFileName(row));
      const place = `prices of ${row.file}`;
      if (reason === null) rows.push(row);
      else rejected.push({ source: list.source, place, value: row.model_id, reason });
    }
  const keptRows = [...held].filter(({ field }) => field === "row");
  return {
    ...{ rows, rejected, oneSource: oneSourcePrices(rows, lists, ledger, judge) },
    kept: new Set(keptRows.map(({ source, key }) => `${source} ${key}`)),
  };
}

/** Ids that the source listed and does not list now: gone, or of a row that could not be read. */
function goneIds(
  { source, listed, unread }: SourceOfferList,
  { offers }: Facts,
  ledger: CurrentPriceLedger,
  day: string,
): FactChange[] {
  const now = new Set(listed.map(({ key }) => key));
  const open = ledger.openOf(source);
  const ended = new Set(
    offers.flatMap(({ file, model_id, status, retirement_date }) =>
      status === "deprecated" || (retirement_date !== null && retirement_date <= day)
        ? toOfferKey(file, model_id)
        : [],
    ),
  );
  const isUnread = (host: string, modelId: string) =>
    unread.some(
      (row) =>
        (row.host === host || row.host === EVERY_HOST) &&
        (row.modelId === null || row.modelId === modelId),
    );
  return open
    .filter(({ key }) => !now.has(key))
    .flatMap(({ key, host, modelId }): FactChange[] => {
      const objection = isUnread(host, modelId) ? { objection: "unreadable" } : {};
      // An end that was announced is no cut.
      if (ended.has(key) && !("objection" in objection)) return [];
      return [
        {
          ...{ kind: "offer", key, field: "row", host, source, before: "listed", after: null },
          ...{ stated: [source], opposed: [], ofSource: open.length, ...objection },
        },
      ];
    });
}

const COLUMNS = ["input", "output", "cache_read", "cache_write"] as const;

/** Name of each price → its text: `input` → `2.5`, `output@batch` → `output@batch=5`. */
const pricesIn = (prices: StatedPrices): Map<string, string> =>
  new Map([
    ...COLUMNS.flatMap((name) =>
      prices[name] === null ? [] : [[name, String(prices[name])] as const],
    ),
    ...(prices.rates?.split("; ") ?? []).map(
      (text) => [text.split("=", 1)[0] ?? "", text] as const,
    ),
  ]);

/** Prices that the source stated of an id and leaves out now. */
function lostPrices({ source, listed }: SourceOfferList, ledger: CurrentPriceLedger): FactChange[] {
  const known = new Map(ledger.openOf(source).map(({ key, statement }) => [key, statement]));
  const had = new Map<string, number>();
  const lost = listed.flatMap(({ key, host, stated }) => {
    const before = known.get(key);
    if (before === undefined || stated.retired != null) return [];
    const now = pricesIn(stated.prices);
    return [...pricesIn(before)].flatMap(([name, text]) => {
      had.set(name, (had.get(name) ?? 0) + 1);
      return now.has(name) ? [] : [{ key, host, name, text }];
    });
  });
  return lost.map(({ key, host, name, text }) => ({
    ...{ kind: "offer", key, field: name, host, source, before: text, after: null },
    ...{ stated: [source], opposed: [], ofSource: had.get(name) ?? 0, known: { isPrice: true } },
  }));
}

/** The stated prices with those that a rule keeps. */
function withKept(one: StatedPricesOfId, kept: readonly FactChange[]): StatedPricesOfId {
  const prices = { ...one.prices };
  for (const { field, before } of kept) {
    const column = COLUMNS.find((name) => name === field);
    if (column !== undefined) prices[column] = Number(before);
    else prices.rates = formatRates([...parseRates(prices.rates), ...parseRates(String(before))]);
  }
  return { ...one, prices };
}

function rowsOf(
  { source, listed, unread }: SourceOfferList,
  ledger: CurrentPriceLedger,
  held: readonly FactChange[],
  day: string,
): PriceLedgerRow[] {
  const keptOf = groupBy(held, ({ key }) => key);
  const keptRows = new Set(held.flatMap(({ field, key }) => (field === "row" ? key : [])));
  const byHost = groupBy(listed, ({ host }) => host);
  const open = groupBy(ledger.openOf(source), ({ host }) => host);
  return [...new Set([...byHost.keys(), ...open.keys()])].flatMap((host) => {
    const here = byHost.get(host) ?? [];
    const stated = new Map(
      here.map((one) => [one.modelId, withKept(one.stated, keptOf.get(one.key) ?? [])]),
    );
    const kept = (open.get(host) ?? []).filter(({ key }) => keptRows.has(key));
    const invalid = unread.filter((row) => row.host === host);
    const ids = new Set([...kept, ...invalid].flatMap(({ modelId }) => modelId ?? []));
    const rows = toNewLedgerRows(ledger.rowsOf(host), source, stated, day, { unread: ids });
    return rows.map((row) => ({ ...row, file: host }));
  });
}

const toText = ({ input, output }: Pick<StatedPrices, "input" | "output">): string =>
  `${input ?? "?"}/${output ?? "?"}`;

/** New prices that no independent source states today or stated before. */
function oneSourcePrices(
  rows: readonly PriceLedgerRow[],
  lists: readonly SourceOfferList[],
  ledger: CurrentPriceLedger,
  judge: MergeContext["judge"],
): NewOneSourcePrice[] {
  const today = groupBy(
    lists.flatMap(({ listed }) => listed),
    ({ key }) => key,
  );
  return rows.flatMap((row) => {
    const { source, file: host, model_id, event } = row;
    const key = toOfferKey(host, model_id);
    const others = [
      ...(today.get(key) ?? []).map((one: ListedHostId) => ({
        ...one.stated.prices,
        source: one.source,
      })),
      ...ledger.statementsOf(key).map(({ statement }) => statement),
    ].filter((one) => one.source !== source && haveSameInputAndOutput(one, row));
    if (event !== "stated" || judge.areIndependent([source, ...others.map((one) => one.source)]))
      return [];
    const before = ledger.statementsOf(key).find((one) => one.statement.source === source);
    if (before !== undefined && haveSamePrices(before.statement, row)) return [];
    return [
      {
        source,
        host,
        model_id,
        before: before ? toText(before.statement) : "",
        after: toText(row),
      },
    ];
  });
}

/** Follows every host's list day by day, so it says when an id ends. */
const REFERENCE = "models-dev";

/** Keep ids for years after a host stopped selling them; with the day of their first commit, which took in ids of unknown age. */
const LAGGING_SOURCES = [
  ["genai-prices", "2025-06-22"],
  ["litellm", "2024-01-31"],
  ["portkey", "2026-08-21"],
] as const;

/** Closed hosts, and names that AI21 no longer sells, though LiteLLM lists them: they ended long ago. */
const CLOSED = /^(anyscale|lambda) |^ai21 (j2-|jamba-1\.5)/;

/**
 * Ids that lagging sources still list although the reference source withdrew them, or the last id of their model, on an
 * earlier day and did not list them again since: a list that was cut off ends nothing elsewhere.
 * @param added Rows that today's answers add.
 * @param modelOf Model of a key, of ids old and new.
 */
export function withdrawStaleIds(
  facts: Pick<Facts, "prices" | "models">,
  added: readonly PriceLedgerRow[],
  modelOf: ReadonlyMap<string, string>,
  day: string,
): PriceLedgerRow[] {
  const ended = facts.prices.filter(
    ({ source, event, recorded }) =>
      source === REFERENCE && event === "withdrawn" && recorded < day,
  );
  const hosts = new Set(ended.map(({ file }) => file));
  const otherKinds = new Set(
    facts.models.flatMap(({ slug, model_type }) => (model_type === "text" ? [] : [slug])),
  );
  const byHost = groupBy([...facts.prices, ...added], ({ file }) => file);
  return [...hosts].flatMap((host) => {
    const model = (id: string) => modelOf.get(toOfferKey(host, id));
    const isChat = (id: string) => !otherKinds.has(model(id) ?? "");
    const stale = staleIds(host, byHost.get(host) ?? [], model, isChat);
    // A copy of an earlier day says nothing of what a source stated since.
    const own = stale.filter(({ last }) => last.recorded <= day);
    return own.map(({ last, end, reason }) => ({
      ...last,
      ...NO_STATED_PRICES,
      ...{ file: host, recorded: day, effective: end < day ? end : null, event: "withdrawn" },
      note: `rule: models.dev withdrew ${reason}`,
    }));
  });
}

function staleIds(
  host: string,
  ledger: readonly PriceLedgerRow[],
  modelOf: (id: string) => string | undefined,
  isChat: (id: string) => boolean,
) {
  const record = groupStatementsById(ledger, REFERENCE);
  const fullSince = firstFullRecord([...record.values()].flat());
  const ends = endsByModel(record, modelOf);
  return LAGGING_SOURCES.flatMap(([source, began]) =>
    [...groupStatementsById(ledger, source)].flatMap(([id, statements]) => {
      const last = statements.at(-1);
      const isClosed = source === "litellm" && CLOSED.test(`${host} ${id}`);
      if (last?.event !== "stated" || isClosed) return [];
      const hasPrice = last.input !== null || last.output !== null;
      const since = hasPrice ? pricedSince(statements) : began;
      const known = record.get(id)?.at(-1);
      const end = known === undefined ? ends.get(modelOf(id) ?? "") : toEffectiveDay(known);
      if (end === undefined) return [];
      const isRecorded = fullSince !== null && since > fullSince && since > began;
      const isStale =
        known === undefined
          ? since <= end && isRecorded && isChat(id)
          : // LiteLLM never follows a removal; genai-prices may, so its later statements count.
            known.event === "withdrawn" && (source === "litellm" || since <= end);
      const reason = known === undefined ? "every id of its model" : "it and nothing newer is said";
      return isStale
        ? [{ last, end: end > toEffectiveDay(last) ? end : toEffectiveDay(last), reason }]
        : [];
    }),
  );
}

/** Model → day on which the reference source withdrew the last of its ids; models of which it lists one are left out. */
function endsByModel(
  record: ReadonlyMap<string, readonly PriceStatement[]>,
  modelOf: (id: string) => string | undefined,
): Map<string, string> {
  const ends = new Map<string, string>();
  for (const [model, ids] of groupBy(record.keys(), modelOf)) {
    const lasts = ids.flatMap((id) => record.get(id)?.at(-1) ?? []);
    const days = lasts.map(toEffectiveDay).sort(compareByCodePoint);
    if (model !== undefined && lasts.every(({ event }) => event === "withdrawn"))
      ends.set(model, days.at(-1) ?? "");
  }
  return ends;
}

/** First day of the run of statements that name the present price. */
function pricedSince(statements: readonly PriceStatement[]): string {
  const last = statements.at(-1);
  const start = statements.findLastIndex(
    (row) => last && (row.event === "withdrawn" || !haveSameInputAndOutput(row, last)),
  );
  const first = statements[start + 1];
  return first ? toEffectiveDay(first) : "";
}

/** First day on which a record listed at least half as many ids as it ever did at once; null without a record. */
function firstFullRecord(record: readonly PriceStatement[]): string | null {
  const listed = new Set<string>();
  const counts = new Map<string, number>();
  for (const row of [...record].sort((a, b) =>
    compareByCodePoint(toEffectiveDay(a), toEffectiveDay(b)),
  )) {
    if (row.event === "stated") listed.add(row.model_id);
    else listed.delete(row.model_id);
    counts.set(toEffectiveDay(row), listed.size);
  }
  const most = Math.max(...counts.values());
  return [...counts].find(([, count]) => count >= most / 2)?.[0] ?? null;
}
