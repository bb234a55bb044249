/** Matches today's claims to models, and returns the updated models and the new ones. Pure. */

import { toSlug } from "../../cost/rates.ts";
import type { Facts } from "../../facts/kinds.ts";
import { parseNameParts } from "../../identity/canonical-key.ts";
import { toHostModelIdKey } from "../../identity/host-ids.ts";
import {
  buildCanonicalModels,
  type ResolvedUpstreamMention,
  type UpstreamModelMention,
} from "../../identity/model-set.ts";
import { ModelNameIndex } from "../../identity/resolver.ts";
import { LATEST_ALIAS_SUFFIX } from "../../identity/terms.ts";
import type { FactChange } from "../../rules/changes.ts";
import { countOccurrencesByValue, groupBy } from "../../schema/collections.ts";
import { isMaxOutputInContext, type Model } from "../../schema/model.ts";
import { NO_HOST } from "../../schema/rule.ts";
import type { ModelListing, ModelTraits, RejectedRow } from "../../sources/listing.ts";
import { countMonthsSinceReading, toRecordedRows } from "../fact-rows.ts";
import type { FactMergeContext, OffersOfSource } from "../run.ts";
import {
  addKnowledgeCutoffShares,
  addNameableInputs,
  applyModelTraits,
  type DecisionByTrait,
  FIELD_AND_PRIORITY_BY_TRAIT,
  findOutvotedTraits,
  findSourceOfEachTrait,
  getModelFieldAtPath,
  getRecordedTrait,
  getStatedTrait,
  MODEL_TRAIT_NAMES,
  type ModelClaim,
  type ResolvedClaim,
  type StatedTraitName,
} from "./claims.ts";
import { toModelFromClaims, updateModel } from "./model-from-claims.ts";
import {
  mergeStatedTraitsAcrossPages,
  parseStatedTraitsRow,
  type StatedTraitsRow,
} from "./stated-traits.ts";

interface ModelDescriptionInput extends FactMergeContext {
  /** What all sources state of models, after today's answers. */
  stated: readonly StatedTraitsRow[];
}

export function decideModelUpdates(input: ModelDescriptionInput) {
  const { facts, labs, judge, day } = input;
  const placed = matchNamesToModels(claimsOf(input), facts);
  const known = new Map<string, Model>(facts.models.map((model) => [model.slug, model]));
  const labOf = (slug: string, own: readonly ResolvedClaim[]) => {
    const makers = countOccurrencesByValue(own.flatMap(({ parts }) => parts.maker ?? []));
    return (
      known.get(slug)?.lab ??
      labs.labOf(
        slug,
        makers.map(({ value }) => value),
      )
    );
  };
  const mentions = withTestsAndNotices(placed, input);
  addKnowledgeCutoffShares(mentions, labOf);
  addNameableInputs(mentions);
  const firstSeen = firstSeenOf(facts);
  const next = new Map(known);
  const changes: FactChange[] = [];
  const splits: ReturnType<typeof findOutvotedTraits> = [];
  const rejected = findPagesAboutMovingNames(input);
  for (const [slug, claims] of mentions) {
    const of = { slug, lab: labOf(slug, claims), firstSeen: firstSeen.get(slug) ?? null };
    const claimed = toModelFromClaims(of, claims, facts.providers, judge.rules);
    const { decisions } = claimed;
    const before = known.get(slug);
    const after = before ? updateModel(before, claimed, facts.corrections) : claimed.model;
    next.set(slug, after);
    if (before) changes.push(...changesOf(before, after, claims, decisions, mentions.size));
    splits.push(...findOutvotedTraits(slug, decisions));
    rejected.push(...findRejectedValues(slug, claims, decisions, day));
  }
  const models = toRecordedRows(next, known, judge.judge(changes), day, withKept);
  return { ...placed, mentions, models, splits, rejected };
}

