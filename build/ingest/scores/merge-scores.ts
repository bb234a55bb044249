/** Scores of all upstreams → rows of `data/scores/`, the models they need, and what was left out. Pure. */

import type { LabFinder } from "../../identity/labs.ts";
import type { Resolution, Resolver } from "../../identity/resolution.ts";
import type { Benchmark, Score } from "../../schema/benchmark.ts";
import type { BenchmarkAlias, ModelAlias } from "../../schema/editorial.ts";
import type { Model } from "../../schema/model.ts";
import type { Rejected, ScoreListing } from "../../sources/listing.ts";
import { joinConfiguration } from "../../sources/parse/configuration.ts";
import { BenchmarkNames } from "./benchmark-names.ts";
import { foundModels } from "./benchmarked-models.ts";
import { uniqueScores } from "./unique-scores.ts";

/** What is known before the scores come in. */
export interface ScoreContext {
  resolver: Resolver;
  labs: LabFinder;
  /** Slugs that exist, so that no new model takes one of them. */
  slugs: ReadonlySet<string>;
  benchmarks: readonly Benchmark[];
  benchmarkAliases: readonly BenchmarkAlias[];
  modelAliases: readonly ModelAlias[];
}

/** How a name came to its model, for the report and for checking by eye. */
export interface MatchedName extends Resolution {
  source: string;
  name: string;
  displayName: string | null;
}

export interface MergedScores {
  /** Benchmark slug → its rows. */
  scores: ReadonlyMap<string, Score[]>;
  /** Models without an offer, to be created. */
  models: Model[];
  matched: MatchedName[];
  rejected: Rejected[];
}

type Registered = ScoreListing & { registered: Benchmark };

export function mergeScores(
  listings: readonly ScoreListing[],
  context: ScoreContext,
): MergedScores {
  const rejected: Rejected[] = [];
  const names = new BenchmarkNames(context.benchmarks, context.benchmarkAliases);
  const sound = listings.flatMap((listing) => {
    const checked = register(listing, names);
    if ("reason" in checked) rejected.push(checked);
    return "reason" in checked ? [] : [checked];
  });
  const { found, models } = resolveNames(sound, context);
  const rows = new Map(context.benchmarks.map(({ slug }) => [slug, [] as Score[]]));
  for (const listing of sound) {
    const resolution = found.get(nameKey(listing));
    if (resolution) rows.get(listing.registered.slug)?.push(toScore(listing, resolution));
    else rejected.push(reject(listing, "no such model, and too little is known to found one"));
  }
  const scores = new Map<string, Score[]>();
  for (const benchmark of context.benchmarks) {
    const { kept, dropped } = uniqueScores(rows.get(benchmark.slug) ?? [], benchmark);
    if (kept.length > 0) scores.set(benchmark.slug, kept);
    rejected.push(...dropped.map((row) => toDuplicate(row, benchmark)));
  }
  const tested = new Set([...scores.values()].flat().map(({ model }) => model));
  return {
    scores,
    models: models.filter(({ slug }) => tested.has(slug)),
    matched: toMatched(sound, found),
    rejected,
  };
}

/** The listing with its benchmark, or the reason why its score cannot stand. Gates look at the score itself. */
function register(listing: ScoreListing, names: BenchmarkNames): Registered | Rejected {
  const registered = names.find(listing.source, listing.benchmark);
  if (registered === undefined) return reject(listing, "not a benchmark of data/benchmarks");
  return { ...listing, registered };
}

/** Existing models first; the names that are left over found models where that is safe. */
function resolveNames(listings: readonly ScoreListing[], context: ScoreContext) {
  const found = new Map<string, Resolution>();
  const unknown = resolveWith(context.resolver, listings, found);
  const { models, resolver } = foundModels(unknown, context.modelAliases, context.labs);
  const created = models.filter(({ slug }) => !context.slugs.has(slug));
  const slugs = new Set(created.map(({ slug }) => slug));
  resolveWith(resolver, unknown, found, slugs);
  return { found, models: created };
}

/** @returns the listings whose model the resolver does not know. */
function resolveWith(
  resolver: Resolver,
  listings: readonly ScoreListing[],
  found: Map<string, Resolution>,
  allowed?: ReadonlySet<string>,
): ScoreListing[] {
  return listings.filter((listing) => {
    const { modelName: name, displayName, source } = listing;
    const resolution =
      found.get(nameKey(listing)) ?? resolver.resolve({ name, displayName, source });
    if (!resolution || allowed?.has(resolution.model) === false) return true;
    found.set(nameKey(listing), resolution);
    return false;
  });
}

function toScore(listing: ScoreListing, { model, configuration }: Resolution): Score {
  return {
    model,
    configuration: joinConfiguration(configuration, listing.configuration),
    score: listing.score,
    self_reported: listing.selfReported,
    source: listing.source,
    source_url: listing.sourceUrl,
    as_of: listing.asOf,
  };
}

function toMatched(
  listings: readonly ScoreListing[],
  found: ReadonlyMap<string, Resolution>,
): MatchedName[] {
  const first = new Map(listings.map((listing) => [nameKey(listing), listing] as const));
  return [...first].flatMap(([key, { source, modelName, displayName }]) => {
    const resolution = found.get(key);
    return resolution ? [{ source, name: modelName, displayName, ...resolution }] : [];
  });
}

/** One upstream's spelling of one model. */
const nameKey = ({ source, modelName, displayName }: ScoreListing): string =>
  [source, modelName, displayName ?? ""].join("\n");

function reject({ source, benchmark, modelName, score }: ScoreListing, reason: string): Rejected {
  return { source, place: benchmark, value: `${modelName}: ${score}`, reason };
}

function toDuplicate(row: Score, { slug }: Benchmark): Rejected {
  const value = [row.model, row.configuration, row.score, row.source_url].join(" | ");
  const reason = "a newer or better run of the same model, configuration and address stands";
  return { source: row.source, place: slug, value, reason };
}
