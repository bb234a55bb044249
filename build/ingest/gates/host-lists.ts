/** Gates over which ids a source lists at a host. Pure. */
import { toNameParts } from "../../identity/canonical-key.ts";
import { offerKey } from "../../identity/host-ids.ts";
import { groupBy } from "../../schema/collections.ts";
import { EVERY_HOST } from "../../sources/listing.ts";
import { hasPrice } from "../../sources/parse/prices.ts";
import type { Listed, SourceList } from "../source-lists.ts";
import type { CurrentLedger, StatedPrices } from "../statements.ts";
import { OPTIONAL_PRICES } from "./price-move.ts";
import { Gate, type GateName, isMany, type RowCount, type Verdict } from "./verdict.ts";

/** What a source lists at one host today, beside what it listed there before. */
interface HostList {
  host: string;
  /** Id → price. */
  before: ReadonlyMap<string, StatedPrices>;
  now: ReadonlyMap<string, StatedPrices>;
  /** Before, and not now. */
  lost: readonly string[];
  /** Now, and never before. */
  fresh: readonly string[];
}

function toHostLists({ source, listed, unread }: SourceList, ledger: CurrentLedger): HostList[] {
  const known = groupBy(ledger.openOf(source), ({ host }) => host);
  const listedAt = groupBy(listed, ({ host }) => host);
  const isHalfRead = (host: string) =>
    unread.some((row) => row.host === EVERY_HOST || (row.host === host && row.modelId === null));
  return [...new Set([...known.keys(), ...listedAt.keys()])]
    .filter((host) => !isHalfRead(host))
    .map((host) => {
      const before = new Map((known.get(host) ?? []).map((one) => [one.modelId, one.statement]));
      const rows = listedAt.get(host) ?? [];
      const now = new Map(rows.map((one) => [one.modelId, one.stated.prices]));
      return {
        ...{ host, before, now },
        lost: [...before.keys()].filter((id) => !now.has(id)),
        fresh: [...now.keys()].filter((id) => !ledger.hasListed(source, offerKey(host, id))),
      };
    });
}

const toRows = (host: string, ids: Iterable<string>) =>
  [...ids].map((id) => ({ key: offerKey(host, id) }));

const sample = (ids: readonly string[]): string => ids.slice(0, 3).join(", ");

/** A host's list that keeps so few of its ids is another list. */
const MIN_KEPT = 0.5;
/** One or two models go on any day. Of 5,000 ids that one source follows at most 145 went on one day of thirteen months. */
const isCutOff = (lost: number, of: number): boolean =>
  isMany(lost, of, [3, 1 / 2]) || isMany(lost, of, [5, 1 / 4]);
const MANY_SCATTERED = [10, 0.06] as const;
/** A new host may bring any number of ids; a known one seldom brings more in a run than this, or than half of its list. */
const MIN_KNOWN = 5;
const MAX_NEW = 20;

/** All verdicts on the lists of one source; a host that one gate holds as a whole is not looked at by the next. */
export function checkHostLists(list: SourceList, ledger: CurrentLedger): Verdict[] {
  const { source } = list;
  const lists = toHostLists(list, ledger);
  const verdicts = lists.flatMap((own) => {
    const { host, before, now, lost, fresh } = own;
    const hold = (name: GateName, reason: string, ids: Iterable<string>) =>
      new Gate(name, source).holdRows({ scope: host, reason }, toRows(host, ids));
    const all = [...before.keys(), ...now.keys()];
    const block = findOtherBlock(own, lists) ?? findTwin(own, lists);
    if (block !== undefined) return hold("block", block, all);
    const renamed = respelled(own);
    if (renamed.length > 0) {
      const reason = `${renamed.length} ids are known ones under another spelling: ${sample(renamed)}`;
      return hold("spelling", reason, renamed);
    }
    if (isCutOff(lost.length, before.size))
      return hold("rows", `${lost.length} of ${before.size} ids are gone: ${sample(lost)}`, all);
    if (before.size < MIN_KNOWN || fresh.length <= Math.max(MAX_NEW, before.size / 2)) return [];
    const reason = `${fresh.length} new ids beside ${before.size} known ones: ${sample(fresh)}`;
    return hold("new-rows", reason, fresh);
  });
  const held = new Set(verdicts.flatMap(({ keys }) => keys));
  return [...verdicts, ...checkScatteredLoss(source, lists, held)];
}

/** Ids that are gone at many hosts, a few at each. */
function checkScatteredLoss(
  source: string,
  lists: readonly HostList[],
  held: ReadonlySet<string>,
): Verdict[] {
  const lost = lists
    .flatMap((list) => toRows(list.host, list.lost))
    .filter(({ key }) => !held.has(key));
  const known = lists.reduce((sum, { before }) => sum + before.size, 0);
  if (!isMany(lost.length, known, MANY_SCATTERED)) return [];
  const keys = sample(lost.map(({ key }) => key));
  const reason = `${lost.length} of ${known} ids are gone, a few at each host: ${keys}`;
  return new Gate("rows", source).holdRows({ reason }, lost);
}

