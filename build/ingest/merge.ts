/** All answers → the next facts: what a rule objects to stays as it was. Pure. */

import { formatFactCsvCell } from "../facts/format.ts";
import type { Facts } from "../facts/kinds.ts";
import { createLabFinderByModelName } from "../identity/labs.ts";
import { normalizeFactsByNamingRules } from "../identity/normalize-names.ts";
import { createModelNameResolver } from "../identity/resolver.ts";
import { type FactChange, findHostOfChange } from "../rules/changes.ts";
import { LISTING_REFERENCE_SOURCE } from "../schema/precedence.ts";
import { HeldChangeRow } from "../schema/rule.ts";
import { pickValuesOfSchemaFields } from "../schema/values.ts";
import { mergeCollectedListings } from "../sources/listing.ts";
import { applySourceCorrections } from "./corrections.ts";
import { getLastReadDayBySource } from "./fact-rows.ts";
import { mergePassThroughFacts } from "./figures.ts";
import { ChangeChecker } from "./judge.ts";
import { decideModelUpdates, holdUnusualNumberOfNewListings } from "./models/describe-models.ts";
import { updateStatedTraits } from "./models/stated-traits.ts";
import { toNewPriceStatements, withdrawStaleOffers } from "./new-statements.ts";
import { mergeProviders } from "./providers.ts";
import type { FactMergeContext, FactMergeInput, MergedFacts } from "./run.ts";
import { updateScores } from "./scores/update-scores.ts";
import { filterListedIdsWithOffer, normalizeOfferListsOfSources } from "./source-lists.ts";
import { CurrentPriceLedger } from "./statements.ts";
import { updateOffers } from "./update-offers.ts";

function createMergeContext(input: FactMergeInput): FactMergeContext {
  const { day, facts, answers, accept } = input;
  const { models, offers, modelAliases, labPrefixes } = facts;
  const read = new Set(answers.map(({ source }) => source));
  const judge = new ChangeChecker(facts, accept, day, read);
  const ledger = new CurrentPriceLedger(facts.prices, day);
  const resolver = createModelNameResolver({ models, ids: offers, aliases: modelAliases });
  const context = { facts, ledger, resolver, judge, day };
  const stated = mergeCollectedListings(answers.map((answer) => answer.collected));
  const normalized = normalizeOfferListsOfSources(answers, context);
  const { lists, records } = holdUnusualNumberOfNewListings(normalized, stated.models, context);
  const labs = createLabFinderByModelName(labPrefixes);
  const collected = mergeCollectedListings([{ ...stated, models: records }, ...lists]);
  return { ...input, judge, labs, ledger, resolver, lists, collected };
}

/** Maximum number of merges: names in the answers may mean a model that the previous merge added. */
const MOST_PASSES = 4;

/** Merging the same answers into the result changes nothing more. */
export function mergeSourcesIntoFacts(input: FactMergeInput): MergedFacts {
  let { facts } = input;
  let merged = mergeOnce(input);
  for (let pass = 1; pass < MOST_PASSES && hasNewModels(facts, merged); pass++) {
    facts = normalizeFactsByNamingRules(merged.next);
    const again = mergeOnce({ ...input, facts });
    merged = {
      ...again,
      added: [...merged.added, ...again.added],
      passed: [...merged.passed, ...again.passed],
      oneSource: [...merged.oneSource, ...again.oneSource],
      shrunkLists: [...merged.shrunkLists, ...again.shrunkLists],
    };
  }
  return merged;
}

function hasNewModels({ models }: Facts, merged: MergedFacts): boolean {
  const known = new Set(models.map(({ slug }) => slug));
  return merged.next.models.some(({ slug }) => !known.has(slug));
}

function mergeOnce(input: FactMergeInput): MergedFacts {
  const prepared = createMergeContext(input);
  const { day, facts, judge, lists, collected } = prepared;
  const stated = toNewPriceStatements(prepared);
  const listed = filterListedIdsWithOffer(facts, lists, stated.rows);
  const statedTraits = updateStatedTraits(prepared, listed);
  const described = decideModelUpdates({ ...prepared, stated: statedTraits });
  const isRead = lists.some(({ source }) => source === LISTING_REFERENCE_SOURCE);
  const lastRead = isRead ? day : getLastReadDayBySource(facts).get(LISTING_REFERENCE_SOURCE);
  const ended = withdrawStaleOffers(facts, stated.rows, described.modelOf, day, lastRead);
  const added = [...stated.rows, ...ended];
  const { modelOf } = described;
  const offers = updateOffers(prepared, { listed, modelOf, added: stated.rows });
  const scored = updateScores(prepared, described.models, offers);
  const figures = mergePassThroughFacts(prepared);
  const right = applySourceCorrections(facts.corrections, scored.models, scored.rows);
  const providers = mergeProviders(prepared, right.models, added, figures.companies);
  const next: Facts = {
    ...facts,
    ...figures.next,
    offers,
    statedTraits,
    scores: right.scores,
    prices: [...facts.prices, ...added],
    models: right.models.map(withFileOfSlug),
    providers: providers.map(withFileOfSlug),
    held: judge.held.map((row) => ({
      ...pickValuesOfSchemaFields(HeldChangeRow, row),
      file: "held",
    })),
  };
  return {
    next,
    added,
    held: judge.held,
    passed: judge.passed,
    shrunkLists: stated.shrunkLists,
    oneSource: [...stated.oneSource, ...judge.oneSource.map(toOneSourceRow)],
    rejected: [
      ...collected.rejected,
      ...described.rejected,
      ...stated.rejected,
      ...figures.rejected,
      ...scored.rejected,
      ...right.obsolete.filter(({ value }) => scored.obsolete.has(value)),
    ],
    splits: described.splits,
    set: [...described.mentions].map(([slug, mentions]) => ({ slug, mentions })),
  };
}

/** A recorded row has its file, and stays the very row that it was. */
const withFileOfSlug = <T extends { slug: string }>(row: T | (T & { file: string })) =>
  "file" in row ? row : { ...row, file: row.slug };

/** A property as the report lists it beside prices: `quark-7 context_window`, of a host or of `models`. */
function toOneSourceRow({ kind, key, field, source, before, after }: FactChange) {
  const id = kind === "offer" ? key.slice(key.indexOf(" ") + 1) : key;
  const name = field === "row" ? id : `${id} ${field}`;
  return {
    source,
    host: findHostOfChange({ kind, key }) ?? `${kind}s`,
    model_id: name,
    before: formatFactCsvCell(before),
    after: after === null ? "withdrawn" : formatFactCsvCell(after),
  };
}
