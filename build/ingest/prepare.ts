/** What the merge starts from: each answer beside what is recorded, and the judge of what changes. Pure. */
import type { Facts } from "../facts/kinds.ts";
import { createLabOfNameFinder, type LabOfNameFinder } from "../identity/labs.ts";
import { createModelNameResolver, type ModelNameResolver } from "../identity/resolver.ts";
import type { RejectedRow } from "../sources/listing.ts";
import type { SourceAnswer } from "./answer.ts";
import { ChangeJudge, type RuleAcceptance } from "./judge.ts";
import { type SourceOfferList, toSourceOfferLists } from "./source-lists.ts";
import { CurrentPriceLedger } from "./statements.ts";

export interface MergeInput {
  day: string;
  facts: Facts;
  answers: readonly SourceAnswer[];
  accept: readonly RuleAcceptance[];
}

export interface MergeContext extends MergeInput {
  judge: ChangeJudge;
  labs: LabOfNameFinder;
  ledger: CurrentPriceLedger;
  resolver: ModelNameResolver;
  lists: readonly SourceOfferList[];
  rejected: readonly RejectedRow[];
}

export function createMergeContext(input: MergeInput): MergeContext {
  const { day, facts, answers, accept } = input;
  const { models, offers, modelAliases, labPrefixes } = facts;
  const judge = new ChangeJudge(facts, accept, day);
  const ledger = new CurrentPriceLedger(facts.prices, day);
  const resolver = createModelNameResolver({ models, ids: offers, aliases: modelAliases });
  const lists = toSourceOfferLists(answers, { facts, ledger, resolver, judge, day });
  const rejected = lists.flatMap((list) => list.rejected);
  const labs = createLabOfNameFinder(labPrefixes);
  return { ...input, judge, labs, ledger, resolver, lists, rejected };
}
