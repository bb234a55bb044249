/** Today's claims → which model each id belongs to, the updated models, and the new ones. Pure. */
import type { Facts } from "../../facts/kinds.ts";
import { offerKey } from "../../identity/host-ids.ts";
import type { LabFinder } from "../../identity/labs.ts";
import type { Placed } from "../../identity/model-set.ts";
import { groupBy } from "../../schema/collections.ts";
import type { Model } from "../../schema/model.ts";
import type { ModelListing, ModelTraits } from "../../sources/listing.ts";
import { NO_TRAITS } from "../../sources/parse/prices.ts";
import { withoutFile } from "../fact-rows.ts";
import { checkTraits } from "../gates/traits.ts";
import { type Acceptance, HeldRows, holdRows, type Verdict } from "../gates/verdict.ts";
import type { Listed } from "../source-lists.ts";
import type { CurrentLedger } from "../statements.ts";
import { type Claim, type SplitTrait, toOfferClaim, toRecordClaim } from "./claims.ts";
import { type Placement, placeNames } from "./place-names.ts";
import { type ModelUpdateContext, updateModels } from "./update-models.ts";

export interface ToDescribe {
  day: string;
  facts: Facts;
  ledger: CurrentLedger;
  labs: LabFinder;
  /** Whether a source was read and passed on an id: it is listed, or it is gone. */
  isRead(source: string, key: string): boolean;
  /** Whether a source was read and passed at all. */
  isAnswered(source: string): boolean;
  /** Rows of theirs that no gate holds. */
  listed: readonly Listed[];
  /** Their models without a price. */
  records: readonly ModelListing[];
  /** Model → those who tested it and say more than a score. */
  testers: ReadonlyMap<string, readonly Placed<Claim>[]>;
  isLimitHeld(source: string, key: string): boolean;
  accept: readonly Acceptance[];
}

export interface ModelUpdates extends Placement {
  models: Model[];
  splits: SplitTrait[];
  findings: HeldRows["findings"];
}

/** HeldRows traits are question for again without the source that is at fault, until nothing is held any more. */
export function describeModels(night: ToDescribe): ModelUpdates {
  const verdicts: Verdict[] = [];
  for (;;) {
    const held = new HeldRows(verdicts, night.accept);
    const excluded = new Set(
      held.findings.flatMap(({ source, accepted }) => (accepted === null ? [source] : [])),
    );
    const judged = new Set(verdicts.map(({ source }) => source));
    const described = describeOnce(night, excluded);
    const found = described.verdicts.filter(({ source }) => !judged.has(source));
    if (found.length === 0) {
      const { models, findings } = keepTypes(described.models, night);
      return { ...described, models, findings: [...held.findings, ...findings] };
    }
    verdicts.push(...found);
  }
}

/** A text model does not become one of pictures: that is reported of, and the model stays what it was. */
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
  const held = new HeldRows(verdicts, accept);
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

/**
 * What the claims give, before any gate looks at it.
 * @param excluded Sources whose words on models are not heard; their ids are placed all the same.
 */
export function describeOnce(night: ToDescribe, excluded: ReadonlySet<string>) {
  const { facts, labs, day } = night;
  const claims = claimsOf(night).map((claim) =>
    excluded.has(claim.source) ? { ...claim, traits: { ...NO_TRAITS } } : claim,
  );
  const placed = placeNames(claims, facts);
  const mentions = withTesters(placed.mentions, night, excluded);
  const current = facts.models.map((model): Model => withoutFile(model));
  const { models, reported, splits } = updateModels(current, mentions, {
    ...{ labs, day, providers: facts.providers, corrections: facts.corrections },
    firstSeen: firstSeenOf(facts),
    ...sourcesRead(night, excluded),
  });
  const verdicts = checkChanges(current, models, mentions);
  return { ...placed, mentions, models, reported, splits, verdicts };
}

function checkChanges(
  current: readonly Model[],
  models: readonly Model[],
  mentions: ReadonlyMap<string, Placed<Claim>[]>,
): Verdict[] {
  const before = new Map(current.map((model) => [model.slug, model]));
  const changes = models.flatMap((after) => {
    const was = before.get(after.slug);
    if (was === undefined || was === after) return [];
    return [{ before: was, after, claims: mentions.get(after.slug) ?? [] }];
  });
  return checkTraits(changes, mentions.size);
}

