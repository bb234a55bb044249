/** Histories and present listings of the price sources → the ledger of every host. Pure. */
import { groupBy } from "../../schema/group-by.ts";
import { byText } from "../../schema/order.ts";
import type { PriceStatement } from "../../schema/price-statement.ts";
import type { OfferListing } from "../../sources/listing.ts";
import { withdrawnByRule } from "../dead-ids.ts";
import { toListedId } from "../listed-id.ts";
import type { IdSpelling } from "../offers/id-spelling.ts";
import { appendStatements, isSameMoney, isSameStatement, type ListedId } from "../statements.ts";
import type { HistoricStatement } from "./history.ts";

/** One source's history and what it lists on the day of the copy. */
export interface SourceRecord {
  source: string;
  recordedOn: string;
  history: readonly HistoricStatement[];
  offers: readonly OfferListing[];
}

/** What the rules and marks need to know of an id. */
export interface IdFacts {
  isLabHost(host: string): boolean;
  firstSeenOf(host: string, modelId: string): string | null;
  isBeyondChat(host: string, modelId: string): boolean;
  modelOf(host: string, modelId: string): string | null;
}

export type Ledger = Map<string, PriceStatement[]>;

/** Statements of the histories alone, in our spelling of the ids, and in the order of the ledger. */
export function historyLedger(records: readonly SourceRecord[], spelling: IdSpelling): Ledger {
  const ledger: Ledger = new Map();
  for (const { history, offers } of records) {
    const spelled = inOneSpelling(history, offers, spelling);
    for (const [host, statements] of groupBy(spelled, (one) => one.host))
      ledger.set(host, [...(ledger.get(host) ?? []), ...withoutRepeats(statements)]);
  }
  return ledger;
}

/**
 * Adds what the sources list now to the ledger of their histories, and ends what a rule ends.
 * @param history Rows of `historyLedger`, marked where they are a reseller's.
 */
export function presentLedger(
  history: Ledger,
  records: readonly SourceRecord[],
  spelling: IdSpelling,
  facts: IdFacts,
): Ledger {
  const listings = records.map(({ offers }) => listedIds(offers, spelling));
  const hosts = new Set([...history.keys(), ...listings.flatMap((one) => [...one.keys()])]);
  const base = records.find(({ source }) => source === "models-dev");
  const ledger: Ledger = new Map();
  for (const host of [...hosts].sort(byText)) {
    let rows = [...(history.get(host) ?? [])];
    const end = (day: string) =>
      rows.push(
        ...withdrawnByRule(rows, {
          host,
          day,
          isLab: facts.isLabHost(host),
          followedUntil: base?.recordedOn ?? "",
          firstSeenOf: (id) => facts.firstSeenOf(host, id),
          isBeyondChat: (id) => facts.isBeyondChat(host, id),
          modelOf: (id) => facts.modelOf(host, id),
        }),
      );
    const lastDay = records.map(({ source, recordedOn }) =>
      source === "litellm" ? recordedOn : "",
    );
    const day = lastDay.sort(byText).at(-1) ?? "";
    end(day);
    records.forEach(({ source, recordedOn }, index) => {
      const listed = listings[index]?.get(host) ?? new Map<string, ListedId>();
      rows = rows.map((row) => completed(row, source, listed, recordedOn));
      rows.push(...appendStatements(rows, source, listed, recordedOn));
    });
    end(day);
    ledger.set(host, rows.sort(inLedgerOrder));
  }
  return ledger;
}

/** A history's row of the day of the listing tells the same price with less detail: tiers and batch prices are added. */
function completed(
  row: PriceStatement,
  source: string,
  listed: ReadonlyMap<string, ListedId>,
  day: string,
): PriceStatement {
  const said = listed.get(row.model_id);
  const isOfDay = row.source === source && row.recorded === day && row.effective === null;
  return isOfDay && row.event === "stated" && said && isSameMoney(row, said.prices)
    ? { ...row, ...said.prices }
    : row;
}