/**
 * Removes what a source lists too much of at once: new models (ids at hosts, and records without a host), new hosts, new
 * ids of one model at one host, and ids that moved from host to host. A new host may sell many models that nobody else
 * sells, so those of one new host are not counted. At its first reading, a source may list any number.
 */
export function holdUnusualNumberOfNewListings(
  lists: readonly OffersOfSource[],
  records: readonly ModelListing[],
  { facts, ledger, judge, day }: Pick<FactMergeContext, "facts" | "ledger" | "judge" | "day">,
) {
  const known = new Set(facts.offers.map(({ file, model_id }) => toHostModelIdKey(file, model_id)));
  const models = new Set(facts.models.map(({ slug }) => slug));
  const hosts = new Set(facts.offers.map(({ file }) => file));
  const keyOfRecord = (name: string) => toHostModelIdKey(NO_HOST, name);
  const ids = lists.flatMap(({ listed }) => listed.filter(({ key }) => !known.has(key)));
  const { mentions } = matchNamesToModels(
    [
      ...ids.map((one) => ({ ...one, name: one.modelId })),
      ...records.map((one) => ({ ...one, key: keyOfRecord(one.name), host: null })),
    ],
    facts,
  );
  const fresh = [...mentions].flatMap(([slug, own]) =>
    own.map(({ key, name, source, host }) => ({ slug, key, name, source, host })),
  );
  const alike = {
    slug: groupBy(fresh, ({ slug }) => slug),
    key: groupBy(fresh, ({ key }) => key),
  };
  const toChanges = (
    ones: typeof fresh,
    by: keyof typeof alike,
    known: Record<string, number>,
  ): FactChange[] =>
    ones.map((one) => {
      const { key, source } = one;
      const stated = alike[by].get(one[by])?.map((other) => other.source) ?? [];
      const change = { kind: "offer", key, field: "row", source, stated } as const;
      return { ...change, before: null, after: "listed", known };
    });
  const changes = [...groupBy(fresh, ({ source }) => source)].flatMap(([source, all]) => {
    const months = countMonthsSinceReading(source, { facts, day });
    const atHosts = all.filter(({ host }) => host !== null);
    const atNewHosts = atHosts.filter(({ host }) => !hosts.has(host ?? ""));
    const newHosts = countOccurrencesByValue(atNewHosts.map(({ host }) => host));
    const [largest] = newHosts;
    const own = all.filter(({ host, slug }) => !models.has(slug) && host !== largest?.value);
    const newModels = new Set(own.map(({ slug }) => slug)).size / months;
    const ofModels = groupBy(atHosts, ({ host, slug }) => `${host} ${slug}`);
    const whole = lists.filter((list) => list.source === source && !list.isPartial);
    const listed = new Set(whole.flatMap((list) => list.listed.map(({ key }) => key)));
    const dropped = new Set(
      facts.prices.flatMap(({ source: of, file, model_id }) => {
        if (of !== source || whole.length === 0) return [];
        const key = toHostModelIdKey(file, model_id);
        return ledger.isListed(source, key) && !listed.has(key) ? model_id : [];
      }),
    );
    const moved = atHosts.filter(({ name, host }) => dropped.has(name) && hosts.has(host ?? ""));
    return [
      ...toChanges(own, "slug", { newModels }),
      ...toChanges(atNewHosts, "key", { newHosts: newHosts.length / months }),
      ...[...ofModels.values()].flatMap((same) =>
        toChanges(same, "key", { newIds: same.length / months }),
      ),
      ...[...groupBy(moved, ({ host }) => host).values()].flatMap((same) =>
        toChanges(same, "key", { movedIds: same.length }),
      ),
    ];
  });
  const held = judge.judge(changes);
  const isHeld = (key: string, source: string) =>
    held.get(key)?.some((one) => one.source === source);
  return {
    lists: lists.map(({ listed, ...list }) => ({
      ...list,
      listed: listed.filter(({ key, source }) => !isHeld(key, source)),
    })),
    records: records.filter(({ name, source }) => !isHeld(keyOfRecord(name), source)),
  };
}

