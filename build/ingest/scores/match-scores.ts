/** Scores of all upstreams → rows of `data/scores/`, the models they need, and what was left out. Pure. */

import { toSlug } from "../../cost/rates.ts";
import { formatFactCsvCell } from "../../facts/format.ts";
import { FACT_KINDS, type FactWithFileName } from "../../facts/kinds.ts";
import { type LabFinder, UNKNOWN_LAB } from "../../identity/labs.ts";
import { buildCanonicalModels } from "../../identity/model-set.ts";
import {
  createModelNameResolver,
  type ModelNameResolver,
  type NameResolverFacts,
  type ResolvedName,
} from "../../identity/resolver.ts";
import type { Benchmark } from "../../schema/benchmark.ts";
import {
  compareByCodePoint,
  countOccurrencesByValue,
  findMostCountedUnlessTied,
  getItemAt,
  groupBy,
} from "../../schema/collections.ts";
import type { ModelAlias, UpstreamBenchmarkAlias } from "../../schema/editorial.ts";
import { createUndescribedModel, type Model } from "../../schema/model.ts";
import type { RejectedRow, ScoreListing } from "../../sources/listing.ts";
import { formatScoreConfiguration, THINKING_NOT_STATED } from "../../sources/parse/scores.ts";

/** A score, with its benchmark as file. */
export type ScoreRow = FactWithFileName<"scores">;

/** Identifies a score among all scores. */
export const toScoreKey = (score: ScoreRow): string =>
  [score.file, ...FACT_KINDS.scores.key.map((field) => formatFactCsvCell(score[field]))].join("\n");

/** What is known before the scores are matched. */
export interface ScoreMatchContext {
  resolver: ModelNameResolver;
  labs: LabFinder;
  /** Existing slugs, which no new model may take. */
  slugs: ReadonlySet<string>;
  benchmarks: readonly Benchmark[];
  benchmarkAliases: readonly UpstreamBenchmarkAlias[];
  modelAliases: readonly ModelAlias[];
}

/** @returns The rows, the models without an offer that they need, and what was left out. */
export function mergeBenchmarkScores(
  listings: readonly ScoreListing[],
  context: ScoreMatchContext,
) {
  const rejected: RejectedRow[] = [];
  const findBenchmark = createBenchmarkFinder(context.benchmarks, context.benchmarkAliases);
  const known = listings.filter((listing) => {
    const isKnown = findBenchmark(listing.source, listing.benchmark) !== undefined;
    if (!isKnown) rejected.push(reject(listing, "data/benchmarks has no such benchmark"));
    return isKnown;
  });
  const { found, models } = resolveNames(known, context);
  const rows = known.flatMap((listing) => {
    const resolution = found.get(nameKey(listing));
    const file = findBenchmark(listing.source, listing.benchmark)?.slug;
    if (resolution && file) return toScoreRow(listing, resolution, file);
    const reason = "the catalogue has no such model, and too little is known to add it";
    rejected.push(reject(listing, reason));
    return [];
  });
  const byBenchmark = groupBy(rows, ({ file }) => file);
  const scores = context.benchmarks.flatMap((benchmark) => {
    const { kept, dropped } = uniqueScores(byBenchmark.get(benchmark.slug) ?? [], benchmark);
    rejected.push(...dropped.map(toDuplicate));
    return kept;
  });
  return { scores, models, rejected };
}

/** Matches names to existing models first. The remaining names create models where that is safe. */
function resolveNames(listings: readonly ScoreListing[], context: ScoreMatchContext) {
  const found = new Map<string, ResolvedName>();
  const resolve = (resolver: ModelNameResolver, isMeant: (model: string) => boolean) => {
    for (const listing of listings) {
      const { modelName: name, display_name, source } = listing;
      const key = nameKey(listing);
      const resolution = found.get(key) ?? resolver.resolve({ name, display_name, source });
      if (resolution && isMeant(resolution.model)) found.set(key, resolution);
    }
  };
  resolve(context.resolver, () => true);
  const unknown = listings.filter((listing) => !found.has(nameKey(listing)));
  const founded = createModelsFromScores(unknown, context.modelAliases, context.labs);
  const models = founded.models.filter(({ slug }) => !context.slugs.has(slug));
  const fresh = new Set(models.map(({ slug }) => slug));
  resolve(founded.resolver, (model) => fresh.has(model));
  return { found, models };
}

/** Creates models for names that benchmarks tested and no host sells (`llama-2-70b`), if their lab is known. */
function createModelsFromScores(
  listings: readonly ScoreListing[],
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

/** A bare name in a table may mean anything: a source must state its maker or its day, or have run it itself. */
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
    ...createUndescribedModel(),
    slug,
    name: plainestName(listings),
    lab,
    is_open_source: findMostCountedUnlessTied(countOccurrencesByValue(openWeightsOf(listings))),
    release_date: days[0] ?? null,
    source: (dated[0] ?? listings[0])?.source ?? "",
    as_of: recorded.at(-1) ?? "",
  };
}

/** One vote for each name that a source gives the model, however many of its scores the source lists. */
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

const toScoreRow = (
  listing: ScoreListing,
  { model, configuration }: ResolvedName,
  file: string,
): ScoreRow => ({
  file,
  model,
  configuration: formatScoreConfiguration(configuration, listing.configuration),
  score: listing.score,
  self_reported: listing.self_reported,
  source: listing.source,
  source_url: listing.source_url,
  as_of: listing.as_of,
});

/** Identifies one upstream's spelling of one model. */
const nameKey = ({ source, modelName, display_name }: ScoreListing): string =>
  [source, modelName, display_name ?? ""].join("\n");

function reject(
  { source, benchmark, modelName, score }: ScoreListing,
  reason: string,
): RejectedRow {
  return { source, place: benchmark, value: `${modelName}: ${score}`, reason };
}

function toDuplicate(row: ScoreRow): RejectedRow {
  const value = [row.model, row.configuration, row.score, row.source_url].join(" | ");
  const reason =
    "a newer or better score of the same model and configuration from the same page is already recorded";
  return { source: row.source, place: row.file, value, reason };
}

/** Of rows with one key the newest is kept, then the best; of a score stated twice, the simpler configuration. */
function uniqueScores(scores: readonly ScoreRow[], benchmark: Benchmark) {
  const direction = benchmark.higher_is_better ? 1 : -1;
  const ordered = [...scores].sort(
    (a, b) => compareByCodePoint(b.as_of, a.as_of) || direction * (b.score - a.score),
  );
  const groups = [...groupBy(ordered, toScoreKey).values()];
  const plain = new Set(
    ordered.map((row) => JSON.stringify([row.model, row.configuration, row.score, row.source_url])),
  );
  const isTwin = ({ model, configuration, score, source_url }: ScoreRow) => {
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

/** A declared alias takes precedence over a name that happens to be the slug of a benchmark. */
function createBenchmarkFinder(
  benchmarks: readonly Benchmark[],
  aliases: readonly UpstreamBenchmarkAlias[],
): (source: string, name: string) => Benchmark | undefined {
  const bySlug = new Map(benchmarks.map((benchmark) => [benchmark.slug, benchmark]));
  const declared = new Map(
    aliases.map(({ source, name, benchmark }) => [`${source} ${name}`, benchmark]),
  );
  return (source, name) => bySlug.get(declared.get(`${source} ${name}`) ?? toSlug(name));
}
