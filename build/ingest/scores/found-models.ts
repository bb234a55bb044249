/** Names that benchmarks tested and no host sells (`llama-2-70b`) → models of their own, where their lab is known. Pure. */

import { countValues, findMostFrequentUnlessTied } from "../../identity/frequency.ts";
import { type LabOfNameFinder, UNKNOWN_LAB } from "../../identity/labs.ts";
import { buildCanonicalModels } from "../../identity/model-set.ts";
import {
  createModelNameResolver,
  type ModelNameResolver,
  type NameResolverFacts,
} from "../../identity/resolver.ts";
import { compareByCodePoint, groupBy } from "../../schema/collections.ts";
import type { ModelAlias } from "../../schema/editorial.ts";
import { Model } from "../../schema/model.ts";
import { toNullFields, toSlug } from "../../schema/values.ts";
import type { ScoreListing } from "../../sources/listing.ts";

interface BenchmarkedModels {
  models: Model[];
  /** Ties the names that founded these models to them. */
  resolver: ModelNameResolver;
}

/** @param listings Scores that no existing model fits. */
export function createModelsFromScores(
  listings: readonly ScoreListing[],
  aliases: readonly ModelAlias[],
  labs: LabOfNameFinder,
): BenchmarkedModels {
  const byName = groupBy(listings, ({ modelName }) => modelName);
  const mentions = [...byName].sort(([a], [b]) => compareByCodePoint(a, b)).map(toMention);
  const models: Model[] = [];
  const ids: NameResolverFacts["ids"][number][] = [];
  for (const { slug, mentions: names } of buildCanonicalModels(mentions, aliases)) {
    const tested = names.flatMap(({ name }) => byName.get(name) ?? []);
    const lab = labs.labOf(slug, makersOf(tested));
    if (lab === UNKNOWN_LAB || !isKnown(tested)) continue;
    models.push(toModel(slug, lab, tested));
    ids.push(...names.map(({ name }) => ({ model: slug, model_id: name })));
  }
  return { models, resolver: createModelNameResolver({ models, ids, aliases }) };
}

function toMention([name, [first]]: [string, ScoreListing[]]) {
  return {
    host: first?.source ?? null,
    name,
    display_name: first?.display_name ?? null,
    is_open_source: first?.is_open_source ?? null,
  };
}

/**
 * A bare name in a paper's table may be anything. Somebody must have recorded who made it or when, or
 * have run it himself.
 */
const isKnown = (listings: readonly ScoreListing[]): boolean =>
  listings.some(
    ({ maker, release_date, self_reported }) =>
      maker !== null || release_date !== null || self_reported === false,
  );

const makersOf = (listings: readonly ScoreListing[]): string[] => [
  ...new Set(listings.flatMap(({ maker }) => (maker === null ? [] : [toSlug(maker)]))),
];

function toModel(slug: string, lab: string, listings: readonly ScoreListing[]): Model {
  const dated = listings.filter(({ release_date }) => release_date !== null);
  const days = dated.flatMap(({ release_date }) => release_date ?? []).sort(compareByCodePoint);
  const recorded = listings.map(({ as_of }) => as_of).sort(compareByCodePoint);
  return {
    ...toNullFields(Model),
    slug,
    name: plainestName(listings),
    lab,
    model_type: "text",
    is_open_source: findMostFrequentUnlessTied(countValues(openWeightsOf(listings))),
    release_date: days[0] ?? null,
    input_modalities: [],
    output_modalities: [],
    supports: toNullFields(Model.shape.supports),
    links: toNullFields(Model.shape.links),
    source: (dated[0] ?? listings[0])?.source ?? "",
    as_of: recorded.at(-1) ?? "",
  };
}

/** One word for each name that a source gives the model, however many tests it tells of. */
const openWeightsOf = (listings: readonly ScoreListing[]): boolean[] =>
  [...groupBy(listings, ({ source, modelName }) => `${source} ${modelName}`).values()].flatMap(
    (own) => own.flatMap(({ is_open_source }) => is_open_source ?? []).slice(0, 1),
  );

/** An upstream's display name, else the shortest spelling of an upstream that also dates the model. */
function plainestName(listings: readonly ScoreListing[]): string {
  const shown = listings.flatMap(({ display_name }) => display_name ?? []);
  const plain = shown.filter((name) => !name.includes("("));
  const dated = listings.filter(({ release_date }) => release_date !== null);
  const written = dated.length > 0 ? dated : listings;
  const names = plain.length > 0 ? plain : written.map(({ modelName }) => toBareName(modelName));
  return names.sort((a, b) => a.length - b.length || compareByCodePoint(a, b))[0] ?? "";
}

/** `moonshotai/kimi-k1-2025-01-20` → `kimi-k1` */
const toBareName = (name: string): string =>
  (name.split("/").at(-1) ?? name).replace(/-20\d{2}-\d{2}-\d{2}$/, "");