type Named = Pick<Facts, "models" | "offers" | "modelAliases">;

/** Matches today's names to models: known ids keep their model, and others are matched by name. */
export function matchNamesToModels<M extends UpstreamModelMention>(
  claims: readonly M[],
  facts: Named,
) {
  const current = new Map(
    facts.offers.map((row) => [toHostModelIdKey(row.file, row.model_id), row.model] as const),
  );
  const known = new Set(facts.models.map(({ slug }) => slug));
  /** Slug → today's mentions of the model. */
  const mentions = new Map<string, ResolvedUpstreamMention<M>[]>();
  /** Key of a host's id → its model. */
  const modelOf = new Map(current);
  for (const model of buildCanonicalModels(claims, facts.modelAliases, currentNames(facts)))
    for (const mention of model.mentions) {
      const key = toHostModelIdKey(mention.host ?? "", mention.name);
      const own = toSlug(mention.parts.plain);
      const isOwn = mention.host === null && mention.step !== "alias" && known.has(own);
      const slug = current.get(key) ?? (isOwn ? own : model.slug);
      modelOf.set(key, slug);
      mentions.set(slug, [...(mentions.get(slug) ?? []), mention]);
    }
  return { mentions, modelOf };
}

/** Models with the names that lead to them, for the matching; their own names come first. */
function currentNames({ models, offers, modelAliases }: Named) {
  const aliases = new ModelNameIndex(modelAliases);
  // Ids with extra words are left out: they are matched again, as when they were new. Ids with an alias are left out
  // because their key says nothing about their model.
  const plain = offers.filter(({ model_id, file }) => {
    const parts = parseNameParts(model_id);
    return parts.droppable.length === 0 && !aliases.findAlias(model_id, parts, file);
  });
  const ids = groupBy(plain, ({ model }) => model);
  return models.flatMap(({ slug: model }) => [
    { model, name: model },
    ...(ids.get(model) ?? []).map(({ model_id: name }) => ({ model, name })),
  ]);
}

/** The values in new or changed statements of today to which a rule about traits objects. */
function findRejectedValues(
  slug: string,
  claims: readonly ModelClaim[],
  decisions: DecisionByTrait,
  day: string,
): RejectedRow[] {
  const rows = MODEL_TRAIT_NAMES.flatMap((name) =>
    claims.flatMap(({ traits, source, as_of }): RejectedRow[] => {
      const value = as_of === day ? getStatedTrait(traits, name) : null;
      if (value === null || !decisions[name].objected.some((one) => isSame(one, value))) return [];
      const [field] = FIELD_AND_PRIORITY_BY_TRAIT[name];
      const reason = "a rule for this property in data/rules.csv rejects the value";
      return [{ source, place: "models", value: `${slug} ${field}: ${String(value)}`, reason }];
    }),
  );
  return [...new Map(rows.map((row) => [`${row.source} ${row.value}`, row])).values()];
}

