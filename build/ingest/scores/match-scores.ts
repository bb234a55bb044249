/** Scores of all upstreams → rows of `data/scores/`, the models they need, and what was left out. Pure. */

import { toSlug } from "../../cost/rates.ts";
import { formatFactCell } from "../../facts/format.ts";
import { FACT_KINDS, type Facts } from "../../facts/kinds.ts";
import { type LabFinder, UNKNOWN_LAB } from "../../identity/labs.ts";
import { buildCanonicalModels } from "../../identity/model-set.ts";
import {
  createModelNameResolver,
  type ModelNameResolver,
  type NameResolverFacts,
  type ResolvedName,
} from "../../identity/resolver.ts";
import type { Benchmark, ScoreFact } from "../../schema/benchmark.ts";
import {
  compareByCodePoint,
  countValues,
  findMostCountedUnlessTied,
  getItemAt,
  groupBy,
} from "../../schema/collections.ts";
import type { ModelAlias, SourceBenchmarkName } from "../../schema/editorial.ts";
import { Model } from "../../schema/model.ts";
import { toNullsOfNullableFields } from "../../schema/values.ts";
import type { ListedScore, RejectedRow } from "../../sources/listing.ts";
import { formatScoreConfiguration, THINKING_NOT_STATED } from "../../sources/parse/scores.ts";
import { applySourceCorrections } from "../corrections.ts";

/** Names a score among those of its benchmark. */
export const toScoreKey = (score: ScoreFact): string =>
  FACT_KINDS.scores.key.map((field) => formatFactCell(score[field])).join("\n");

/** What is known before the scores come in. */
export interface ScoreMatchContext {
  resolver: ModelNameResolver;
  labs: LabFinder;
  /** Slugs that exist, so that no new model takes one of them. */
  slugs: ReadonlySet<string>;
  benchmarks: readonly Benchmark[];
  benchmarkAliases: readonly SourceBenchmarkName[];
  modelAliases: readonly ModelAlias[];
}

interface MergedScores {
  /** Benchmark slug → its rows. */
  scores: ReadonlyMap<string, ScoreFact[]>;
  /** Models without an offer, to be created. */
  models: Model[];
  rejected: RejectedRow[];
}

export function mergeBenchmarkScores(
  listings: readonly ListedScore[],
  context: ScoreMatchContext,
): MergedScores {
  const rejected: RejectedRow[] = [];
  const findBenchmark = createBenchmarkFinder(context.benchmarks, context.benchmarkAliases);
  const known = listings.filter((listing) => {
    const isKnown = findBenchmark(listing.source, listing.benchmark) !== undefined;
    if (!isKnown) rejected.push(reject(listing, "data/benchmarks has no such benchmark"));
    return isKnown;
  });
  const { found, models } = resolveNames(known, context);
  const rows = groupBy(known, ({ source, benchmark }) => findBenchmark(source, benchmark)?.slug);
  for (const listing of known)
    if (!found.has(nameKey(listing)))
      rejected.push(
        reject(listing, "the catalogue has no such model, and too little is known to add it"),
      );
  const scores = new Map<string, ScoreFact[]>();
  for (const benchmark of context.benchmarks) {
    const own = (rows.get(benchmark.slug) ?? []).flatMap((listing) => {
      const resolution = found.get(nameKey(listing));
      return resolution ? [toScoreFact(listing, resolution)] : [];
    });
    const { kept, dropped } = uniqueScores(own, benchmark);
    if (kept.length > 0) scores.set(benchmark.slug, kept);
    rejected.push(...dropped.map((row) => toDuplicate(row, benchmark)));
  }
  const tested = new Set([...scores.values()].flat().map(({ model }) => model));
  return { scores, models: models.filter(({ slug }) => tested.has(slug)), rejected };
}

/** Existing models first; the names that are left over found models where that is safe. */
function resolveNames(listings: readonly ListedScore[], context: ScoreMatchContext) {
  const found = new Map<string, ResolvedName>();
  /** @returns The listings that the resolver knows no model for, or none of these. */
  const unresolved = (
    resolver: ModelNameResolver,
    all: readonly ListedScore[],
    slugs?: Set<string>,
  ) =>
    all.filter((listing) => {
      const { modelName: name, display_name, source } = listing;
      const key = nameKey(listing);
      const resolution = found.get(key) ?? resolver.resolve({ name, display_name, source });
      if (!resolution || slugs?.has(resolution.model) === false) return true;
      found.set(key, resolution);
      return false;
    });
  const unknown = unresolved(context.resolver, listings);
  const founded = createModelsFromScores(unknown, context.modelAliases, context.labs);
  const models = founded.models.filter(({ slug }) => !context.slugs.has(slug));
  unresolved(founded.resolver, unknown, new Set(models.map(({ slug }) => slug)));
  return { found, models };
}

/**
 * Models of names that benchmarks tested and no host sells (`llama-2-70b`), where their lab is known.
 * @param listings Scores that no existing model fits.
 * @returns The models, and a resolver that ties the names that founded them to them.
 */
