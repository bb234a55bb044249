/** All gates over what one source says of offers. Pure. */
import { groupBy } from "../../schema/collections.ts";
import { EVERY_HOST } from "../../sources/listing.ts";
import { hasPrice } from "../../sources/parse/prices.ts";
import { offerKey } from "../ledger/offer-key.ts";
import type { StandingLedger } from "../ledger/standing-ledger.ts";
import type { Listed, SourceList } from "../offers/listed.ts";
import { dayOf, isSamePrices, NO_STATED_PRICES, type StatedPrices } from "../statements.ts";
import { checkDrift } from "./drift.ts";
import type { GateName } from "./gate-names.ts";
import { checkHostLists, type HostList } from "./host-lists.ts";
import { checkManyMoves, checkMedianMove, checkSameFactor } from "./host-prices.ts";
import { checkOldCopy } from "./old-copy.ts";
import {
  hitOf,
  isWitnessed,
  MAX_BELIEVED_MOVE,
  type Money,
  type PriceMove,
  shareMoved,
  toMoney,
} from "./price-move.ts";
import { checkPriceRow } from "./price-row.ts";
import { checkReuse, type ToldIdentity } from "./reuse.ts";
import { checkRows } from "./rows.ts";
import { checkStatus, type StatusMove } from "./status.ts";
import { checkLimits, type LimitMove } from "./token-limits.ts";
import { type Hit, holdRows, mark, toVerdicts, type Verdict } from "./verdict.ts";

export interface OfferGateFacts {
  ledger: StandingLedger;
  /** Model of a host-side id, as far as it is known. */
  modelOf(listed: Listed): string | undefined;
  /** One price of the model for each host that sells it, but this one. */
  peersOf(model: string, host: string): Money[];
  /** Why a price is another host's but for a slip of a hand; null when it is none. */
  slipOf(model: string, listed: Listed): string | null;
  /** What other sources state of an id, tonight or until now. */
  witnessesOf(key: string, source: string): StatedPrices[];
  /** What an id that stands is, and what it is told to be; undefined where nothing tells. */
  identityOf(listed: Listed): ToldIdentity | undefined;
  /** Limits that stand by the word of this source. */
  limitsOf(key: string, source: string): LimitMove["before"] | undefined;
  /** Status that stands by the word of this source. */
  statusOf(key: string, source: string): { status: string; retirement: string | null } | undefined;
  day: string;
}

export function checkOffers(list: SourceList, facts: OfferGateFacts): Verdict[] {
  const { source, listed } = list;
  const told = listed.flatMap((one) => (one.before === null ? [] : [toMove(one, facts)]));
  const news = listed.filter(({ isNews }) => isNews);
  const moves = news.map((one) => toMove(one, facts));
  const lists = toHostLists(list, facts.ledger);
  const verdicts = [
    ...checkRows(source, countsOf(list, facts)),
    ...checkHostLists(source, lists),
    ...checkMedianMove(source, told),
    ...checkSameFactor(
      source,
      moves.filter(({ before }) => before !== null),
      told,
    ),
    ...checkManyMoves(source, told),
    ...checkLostFields(source, told),
    ...checkPriceRows(source, moves, listed.length),
    ...checkDates(list, facts),
    ...checkDrift(source, moves, facts.ledger, facts.day),
    ...checkOldCopy(source, moves, facts.ledger),
    ...checkReuse(
      source,
      listed.flatMap((one) => facts.identityOf(one) ?? []),
    ),
    ...checkLimits(source, toLimitMoves(listed, facts)),
    ...checkStatus(source, toStatusMoves(listed, facts)),
  ];
  return [...verdicts, ...markMoves(source, moves, verdicts)];
}

function toMove(one: Listed, facts: OfferGateFacts): PriceMove {
  const { key, source, host, modelId, before, said } = one;
  const model = facts.modelOf(one);
  return {
    ...{ key, host, modelId, before, now: said.prices },
    peers: model === undefined ? [] : facts.peersOf(model, host),
    slip: model === undefined || !one.isNews ? null : facts.slipOf(model, one),
    witnesses: facts.witnessesOf(key, source),
  };
}