/** All decided properties: their name in claims, and their field in the model. */
const PROPERTIES: readonly (readonly [trait: StatedTraitName, field: string])[] = [
  ...MODEL_TRAIT_NAMES.map((name) => [name, FIELD_AND_PRIORITY_BY_TRAIT[name][0]] as const),
  ["retirement_date", "retirement_date"],
];

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Where a rule about traits objects to the recorded value, another takes its place at once, even if a source still states it. */
function changesOf(
  before: Model,
  after: Model,
  claims: readonly ModelClaim[],
  decisions: DecisionByTrait,
  ofSource: number,
): FactChange[] {
  const { slug: key } = before;
  const changes = PROPERTIES.flatMap(([trait, field]): FactChange[] => {
    const was = getModelFieldAtPath(before, field);
    const now = getModelFieldAtPath(after, field);
    const objected = trait === "retirement_date" ? [] : decisions[trait].objected;
    if ([now, ...objected].some((one) => isSame(one, was))) return [];
    const sourcesOf = (value: unknown) =>
      claims.flatMap(({ traits, source }) =>
        isSame(getStatedTrait(traits, trait), value) ? [source] : [],
      );
    const sources = [...new Set(sourcesOf(now))];
    return [
      {
        kind: "model",
        key,
        field,
        before: was,
        after: now,
        ofSource,
        source: sources[0] ?? after.source,
        stated: sources,
        known: { ...before },
        opposed: was === null ? [] : sourcesOf(was).filter((one) => !sources.includes(one)),
      },
    ];
  });
  const modalities = changes.find(({ field }) => field === "output_modalities");
  if (before.model_type === after.model_type || modalities === undefined) return changes;
  const was = before.model_type;
  const now = after.model_type;
  return [...changes, { ...modalities, field: "model_type", before: was, after: now }];
}

/**
 * The model with the old values of held fields. With the old model type, the old output modalities are kept too, and with
 * an old ability its parameters. If one kept limit does not fit the other, both old limits are kept.
 */
function withKept(next: Model, before: Model, fields: ReadonlySet<string>): Model {
  const isTyped = fields.has("model_type");
  const isKept = (field: string) => fields.has(field) || (isTyped && field === "output_modalities");
  const { reasoning_options, supported_parameters } = before;
  const keepsAbility = isKept("supports.tools") || isKept("supports.reasoning");
  const base = keepsAbility ? { ...next, reasoning_options, supported_parameters } : next;
  const right = applyModelTraits(base, (name) =>
    getRecordedTrait(isKept(FIELD_AND_PRIORITY_BY_TRAIT[name][0]) ? before : next, name),
  );
  if (isTyped) right.model_type = before.model_type;
  if (fields.has("retirement_date")) right.retirement_date = before.retirement_date;
  const { context_window, max_output_tokens } = before;
  const fitting = isMaxOutputInContext(right)
    ? right
    : { ...right, context_window, max_output_tokens };
  return { ...fitting, sources: findSourceOfEachTrait(fitting, next, before) };
}

/** One claim for each id that a source lists, and for each name under which it describes a model. */
function claimsOf({ facts, stated, lists, day }: ModelDescriptionInput): ModelClaim[] {
  const moving = movingDays(facts);
  const recorded = new Set(facts.offers.map((row) => toHostModelIdKey(row.file, row.model_id)));
  const fresh = lists.flatMap(({ listed }) => listed.filter(({ key }) => !recorded.has(key)));
  // The model of a recorded id is recorded too, and must not depend on which sources answered today.
  const declared = new Map(fresh.map(({ key, declaredModel }) => [key, declaredModel]));
  const isOfMovingName = movingNameFinder(facts);
  return mergeStatedTraitsAcrossPages(stated).flatMap((row) => {
    const { kind, host, name, file: source } = row;
    if (kind === "test" || kind === "notice" || isOfMovingName(row)) return [];
    const past = pastTraits(parseStatedTraitsRow(row), day);
    const since = host === null ? undefined : moving.get(toHostModelIdKey(host, name));
    // What was stated before the name was reassigned describes the earlier model.
    if (since !== undefined && row.as_of < since) return [];
    const isMoving = since !== undefined || (host !== null && LATEST_ALIAS_SUFFIX.test(name));
    const traits = isMoving ? { ...past, release_date: null, knowledge_cutoff: null } : past;
    const claim = { host, name, source, traits, as_of: row.as_of };
    const declaredModel = declared.get(toHostModelIdKey(host ?? "", name));
    return [declaredModel === undefined ? claim : { ...claim, declaredModel }];
  });
}

/**
 * Reassigned names, with the newest day of a reassignment (`""`: from the start). Dates stated for them belong to the
 * name, not to the model.
 */
