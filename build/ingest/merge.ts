import { createLabFinder } from "../identity/labs.ts";
import type { Model } from "../schema/model.ts";
import { correctRows } from "./corrections.ts";
import type { PlainRow } from "./fact-rows.ts";
import type { HeldRows } from "./gates/verdict.ts";
import { testerClaims } from "./models/claims.ts";
import { describeModels } from "./models/describe-models.ts";
import { newStatements, withdrawStaleIds } from "./new-statements.ts";
import { mergePlain } from "./pass-through.ts";
import type { Prepared } from "./prepare.ts";
import { mergeProviders } from "./providers.ts";
import { fillQuantization } from "./quantization.ts";
import type { Merged, RunContext } from "./run.ts";
import { updateScores } from "./scores/update-scores.ts";
import { createIsRead, passedRows } from "./source-lists.ts";
import { CurrentLedger, type LedgerRow } from "./statements.ts";
import { updateOffers } from "./update-offers.ts";

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
  const quantized = fillQuantization(run, offers, scored.models);
  const plain = prepared.plain.filter(({ source, key }) => !held.isHeld("facts", source, key));
  const right = correctRows(facts.corrections, { models: scored.models, scores: scored.rows });
  return {
    findings: [...held.findings, ...described.findings, ...quantized.findings],
    heldSources: held.sources,
    ...{ prices, offers: [...quantized.offers], models: right.models, scores: right.scores },
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