/** What stands of this source against what came: an id whose row could not be read did, one that is told to be retired did not. */
function countsOf({ source, listed, unread }: SourceList, { ledger, day }: OfferGateFacts) {
  const open = [...ledger.openOf(source).values()];
  const isSold = ({ said }: Listed) => said.retired == null || said.retired > day;
  const now = new Set(listed.filter(isSold).map(({ key }) => key));
  const came = new Set(unread.map(({ host, modelId }) => offerKey(host, modelId ?? "")));
  const isThere = ({ key }: { key: string }) => now.has(key) || came.has(key);
  const priced = open.filter(({ statement }) => hasPrice(statement));
  const pricedNow = new Set(
    listed.filter(({ said }) => hasPrice(said.prices)).map(({ key }) => key),
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

/** A field that has another name is lost everywhere at once. */
const OPTIONAL_PRICES = [
  "cache_read",
  "cache_write",
  "batch_input",
  "batch_output",
  "tiers",
] as const;

function countField(field: (typeof OPTIONAL_PRICES)[number], listed: readonly Listed[]) {
  const had = listed.filter(({ before }) => before && before[field] !== null);
  const has = had.filter(({ said }) => said.prices[field] !== null);
  return { kind: `${field} prices`, before: had.length, now: has.length };
}

/** A host may end its discount for a cache on any night; half of its ids do not lose one price together. */
const MIN_LOST = 5;

function checkLostFields(source: string, told: readonly PriceMove[]): Verdict[] {
  const gate = { name: "price-lost", source, area: "offers" } as const;
  return [...groupBy(told, ({ host }) => host)].flatMap(([host, all]) =>
    OPTIONAL_PRICES.flatMap((field) => {
      const had = all.filter(({ before }) => before !== null && before[field] !== null);
      const lost = had.filter(({ now }) => now[field] === null).map(({ key }) => key);
      if (lost.length < MIN_LOST || lost.length <= had.length / 2) return [];
      const reason = `${lost.length} of ${had.length} ids are listed without the ${field} price they had`;
      return [holdRows(gate, { scope: host, before: "", after: "", reason }, lost)];
    }),
  );
}

function toHostLists({ source, listed, unread }: SourceList, ledger: StandingLedger): HostList[] {
  const before = groupBy(ledger.openOf(source).values(), ({ host }) => host);
  const now = groupBy(listed, ({ host }) => host);
  const isHalfRead = (host: string) =>
    unread.some((row) => row.host === EVERY_HOST || (row.host === host && row.modelId === null));
  return [...new Set([...before.keys(), ...now.keys()])]
    .filter((host) => !isHalfRead(host))
    .map((host) => ({
      host,
      before: new Map((before.get(host) ?? []).map((one) => [one.modelId, one.statement])),
      now: new Map((now.get(host) ?? []).map((one) => [one.modelId, one.said.prices])),
      isKnown: (modelId) => ledger.hasSpokenOf(source, offerKey(host, modelId)),
      keyOf: (modelId) => offerKey(host, modelId),
    }));
}

/** One verdict a row; so many of one gate that the source is not to be believed are one verdict on it. */
function checkPriceRows(source: string, moves: readonly PriceMove[], looked: number): Verdict[] {
  const hits = new Map<GateName, Hit[]>();
  for (const move of moves) {
    const found = checkPriceRow(move);
    if (found) hits.set(found.gate, [...(hits.get(found.gate) ?? []), found.hit]);
  }
  return [...hits].flatMap(([name, rows]) =>
    toVerdicts({ name, source, area: "offers" }, rows, looked),
  );
}

/**
 * A day of the past does not move: the same price under another day is a slip of the day. And nobody announces a
 * price for years to come.
 */
function checkDates({ source, listed }: SourceList, { ledger, day }: OfferGateFacts): Verdict[] {
  const gate = { name: "dates", source, area: "offers" } as const;
  return listed.flatMap(({ key, host, modelId, said, before }) => {
    const far = (said.dated ?? []).find(({ effective }) => daysBetween(day, effective) > MAX_AHEAD);
    if (far !== undefined) {
      const reason = `a price is announced for ${far.effective}`;
      return [holdRows(gate, { scope: key, before: "", after: far.effective, reason }, [key])];
    }
    const past = ledger
      .rowsOf(host)
      .filter((row) => row.source === source && row.model_id === modelId && row.effective);
    const moved = (said.dated ?? []).find(
      ({ effective, prices }) =>
        effective <= day &&
        !past.some((row) => row.effective === effective) &&
        past.some((row) => dayOf(row) <= day && isSamePrices(row, prices)),
    );
    const old = (said.dated ?? []).find(
      ({ effective }) =>
        daysBetween(effective, day) > MAX_BACK && !past.some((row) => row.effective === effective),
    );
    if (moved === undefined && old !== undefined && before !== null) {
      const reason = `a price is dated ${old.effective}, long ago, and was never told`;
      return [holdRows(gate, { scope: key, before: "", after: old.effective, reason }, [key])];
    }
    if (moved === undefined) return [];
    const known = past.find((row) => isSamePrices(row, moved.prices));
    const told = { before: known?.effective ?? "", after: moved.effective };
    const reason = `a price of ${told.before} is dated ${told.after} now`;
    return [holdRows(gate, { scope: key, ...told, reason }, [key])];
  });
}

const MAX_AHEAD = 500;
/** Sources date what they record: a change of last month, seldom one of last year. */
const MAX_BACK = 60;
const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / 86_400_000;

function toStatusMoves(listed: readonly Listed[], { statusOf }: OfferGateFacts): StatusMove[] {
  return listed.flatMap(({ key, source, host, listing }) => {
    const before = statusOf(key, source);
    if (before === undefined) return [];
    const now = `${listing.status} ${listing.traits.retirementDate ?? before.retirement ?? ""}`;
    return [{ key, host, before: `${before.status} ${before.retirement ?? ""}`, now }];
  });
}

const toLimitMoves = (listed: readonly Listed[], { limitsOf }: OfferGateFacts): LimitMove[] =>
  listed.map(({ key, source, host, listing }) => ({
    ...{ key, host, before: limitsOf(key, source) ?? { context: null, output: null } },
    now: { context: listing.traits.contextWindow, output: listing.traits.maxOutputTokens },
  }));

function markMoves(
  source: string,
  moves: readonly PriceMove[],
  verdicts: readonly Verdict[],
): Verdict[] {
  if (verdicts.some(({ holds }) => holds === "source")) return [];
  const held = new Set(verdicts.flatMap(({ keys }) => keys));
  return moves
    .filter((move) => move.before !== null && !isWitnessed(move) && !held.has(move.key))
    .flatMap((move) => {
      if (shareMoved(move) > MAX_BELIEVED_MOVE) {
        const reason = "moved by more than 40 % and was seen once";
        return [mark({ name: "move", source, area: "offers" }, hitOf(move, reason))];
      }
      const others = move.witnesses.filter((other) => shareBetween(other, move.now) > TOLERATED);
      if (others.length === 0 || others.length < move.witnesses.length) return [];
      const reason = `${others.map(toMoney).join(" and ")} is what others state`;
      return [mark({ name: "disputed", source, area: "offers" }, hitOf(move, reason))];
    });
}

/** Differences up to this share are rounding, not disagreement. */
const TOLERATED = 0.05;

/** The larger difference of input and output. */
const shareBetween = ({ input, output }: StatedPrices, now: StatedPrices): number =>
  shareMoved({ before: { ...NO_STATED_PRICES, input, output }, now });
