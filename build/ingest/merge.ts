/** Answers of the upstreams and the facts that stand → the facts that are to stand. Pure. */
import type { Facts, FiledFact } from "../facts/kinds.ts";
import type { Model } from "../schema/model.ts";
import { rankOf } from "../schema/precedence.ts";
import type { Provider } from "../schema/provider.ts";
import type { Score } from "../schema/score.ts";
import { toBilling } from "./classify/billing.ts";
import { createTiers, soldIds } from "./classify/tiers.ts";
import { correctRows } from "./corrections.ts";
import { withoutFile } from "./fact-rows.ts";
import { gateAnswers } from "./gate-answers.ts";
import type { Held } from "./gates/held.ts";
import { offerKey } from "./ledger/offer-key.ts";
import { StandingLedger } from "./ledger/standing-ledger.ts";
import { EVERY_HOST, type Rejected } from "./listing.ts";
import { mergeProviders } from "./merge-providers.ts";
import { toModelType } from "./models/model-type.ts";
import { describeModels, type NightModels } from "./models/night-models.ts";
import { resolverOf } from "./models/place-names.ts";
import type { SplitTrait } from "./models/split-traits.ts";
import { testersOf, type Voice } from "./models/voices.ts";
import { appendPrices } from "./offers/append-prices.ts";
import { type Listed, type SourceList, toSourceLists } from "./offers/listed.ts";
import { renewOffers } from "./offers/offer-rows.ts";
import { type Quantized, toldQuantizations, withQuantization } from "./offers/quantization.ts";
import { withdrawnTonight } from "./offers/rule-withdrawals.ts";
import type { Acceptance, GateFinding } from "./outcome.ts";
import {
  mergePlain,
  type PlainRow,
  type PlainTables,
  standingRows,
  toldRows,
} from "./plain/plain-rows.ts";
import type { Answer } from "./read/read-sources.ts";
import { createLabFinder, type LabFinder } from "./resolve/labs.ts";
import type { Placed } from "./resolve/model-set.ts";
import { createResolver } from "./resolve/resolver.ts";
import type { MatchedName } from "./scores/merge-scores.ts";
import { placeScores } from "./scores/place-scores.ts";
import { renewScores } from "./scores/renew-scores.ts";
import { moveKey, toScoreMoves, whyImpossible } from "./scores/score-moves.ts";

export interface ToMerge {
  day: string;
  facts: Facts;
  answers: readonly Answer[];
  accept: readonly Acceptance[];
}

export interface Merged {
  findings: GateFinding[];
  /** Source → why it is held as a whole. */
  heldSources: ReadonlyMap<string, string>;
  /** Rows that the ledger gains. */
  prices: FiledFact<"prices">[];
  offers: FiledFact<"offers">[];
  models: Model[];
  providers: Provider[];
  /** Benchmark → rows. */
  scores: Map<string, Score[]>;
  /** The files that were spoken of. */
  plain: PlainTables;
  rejected: Rejected[];
  matched: MatchedName[];
  /** Traits on which tonight's sources disagree, for the report. */
  splits: SplitTrait[];
  /** Tonight's mentions, model by model, for the report. */
  set: { slug: string; mentions: Placed<Voice>[] }[];
}

export function mergeAnswers({ day, facts, answers, accept }: ToMerge): Merged {
  const ledger = new StandingLedger(facts.prices, day);
  const resolver = resolverOf(facts);
  const lists = toSourceLists(answers, facts, { ledger, resolver, day });
  const labs = createLabFinder(facts.labPrefixes);
  const plain = answers.map(toldRows);
  const told = plain.flatMap(({ rows }) => rows);
  const standingPlain = standingRows(facts);
  const first = placeScores(answers, facts, { models: facts.models, ids: facts.offers, labs });
  const held = gateAnswers({
    ...{ day, facts, ledger, accept, answers, lists, standingPlain, plain: told },
    resolver,
    scores: first.scores,
  });
  const believed = answers.filter(({ source }) => !held.sources.has(source));
  const night = { day, facts, ledger, held, labs, answers: believed, accept };
  const heard = lists.filter(({ source }) => !held.sources.has(source));
  const appended = appendPrices(heard, ledger, held, day);
  const described = describeNight(night, heard, appended.rows, first.matched);
  const ended = withdrawnTonight(facts, appended.rows, described.modelOf, day);
  const gained = [...appended.rows, ...ended];
  const offers = offersOf(night, heard, appended.rows, described);
  const scored = scoreNight(night, described.models, offers);
  const quantized = quantizationOf(night, offers, scored.models);
  const rows = told.filter(({ source, key }) => !held.isHeld("facts", source, key));
  const right = correctRows(facts.corrections, { models: scored.models, scores: scored.rows });
  const collected = believed.flatMap((answer) => answer.collected);
  return {
    findings: [...held.findings, ...described.findings, ...quantized.findings],
    heldSources: held.sources,
    prices: gained,
    offers: quantized.offers,
    models: right.models,
    providers: providersOf(night, right.models, gained, rows),
    scores: right.scores,
    plain: mergePlain(standingPlain, rows),
    rejected: [
      ...collected.flatMap(({ rejected }) => rejected),
      ...lists.flatMap(({ rejected }) => rejected),
      ...plain.flatMap(({ rejected }) => rejected),
      ...appended.rejected,
      ...scored.rejected,
      ...right.obsolete.filter(({ value }) => scored.obsolete.has(value)),
    ],
    matched: scored.matched,
    splits: described.splits,
    set: [...described.mentions].map(([slug, mentions]) => ({ slug, mentions })),
  };
}

