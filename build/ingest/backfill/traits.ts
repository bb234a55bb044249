/** All voices in copies of the upstreams → the traits of every model, decided anew. Pure. */
import type { Facts } from "../../facts/kinds.ts";
import { createLabFinder } from "../../identity/labs.ts";
import { Model } from "../../schema/model.ts";
import { unknownFields } from "../../schema/unknown-fields.ts";
import type { Rejected } from "../../sources/listing.ts";
import { idleCorrections } from "../corrections.ts";
import { withoutFile } from "../fact-rows.ts";
import { offerKey } from "../ledger/offer-key.ts";
import { StandingLedger } from "../ledger/standing-ledger.ts";
import { describeOnce } from "../models/night-models.ts";
import { resolverOf } from "../models/place-names.ts";
import type { SplitTrait } from "../models/split-traits.ts";
import { testersOf } from "../models/voices.ts";
import { toSourceLists } from "../offers/listed.ts";
import type { Answer } from "../read/read-sources.ts";
import { placeScores } from "../scores/place-scores.ts";

export interface RetoldModels {
  models: Model[];
  splits: SplitTrait[];
  /** Corrections that change nothing of what the copies say. */
  idle: Rejected[];
}

/**
 * What stands of a trait does not count, only what is said of it: what nobody repeats becomes unknown. Slugs, names,
 * labs and types stay.
 * @param dayOf Day on which a source's copy was recorded.
 */
export function retellTraits(
  facts: Facts,
  answers: readonly Answer[],
  dayOf: (source: string) => string,
): RetoldModels {
  const day = answers.map(({ source }) => dayOf(source)).reduce(later);
  const ledger = new StandingLedger(facts.prices, day);
  const labs = createLabFinder(facts.labPrefixes);
  const collected = answers.flatMap((answer) => answer.collected);
  const lists = toSourceLists(answers, facts, { ledger, resolver: resolverOf(facts), day });
  const placed = placeScores(
    answers,
    { ...facts, corrections: [] },
    { models: facts.models, ids: facts.offers, labs },
  );
  const known = new Set(facts.offers.map((row) => offerKey(row.file, row.model_id)));
  const blank = facts.models.map((model) => ({ ...model, ...NOTHING }));
  const night = describeOnce(
    {
      ...{ day, ledger, labs, accept: [], facts: { ...facts, models: blank } },
      listed: lists.flatMap(({ listed }) => listed).filter(({ key }) => known.has(key)),
      records: collected.flatMap(({ models }) => models ?? []),
      testers: testersOf(
        collected.flatMap(({ scores }) => scores ?? []),
        placed.matched,
      ),
      isRead: () => true,
      isAnswered: () => true,
      isLimitHeld: () => false,
    },
    new Set(),
  );
  const next = new Map(night.models.map((model) => [model.slug, model]));
  const models = facts.models.map((row): Model => {
    const before: Model = withoutFile(row);
    const voices = night.mentions.get(before.slug) ?? [];
    // Made by hand, of what a correction says: nobody else knows more than its name.
    if (voices.length === 0) return { ...before, is_open_source: null };
    const told = { ...before, ...next.get(before.slug), as_of: before.as_of };
    const isSameOutput = `${told.output_modalities}` === `${before.output_modalities}`;
    const after = isSameOutput ? { ...told, model_type: before.model_type } : told;
    if (JSON.stringify(after) === JSON.stringify(before)) return before;
    return {
      ...after,
      as_of: voices.map(({ source }) => dayOf(source)).reduce(later, before.as_of),
    };
  });
  const standing = new Set(facts.models.map(({ slug }) => slug));
  const said = { models: night.told, scores: placed.scores };
  return {
    ...{ models, splits: night.splits },
    idle: idleCorrections(facts.corrections, said, standing),
  };
}

/** The traits of a model of which nobody speaks. */
const NOTHING = {
  is_open_source: null,
  release_date: null,
  knowledge_cutoff: null,
  retirement_date: null,
  context_window: null,
  max_output_tokens: null,
  weights_license: null,
  input_modalities: [],
  output_modalities: [],
  supports: unknownFields(Model.shape.supports),
  links: unknownFields(Model.shape.links),
};

const later = (a: string, b: string): string => (a > b ? a : b);
