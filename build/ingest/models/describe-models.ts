/** Today's claims → which model each id belongs to, the updated models, and the new ones. Pure. */
import type { Facts } from "../../facts/kinds.ts";
import { offerKey } from "../../identity/host-ids.ts";
import type { Placed } from "../../identity/model-set.ts";
import { groupBy } from "../../schema/collections.ts";
import type { Model } from "../../schema/model.ts";
import { type ModelListing, type ModelTraits, NO_TRAITS } from "../../sources/listing.ts";
import { isSameRow, withoutFile } from "../fact-rows.ts";
import { checkTraits } from "../gates/traits.ts";
import { Gate, HeldRows, type Verdict } from "../gates/verdict.ts";
import type { RunContext } from "../run.ts";
import type { Listed } from "../source-lists.ts";
import { type Claim, makersOf, type SplitTrait, splitTraits, toClaim } from "./claims.ts";
import { describeModel } from "./model-from-claims.ts";
import { type Placement, placeNames } from "./place-names.ts";
import { type ModelUpdateContext, updateModels } from "./update-models.ts";

export interface ToDescribe extends RunContext {
  /** Whether a source was read of an id, and no gate holds it. */
  isRead(source: string, key: string): boolean;
  /** Rows of offers that no gate holds. */
  listed: readonly Listed[];
  /** Models as sources describe them without a price. */
  records: readonly ModelListing[];
  /** Model → sources that tested it and report more than a score. */
  testers: ReadonlyMap<string, readonly Placed<Claim>[]>;
}

export interface ModelUpdates extends Placement {
  models: Model[];
  splits: SplitTrait[];
  findings: HeldRows["findings"];
}

/** Describes models again without each source whose traits a gate holds, until no gate holds any. */
export function describeModels(input: ToDescribe): ModelUpdates {
  const verdicts: Verdict[] = [];
  for (;;) {
    const held = new HeldRows(verdicts, input.accept);
    const excluded = new Set(
      held.findings.flatMap(({ source, accepted }) => (accepted === null ? [source] : [])),
    );
    const judged = new Set(verdicts.map(({ source }) => source));
    const described = describeWithout(excluded, input);
    const found = described.verdicts.filter(({ source }) => !judged.has(source));
    if (found.length === 0) {
      const { models, findings } = keepTypes(described.models, input);
      return { ...described, models, findings: [...held.findings, ...findings] };
    }
    verdicts.push(...found);
  }
}

/** A text model does not become an image model in one run: the gate `type` holds it. */
function keepTypes(models: readonly Model[], { facts, accept }: ToDescribe) {
  const known = new Map(facts.models.map((model) => [model.slug, model]));
  const findings: HeldRows["findings"] = [];
  const kept = models.map((model): Model => {
    const was = known.get(model.slug);
    const { slug, source, model_type: after } = model;
    if (was === undefined || was.model_type === after) return model;
    const { model_type: before, output_modalities, as_of } = was;
    const reason = `it was of type ${before}, and would be ${after} by what it puts out`;
    const about = { scope: slug, before, after, reason };
    const verdicts = new Gate("type", source, "traits").holdRows(about, [{ key: slug }]);
    const held = new HeldRows(verdicts, accept);
    findings.push(...held.findings);
    if (!held.isHeld("traits", source, slug)) return model;
    const next = { ...model, model_type: before, output_modalities };
    const undated = { ...next, as_of };
    return isSameRow(undated, withoutFile(was)) ? undated : next;
  });
  return { findings, models: kept };
}

