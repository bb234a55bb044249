/** Answers of the upstreams and the current facts → the next facts. Pure. */
import type { Facts } from "../facts/kinds.ts";
import { createLabFinder } from "../identity/labs.ts";
import { createResolver, type Resolver } from "../identity/resolver.ts";
import type { Score } from "../schema/benchmark.ts";
import type { Model } from "../schema/model.ts";
import type { Rejected } from "../sources/listing.ts";
import type { Answer } from "./answer.ts";
import { correctRows } from "./corrections.ts";
import type { Acceptance, HeldRows } from "./gates/verdict.ts";
import { type MatchedName, testerClaims } from "./models/claims.ts";
import { describeModels } from "./models/describe-models.ts";
import { newStatements, withdrawStaleIds } from "./new-statements.ts";
import { currentRows, mergePlain, type PlainRow, reportedRows } from "./pass-through.ts";
import { mergeProviders } from "./providers.ts";
import type { Merged, RunContext } from "./run.ts";
import { placeScores } from "./scores/match-scores.ts";
import { updateScores } from "./scores/update-scores.ts";
import { createIsRead, passedRows, type SourceList, toSourceLists } from "./source-lists.ts";
import { CurrentLedger, type LedgerRow } from "./statements.ts";
import { statedQuantization, updateOffers } from "./update-offers.ts";

export interface ToMerge {
  day: string;
  facts: Facts;
  answers: readonly Answer[];
  accept: readonly Acceptance[];
}

/** What gates and merge both look at. */
export interface Prepared extends ToMerge {
  ledger: CurrentLedger;
  resolver: Resolver;
  lists: readonly SourceList[];
  /** Benchmark → rows of the answers. */
  scores: ReadonlyMap<string, readonly Score[]>;
  matched: readonly MatchedName[];
  plain: readonly PlainRow[];
  currentPlain: readonly PlainRow[];
  rejected: readonly Rejected[];
}

export function prepareMerge(input: ToMerge): Prepared {
  const { day, facts, answers } = input;
  const { models, offers, modelAliases, labPrefixes } = facts;
  const ledger = new CurrentLedger(facts.prices, day);
  const resolver = createResolver({ models, ids: offers, aliases: modelAliases });
  const lists = toSourceLists(answers, facts, { ledger, resolver, day });
  const plain = answers.map(reportedRows);
  const labs = createLabFinder(labPrefixes);
  const { scores, matched } = placeScores(answers, facts, { models, ids: offers, labs });
  return {
    ...input,
    ...{ ledger, resolver, lists, scores, matched },
    plain: plain.flatMap(({ rows }) => rows),
    currentPlain: currentRows(facts),
    rejected: [...lists, ...plain].flatMap(({ rejected }) => rejected),
  };
}

export function mergeAnswers(prepared: Prepared, held: HeldRows): Merged {
  const { day, facts, ledger, accept, matched, currentPlain } = prepared;
  const isPassed = ({ source }: { source: string }) => !held.sources.has(source);
  const lists = prepared.lists.filter(isPassed);
  const answers = prepared.answers.filter(isPassed);
  const collected = answers.flatMap((answer) => answer.collected);
  const labs = createLabFinder(facts.labPrefixes);
  const run: RunContext = { day, facts, ledger, held, labs, answers, accept };

  const stated = newStatements(lists, ledger, held, day);
  const listed = passedRows(run, lists, stated.rows);
  const isRead = createIsRead(held, lists);
  const described = describeModels({
    ...run,
    ...{ isRead, listed },
    testers: testerClaims(
      collected.flatMap(({ scores }) => scores ?? []),
      matched,
    ),
    records: collected.flatMap(({ models }) => models ?? []),
  });
  const ended = withdrawStaleIds(facts, stated.rows, described.modelOf, day);
  const prices = [...stated.rows, ...ended];
  const offers = updateOffers(run, {
    ...{ listed, isRead, modelOf: described.modelOf },
    added: stated.rows,
  });
  const scored = updateScores(run, described.models, offers);
  const quantized = statedQuantization(run, offers, scored.models);
  const plain = prepared.plain.filter(({ source, key }) => !held.isHeld("facts", source, key));
  const right = correctRows(facts.corrections, { models: scored.models, scores: scored.rows });
  return {
    findings: [...held.findings, ...described.findings, ...quantized.findings],
    heldSources: held.sources,
    ...{ prices, offers: quantized.offers, models: right.models, scores: right.scores },
    providers: mergeProviders(run, usedProviders(run, right.models, prices, plain)),
    plain: mergePlain(currentPlain, plain),
    rejected: [
      ...collected.flatMap(({ rejected }) => rejected),
      ...prepared.rejected,
      ...stated.rejected,
      ...scored.rejected,
      ...right.obsolete.filter(({ value }) => scored.obsolete.has(value)),
    ],
    matched: scored.matched,
    splits: described.splits,
    set: [...described.mentions].map(([slug, mentions]) => ({ slug, mentions })),
  };
}

/** Who makes models, who sells them now, and who is only named. */
function usedProviders(
  { facts, ledger, day }: RunContext,
  models: readonly Model[],
  added: readonly LedgerRow[],
  plain: readonly PlainRow[],
) {
  const after = new CurrentLedger([...facts.prices, ...added], day);
  return {
    labs: new Set(models.map(({ lab }) => lab)),
    sellers: new Set([...after.openKeys()].map((key) => key.slice(0, key.indexOf(" ")))),
    named: new Set([
      ...ledger.hosts(),
      ...plain.flatMap(({ kind, file }) => (kind === "companies" ? [file] : [])),
    ]),
  };
}
