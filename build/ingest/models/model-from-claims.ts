/** Combines all claims about one model into its fact, and updates a recorded one. Pure. */

import { toSlug } from "../../cost/rates.ts";
import { parseNameParts } from "../../identity/canonical-key.ts";
import {
  cleanDisplayName,
  inferModelType,
  isHumanWrittenName,
  toDisplayNameFromId,
  toReadableModelName,
} from "../../identity/display-names.ts";
import type { DataQualityRuleSet } from "../../rules/rules.ts";
import {
  compareByCodePoint,
  countOccurrencesByValue,
  getItemAt,
  groupBy,
} from "../../schema/collections.ts";
import type { SourceCorrection } from "../../schema/editorial.ts";
import { createUndescribedModel, Model } from "../../schema/model.ts";
import type { Provider } from "../../schema/provider.ts";
import { createNullFields, daysBetween } from "../../schema/values.ts";
import { applySourceCorrections } from "../corrections.ts";
import { removeImpossibleMaxOutput } from "../fact-rows.ts";
import {
  applyModelTraits,
  decideModelTraits,
  FIELD_AND_PRIORITY_BY_TRAIT,
  findSourceOfEachTrait,
  getRecordedTrait,
  groupClaimsByPriority,
  hasBareModelName,
  MAX_RELEASE_SPAN_DAYS,
  MODEL_TRAIT_NAMES,
  type ModelClaim,
  type ResolvedClaim,
  type TraitDecision,
} from "./claims.ts";

/** @param known `firstSeen`: first day on which a source listed the model at any host; null if none has. */
export function toModelFromClaims(
  known: { slug: string; lab: string; firstSeen: string | null },
  claims: readonly ResolvedClaim[],
  providers: readonly Provider[],
  rules: DataQualityRuleSet,
) {
  const { slug, lab, firstSeen } = known;
  const ownHosts = providers.find((provider) => provider.slug === lab)?.own_hosts ?? [];
  const decisions = decideModelTraits(claims, ownHosts, firstSeen, rules);
  const groups = groupClaimsByPriority("host", claims, ownHosts).filter(
    (group) => group.length > 0,
  );
  const byDay = [...getItemAt(groups, 0)].sort(
    (a, b) => compareByCodePoint(b.as_of, a.as_of) || compareByCodePoint(a.source, b.source),
  );
  const { source, as_of } = getItemAt(byDay, 0);
  const stated = statedFields(groups, ownHosts);
  const undecided: Model = {
    ...createUndescribedModel(),
    ...stated.fields,
    ...{ slug, lab, source, as_of },
    name: toName(slug, groups, claims),
  };
  const model = withType(
    applyModelTraits(undecided, (name) => {
      const { value } = decisions[name];
      return value ?? (name.endsWith("_modalities") ? [] : null);
    }),
  );
  const retirement_date = retirementOf(model, firstSeen, claims, ownHosts);
  const ends = claims.filter(({ traits }) => traits.retirement_date === retirement_date);
  const end = retirement_date === null ? undefined : firstSource(ends);
  const sources = [
    ...MODEL_TRAIT_NAMES.map(
      (name) => [FIELD_AND_PRIORITY_BY_TRAIT[name][0], decisions[name].source] as const,
    ),
    ...stated.sources,
    ["retirement_date", end ?? null] as const,
  ].flatMap(([field, by]): [string, string][] => (by === null ? [] : [[field, by]]));
  const next = { ...model, retirement_date, sources: Object.fromEntries(sources) };
  return { model: { ...next, sources: findSourceOfEachTrait(next, next) }, decisions };
}

/** Most sources have no word for what embedding and reranking models return: they write `text` or nothing. */
function withType(model: Model): Model {
  const model_type = inferModelType(model.slug, model.output_modalities);
  const isOwnOutput = model_type === "embedding" || model_type === "rerank";
  return { ...model, model_type, ...(isOwnOutput && { output_modalities: [model_type] }) };
}

const firstSource = (claims: readonly ModelClaim[]): string | undefined =>
  claims.map(({ source }) => source).sort(compareByCodePoint)[0];

type UnknownField = keyof ReturnType<typeof createNullFields<typeof Model>>;
/** The base model follows from `aliases/labs.csv`. */
const UNKNOWN_FIELDS = (Object.keys(createNullFields(Model)) as UnknownField[]).filter(
  (field) => field !== "base_model" && field !== "sources",
);