/** @param excluded Sources whose claims do not count; their ids are placed all the same. */
function describeWithout(excluded: ReadonlySet<string>, input: ToDescribe) {
  const { facts, labs, day } = input;
  const claims = claimsOf(input).map((claim) =>
    excluded.has(claim.source) ? { ...claim, traits: { ...NO_TRAITS } } : claim,
  );
  const placed = placeNames(claims, facts);
  const mentions = withTesters(placed.mentions, input, excluded);
  const current = facts.models.map((model): Model => withoutFile(model));
  const known = new Map(current.map((model) => [model.slug, model]));
  const firstSeen = firstSeenOf(facts);
  const described = new Map(
    [...mentions].map(([slug, own]) => {
      const lab = known.get(slug)?.lab ?? labs.labOf(slug, makersOf(own));
      const model = { slug, lab, firstSeen: firstSeen.get(slug) ?? null };
      return [slug, describeModel(model, own, facts.providers)];
    }),
  );
  const models = updateModels(current, described, {
    ...{ day, corrections: facts.corrections },
    ...sourcesRead(input, excluded),
  });
  const changes = models.flatMap((after) => {
    const before = known.get(after.slug);
    if (before === undefined || before === after) return [];
    return [{ before, after, claims: mentions.get(after.slug) ?? [] }];
  });
  return {
    ...{ ...placed, mentions, models },
    splits: [...described].flatMap(([slug, { decisions }]) => splitTraits(slug, decisions)),
    verdicts: checkTraits(changes, mentions.size),
  };
}

/** A model changes only when all its sources were read: without one of them the values of the others would get in. */
function sourcesRead(
  { facts, ledger, answers, isRead }: ToDescribe,
  excluded: ReadonlySet<string>,
): Pick<ModelUpdateContext, "isFullyRead" | "areTestersRead"> {
  const offers = groupBy(facts.offers, ({ model }) => model);
  const scores = groupBy(facts.scores, ({ model }) => model);
  const describers = new Set(
    facts.sources.flatMap(({ id, provides }) => (provides.includes("models") ? [id] : [])),
  );
  const answered = new Set(answers.map(({ source }) => source));
  const counts = (source: string, wasRead: boolean) =>
    source === "operator" || (wasRead && !excluded.has(source));
  const testersOf = (slug: string) => (scores.get(slug) ?? []).map(({ source }) => source);
  const wasRead = (source: string) => counts(source, answered.has(source));
  const areSellersRead = (slug: string) =>
    (offers.get(slug) ?? []).every((row) => {
      const key = offerKey(row.file, row.model_id);
      const sources = ledger.statementsOf(key).map(({ statement }) => statement.source);
      return sources.every((source) => counts(source, isRead(source, key)));
    });
  return {
    isFullyRead: (slug) =>
      testersOf(slug).every((source) => !describers.has(source) || wasRead(source)) &&
      areSellersRead(slug),
    areTestersRead: (slug) => testersOf(slug).every(wasRead),
  };
}

/** One claim for each id that a source lists, and for each name under which it describes a model. */
function claimsOf({ facts, listed, records, held, day }: ToDescribe): Claim[] {
  const moving = movingKeys(facts);
  const moved = new Set(facts.movingNames.map(({ model_id }) => lastPart(model_id)));
  return [
    ...listed.map(({ source, host, modelId: name, key, listing }) => {
      const past = pastTraits(listing.traits, held.isHeld("limits", source, key), day);
      const traits = moving.has(key) ? { ...past, releaseDate: null, knowledgeCutoff: null } : past;
      return toClaim({ host, name, source, traits }, day);
    }),
    ...records
      .filter(({ name }) => !moved.has(lastPart(name)))
      .map(({ name, source, traits }) =>
        toClaim({ host: null, name, source, traits: pastTraits(traits, false, day) }, day),
      ),
  ];
}

/** Names that mean another model from some day on: their dates are those of the name. */
const movingKeys = ({ movingNames }: Pick<Facts, "movingNames">): ReadonlySet<string> =>
  new Set(movingNames.map(({ host, model_id }) => offerKey(host, model_id)));

/** A record of such a name describes what it meant once. */
const lastPart = (name: string): string => name.slice(name.lastIndexOf("/") + 1).toLowerCase();

/** Model → first day on which a source listed it at any host, under a name of its own. */
function firstSeenOf({ offers, prices, movingNames }: Facts): Map<string, string> {
  const models = new Map(offers.map((row) => [offerKey(row.file, row.model_id), row.model]));
  for (const key of movingKeys({ movingNames })) models.delete(key);
  const first = new Map<string, string>();
  for (const { file, model_id, recorded } of prices) {
    const model = models.get(offerKey(file, model_id)) ?? "";
    if (recorded < (first.get(model) ?? "9")) first.set(model, recorded);
  }
  return first;
}

/** Testers of models that are recorded or sold; a source that describes the model itself has stated it there. */
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