function movingDays({ movingNames }: Pick<Facts, "movingNames">): ReadonlyMap<string, string> {
  const days = new Map<string, string>();
  for (const { host, model_id, since } of movingNames) {
    const key = toHostModelIdKey(host, model_id);
    if ((since ?? "") >= (days.get(key) ?? "")) days.set(key, since ?? "");
  }
  return days;
}

/** Whether a row is a record under a reassigned name; it describes what the name meant at some time. */
function movingNameFinder({ movingNames }: Pick<Facts, "movingNames">) {
  const lastPart = (name: string) => name.slice(name.lastIndexOf("/") + 1).toLowerCase();
  const moved = new Set(movingNames.map(({ model_id }) => lastPart(model_id)));
  return ({ kind, name }: StatedTraitsRow) => kind === "record" && moved.has(lastPart(name));
}

/** What a person read today about a reassigned name is not used; the report says so. */
function findPagesAboutMovingNames({ facts, stated, day }: ModelDescriptionInput): RejectedRow[] {
  const isOfMovingName = movingNameFinder(facts);
  return stated.flatMap((row) => {
    const { file: source, name: value, as_of } = row;
    if (source !== "operator" || as_of !== day || !isOfMovingName(row)) return [];
    const reason =
      "this name means different models over time (data/aliases/moving.csv): write the name of the model itself";
    return [{ source, place: "models.csv", value, reason }];
  });
}

/** Model → first day on which a source listed it at any host, under an id that was never reassigned. */
function firstSeenOf({ offers, prices, movingNames }: Facts): Map<string, string> {
  const models = new Map(
    offers.map((row) => [toHostModelIdKey(row.file, row.model_id), row.model]),
  );
  for (const key of movingDays({ movingNames }).keys()) models.delete(key);
  const first = new Map<string, string>();
  for (const { file, model_id, recorded } of prices) {
    const model = models.get(toHostModelIdKey(file, model_id)) ?? "";
    if (recorded < (first.get(model) ?? "9")) first.set(model, recorded);
  }
  return first;
}

/** Adds tests and notices, which create no model; a source's tests only if it does not describe the model itself. */
function withTestsAndNotices(
  { mentions, modelOf }: ReturnType<typeof matchNamesToModels<ModelClaim>>,
  { facts, stated, resolver }: ModelDescriptionInput,
): Map<string, ResolvedClaim[]> {
  const known = new Set([...facts.models.map(({ slug }) => slug), ...mentions.keys()]);
  const all = new Map([...mentions].map(([slug, claims]) => [slug, [...claims]]));
  for (const row of stated.filter(({ kind }) => kind === "test" || kind === "notice")) {
    const { file: source, host, name, display_name } = row;
    const isNotice = row.kind === "notice";
    const own = isNotice ? modelOf.get(toHostModelIdKey(host ?? "", name)) : undefined;
    const found = own
      ? { model: own, step: "strict" as const }
      : resolver.resolve({ name, display_name, source: host ?? source });
    if (found === undefined || !known.has(found.model)) continue;
    const { model, step } = found;
    const isDescribed = ({ host: seller, source: other }: ModelClaim) =>
      seller === null && other === source;
    if (!isNotice && mentions.get(model)?.some(isDescribed)) continue;
    const claim = { host, name, source, as_of: row.as_of, traits: parseStatedTraitsRow(row) };
    const mention = { ...claim, isNotice, parts: parseNameParts(name), step };
    all.set(model, [...(all.get(model) ?? []), mention]);
  }
  return all;
}

/** Removes days after today: they cannot be a release or a knowledge cutoff. */
function pastTraits(traits: ModelTraits, day: string): ModelTraits {
  const past = (date: string | null) => (date !== null && date > day ? null : date);
  const { release_date, knowledge_cutoff } = traits;
  return { ...traits, release_date: past(release_date), knowledge_cutoff: past(knowledge_cutoff) };
}
