/** Answers of the upstreams and the facts that stand → the facts that are to stand. Pure. */
import type { Facts, FiledFact } from "../facts/kinds.ts";
import { createLabFinder } from "../identity/labs.ts";
import type { Placed } from "../identity/model-set.ts";
import type { Score } from "../schema/benchmark.ts";
import type { Model } from "../schema/model.ts";
import type { Provider } from "../schema/provider.ts";
import type { Rejected } from "../sources/listing.ts";
import { correctRows } from "./corrections.ts";
import { withoutFile } from "./fact-rows.ts";
import { gateAnswers } from "./gate-answers.ts";
import { StandingLedger } from "./ledger/standing-ledger.ts";
import { mergeProviders } from "./merge-providers.ts";
import { describeModels, type NightModels } from "./models/night-models.ts";
import { resolverOf } from "./models/place-names.ts";
import type { SplitTrait } from "./models/split-traits.ts";
import { testersOf, type Voice } from "./models/voices.ts";
import { believedRows, createIsRead, type LedgerRow, type Night } from "./night.ts";
import { appendPrices } from "./offers/append-prices.ts";
import { type SourceList, toSourceLists } from "./offers/listed.ts";
import { offersOf, quantizationOf } from "./offers/night-offers.ts";
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
import type { MatchedName } from "./scores/merge-scores.ts";
import { scoreNight } from "./scores/night-scores.ts";
import { placeScores } from "./scores/place-scores.ts";

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

const describeNight = (
  night: Night,
  lists: readonly SourceList[],
  gained: readonly LedgerRow[],
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

/** Who makes models, who sells them now, and who is only named. */
function providersOf(
  { facts, ledger, held, answers, day }: Night,
  models: readonly Model[],
  gained: readonly LedgerRow[],
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
