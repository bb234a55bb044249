/** What gates and merge both look at: each answer beside what is recorded. Pure. */
import type { Facts } from "../facts/kinds.ts";
import { createLabFinder } from "../identity/labs.ts";
import { createResolver, type Resolver } from "../identity/resolver.ts";
import type { Score } from "../schema/benchmark.ts";
import type { Rejected } from "../sources/listing.ts";
import type { Answer } from "./answer.ts";
import type { PlainRow } from "./fact-rows.ts";
import type { Acceptance } from "./gates/verdict.ts";
import type { MatchedName } from "./models/claims.ts";
import { currentRows, reportedRows } from "./pass-through.ts";
import { placeScores } from "./scores/match-scores.ts";
import { type SourceList, toSourceLists } from "./source-lists.ts";
import { CurrentLedger } from "./statements.ts";

export interface ToMerge {
  day: string;
  facts: Facts;
  answers: readonly Answer[];
  accept: readonly Acceptance[];
}

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
