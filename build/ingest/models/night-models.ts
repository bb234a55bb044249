/** Tonight's voices → where each id belongs, the models that stand renewed, and the new ones. Pure. */
import type { Facts } from "../../facts/kinds.ts";
import type { LabFinder } from "../../identity/labs.ts";
import type { Placed } from "../../identity/model-set.ts";
import { groupBy } from "../../schema/collections.ts";
import type { Model } from "../../schema/model.ts";
import type { ModelListing, ModelTraits } from "../../sources/listing.ts";
import { NO_TRAITS } from "../../sources/parse/prices.ts";
import { withoutFile } from "../fact-rows.ts";
import { Held } from "../gates/held.ts";
import { checkTraits } from "../gates/traits.ts";
import { holdRows, type Verdict } from "../gates/verdict.ts";
import { offerKey } from "../ledger/offer-key.ts";
import type { StandingLedger } from "../ledger/standing-ledger.ts";
import type { Listed } from "../offers/listed.ts";
import type { Acceptance } from "../outcome.ts";
import { type Placement, placeNames } from "./place-names.ts";
import { type NightOfModels, renewModels } from "./renew-models.ts";
import type { SplitTrait } from "./split-traits.ts";
import { toRecord, toSeller, type Voice } from "./voices.ts";

export interface ToDescribe {
  day: string;
  facts: Facts;
  ledger: StandingLedger;
  labs: LabFinder;
  /** Whether a source was read and believed on an id: it is listed, or it is gone. */
  isRead(source: string, key: string): boolean;
  /** Whether a source was read and believed at all. */
  isAnswered(source: string): boolean;
  /** Rows of theirs that no gate holds. */
  listed: readonly Listed[];
  /** Their models without a price. */
  records: readonly ModelListing[];
  /** Model → those who tested it and say more than a score. */
  testers: ReadonlyMap<string, readonly Placed<Voice>[]>;
  isLimitHeld(source: string, key: string): boolean;
  accept: readonly Acceptance[];
}

export interface NightModels extends Placement {
  models: Model[];
  splits: SplitTrait[];
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

/**
 * What the voices give, before any gate looks at it.
 * @param silent Sources whose words on models are not heard; their ids are placed all the same.
 */
export function describeOnce(night: ToDescribe, silent: ReadonlySet<string>) {
  const { facts, labs, day } = night;
  const voices = voicesOf(night).map((voice) =>
    silent.has(voice.source) ? { ...voice, traits: { ...NO_TRAITS } } : voice,
  );
  const placed = placeNames(voices, facts);
  const mentions = withTesters(placed.mentions, night, silent);
  const standing = facts.models.map((model): Model => withoutFile(model));
  const { models, told, splits } = renewModels(standing, mentions, {
    ...{ labs, day, providers: facts.providers, corrections: facts.corrections },
    firstSeen: firstSeenOf(facts),
    ...hearing(night, silent),
  });
  const verdicts = checkChanges(standing, models, mentions);
  return { ...placed, mentions, models, told, splits, verdicts };
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

/** Who must be heard before what stands of a model may move: a voice that is missing would let the others' values in. */
function hearing(
  { facts, ledger, isRead, isAnswered }: ToDescribe,
  silent: ReadonlySet<string>,
): Pick<NightOfModels, "isHeard" | "areTestersHeard"> {
  const keys = groupBy(facts.offers, ({ model }) => model);
  const scores = groupBy(facts.scores, ({ model }) => model);
  const describers = new Set(
    facts.sources.flatMap(({ id, provides }) => (provides.includes("models") ? [id] : [])),
  );
  const isHeard = (source: string) =>
    source === "operator" || (isAnswered(source) && !silent.has(source));
  const areAllHeard = (slug: string, is: (source: string) => boolean) =>
    (scores.get(slug) ?? []).every(({ source }) => !is(source) || isHeard(source));
  return {
    isHeard: (slug) =>
      areAllHeard(slug, (source) => describers.has(source)) &&
      (keys.get(slug) ?? [])
        .map((row) => offerKey(row.file, row.model_id))
        .every((key) =>
          ledger
            .statementsOf(key)
            .every(
              ({ statement: { source } }) =>
                source === "operator" || (isRead(source, key) && !silent.has(source)),
            ),
        ),
    areTestersHeard: (slug) => areAllHeard(slug, () => true),
  };
}

/** One voice for each id that a source lists, and for each name under which it describes a model. */
function voicesOf({ facts, listed, records, isLimitHeld, day }: ToDescribe): Voice[] {
  const moving = movingKeys(facts);
  const moved = new Set(facts.movingNames.map(({ model_id }) => lastPart(model_id)));
  return [
    ...listed.map(({ source, key, listing }) => {
      const traits = soundTraits(listing.traits, isLimitHeld(source, key), day);
      return toSeller({ ...listing, traits: moving.has(key) ? undated(traits) : traits }, day);
    }),
    ...records
      .filter(({ name }) => !moved.has(lastPart(name)))
      .map((record) =>
        toRecord({ ...record, traits: soundTraits(record.traits, false, day) }, day),
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

/** Testers of models that stand or are sold; a source that describes the model itself has said it there. */
function withTesters(
  mentions: Placement["mentions"],
  { facts, testers }: ToDescribe,
  silent: ReadonlySet<string>,
): Placement["mentions"] {
  const known = new Set([...facts.models.map(({ slug }) => slug), ...mentions.keys()]);
  const all = new Map([...mentions].map(([slug, voices]) => [slug, [...voices]]));
  for (const [slug, voices] of testers) {
    const others = all.get(slug) ?? [];
    const recorders = new Set(
      others.flatMap(({ host, source }) => (host === null ? [source] : [])),
    );
    const own = voices.filter(({ source }) => !recorders.has(source) && !silent.has(source));
    if (known.has(slug) && own.length > 0) all.set(slug, [...others, ...own]);
  }
  return all;
}

/** A day to come is no day on which something happened. */
function soundTraits(traits: ModelTraits, isLimitHeld: boolean, day: string): ModelTraits {
  const past = (date: string | null) => (date !== null && date > day ? null : date);
  return {
    ...traits,
    releaseDate: past(traits.releaseDate),
    knowledgeCutoff: past(traits.knowledgeCutoff),
    contextWindow: isLimitHeld ? null : traits.contextWindow,
    maxOutputTokens: isLimitHeld ? null : traits.maxOutputTokens,
  };
}