/** Nullable fields as the upstreams state them; fields with a rule of their own follow that rule. */
function statedFields(groups: readonly (readonly ModelClaim[])[], ownHosts: readonly string[]) {
  const fields = createNullFields(Model) as Record<UnknownField, unknown>;
  const sources: (readonly [field: string, source: string | null])[] = [];
  for (const field of UNKNOWN_FIELDS) {
    // If another host ends its offer, it names what it sells instead; that does not replace the model.
    const isOfOthers = ({ host }: ModelClaim) =>
      field === "replacement" && host !== null && !ownHosts.includes(host);
    const statedBy = (one: ModelClaim) =>
      isOfOthers(one) ? null : (one.traits.more?.[field] ?? null);
    const group = groups.find((claims) => claims.some((one) => statedBy(one) !== null)) ?? [];
    const stated = group.filter((one) => statedBy(one) !== null);
    const [most] = countOccurrencesByValue(stated.map(statedBy));
    if (most === undefined) continue;
    fields[field] = most.value;
    const isMost = (one: ModelClaim) =>
      JSON.stringify(statedBy(one)) === JSON.stringify(most.value);
    sources.push([field, firstSource(stated.filter(isMost)) ?? null]);
  }
  return { fields: fields as Pick<Model, UnknownField>, sources };
}

/** Prefers names with the same slug, then with the same key, so that a host's additions (`(Fast)`) come last. */
function toName(
  slug: string,
  groups: readonly (readonly ResolvedClaim[])[],
  mentions: readonly ResolvedClaim[],
): string {
  const { key } = parseNameParts(slug);
  const levels: ((name: string) => boolean)[] = [
    (name) => toSlug(name) === slug,
    (name) => parseNameParts(name).key === key,
    () => true,
  ];
  for (const isLike of levels) {
    for (const group of groups) {
      const names = group.flatMap(
        ({ traits }) => cleanDisplayName(traits.display_name ?? "") ?? [],
      );
      const [most] = countOccurrencesByValue(
        names.filter((stated) => isHumanWrittenName(stated) && isLike(stated)),
      );
      if (most !== undefined) return most.value;
    }
  }
  return toDisplayNameFromId(getItemAt(mentions, 0).parts.plain);
}

/**
 * The day on which the lab's own host stops selling the model, from the sources that record such days: the day of its
 * undated name, or else the last day of its snapshots if each of them has one. The end of a preview is not the end of
 * the model. Nothing ends before its release. A source may lag and list the model after the end in the lab's notice, so
 * the day on which it was first seen limits only days that neither a notice nor a person states.
 */
function retirementOf(
  { slug, release_date }: Model,
  firstSeen: string | null,
  mentions: readonly ResolvedClaim[],
  ownHosts: readonly string[],
): string | null {
  const endOf = ({ traits, isNotice, source }: ModelClaim) => {
    const day = traits.retirement_date;
    const isAnnounced = isNotice || source === "operator";
    const since = isAnnounced ? release_date : latest([firstSeen, release_date]);
    return day !== null && day > (since ?? "") ? day : null;
  };
  const isRead = ({ source, host }: ModelClaim) => source === "operator" && host === null;
  const byPerson = latest(mentions.filter(isRead).map(endOf));
  if (byPerson !== null) return byPerson;
  const own = mentions.filter(({ host }) => host !== null && ownHosts.includes(host));
  const recorders = new Set(own.flatMap((one) => (endOf(one) ? one.source : [])));
  // A source that reports only ends says nothing about continuing snapshots, so all that list them count.
  const isOfAll = own.some((one) => one.isNotice && endOf(one) !== null);
  const reported = own.filter(({ source }) => isOfAll || recorders.has(source));
  const normalized = reported.filter((one) => one.step !== "tag" && !isPreviewOf(slug, one));
  const ids = normalized.length > 0 ? normalized : reported;
  const undated = latest(ids.filter(hasBareModelName).map(endOf));
  if (undated !== null) return undated;
  const snapshots = groupBy(
    ids.filter((id) => !hasBareModelName(id)),
    ({ parts }) => [parts.key, ...parts.settings].join(" "),
  );
  const ends = [...snapshots.values()].map((same) => latest(same.map(endOf)));
  return ends.includes(null) ? null : latest(ends);
}

const UNFINISHED = new Set(["preview", "exp", "experimental", "alpha", "beta"]);

