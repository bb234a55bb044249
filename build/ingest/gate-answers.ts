/** All gates over all answers. Pure. */
import type { Facts } from "../facts/kinds.ts";
import { PriceSanity, toPricedRow } from "../facts/price-sanity.ts";
import { offerKey } from "../identity/host-ids.ts";
import { groupBy } from "../schema/collections.ts";
import { createRank } from "./fact-rows.ts";
import { checkPlain } from "./gates/figures.ts";
import { checkHostLists, countsOf } from "./gates/host-lists.ts";
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
} from "./gates/offer-traits.ts";
import { checkDates, checkDrift, checkOldCopy } from "./gates/price-history.ts";
import type { Money, PriceMove } from "./gates/price-move.ts";
import { checkPriceRows, markMoves } from "./gates/price-rows.ts";
import { checkScores } from "./gates/scores.ts";
import { checkFutureDates, checkRows, Gate, HeldRows, type Verdict } from "./gates/verdict.ts";
import type { Prepared } from "./prepare.ts";
import { currentScores, toScoreMoves } from "./scores/score-moves.ts";
import type { Listed, SourceList } from "./source-lists.ts";

export function gateAnswers(input: Prepared): HeldRows {
  const { answers, lists, plain, currentPlain, day, accept, facts } = input;
  const plainOf = groupBy(plain, ({ source }) => source);
  const checkOffers = createOfferGates(input);
  const verdicts: Verdict[] = [
    ...lists.flatMap(checkOffers),
    ...answers.flatMap(({ source }) =>
      checkPlain(source, plainOf.get(source) ?? [], currentPlain, day),
    ),
    ...checkAllScores(input),
    ...answers.flatMap(({ source, collected }) => {
      const hosts = collected.flatMap((one) => one.hosts ?? []);
      return checkHosts(source, hosts, facts.providers);
    }),
  ];
  return new HeldRows(verdicts, accept);
}

function checkAllScores({ facts, scores, answers, day }: Prepared): Verdict[] {
  const current = currentScores(facts.scores);
  const moves = toScoreMoves(scores, facts);
  return answers.flatMap(({ source }) => {
    const own = moves.get(source) ?? [];
    const before = facts.scores.filter((row) => row.source === source).length;
    const now = own.filter((row) => row.before !== null).length;
    const news = own.filter((row) => row.before !== row.now);
    return [
      ...checkRows(source, [{ kind: "scores", before, now }]),
      ...checkFutureDates(new Gate("future-date", source, "scores"), news, day),
      ...checkScores(source, own, current, day),
    ];
  });
}

/** @returns All gates over what one source lists of offers. */
function createOfferGates(input: Prepared): (list: SourceList) => Verdict[] {
  const { facts, ledger, day } = input;
  const offers = new Map(facts.offers.map((row) => [offerKey(row.file, row.model_id), row]));
  const toMove = createToMove(input);
  const identityOf = createIdentityOf(input);
  return (list) => {
    const { source, listed } = list;
    const currentOffer = (key: string) => {
      const row = offers.get(key);
      return row?.source === source ? row : undefined;
    };
    const reported = listed.filter(({ before }) => before !== null).map(toMove);
    const moves = listed.filter(({ isNews }) => isNews).map(toMove);
    const moved = moves.filter(({ before }) => before !== null);
    const verdicts = [
      ...checkRows(source, countsOf(list, input)),
      ...checkHostLists(list, ledger),
      ...checkMedianMove(source, reported),
      ...checkSameFactor(source, moved, reported),
      ...checkManyMoves(source, reported),
      ...checkLostFields(source, reported),
      ...checkPriceRows(source, moves, listed.length),
      ...checkDates(list, input),
      ...checkDrift(source, moves, ledger, day),
      ...checkOldCopy(source, moves, ledger),
      ...checkReuse(
        source,
        listed.flatMap((one) => identityOf(one) ?? []),
      ),
      ...checkLimits(source, listed, currentOffer),
      ...checkStatus(source, listed, currentOffer),
    ];
    return [...verdicts, ...markMoves(source, moves, verdicts)];
  };
}

/** @returns What a source states of an id, beside its last statement and what others state. */
function createToMove({ facts, ledger, lists, resolver, day }: Prepared) {
  const models = new Map(facts.offers.map((row) => [offerKey(row.file, row.model_id), row.model]));
  const listedNow = groupBy(
    lists.flatMap(({ listed }) => listed),
    ({ key }) => key,
  );
  const prices = toPricesByModel(facts, ledger, models);
  const sanity = new PriceSanity(
    facts.prices.flatMap(
      (row) => toPricedRow(row, row.file, models.get(offerKey(row.file, row.model_id))) ?? [],
    ),
  );
  const witnessesOf = (key: string, source: string) => {
    const today = (listedNow.get(key) ?? []).filter((one) => one.source !== source);
    const stating = new Set([source, ...today.map((one) => one.source)]);
    const before = ledger.statementsOf(key).map(({ statement }) => statement);
    return [
      ...today.map(({ stated }) => stated.prices),
      ...before.filter((one) => !stating.has(one.source)),
    ];
  };
  return ({ key, source, host, modelId, listing, before, stated, isNews }: Listed): PriceMove => {
    const name = { name: modelId, displayName: listing.traits.displayName };
    const model = models.get(key) ?? resolver.resolve(name)?.model;
    const others = [...(prices.get(model ?? "") ?? [])].filter(([other]) => other !== host);
    const priced = { ...stated.prices, recorded: day, source, host };
    return {
      ...{ key, host, modelId, before, now: stated.prices },
      peers: others.map(([, money]) => money),
      typo: model === undefined || !isNews ? null : sanity.typoOf({ ...priced, model }),
      witnesses: witnessesOf(key, source),
    };
  };
}

/** @returns What a known id is, and what it is reported to be; undefined where nothing tells. */
function createIdentityOf({ facts, resolver }: Prepared) {
  const known = new Map(
    facts.models.map(({ slug, release_date, context_window }) => [
      slug,
      { model: slug, released: release_date, context: context_window },
    ]),
  );
  const current = new Map(facts.offers.map((row) => [offerKey(row.file, row.model_id), row.model]));
  // A name that is declared to move has no model of its own.
  for (const { host, model_id } of facts.movingNames) current.delete(offerKey(host, model_id));
  return ({ key, listing: { traits } }: Listed): StatedIdentity | undefined => {
    const name = traits.displayName;
    const own = known.get(current.get(key) ?? "");
    if (name === null || own === undefined) return undefined;
    const named = known.get(resolver.resolve({ name, displayName: null })?.model ?? "");
    const { releaseDate: released, contextWindow: context } = traits;
    return named && { key, current: own, named, released, context };
  };
}

/** Model → host → its highest price there, each id by the source of highest precedence. */
function toPricesByModel(
  { providers }: Facts,
  ledger: Prepared["ledger"],
  models: ReadonlyMap<string, string>,
): Map<string, Map<string, Money>> {
  const rank = createRank(providers);
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