/** What the parts of the merge share. */
interface Night {
  day: string;
  facts: Facts;
  ledger: StandingLedger;
  held: Held;
  labs: LabFinder;
  /** That no gate holds as a whole. */
  answers: readonly Answer[];
  accept: readonly Acceptance[];
}

type Row = FiledFact<"prices">;

/** Rows that no gate holds, of ids that are offers or become some tonight. */
function believedRows(
  { held, facts }: Night,
  lists: readonly SourceList[],
  gained: readonly Row[],
) {
  const known = new Set(
    [...facts.offers, ...gained].map((row) => offerKey(row.file, row.model_id)),
  );
  return lists
    .flatMap(({ listed }) => listed)
    .filter(({ key, source }) => known.has(key) && !held.isHeld("offers", source, key));
}

/** Whether what a source says of an id tonight, or that it says nothing, is believed. */
function createIsRead({ held }: Night, lists: readonly SourceList[]) {
  const unread = new Map(
    lists.map(({ source, unread: rows }) => [
      source,
      new Set(rows.map(({ host, modelId }) => (modelId === null ? host : offerKey(host, modelId)))),
    ]),
  );
  return (source: string, key: string): boolean => {
    const odd = unread.get(source);
    const [host = ""] = key.split(" ", 1);
    if (odd === undefined || [key, host, EVERY_HOST].some((name) => odd.has(name))) return false;
    return !held.isHeld("offers", source, key);
  };
}

const describeNight = (
  night: Night,
  lists: readonly SourceList[],
  gained: readonly Row[],
  matched: readonly MatchedName[],
): NightModels =>
  describeModels({
    ...night,
    isRead: createIsRead(night, lists),
    isAnswered: (source) => night.answers.some((answer) => answer.source === source),
    testers: testersOf(
      night.answers.flatMap(({ collected }) => collected.flatMap(({ scores }) => scores ?? [])),
      matched,
    ),
    listed: believedRows(night, lists, gained),
    records: night.answers.flatMap(({ collected }) =>
      collected.flatMap(({ models }) => models ?? []),
    ),
    isLimitHeld: (source, key) => night.held.isHeld("limits", source, key),
  });

function offersOf(
  night: Night,
  lists: readonly SourceList[],
  gained: readonly Row[],
  { modelOf }: NightModels,
): FiledFact<"offers">[] {
  const { facts, ledger, held, day } = night;
  const kinds = new Map(facts.providers.map(({ slug, host_kind }) => [slug, host_kind]));
  const stated = new Set(gained.map((row) => offerKey(row.file, row.model_id)));
  return renewOffers(facts.offers, believedRows(night, lists, gained), {
    day,
    modelOf,
    rankOf: (host, source) => rankOf(host, kinds.get(host) ?? "router", source),
    isRead: createIsRead(night, lists),
    isStated: (key) => stated.has(key) || ledger.statementsOf(key).length > 0,
    isLimitHeld: (source, key) => held.isHeld("limits", source, key),
    classify: createClassify(facts, modelOf, kinds),
  });
}

