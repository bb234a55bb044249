/** All answers → the next facts: what a rule objects to stays as it was. Pure. */
import type { Model } from "../schema/model.ts";
import { correctRows } from "./corrections.ts";
import { mergeFigures } from "./figures.ts";
import { testerClaims } from "./models/claims.ts";
import { describeModels } from "./models/describe-models.ts";
import { newStatements, withdrawStaleIds } from "./new-statements.ts";
import type { Prepared } from "./prepare.ts";
import { mergeProviders } from "./providers.ts";
import type { Merged } from "./run.ts";
import { placeScores } from "./scores/match-scores.ts";
import { updateScores } from "./scores/update-scores.ts";
import { createIsRead, offeredRows } from "./source-lists.ts";
import { CurrentLedger, type LedgerRow } from "./statements.ts";
import { updateOffers } from "./update-offers.ts";

export function mergeAnswers(prepared: Prepared): Merged {
  const { day, facts, judge, lists, labs } = prepared;
  const collected = prepared.answers.flatMap((answer) => answer.collected);
  const known = { models: facts.models, ids: facts.offers, labs };
  const { matched } = placeScores(prepared.answers, facts, known);

  const stated = newStatements(prepared);
  const listed = offeredRows(facts, lists, stated.rows);
  const isRead = createIsRead(lists);
  const described = describeModels({
    ...prepared,
    ...{ isRead, listed },
    testers: testerClaims(
      collected.flatMap(({ scores }) => scores ?? []),
      matched,
    ),
    records: collected.flatMap(({ models }) => models ?? []),
  });
  const ended = withdrawStaleIds(facts, stated.rows, described.modelOf, day);
  const prices = [...stated.rows, ...ended];
  const offers = updateOffers(prepared, {
    ...{ listed, modelOf: described.modelOf },
    ...{ added: stated.rows, models: described.models },
  });
  const scored = updateScores(prepared, described.models, offers);
  const figures = mergeFigures(prepared);
  const right = correctRows(facts.corrections, { models: scored.models, scores: scored.rows });
  const use = usedProviders(prepared, right.models, prices, figures.companies);
  return {
    ...{ prices, offers, models: right.models, scores: right.scores },
    providers: mergeProviders(prepared, use),
    plain: figures.tables,
    held: judge.held,
    passed: judge.passed,
    heldRows: judge.heldRows(new Set(prepared.answers.map(({ source }) => source))),
    oneSource: stated.oneSource,
    rejected: [
      ...collected.flatMap(({ rejected }) => rejected),
      ...prepared.rejected,
      ...stated.rejected,
      ...figures.rejected,
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
  { facts, ledger, day }: Prepared,
  models: readonly Model[],
  added: readonly LedgerRow[],
  companies: readonly string[],
) {
  const after = new CurrentLedger([...facts.prices, ...added], day);
  return {
    labs: new Set(models.map(({ lab }) => lab)),
    // A host stays one until the reading after its last id was withdrawn: a list that was cut off ends nothing.
    sellers: new Set(
      [...ledger.openKeys(), ...after.openKeys()].map((key) => key.slice(0, key.indexOf(" "))),
    ),
    named: new Set([...ledger.hosts(), ...companies]),
  };
}