function createModelsFromScores(
  listings: readonly ListedScore[],
  aliases: readonly ModelAlias[],
  labs: LabFinder,
) {
  const byName = groupBy(listings, ({ modelName }) => modelName);
  const mentions = [...byName]
    .sort(([a], [b]) => compareByCodePoint(a, b))
    .map(([name, listed]) => {
      const traits = getItemAt(listed, 0);
      return { host: traits.source, name, traits };
    });
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

/**
 * A bare name in a paper's table may be anything. Somebody must have recorded who made it or when, or
 * have run it himself.
 */
const isKnown = (listings: readonly ListedScore[]): boolean =>
  listings.some(
    ({ maker, release_date, self_reported }) =>
      maker !== null || release_date !== null || self_reported === false,
  );

const makersOf = (listings: readonly ListedScore[]): string[] => [
  ...new Set(listings.flatMap(({ maker }) => (maker === null ? [] : [toSlug(maker)]))),
];

function toModel(slug: string, lab: string, listings: readonly ListedScore[]): Model {
  const dated = listings.filter(({ release_date }) => release_date !== null);
  const days = dated.flatMap(({ release_date }) => release_date ?? []).sort(compareByCodePoint);
  const recorded = listings.map(({ as_of }) => as_of).sort(compareByCodePoint);
  return {
    ...toNullsOfNullableFields(Model),
    slug,
    name: plainestName(listings),
    lab,
    model_type: "text",
    is_open_source: findMostCountedUnlessTied(countValues(openWeightsOf(listings))),
    release_date: days[0] ?? null,
    input_modalities: [],
    output_modalities: [],
    supports: toNullsOfNullableFields(Model.shape.supports),
    links: toNullsOfNullableFields(Model.shape.links),
    source: (dated[0] ?? listings[0])?.source ?? "",
    as_of: recorded.at(-1) ?? "",
  };
}

/** One word for each name that a source gives the model, however many tests it tells of. */
const openWeightsOf = (listings: readonly ListedScore[]): boolean[] =>
  [...groupBy(listings, ({ source, modelName }) => `${source} ${modelName}`).values()].flatMap(
    (own) => own.flatMap(({ is_open_source }) => is_open_source ?? []).slice(0, 1),
  );

/** An upstream's display name, else the shortest spelling of an upstream that also dates the model. */
function plainestName(listings: readonly ListedScore[]): string {
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

function toScoreFact(listing: ListedScore, { model, configuration }: ResolvedName): ScoreFact {
  return {
    model,
    configuration: formatScoreConfiguration(configuration, listing.configuration),
    score: listing.score,
    self_reported: listing.self_reported,
    source: listing.source,
    source_url: listing.source_url,
    as_of: listing.as_of,
  };
}

/** One upstream's spelling of one model. */
const nameKey = ({ source, modelName, display_name }: ListedScore): string =>
  [source, modelName, display_name ?? ""].join("\n");

function reject({ source, benchmark, modelName, score }: ListedScore, reason: string): RejectedRow {
  return { source, place: benchmark, value: `${modelName}: ${score}`, reason };
}

function toDuplicate(row: ScoreFact, { slug }: Benchmark): RejectedRow {
  const value = [row.model, row.configuration, row.score, row.source_url].join(" | ");
  const reason =
    "a newer or better score of the same model and configuration from the same page is already recorded";
  return { source: row.source, place: slug, value, reason };
}

/** Names that found a model are placed again beside it, as every later run will place them. */
export function matchScoresToModels(
  listings: readonly ListedScore[],
  facts: Facts,
  known: { models: readonly Model[]; ids: NameResolverFacts["ids"]; labs: LabFinder },
) {
  const { models, ids, labs } = known;
  const founded: Model[] = [];
  for (;;) {
    const all = [...models, ...founded];
    const slugs = new Set(all.map(({ slug }) => slug));
    const resolver = createModelNameResolver({ models: all, ids, aliases: facts.modelAliases });
    const merged = mergeBenchmarkScores(listings, { ...facts, resolver, labs, slugs });
    const fresh = merged.models.filter(({ slug }) => !slugs.has(slug));
    if (fresh.length === 0) {
      // Before they are compared with recorded rows, which were corrected when they came.
      const right = applySourceCorrections(facts.corrections, [], merged.scores);
      return { ...merged, founded, scores: right.scores, obsolete: right.obsolete };
    }
    founded.push(...fresh);
  }
}

/** Of several rows with one key the newest stays, of the newest the best; of one score stated twice the plainer row. */
function uniqueScores(scores: readonly ScoreFact[], benchmark: Benchmark) {
  const direction = benchmark.higher_is_better ? 1 : -1;
  const ordered = [...scores].sort(
    (a, b) => compareByCodePoint(b.as_of, a.as_of) || direction * (b.score - a.score),
  );
  const groups = [...groupBy(ordered, toScoreKey).values()];
  const plain = new Set(
    ordered.map((row) => JSON.stringify([row.model, row.configuration, row.score, row.source_url])),
  );
  const isTwin = ({ model, configuration, score, source_url }: ScoreFact) => {
    const parts = configuration?.split(", ") ?? [];
    const others = parts.filter((part) => part !== THINKING_NOT_STATED);
    const plainer = formatScoreConfiguration(...others);
    return (
      others.length < parts.length && plain.has(JSON.stringify([model, plainer, score, source_url]))
    );
  };
  const kept = groups.flatMap((same) => same.slice(0, 1)).filter((row) => !isTwin(row));
  const best = new Set(kept);
  return { kept, dropped: ordered.filter((row) => !best.has(row)) };
}

/** A declared alias wins over a name that happens to spell a slug of ours. */
export function createBenchmarkFinder(
  benchmarks: readonly Benchmark[],
  aliases: readonly SourceBenchmarkName[],
): (source: string, name: string) => Benchmark | undefined {
  const bySlug = new Map(benchmarks.map((benchmark) => [benchmark.slug, benchmark]));
  const declared = new Map(
    aliases.map(({ source, name, benchmark }) => [`${source} ${name}`, benchmark]),
  );
  return (source, name) => bySlug.get(declared.get(`${source} ${name}`) ?? toSlug(name));
}