/** An id such as `…-exp-03-25` may count as the model's own name, but its end is not the end of the model. */
const isPreviewOf = (slug: string, { parts }: ResolvedClaim): boolean => {
  const own = new Set(slug.split("-"));
  return parts.plain.split("-").some((word) => UNFINISHED.has(word) && !own.has(word));
};

/** Null if no day is known. */
const latest = (days: readonly (string | null)[]): string | null =>
  days
    .flatMap((day) => day ?? [])
    .sort(compareByCodePoint)
    .at(-1) ?? null;

/** Keeps the recorded value of an undecided trait, unless unobjected claims are split or a rule objects to it. */
function pick(before: unknown, { value, counts, objected }: TraitDecision): unknown {
  if (value !== null) return value;
  const isObjected = (one: unknown) => objected.some((other) => `${other}` === `${one}`);
  const isSplit = counts.some((one) => !isObjected(one.value));
  return isSplit || isObjected(before) ? null : before;
}

/**
 * A recorded model updated by today's claims: slug and lab stay, the name is only respelled as its maker writes it.
 * @param corrections What an upstream repeats wrongly every day is no news.
 */
export function updateModel(
  recorded: Model,
  { model: claimed, decisions }: ReturnType<typeof toModelFromClaims>,
  corrections: readonly SourceCorrection[],
): Model {
  const own = corrections.filter(({ kind, key }) => kind === "model" && key === recorded.slug);
  const model = withoutUnstated(recorded, own);
  const decided = applyModelTraits({ ...model, ...withClaimed(model, claimed) }, (name) => {
    const before = getRecordedTrait(model, name);
    const decision = decisions[name];
    if (
      name === "release_date" &&
      decision.source !== "operator" &&
      !isCorrectedDay(before, decision)
    )
      return before ?? decision.value;
    return Array.isArray(before) && before.length === 0
      ? (decision.value ?? [])
      : (pick(before, decision) ?? (Array.isArray(before) ? [] : null));
  });
  const name = toReadableModelName(model.name);
  const next = removeImpossibleMaxOutput({ ...withType(decided), name });
  const [corrected = next] = applySourceCorrections(own, [next]).models;
  const right = endsBeforeRelease(corrected) ? { ...corrected, ...datesOf(model) } : corrected;
  const byPerson = Object.fromEntries(own.map(({ field }) => [field, "operator"]));
  const sources = findSourceOfEachTrait(right, claimed, model, { ...corrected, sources: byPerson });
  return { ...right, sources };
}

/**
 * An upstream may stop describing a model, so what it stated is kept. A value whose source is unknown, or that neither a
 * row nor a correction of the operator states any more, is not kept.
 */
function withoutUnstated(model: Model, own: readonly SourceCorrection[]): Model {
  const isKept = (field: string) => {
    const source = model.sources?.[field] ?? "operator";
    return source !== "operator" || own.some((one) => one.field === field);
  };
  const fields = UNKNOWN_FIELDS.map((field) => [field, isKept(field) ? model[field] : null]);
  return applyModelTraits({ ...model, ...Object.fromEntries(fields) }, (name) => {
    const value = getRecordedTrait(model, name);
    if (isKept(FIELD_AND_PRIORITY_BY_TRAIT[name][0])) return value;
    return Array.isArray(value) ? [] : null;
  });
}

/**
 * A past day usually does not change: upstreams differ about it by how they count previews and snapshots. A day that no
 * source states any more was an error, if all claims, at least three, agree on another day that is not later by more
 * than `MAX_RELEASE_SPAN_DAYS`.
 */
function isCorrectedDay(before: unknown, { value, counts }: TraitDecision): boolean {
  const [most, ...others] = counts;
  return (
    most !== undefined &&
    most.claims >= 3 &&
    others.length === 0 &&
    daysBetween(String(before), String(value)) <= MAX_RELEASE_SPAN_DAYS
  );
}

/** Nullable fields as the claims state them; a field that no claim states is kept, except `replacement`. */
function withClaimed(before: Model, claimed: Model): Partial<Model> {
  const fields = UNKNOWN_FIELDS.map((name) => [name, claimed[name] ?? before[name]]);
  return { ...Object.fromEntries(fields), replacement: claimed.replacement };
}

/** If the release date and the retirement date contradict each other, the recorded ones are kept. */
const endsBeforeRelease = ({ release_date, retirement_date }: Model): boolean =>
  release_date !== null && retirement_date !== null && retirement_date <= release_date;

const datesOf = ({ release_date, retirement_date }: Model) => ({ release_date, retirement_date });
