/** What the merge starts from: each answer beside what is recorded, and the judge of what changes. Pure. */
import type { Facts } from "../facts/kinds.ts";
import { createLabFinder, type LabFinder } from "../identity/labs.ts";
import { createModelNameResolver, type ModelNameResolver } from "../identity/resolver.ts";
import type { Rejected } from "../sources/listing.ts";
import type { Answer } from "./answer.ts";
import { type Acceptance, Judge } from "./judge.ts";
import { type SourceList, toSourceLists } from "./source-lists.ts";
import { CurrentLedger } from "./statements.ts";

export interface ToMerge {
  day: string;
  facts: Facts;
  answers: readonly Answer[];
  accept: readonly Acceptance[];
}

export interface Prepared extends ToMerge {
  judge: Judge;
  labs: LabFinder;
  ledger: CurrentLedger;
  resolver: ModelNameResolver;
  lists: readonly SourceList[];
  rejected: readonly Rejected[];
}

export function prepareMerge(input: ToMerge): Prepared {
  const { day, facts, answers, accept } = input;
  const { models, offers, modelAliases, labPrefixes } = facts;
  const judge = new Judge(facts, accept, day);
  const ledger = new CurrentLedger(facts.prices, day);
  const resolver = createModelNameResolver({ models, ids: offers, aliases: modelAliases });
  const lists = toSourceLists(answers, { facts, ledger, resolver, judge, day });
  const rejected = lists.flatMap((list) => list.rejected);
  const labs = createLabFinder(labPrefixes);
  return { ...input, judge, labs, ledger, resolver, lists, rejected };
}