/** Of an id list or of the prices that tell two hosts apart: so many, and this share of them, are another host's. */
const MIN_TELLING = 5;
const MIN_SHARE = 0.8;

/** The list of another host under this one's name: by its ids, or where both sell the same ids by their prices. */
function findOtherBlock(list: HostList, lists: readonly HostList[]): string | undefined {
  const { before, now } = list;
  if (now.size < MIN_TELLING || before.size === 0) return undefined;
  const known = [...before.keys()].filter((id) => now.has(id));
  for (const other of lists) {
    if (other.host === list.host) continue;
    const shared = [...now.keys()].filter((id) => other.before.has(id));
    const isItsIds = shared.length >= MIN_SHARE * now.size && known.length < MIN_KEPT * before.size;
    if (shared.length >= MIN_TELLING && isItsIds)
      return `${shared.length} of its ${now.size} ids are those of ${other.host}, and ${known.length} of ${before.size} are its own`;
    const telling = known.filter(
      (id) => other.before.has(id) && !hasSameMoney(before.get(id), other.before.get(id)),
    );
    const its = telling.filter((id) => hasSameMoney(now.get(id), other.before.get(id)));
    // Hosts that follow a list price do so with a few ids, and then they agree with many others.
    const isMost = its.length >= MIN_KEPT * now.size;
    if (telling.length >= MIN_TELLING && isMost && its.length >= MIN_SHARE * telling.length)
      return `${its.length} of ${telling.length} prices are those of ${other.host}`;
  }
  return undefined;
}

/** A new host with the ids and prices of a known one: that one under another name, or a mix-up. */
function findTwin({ host, before, now }: HostList, lists: readonly HostList[]): string | undefined {
  if (before.size > 0 || now.size < MIN_TELLING) return undefined;
  for (const other of lists) {
    if (other.host === host) continue;
    const same = [...now].filter(
      ([id, prices]) => other.before.has(id) && hasSameMoney(prices, other.before.get(id)),
    );
    if (same.length >= MIN_SHARE * now.size)
      return `it is new, and ${same.length} of its ${now.size} ids and prices are those of ${other.host}`;
  }
  return undefined;
}

const hasSameMoney = (a: StatedPrices | undefined, b: StatedPrices | undefined): boolean =>
  a?.input === b?.input && a?.output === b?.output;

/** So many of a host's ids do not get a second spelling in one run, however small the host is. */
const MIN_RESPELLED = 3;
const MIN_RESPELLED_SHARE = 0.3;

/**
 * Ids that are new and mean what known ones mean, and the known ones that went for them: they came instead of known
 * ids or beside them.
 */
function respelled({ before, now, fresh }: HostList): string[] {
  const known = groupBy(before.keys(), (id) => toNameParts(id).key);
  const meant = fresh.map((id) => known.get(toNameParts(id).key) ?? []);
  const renamed = fresh.filter((_, at) => meant[at]?.length);
  if (renamed.length < Math.max(MIN_RESPELLED, MIN_RESPELLED_SHARE * before.size)) return [];
  return [...new Set([...renamed, ...meant.flat().filter((id) => !now.has(id))])];
}

/** What stands of this source against what came: an id whose row could not be read did, one that is reported to be retired did not. */
export function countsOf(
  { source, listed, unread }: SourceList,
  { ledger, day }: { ledger: CurrentLedger; day: string },
): RowCount[] {
  const open = ledger.openOf(source);
  const isSold = ({ stated }: Listed) => stated.retired == null || stated.retired > day;
  const now = new Set(listed.filter(isSold).map(({ key }) => key));
  const came = new Set(unread.map(({ host, modelId }) => offerKey(host, modelId ?? "")));
  const isThere = ({ key }: { key: string }) => now.has(key) || came.has(key);
  const priced = open.filter(({ statement }) => hasPrice(statement));
  const pricedNow = new Set(
    listed.filter(({ stated }) => hasPrice(stated.prices)).map(({ key }) => key),
  );
  const stillListed = priced.filter(({ key }) => now.has(key));
  return [
    { kind: "offers", before: open.length, now: open.filter(isThere).length },
    {
      kind: "prices",
      before: stillListed.length,
      now: stillListed.filter(({ key }) => pricedNow.has(key)).length,
    },
    ...OPTIONAL_PRICES.map((field) => countField(field, listed)),
  ];
}

function countField(field: (typeof OPTIONAL_PRICES)[number], listed: readonly Listed[]) {
  const had = listed.filter(({ before }) => before && before[field] !== null);
  const has = had.filter(({ stated }) => stated.prices[field] !== null);
  return { kind: `${field} prices`, before: had.length, now: has.length };
}
