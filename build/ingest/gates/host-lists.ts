/** Gates over which ids a source lists at a host. Pure. */
import { toNameParts } from "../../identity/canonical-key.ts";
import { offerKey } from "../../identity/host-ids.ts";
import { groupBy } from "../../schema/collections.ts";
import { EVERY_HOST } from "../../sources/listing.ts";
import { hasPrice } from "../../sources/parse/prices.ts";
import type { Listed, SourceList } from "../source-lists.ts";
import type { CurrentLedger, StatedPrices } from "../statements.ts";
import { OPTIONAL_PRICES } from "./price-move.ts";
import { type Gate, holdRows, type Verdict } from "./verdict.ts";

/** What a source lists at one host today, beside what it listed there before. */
export interface HostList {
  host: string;
  /** Id → price. */
  before: ReadonlyMap<string, StatedPrices>;
  now: ReadonlyMap<string, StatedPrices>;
  /** Whether the source ever spoke of the id. */
  isKnown: (modelId: string) => boolean;
  /** Keys of all of them, by id. */
  keyOf: (modelId: string) => string;
}

/** A host's list that keeps so few of its ids is another list. */
const MIN_KEPT = 0.5;

/** All verdicts on the lists of one source; a host that one gate holds as a whole is not looked at by the next. */
export function checkHostLists(source: string, lists: readonly HostList[]): Verdict[] {
  const verdicts = lists.flatMap((list) => {
    const hold = (name: Gate["name"], reason: string, ids?: readonly string[]) => {
      const keys = (ids ?? [...list.before.keys(), ...list.now.keys()]).map(list.keyOf);
      const about = { scope: list.host, before: "", after: "", reason };
      return [holdRows({ name, source, area: "offers" }, about, keys)];
    };
    const block = findOtherBlock(list, lists) ?? findTwin(list, lists);
    if (block !== undefined) return hold("block", block);
    const renamed = respelled(list);
    if (renamed.length > 0) return hold("spelling", toSpellingReason(renamed), renamed);
    const lost = lostIds(list);
    if (isCutOff(lost.length, list.before.size))
      return hold("rows", `${lost.length} of ${list.before.size} ids are gone: ${sample(lost)}`);
    const fresh = freshIds(list);
    if (list.before.size >= MIN_KNOWN && fresh.length > Math.max(MAX_NEW, list.before.size / 2)) {
      const reason = `${fresh.length} new ids beside ${list.before.size} known ones: ${sample(fresh)}`;
      return hold("new-rows", reason, fresh);
    }
    return [];
  });
  const held = new Set(verdicts.flatMap(({ keys }) => keys));
  return [...verdicts, ...checkScatteredLoss(source, lists, held)];
}

const lostIds = ({ before, now }: HostList): string[] =>
  [...before.keys()].filter((id) => !now.has(id));

/** One or two models go on any day. Of 5,000 ids that one source follows at most 145 went on one day of thirteen months. */
const isCutOff = (lost: number, of: number): boolean =>
  (lost >= 3 && lost > of / 2) || (lost >= 5 && lost > of / 4);
const MIN_LOST_ALL = 10;
const MAX_LOST_ALL = 0.06;

/** Ids that are gone at many hosts, a few at each. */
function checkScatteredLoss(
  source: string,
  lists: readonly HostList[],
  held: ReadonlySet<string>,
): Verdict[] {
  const lost = lists
    .flatMap((list) => lostIds(list).map(list.keyOf))
    .filter((key) => !held.has(key));
  const known = lists.reduce((sum, { before }) => sum + before.size, 0);
  if (lost.length < MIN_LOST_ALL || lost.length <= MAX_LOST_ALL * known) return [];
  const reason = `${lost.length} of ${known} ids are gone, a few at each host: ${sample(lost)}`;
  const about = { scope: source, before: "", after: "", reason };
  return [holdRows({ name: "rows", source, area: "offers" }, about, lost)];
}

/** A new host may bring any number of ids; a known one seldom brings more in a run than this, or than half of its list. */
const MIN_KNOWN = 5;
const MAX_NEW = 20;

const freshIds = ({ now, isKnown }: HostList): string[] =>
  [...now.keys()].filter((id) => !isKnown(id));