/** The order of a file of the ledger: FACT_KINDS.prices.key. */
const inLedgerOrder = (a: PriceStatement, b: PriceStatement): number =>
  byText(a.recorded, b.recorded) ||
  byText(a.model_id, b.model_id) ||
  byText(a.source, b.source) ||
  byText(a.effective ?? "", b.effective ?? "") ||
  byText(a.event, b.event);

/** Host → id in our spelling → what the source lists. Of two names that are one id the one we write is taken. */
function listedIds(
  offers: readonly OfferListing[],
  spelling: IdSpelling,
): Map<string, Map<string, ListedId>> {
  const listed = new Map<string, Map<string, ListedId>>();
  const spelled = offers.map((offer) => ({
    offer,
    id: spelling.spell(offer.host, offer.modelId),
  }));
  for (const { offer, id } of spelled) {
    const ids = listed.get(offer.host) ?? new Map<string, ListedId>();
    listed.set(offer.host, ids);
    if (!ids.has(id) || offer.modelId === id) ids.set(id, toListedId(offer));
  }
  return listed;
}

/**
 * A source may know one id under several names, with and without its maker's path, at once or one after the other. Of
 * those it lists on a day the name we write speaks, else the one that is listed now, else the first: it is withdrawn
 * when none is left.
 */
function inOneSpelling(
  history: readonly HistoricStatement[],
  offers: readonly OfferListing[],
  spelling: IdSpelling,
): Spelled[] {
  const listed = new Set(offers.map(({ host, modelId }) => `${host} ${modelId}`));
  const spelled = history.map((one) => ({ ...one, id: spelling.spell(one.host, one.modelId) }));
  const ids = groupBy(spelled, ({ host, id }) => `${host} ${id}`);
  return [...ids.values()].flatMap((statements) => {
    const rank = ({ host, modelId, id }: Spelled) =>
      modelId === id ? 0 : listed.has(`${host} ${modelId}`) ? 1 : 2;
    const names = [...statements].sort((a, b) => rank(a) - rank(b)).map(({ modelId }) => modelId);
    return new Set(names).size === 1 ? statements : asOneName(statements, [...new Set(names)]);
  });
}

type Spelled = HistoricStatement & { id: string };

/** @param names The one that speaks first. Statements that the source dates itself stay as they are. */
function asOneName(statements: readonly Spelled[], names: readonly string[]): Spelled[] {
  const dated = statements.filter(({ effective }) => effective !== null);
  const days = groupBy(
    statements.filter(({ effective }) => effective === null),
    ({ recorded }) => recorded,
  );
  const said = new Map<string, Spelled>();
  const rows: Spelled[] = [];
  for (const [recorded, changes] of [...days].sort(([a], [b]) => byText(a, b))) {
    for (const one of changes) said.set(one.modelId, one);
    const spoken = names.flatMap((name) => said.get(name) ?? []);
    const voice = spoken.find(({ event }) => event === "stated") ?? spoken[0];
    if (voice) rows.push({ ...voice, recorded });
  }
  return [...rows, ...dated];
}

/** Without rows that say again what the row before says, and without an end of what is not stated. */
function withoutRepeats(statements: readonly Spelled[]): PriceStatement[] {
  const rows: PriceStatement[] = [];
  for (const group of groupBy(statements, ({ id }) => id).values()) {
    let last: PriceStatement | undefined;
    for (const row of group.map(toStatement).sort(inLedgerOrder)) {
      const isRepeat = last ? isSameStatement(last, row) : row.event === "withdrawn";
      if (!isRepeat) rows.push(row);
      if (!isRepeat) last = row;
    }
  }
  return rows;
}

const toStatement = ({
  id,
  source,
  recorded,
  effective,
  event,
  prices,
  note,
}: Spelled): PriceStatement => ({
  recorded,
  effective,
  model_id: id,
  source,
  event,
  ...prices,
  note,
});