function createClassify(
  facts: Facts,
  modelOf: ReadonlyMap<string, string>,
  kinds: ReadonlyMap<string, Provider["host_kind"]>,
) {
  const ids = [...modelOf].map(([key, model]) => {
    const blank = key.indexOf(" ");
    return { file: key.slice(0, blank), model_id: key.slice(blank + 1), model };
  });
  const tierOf = createTiers(facts.models, facts.providers, soldIds(ids, facts.prices));
  const types = new Map(facts.models.map(({ slug, model_type }) => [slug, model_type]));
  return ({ key, host, modelId, said }: Listed) => {
    const model = modelOf.get(key) ?? "";
    return {
      service_tier: tierOf(host, modelId, model),
      billing: toBilling({
        ...{ host, kind: kinds.get(host) ?? null, modelId },
        modelType: types.get(model) ?? toModelType(model, []),
        ...{ input: said.prices.input, output: said.prices.output },
      }),
    };
  };
}

function scoreNight(
  night: Night,
  models: readonly Model[],
  offers: readonly FiledFact<"offers">[],
) {
  const { facts, held, answers, labs } = night;
  const placed = placeScores(answers, facts, { models, ids: offers, labs });
  const moves = [...toScoreMoves(placed.scores, facts).values()].flat();
  const impossible = new Map(
    moves.flatMap((move) => {
      const reason = whyImpossible(move);
      return reason === null ? [] : [[move.key, { ...move, reason }] as const];
    }),
  );
  const isTold = (benchmark: string) => (row: Score) =>
    !held.isHeld("scores", row.source, moveKey(benchmark, row)) &&
    !impossible.has(moveKey(benchmark, row));
  const told = new Map(
    [...placed.scores].map(([name, rows]) => [name, rows.filter(isTold(name))] as const),
  );
  // Rows that came in a shape that nobody knows may be any of those that stand.
  const whole = new Set(
    answers
      .filter(
        ({ collected }) => !collected.some((one) => one.rejected.some((row) => row.isMalformed)),
      )
      .map(({ source }) => source),
  );
  const rows = renewScores(facts.scores, {
    told,
    isGone: (benchmark, row) =>
      whole.has(row.source) && !held.isHeld("scores", row.source, moveKey(benchmark, row)),
  });
  const tested = new Set([...told.values()].flatMap((all) => all.map(({ model }) => model)));
  return {
    rows,
    models: [...models, ...placed.founded.filter(({ slug }) => tested.has(slug))],
    matched: placed.matched,
    /** Corrections that no row told tonight is about. */
    obsolete: new Set(placed.obsolete.map(({ value }) => value)),
    rejected: [
      ...placed.rejected,
      ...[...impossible.values()].map(({ source, benchmark, scope, now, reason }) => ({
        ...{ source, place: benchmark, value: `${scope}: ${now}`, reason },
      })),
    ],
  };
}

function quantizationOf(
  { facts, answers, accept, day }: Night,
  offers: readonly FiledFact<"offers">[],
  models: readonly Model[],
): Quantized {
  const resolver = createResolver({ models, ids: offers, aliases: facts.modelAliases });
  return answers.reduce<Quantized>(
    (made, { source, collected }) => {
      const endpoints = collected.flatMap((one) => one.endpoints ?? []);
      if (endpoints.length === 0) return made;
      const told = toldQuantizations(made.offers, endpoints, resolver);
      const isNew = !facts.sources.some(({ id }) => id === source);
      const next = withQuantization(made.offers, told, source, { isNew, accept, day });
      return { offers: next.offers, findings: [...made.findings, ...next.findings] };
    },
    { offers: [...offers], findings: [] },
  );
}

/** Who makes models, who sells them now, and who is only named. */
function providersOf(
  { facts, ledger, held, answers, day }: Night,
  models: readonly Model[],
  gained: readonly Row[],
  plain: readonly PlainRow[],
): Provider[] {
  const after = new StandingLedger([...facts.prices, ...gained], day);
  const selling = [...after.openKeys()].map((key) => key.slice(0, key.indexOf(" ")));
  const use = {
    labs: new Set(models.map(({ lab }) => lab)),
    sellers: new Set(selling),
    named: new Set([
      ...ledger.hosts(),
      ...plain.flatMap(({ kind, file }) => (kind === "companies" ? [file] : [])),
    ]),
  };
  const hosts = answers
    .flatMap(({ collected }) => collected.flatMap((one) => one.hosts ?? []))
    .filter(({ source, slug }) => !held.isHeld("hosts", source, slug));
  const standing = facts.providers.map((provider): Provider => withoutFile(provider));
  return mergeProviders(standing, hosts, use, day);
}