const sample = (ids: readonly string[]): string => ids.slice(0, 3).join(", ");

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
    const telling = known.filter((id) => isTelling(before.get(id), other.before.get(id)));
    const its = telling.filter((id) => isSameMoneyOrNone(now.get(id), other.before.get(id)));
    // Hosts that come round to a list price do so with a few ids, and then they agree with many others.
    const isMost = its.length >= MIN_KEPT * now.size;
    if (telling.length >= MIN_TELLING && isMost && its.length >= MIN_SHARE * telling.length)
      return `${its.length} of ${telling.length} prices are those of ${other.host}`;
  }
  return undefined;
}

/** A host that was never heard of, with the ids and prices of a known one: that one under another name, or a mix-up. */
function findTwin({ host, before, now }: HostList, lists: readonly HostList[]): string | undefined {
  if (before.size > 0 || now.size < MIN_TELLING) return undefined;
  const ids = [...now.keys()];
  for (const other of lists) {
    if (other.host === host) continue;
    const same = ids.filter((id) => isSameOffer(now.get(id), other.before.get(id)));
    if (same.length >= MIN_SHARE * now.size)
      return `it is new, and ${same.length} of its ${now.size} ids and prices are those of ${other.host}`;
  }
  return undefined;
}

const isSameOffer = (own: StatedPrices | undefined, other: StatedPrices | undefined): boolean =>
  own !== undefined && other !== undefined && isSameMoneyOrNone(own, other);

const isTelling = (own: StatedPrices | undefined, other: StatedPrices | undefined): boolean =>
  own !== undefined && other !== undefined && !isSameMoneyOrNone(own, other);

const isSameMoneyOrNone = (a: StatedPrices | undefined, b: StatedPrices | undefined): boolean =>
  a?.input === b?.input && a?.output === b?.output;

/** So many of a host's ids do not get a second spelling in one run, however small the host is. */
const MIN_RESPELLED = 3;
const MIN_RESPELLED_SHARE = 0.3;

/**
 * Ids that are new and mean what known ones mean, and the known ones that went for them: they came instead of known
 * ids or beside them.
 */
function respelled(list: HostList): string[] {
  const known = new Map<string, string[]>();
  for (const id of list.before.keys()) {
    const { key } = toNameParts(id);
    known.set(key, [...(known.get(key) ?? []), id]);
  }
  const fresh = freshIds(list).filter((id) => known.has(toNameParts(id).key));
  const share = Math.max(MIN_RESPELLED, MIN_RESPELLED_SHARE * list.before.size);
  if (fresh.length < share) return [];
  const meant = fresh.flatMap((id) => known.get(toNameParts(id).key) ?? []);
  return [...new Set([...fresh, ...meant.filter((id) => !list.now.has(id))])];
}

const toSpellingReason = (ids: readonly string[]): string =>
  `${ids.length} ids are known ones under another spelling: ${sample(ids)}`;

export function toHostLists(
  { source, listed, unread }: SourceList,
  ledger: CurrentLedger,
): HostList[] {
  const before = groupBy(ledger.openOf(source).values(), ({ host }) => host);
  const now = groupBy(listed, ({ host }) => host);
  const isHalfRead = (host: string) =>
    unread.some((row) => row.host === EVERY_HOST || (row.host === host && row.modelId === null));
  return [...new Set([...before.keys(), ...now.keys()])]
    .filter((host) => !isHalfRead(host))
    .map((host) => ({
      host,
      before: new Map((before.get(host) ?? []).map((one) => [one.modelId, one.statement])),
      now: new Map((now.get(host) ?? []).map((one) => [one.modelId, one.stated.prices])),
      isKnown: (modelId) => ledger.hasListed(source, offerKey(host, modelId)),
      keyOf: (modelId) => offerKey(host, modelId),
    }));
}

/** What stands of this source against what came: an id whose row could not be read did, one that is reported to be retired did not. */
export function countsOf(
  { source, listed, unread }: SourceList,
  { ledger, day }: { ledger: CurrentLedger; day: string },
) {
  const open = [...ledger.openOf(source).values()];
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
