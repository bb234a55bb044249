/** Applies the current naming rules and declared names to the facts. Pure; a second run changes nothing. */

import { toSlug } from "../cost/rates.ts";
import type { Facts, FactWithFileName } from "../facts/kinds.ts";
import { countOccurrencesByValue, groupBy } from "../schema/collections.ts";
import { parseNameParts } from "./canonical-key.ts";
import { findModelsOfReassignedIds, toHostModelIdKey } from "./host-ids.ts";
import { createLabFinderByModelName, UNKNOWN_LAB } from "./labs.ts";
import { createServiceTierFinder } from "./offer-terms.ts";
import { ModelNameIndex } from "./resolver.ts";

type FiledModel = FactWithFileName<"models">;
type Offer = FactWithFileName<"offers">;
type Score = FactWithFileName<"scores">;

export function normalizeFactsByNamingRules(facts: Facts): Facts {
  const joins = declaredJoins(facts);
  const rename = (slug: string): string => joins.get(slug) ?? slug;
  const offers = normalizeOffers(facts, rename);
  const scores = uniqueScores(facts.scores.map((row) => withModel(row, rename(row.model))));
  const models = withMakers(joinModels(facts.models, rename), offers, facts);
  const joined = { ...facts, models, offers, scores, ...renameAttention(facts, rename) };
  const orphans = new Set(findOrphanModels(joined));
  const normalized = { ...joined, models: models.filter(({ slug }) => !orphans.has(slug)) };
  const tierOf = createServiceTierFinder(normalized, offers);
  const tiered = offers.map((row) => {
    const service_tier = tierOf(row.file, row.model_id, row.model);
    return service_tier === row.service_tier ? row : { ...row, service_tier };
  });
  return { ...normalized, offers: tiered };
}

/** Slug of a listed model → the slug of the model that an alias declares it to be. */
function declaredJoins({ models, modelAliases }: Facts): ReadonlyMap<string, string> {
  const listed = new Set(models.map(({ slug }) => slug));
  return new Map(
    modelAliases
      .map(({ alias, model }) => [toSlug(alias), model] as const)
      .filter(([slug, model]) => slug !== model && listed.has(slug)),
  );
}

/** Of models that are the same, the one with the final slug is kept; the others fill its empty fields. */
function joinModels(models: readonly FiledModel[], rename: (slug: string) => string): FiledModel[] {
  const joined = groupBy(models, ({ slug }) => rename(slug));
  return models
    .filter(({ slug }) => rename(slug) === slug)
    .map((model) =>
      (joined.get(model.slug) ?? []).filter((other) => other !== model).reduce(filled, model),
    );
}

function filled<T extends object>(row: T, other: T): T {
  const fields = Object.entries(row).map(([name, value]) => {
    const more = other[name as keyof T];
    if (isRecord(value) && isRecord(more)) return [name, filled(value, more)];
    const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
    return [name, isEmpty ? more : value];
  });
  return Object.fromEntries(fields) as T;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** An alias or a reassigned name applies only to that exact id; every other id stays with its model. */
function normalizeOffers(facts: Facts, rename: (slug: string) => string): Offer[] {
  const index = new ModelNameIndex(facts.modelAliases);
  const moving = findModelsOfReassignedIds(facts.movingNames);
  return facts.offers.map((row) => {
    const { file: host, model_id: id } = row;
    const declared = index.findAlias(id, parseNameParts(id), host)?.model;
    return withModel(row, moving.get(toHostModelIdKey(host, id)) ?? declared ?? rename(row.model));
  });
}

const withModel = <T extends { model: string }>(row: T, model: string): T =>
  row.model === model ? row : { ...row, model };

/** Two spellings of one run become one row, the first. */
const uniqueScores = (scores: readonly Score[]): Score[] =>
  [
    ...groupBy(scores, ({ file, model, configuration, source, source_url }) =>
      [file, model, configuration, source, source_url].join("\n"),
    ).values(),
  ].flatMap((same) => same.slice(0, 1));

/** Moves attention counts to the joined model; a count of its own is kept, because both may include the same people. */
const renameAttention = (
  { attention, mindshare }: Facts,
  rename: (slug: string) => string,
): Pick<Facts, "attention" | "mindshare"> => ({
  attention: renamed(attention, rename, (row) => (row.entity_type === "model" ? row.slug : null)),
  mindshare: renamed(mindshare, rename, ({ file, day, slug, source }) =>
    file === "model" ? `${day} ${slug} ${source}` : null,
  ),
});

/** Moves rows of a model to its current slug, unless their key is taken there. @param keyOf Null: not of a model. */
function renamed<Row extends { slug: string }>(
  rows: readonly Row[],
  rename: (slug: string) => string,
  keyOf: (row: Row) => string | null,
): Row[] {
  const taken = new Set(rows.map(keyOf));
  return rows.flatMap((row) => {
    const slug = rename(row.slug);
    if (keyOf(row) === null || slug === row.slug) return [row];
    const next = { ...row, slug };
    const key = keyOf(next);
    if (taken.has(key)) return [];
    taken.add(key);
    return [next];
  });
}

/** Without a rule or a folder that names a maker, the recorded maker stays. */
function withMakers(
  models: readonly FiledModel[],
  offers: readonly Offer[],
  { labPrefixes }: Facts,
): FiledModel[] {
  const labs = createLabFinderByModelName(labPrefixes);
  const sold = groupBy(offers, ({ model }) => model);
  return models.map((model) => {
    const ids = sold.get(model.slug) ?? [];
    const folders = ids.flatMap(({ model_id }) => parseNameParts(model_id).maker ?? []);
    const makers = countOccurrencesByValue(folders).map(({ value }) => value);
    const found = labs.labOf(model.slug, makers);
    const lab = found === UNKNOWN_LAB && !labs.isOther(model.slug) ? model.lab : found;
    const base_model = labs.baseOf(model.slug);
    return lab === model.lab && base_model === model.base_model
      ? model
      : { ...model, lab, base_model };
  });
}

/** Slugs of models without an offer, a score or a release date; models of reassigned names are kept. */
export function findOrphanModels(
  facts: Pick<Facts, "models" | "offers" | "scores" | "movingNames">,
): string[] {
  const { models, offers, scores, movingNames } = facts;
  const named = new Set([...offers, ...scores, ...movingNames].map(({ model }) => model));
  const orphans = models.filter((model) => !named.has(model.slug) && model.release_date === null);
  return orphans.map(({ slug }) => slug);
}
