/** All gates over all answers: what is held back, and what a person has let through. Pure. */

import type { Facts } from "../facts/kinds.ts";
import { AskedPrices, createToAsked } from "../facts/price-sanity.ts";
import type { Resolver } from "../identity/resolution.ts";
import type { Score } from "../schema/benchmark.ts";
import { groupBy } from "../schema/collections.ts";
import { rankOf } from "../schema/precedence.ts";
import type { HostListing } from "../sources/listing.ts";
import { checkFutureDates } from "./gates/future-date.ts";
import { Held } from "./gates/held.ts";
import { checkHosts } from "./gates/hosts.ts";
import { checkOffers, type OfferGateFacts } from "./gates/offer-gates.ts";
import type { Money } from "./gates/price-move.ts";
import { checkRows } from "./gates/rows.ts";
import { checkScores } from "./gates/scores.ts";
import type { Verdict } from "./gates/verdict.ts";
import { offerKey } from "./ledger/offer-key.ts";
import type { StandingLedger } from "./ledger/standing-ledger.ts";
import type { Listed, SourceList } from "./offers/listed.ts";
import type { Acceptance } from "./outcome.ts";
import { checkPlain } from "./plain/plain-gates.ts";
import type { PlainRow } from "./plain/plain-rows.ts";
import type { Answer } from "./read/read-sources.ts";
import { standingScores, toScoreMoves } from "./scores/score-moves.ts";

export interface ToGate {
  day: string;
  facts: Facts;
  ledger: StandingLedger;
  resolver: Resolver;
  accept: readonly Acceptance[];
  answers: readonly Answer[];
  lists: readonly SourceList[];
  /** Benchmark → rows of tonight. */
  scores: ReadonlyMap<string, readonly Score[]>;
  plain: readonly PlainRow[];
  standingPlain: readonly PlainRow[];
}

export function gateAnswers(night: ToGate): Held {
  const { answers, lists, plain, standingPlain, day, accept } = night;
  const facts = toGateFacts(night);
  const plainOf = groupBy(plain, ({ source }) => source);
  const { providers } = night.facts;
  const verdicts: Verdict[] = [
    ...lists.flatMap((list) => checkOffers(list, facts)),
    ...answers.flatMap(({ source }) =>
      checkPlain(source, plainOf.get(source) ?? [], standingPlain, day),
    ),
    ...checkAllScores(night),
    ...answers.flatMap((answer) => checkHosts(answer.source, listedHosts(answer), providers)),
  ];
  return new Held(verdicts, accept);
}

const listedHosts = ({ collected }: Answer): HostListing[] =>
  collected.flatMap(({ hosts }) => hosts ?? []);

function checkAllScores({ facts, scores, answers, day }: ToGate): Verdict[] {
  const standing = standingScores(facts.scores);
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
      ...checkScores(source, own, standing, day),
    ];
  });
}

function toGateFacts({ facts, ledger, lists, resolver, day }: ToGate): OfferGateFacts {
  const models = new Map(facts.offers.map((row) => [offerKey(row.file, row.model_id), row.model]));
  const offers = new Map(facts.offers.map((row) => [offerKey(row.file, row.model_id), row]));
  const now = groupBy(
    lists.flatMap(({ listed }) => listed),
    ({ key }) => key,
  );
  const prices = toPricesByModel(facts, ledger, models);
  const toAsked = createToAsked(facts.offers);
  const asked = new AskedPrices(facts.prices.flatMap((row) => toAsked(row) ?? []));
  return {
    ledger,
    day,
    modelOf: ({ key, modelId, listing }: Listed) =>
      models.get(key) ??
      resolver.resolve({ name: modelId, displayName: listing.traits.displayName })?.model,
    peersOf: (model, host) =>
      [...(prices.get(model) ?? [])].flatMap(([other, money]) => (other === host ? [] : [money])),
    slipOf: (model, { source, host, said }) =>
      asked.slipOf({ ...said.prices, recorded: day, source, host, model }),
    identityOf: createIdentityOf(facts, resolver),
    witnessesOf(key, source) {
      const tonight = (now.get(key) ?? []).filter((one) => one.source !== source);
      const heard = new Set(tonight.map((one) => one.source));
      const before = ledger
        .statementsOf(key)
        .map(({ statement }) => statement)
        .filter((one) => one.source !== source && !heard.has(one.source));
      return [...tonight.map(({ said }) => said.prices), ...before];
    },
    limitsOf(key, source) {
      const row = offers.get(key);
      if (row?.source !== source) return undefined;
      return { context: row.context_window, output: row.max_output_tokens };
    },
    statusOf(key, source) {
      const row = offers.get(key);
      if (row?.source !== source) return undefined;
      return { status: row.status, retirement: row.retirement_date };
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
  const standing = new Map(offers.map((row) => [offerKey(row.file, row.model_id), row.model]));
  const moving = new Set(movingNames.map(({ host, model_id }) => offerKey(host, model_id)));
  return ({ key, listing: { traits } }) => {
    const name = traits.displayName;
    const stands = known.get(standing.get(key) ?? "");
    if (name === null || stands === undefined || moving.has(key)) return undefined;
    const named = known.get(resolver.resolve({ name, displayName: null })?.model ?? "");
    const { releaseDate: released, contextWindow: context } = traits;
    return named && { key, stands, named, released, context };
  };
}

/** Model → host → its dearest price there, each id's by the source that is believed most. */
function toPricesByModel(
  { providers }: Facts,
  ledger: StandingLedger,
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
