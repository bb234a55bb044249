/** Scores of all upstreams → rows of `data/scores/`, the models they need, and what was left out. Pure. */

import { formatCell } from "../../facts/format.ts";
import { FACT_KINDS, type Facts } from "../../facts/kinds.ts";
import type { LabOfNameFinder } from "../../identity/labs.ts";
import {
  createModelNameResolver,
  type ModelNameResolver,
  type NameResolverFacts,
  type ResolvedName,
} from "../../identity/resolver.ts";
import type { Benchmark, ScoreFact } from "../../schema/benchmark.ts";
import { compareByCodePoint, groupBy } from "../../schema/collections.ts";
import type { BenchmarkAlias, ModelAlias } from "../../schema/editorial.ts";
import type { Model } from "../../schema/model.ts";
import { toSlug } from "../../schema/values.ts";
import type { RejectedRow, ScoreListing } from "../../sources/listing.ts";
import { joinScoreConfiguration, THINKING_NOT_STATED } from "../../sources/parse/scores.ts";
import type { SourceAnswer } from "../answer.ts";
import { applyUpstreamCorrections } from "../corrections.ts";
import type { MatchedModelName } from "../models/claims.ts";
import { createModelsFromScores } from "./found-models.ts";

/** Names a score among those of its benchmark. */
export const toScoreKey = (score: ScoreFact): string =>
  FACT_KINDS.scores.key.map((field) => formatCell(score[field])).join("\n");

/** What is known before the scores come in. */
export interface ScoreMatchContext {
  resolver: ModelNameResolver;
  labs: LabOfNameFinder;
  /** Slugs that exist, so that no new model takes one of them. */
  slugs: ReadonlySet<string>;
  benchmarks: readonly Benchmark[];
  benchmarkAliases: readonly BenchmarkAlias[];
  modelAliases: readonly ModelAlias[];
}

interface MergedScores {
  /** Benchmark slug → its rows. */
  scores: ReadonlyMap<string, ScoreFact[]>;
  /** Models without an offer, to be created. */
  models: Model[];
  matched: MatchedModelName[];
  rejected: RejectedRow[];
}

export function mergeBenchmarkScores(
  listings: readonly ScoreListing[],
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
      return resolution ? [toScore(listing, resolution)] : [];
    });
    const { kept, dropped } = uniqueScores(own, benchmark);
    if (kept.length > 0) scores.set(benchmark.slug, kept);
    rejected.push(...dropped.map((row) => toDuplicate(row, benchmark)));
  }
  const tested = new Set([...scores.values()].flat().map(({ model }) => model));
  const matched = [...groupBy(known, nameKey)].flatMap(([key, [first]]): MatchedModelName[] => {
    const resolution = found.get(key);
    if (first === undefined || resolution === undefined) return [];
    const { source, modelName: name, display_name } = first;
    return [{ source, name, display_name, ...resolution }];
  });
  return { scores, models: models.filter(({ slug }) => tested.has(slug)), matched, rejected };
}

/** Existing models first; the names that are left over found models where that is safe. */
function resolveNames(listings: readonly ScoreListing[], context: ScoreMatchContext) {
  const found = new Map<string, ResolvedName>();
  /** @returns The listings that the resolver knows no model for, or none of these. */
  const unresolved = (
    resolver: ModelNameResolver,
    all: readonly ScoreListing[],
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

function toScore(listing: ScoreListing, { model, configuration }: ResolvedName): ScoreFact {
  return {
    model,
    configuration: joinScoreConfiguration(configuration, listing.configuration),
    score: listing.score,
    self_reported: listing.self_reported,
    source: listing.source,
    source_url: listing.source_url,
    as_of: listing.as_of,
  };
}

/** One upstream's spelling of one model. */
const nameKey = ({ source, modelName, display_name }: ScoreListing): string =>
  [source, modelName, display_name ?? ""].join("\n");

function reject(
  { source, benchmark, modelName, score }: ScoreListing,
  reason: string,
): RejectedRow {
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
  answers: readonly SourceAnswer[],
  facts: Facts,
  {
    models,
    ids,
    labs,
  }: { models: readonly Model[]; ids: NameResolverFacts["ids"]; labs: LabOfNameFinder },
) {
  const listings = answers.flatMap(({ collected }) => collected.flatMap((one) => one.scores ?? []));
  const founded: Model[] = [];
  for (;;) {
    const known = [...models, ...founded];
    const slugs = new Set(known.map(({ slug }) => slug));
    const resolver = createModelNameResolver({ models: known, ids, aliases: facts.modelAliases });
    const merged = mergeBenchmarkScores(listings, { ...facts, resolver, labs, slugs });
    const fresh = merged.models.filter(({ slug }) => !slugs.has(slug));
    if (fresh.length === 0) {
      // Before they are compared with recorded rows, which were corrected when they came.
      const right = applyUpstreamCorrections(facts.corrections, {
        models: [],
        scores: merged.scores,
      });
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
    const plainer = joinScoreConfiguration(...others);
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
  aliases: readonly BenchmarkAlias[],
): (source: string, name: string) => Benchmark | undefined {
  const bySlug = new Map(benchmarks.map((benchmark) => [benchmark.slug, benchmark]));
  const declared = new Map(
    aliases.map(({ source, name, benchmark }) => [`${source} ${name}`, benchmark]),
  );
  return (source, name) => bySlug.get(declared.get(`${source} ${name}`) ?? toSlug(name));
}
