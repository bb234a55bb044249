/** All gates over all answers. Pure. */

import type { Facts } from "../facts/kinds.ts";
import { PriceSanity, toPricedRow } from "../facts/price-sanity.ts";
import { offerKey } from "../identity/host-ids.ts";
import type { Resolver } from "../identity/resolver.ts";
import type { Score } from "../schema/benchmark.ts";
import { groupBy } from "../schema/collections.ts";
import type { Offer } from "../schema/offer.ts";
import { rankOf } from "../schema/precedence.ts";
import type { HostListing } from "../sources/listing.ts";
import type { Answer } from "./answer.ts";
import { checkPlain } from "./gates/figures.ts";
import { checkHostLists, countsOf, toHostLists } from "./gates/host-lists.ts";
import {
  checkLostFields,
  checkManyMoves,
  checkMedianMove,
  checkSameFactor,
} from "./gates/host-prices.ts";
import {
  checkHosts,
  checkLimits,
  checkReuse,
  checkStatus,
  type StatedIdentity,
  toLimitMoves,
  toStatusMoves,
} from "./gates/offer-traits.ts";
import { checkDates, checkDrift, checkOldCopy } from "./gates/price-history.ts";
import type { Money, PriceMove } from "./gates/price-move.ts";
import { checkPriceRows, markMoves } from "./gates/price-rows.ts";
import { checkScores } from "./gates/scores.ts";
import {
  type Acceptance,
  checkFutureDates,
  checkRows,
  HeldRows,
  type Verdict,
} from "./gates/verdict.ts";
import type { PlainRow } from "./pass-through.ts";
import { currentScores, toScoreMoves } from "./scores/score-moves.ts";
import type { Listed, SourceList } from "./source-lists.ts";
import type { CurrentLedger, StatedPrices } from "./statements.ts";

export interface ToGate {
  day: string;
  facts: Facts;
  ledger: CurrentLedger;
  resolver: Resolver;
  accept: readonly Acceptance[];
  answers: readonly Answer[];
  lists: readonly SourceList[];
  /** Benchmark → rows of today. */
  scores: ReadonlyMap<string, readonly Score[]>;
  plain: readonly PlainRow[];
  currentPlain: readonly PlainRow[];
}

export function gateAnswers(input: ToGate): HeldRows {
  const { answers, lists, plain, currentPlain, day, accept } = input;
  const facts = toGateFacts(input);
  const plainOf = groupBy(plain, ({ source }) => source);
  const { providers } = input.facts;
  const verdicts: Verdict[] = [
    ...lists.flatMap((list) => checkOffers(list, facts)),
    ...answers.flatMap(({ source }) =>
      checkPlain(source, plainOf.get(source) ?? [], currentPlain, day),
    ),
    ...checkAllScores(input),
    ...answers.flatMap((answer) => checkHosts(answer.source, listedHosts(answer), providers)),
  ];
  return new HeldRows(verdicts, accept);
}

const listedHosts = ({ collected }: Answer): HostListing[] =>
  collected.flatMap(({ hosts }) => hosts ?? []);

function checkAllScores({ facts, scores, answers, day }: ToGate): Verdict[] {
  const current = currentScores(facts.scores);
  const moves = toScoreMoves(scores, facts);
  return answers.flatMap(({ source }) => {
    const own = moves.get(source) ?? [];
    const before = facts.scores.filter((row) => row.source === source).length;
    const counts = [
      { kind: "scores", before, now: own.filter((row) => row.before !== null).length },
    ];
    const news = own.filter(({ before: was, now }) => was !== now);
    return [
      ...checkRows(source, counts),
      ...checkFutureDates({ name: "future-date", source, area: "scores" }, news, day),
      ...checkScores(source, own, current, day),
    ];
  });
}

function toGateFacts({ facts, ledger, lists, resolver, day }: ToGate): OfferGateFacts {
  const offers = new Map(facts.offers.map((row) => [offerKey(row.file, row.model_id), row]));
  const now = groupBy(
    lists.flatMap(({ listed }) => listed),
    ({ key }) => key,
  );
  const models = new Map([...offers].map(([key, { model }]) => [key, model]));
  const prices = toPricesByModel(facts, ledger, models);
  const sanity = new PriceSanity(
    facts.prices.flatMap(
      (row) => toPricedRow(row, row.file, models.get(offerKey(row.file, row.model_id))) ?? [],
    ),
  );
  return {
    ledger,
    day,
    modelOf: ({ key, modelId, listing }: Listed) =>
      models.get(key) ??
      resolver.resolve({ name: modelId, displayName: listing.traits.displayName })?.model,
    peersOf: (model, host) =>
      [...(prices.get(model) ?? [])].flatMap(([other, money]) => (other === host ? [] : [money])),
    typoOf: (model, { source, host, stated }) =>
      sanity.typoOf({ ...stated.prices, recorded: day, source, host, model }),
    identityOf: createIdentityOf(facts, resolver),
    witnessesOf(key, source) {
      const today = (now.get(key) ?? []).filter((one) => one.source !== source);
      const stating = new Set(today.map((one) => one.source));
      const before = ledger
        .statementsOf(key)
        .map(({ statement }) => statement)
        .filter((one) => one.source !== source && !stating.has(one.source));
      return [...today.map(({ stated }) => stated.prices), ...before];
    },
    currentOffer(key, source) {
      const row = offers.get(key);
      return row?.source === source ? row : undefined;
    },
  };
}