/** Who must be heard before what stands of a model may move: a claim that is missing would let the others' values in. */
function sourcesRead(
  { facts, ledger, isRead, isAnswered }: ToDescribe,
  excluded: ReadonlySet<string>,
): Pick<ModelUpdateContext, "isFullyRead" | "areTestersRead"> {
  const keys = groupBy(facts.offers, ({ model }) => model);
  const scores = groupBy(facts.scores, ({ model }) => model);
  const describers = new Set(
    facts.sources.flatMap(({ id, provides }) => (provides.includes("models") ? [id] : [])),
  );
  const isFullyRead = (source: string) =>
    source === "operator" || (isAnswered(source) && !excluded.has(source));
  const areAllRead = (slug: string, is: (source: string) => boolean) =>
    (scores.get(slug) ?? []).every(({ source }) => !is(source) || isFullyRead(source));
  return {
    isFullyRead: (slug) =>
      areAllRead(slug, (source) => describers.has(source)) &&
      (keys.get(slug) ?? [])
        .map((row) => offerKey(row.file, row.model_id))
        .every((key) =>
          ledger
            .statementsOf(key)
            .every(
              ({ statement: { source } }) =>
                source === "operator" || (isRead(source, key) && !excluded.has(source)),
            ),
        ),
    areTestersRead: (slug) => areAllRead(slug, () => true),
  };
}

/** One claim for each id that a source lists, and for each name under which it describes a model. */
function claimsOf({ facts, listed, records, isLimitHeld, day }: ToDescribe): Claim[] {
  const moving = movingKeys(facts);
  const moved = new Set(facts.movingNames.map(({ model_id }) => lastPart(model_id)));
  return [
    ...listed.map(({ source, key, listing }) => {
      const traits = pastTraits(listing.traits, isLimitHeld(source, key), day);
      return toOfferClaim({ ...listing, traits: moving.has(key) ? undated(traits) : traits }, day);
    }),
    ...records
      .filter(({ name }) => !moved.has(lastPart(name)))
      .map((record) =>
        toRecordClaim({ ...record, traits: pastTraits(record.traits, false, day) }, day),
      ),
  ];
}

/** Names that mean another model from some day on: their dates are those of the name. */
const movingKeys = ({ movingNames }: Pick<Facts, "movingNames">): ReadonlySet<string> =>
  new Set(movingNames.map(({ host, model_id }) => offerKey(host, model_id)));

/** A record of such a name describes what it meant once. */
const lastPart = (name: string): string => name.slice(name.lastIndexOf("/") + 1).toLowerCase();

const undated = (traits: ModelTraits): ModelTraits => ({
  ...traits,
  releaseDate: null,
  knowledgeCutoff: null,
});

/** Model → first day on which a source listed it at any host, under a name of its own. */
function firstSeenOf({ offers, prices, movingNames }: Facts): Map<string, string> {
  const moving = movingKeys({ movingNames });
  const models = new Map(
    offers
      .map((row) => [offerKey(row.file, row.model_id), row.model] as const)
      .filter(([key]) => !moving.has(key)),
  );
  const first = new Map<string, string>();
  for (const { file, model_id, recorded } of prices) {
    const model = models.get(offerKey(file, model_id)) ?? "";
    if (recorded < (first.get(model) ?? "9")) first.set(model, recorded);
  }
  return first;
}

/** Testers of models that stand or are sold; a source that describes the model itself has stated it there. */
function withTesters(
  mentions: Placement["mentions"],
  { facts, testers }: ToDescribe,
  excluded: ReadonlySet<string>,
): Placement["mentions"] {
  const known = new Set([...facts.models.map(({ slug }) => slug), ...mentions.keys()]);
  const all = new Map([...mentions].map(([slug, claims]) => [slug, [...claims]]));
  for (const [slug, claims] of testers) {
    const others = all.get(slug) ?? [];
    const recorders = new Set(
      others.flatMap(({ host, source }) => (host === null ? [source] : [])),
    );
    const own = claims.filter(({ source }) => !recorders.has(source) && !excluded.has(source));
    if (known.has(slug) && own.length > 0) all.set(slug, [...others, ...own]);
  }
  return all;
}

/** A day to come is no day on which something happened. */
function pastTraits(traits: ModelTraits, isLimitHeld: boolean, day: string): ModelTraits {
  const past = (date: string | null) => (date !== null && date > day ? null : date);
  return {
    ...traits,
    releaseDate: past(traits.releaseDate),
    knowledgeCutoff: past(traits.knowledgeCutoff),
    contextWindow: isLimitHeld ? null : traits.contextWindow,
    maxOutputTokens: isLimitHeld ? null : traits.maxOutputTokens,
  };
}
