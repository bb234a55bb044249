/** Answers of the upstreams and the current facts → the next facts. Pure. */
import type { Facts } from "../facts/kinds.ts";
import { createLabFinder } from "../identity/labs.ts";
import type { Model } from "../schema/model.ts";
import type { Provider } from "../schema/provider.ts";
import type { Answer } from "./answer.ts";
import { correctRows } from "./corrections.ts";
import { withoutFile } from "./fact-rows.ts";
import { gateAnswers } from "./gate-answers.ts";
import type { Acceptance } from "./gates/verdict.ts";
import { type MatchedName, testerClaims } from "./models/claims.ts";
import { describeModels, type ModelUpdates } from "./models/describe-models.ts";
import { resolverOf } from "./models/place-names.ts";
import { appendPrices, withdrawnTonight } from "./new-statements.ts";
import { currentRows, mergePlain, type PlainRow, reportedRows } from "./pass-through.ts";
import { mergeProviders } from "./providers.ts";
import type { Merged, RunContext } from "./run.ts";
import { placeScores } from "./scores/match-scores.ts";
import { updateScores } from "./scores/update-scores.ts";
import { createIsRead, passedRows, type SourceList, toSourceLists } from "./source-lists.ts";
import { CurrentLedger, type LedgerRow } from "./statements.ts";
import { offersOf, quantizationOf } from "./update-offers.ts";

export interface ToMerge {
  day: string;
  facts: Facts;
  answers: readonly Answer[];
  accept: readonly Acceptance[];
}

export function mergeAnswers({ day, facts, answers, accept }: ToMerge): Merged {
  const ledger = new CurrentLedger(facts.prices, day);
  const resolver = resolverOf(facts);
  const lists = toSourceLists(answers, facts, { ledger, resolver, day });
  const labs = createLabFinder(facts.labPrefixes);
  const plain = answers.map(reportedRows);
  const reported = plain.flatMap(({ rows }) => rows);
  const currentPlain = currentRows(facts);
  const first = placeScores(answers, facts, { models: facts.models, ids: facts.offers, labs });
  const held = gateAnswers({
    ...{ day, facts, ledger, accept, answers, lists, currentPlain, plain: reported },
    resolver,
    scores: first.scores,
  });
  const passed = answers.filter(({ source }) => !held.sources.has(source));
  const night = { day, facts, ledger, held, labs, answers: passed, accept };
  const heard = lists.filter(({ source }) => !held.sources.has(source));
  const appended = appendPrices(heard, ledger, held, day);
  const described = describe(night, heard, appended.rows, first.matched);
  const ended = withdrawnTonight(facts, appended.rows, described.modelOf, day);
  const added = [...appended.rows, ...ended];
  const offers = offersOf(night, heard, appended.rows, described);
  const scored = updateScores(night, described.models, offers);
  const quantized = quantizationOf(night, offers, scored.models);
  const rows = reported.filter(({ source, key }) => !held.isHeld("facts", source, key));
  const right = correctRows(facts.corrections, { models: scored.models, scores: scored.rows });
  const collected = passed.flatMap((answer) => answer.collected);
  return {
    findings: [...held.findings, ...described.findings, ...quantized.findings],
    heldSources: held.sources,
    prices: added,
    offers: quantized.offers,
    models: right.models,
    providers: providersOf(night, right.models, added, rows),
    scores: right.scores,
    plain: mergePlain(currentPlain, rows),
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

const describe = (
  night: RunContext,
  lists: readonly SourceList[],
  added: readonly LedgerRow[],
  matched: readonly MatchedName[],
): ModelUpdates =>
  describeModels({
    ...night,
    isRead: createIsRead(night, lists),
    isAnswered: (source) => night.answers.some((answer) => answer.source === source),
    testers: testerClaims(
      night.answers.flatMap(({ collected }) => collected.flatMap(({ scores }) => scores ?? [])),
      matched,
    ),
    listed: passedRows(night, lists, added),
    records: night.answers.flatMap(({ collected }) =>
      collected.flatMap(({ models }) => models ?? []),
    ),
    isLimitHeld: (source, key) => night.held.isHeld("limits", source, key),
  });

/** Who makes models, who sells them now, and who is only named. */
function providersOf(
  { facts, ledger, held, answers, day }: RunContext,
  models: readonly Model[],
  added: readonly LedgerRow[],
  plain: readonly PlainRow[],
): Provider[] {
  const after = new CurrentLedger([...facts.prices, ...added], day);
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
  const current = facts.providers.map((provider): Provider => withoutFile(provider));
  return mergeProviders(current, hosts, use, day);
}