/** A name that is declared to move has no model of its own. */
function createIdentityOf(
  { models, offers, movingNames }: Facts,
  resolver: Resolver,
): OfferGateFacts["identityOf"] {
  const known = new Map(
    models.map(({ slug, release_date, context_window }) => [
      slug,
      { model: slug, released: release_date, context: context_window },
    ]),
  );
  const current = new Map(offers.map((row) => [offerKey(row.file, row.model_id), row.model]));
  const moving = new Set(movingNames.map(({ host, model_id }) => offerKey(host, model_id)));
  return ({ key, listing: { traits } }) => {
    const name = traits.displayName;
    const own = known.get(current.get(key) ?? "");
    if (name === null || own === undefined || moving.has(key)) return undefined;
    const named = known.get(resolver.resolve({ name, displayName: null })?.model ?? "");
    const { releaseDate: released, contextWindow: context } = traits;
    return named && { key, current: own, named, released, context };
  };
}

/** Model → host → its highest price there, each id by the source of highest precedence. */
function toPricesByModel(
  { providers }: Facts,
  ledger: CurrentLedger,
  models: ReadonlyMap<string, string>,
): Map<string, Map<string, Money>> {
  const kinds = new Map(providers.map(({ slug, host_kind }) => [slug, host_kind]));
  const rank = (host: string, source: string) => rankOf(host, kinds.get(host) ?? "router", source);
  const byModel = new Map<string, Map<string, Money>>();
  for (const key of ledger.openKeys()) {
    const model = models.get(key);
    const [best] = [...ledger.statementsOf(key)].sort(
      (a, b) => rank(a.host, a.statement.source) - rank(b.host, b.statement.source),
    );
    if (model === undefined || best === undefined) continue;
    const hosts = byModel.get(model) ?? new Map<string, Money>();
    byModel.set(model, hosts);
    const other = hosts.get(best.host);
    hosts.set(best.host, {
      input: Math.max(best.statement.input ?? 0, other?.input ?? 0),
      output: Math.max(best.statement.output ?? 0, other?.output ?? 0),
    });
  }
  return byModel;
}

interface OfferGateFacts {
  ledger: CurrentLedger;
  day: string;
  /** Model of a host-side id, as far as it is known. */
  modelOf(listed: Listed): string | undefined;
  /** One price of the model for each host that sells it, but this one. */
  peersOf(model: string, host: string): Money[];
  /** Why a price is likely another host's with a typo; null when it is not. */
  typoOf(model: string, listed: Listed): string | null;
  /** What other sources state of an id. */
  witnessesOf(key: string, source: string): StatedPrices[];
  /** What a known id is, and what it is reported to be; undefined where nothing tells. */
  identityOf(listed: Listed): StatedIdentity | undefined;
  /** The row of an id, where this source reported it. */
  currentOffer(key: string, source: string): Offer | undefined;
}

function checkOffers(list: SourceList, facts: OfferGateFacts): Verdict[] {
  const { source, listed } = list;
  const reported = listed.flatMap((one) => (one.before === null ? [] : [toMove(one, facts)]));
  const news = listed.filter(({ isNews }) => isNews);
  const moves = news.map((one) => toMove(one, facts));
  const lists = toHostLists(list, facts.ledger);
  const verdicts = [
    ...checkRows(source, countsOf(list, facts)),
    ...checkHostLists(source, lists),
    ...checkMedianMove(source, reported),
    ...checkSameFactor(
      source,
      moves.filter(({ before }) => before !== null),
      reported,
    ),
    ...checkManyMoves(source, reported),
    ...checkLostFields(source, reported),
    ...checkPriceRows(source, moves, listed.length),
    ...checkDates(list, facts),
    ...checkDrift(source, moves, facts.ledger, facts.day),
    ...checkOldCopy(source, moves, facts.ledger),
    ...checkReuse(
      source,
      listed.flatMap((one) => facts.identityOf(one) ?? []),
    ),
    ...checkLimits(source, toLimitMoves(listed, facts.currentOffer)),
    ...checkStatus(source, toStatusMoves(listed, facts.currentOffer)),
  ];
  return [...verdicts, ...markMoves(source, moves, verdicts)];
}

function toMove(one: Listed, facts: OfferGateFacts): PriceMove {
  const { key, source, host, modelId, before, stated } = one;
  const model = facts.modelOf(one);
  return {
    ...{ key, host, modelId, before, now: stated.prices },
    peers: model === undefined ? [] : facts.peersOf(model, host),
    typo: model === undefined || !one.isNews ? null : facts.typoOf(model, one),
    witnesses: facts.witnessesOf(key, source),
  };
}
