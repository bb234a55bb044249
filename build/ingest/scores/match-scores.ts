/** Scores of all upstreams → rows of `data/scores/`, the models they need, and what was left out. Pure. */

import { FACT_KINDS, type Facts } from "../../facts/kinds.ts";
import type { LabFinder } from "../../identity/labs.ts";
import { createResolver, type Resolution, type Resolver } from "../../identity/resolver.ts";
import type { Benchmark, Score } from "../../schema/benchmark.ts";
import { byText } from "../../schema/collections.ts";
import type { BenchmarkAlias, ModelAlias } from "../../schema/editorial.ts";
import type { Model } from "../../schema/model.ts";
import { toSlug } from "../../schema/values.ts";
import type { Rejected, ScoreListing } from "../../sources/listing.ts";
import { joinConfiguration } from "../../sources/parse/scores.ts";
import type { Answer } from "../answer.ts";
import { correctRows } from "../corrections.ts";
import type { MatchedName } from "../models/claims.ts";
import { foundModels } from "./found-models.ts";

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

interface ScoreNames {
  models: readonly Pick<Model, "slug" | "name">[];
  ids: readonly { model: string; model_id: string }[];
  labs: LabFinder;
}

/** Names that found a model are placed again beside it, as every later run will place them. */
export function placeScores(
  answers: readonly Answer[],
  facts: Facts,
  { models, ids, labs }: ScoreNames,
) {
  const listings = answers.flatMap(({ collected }) =>
    collected.flatMap(({ scores }) => scores ?? []),
  );
  const founded: Model[] = [];
  for (;;) {
    const known = [...models, ...founded];
    const slugs = new Set(known.map(({ slug }) => slug));
    const resolver = createResolver({ models: known, ids, aliases: facts.modelAliases });
    const merged = mergeScores(listings, { ...facts, resolver, labs, slugs });
    const fresh = merged.models.filter(({ slug }) => !slugs.has(slug));
    if (fresh.length === 0) {
      // Before they are compared with what stands, which was corrected when it came.
      const right = correctRows(facts.corrections, { models: [], scores: merged.scores });
      return { ...merged, founded, scores: right.scores, obsolete: right.obsolete };
    }
    founded.push(...fresh);
  }
}

interface UniqueScores {
  kept: Score[];
  dropped: Score[];
}

/** Of several rows with one key the newest stays, of the newest the best. */
function uniqueScores(scores: readonly Score[], benchmark: Benchmark): UniqueScores {
  const direction = benchmark.higher_is_better ? 1 : -1;
  const ordered = [...scores].sort(
    (a, b) => byText(b.as_of, a.as_of) || direction * (b.score - a.score),
  );
  const kept = new Map<string, Score>();
  const dropped: Score[] = [];
  for (const score of ordered) {
    const key = FACT_KINDS.scores.key.map((field) => score[field] ?? "").join("\n");
    if (kept.has(key)) dropped.push(score);
    else kept.set(key, score);
  }
  return { kept: [...kept.values()], dropped };
}

export class BenchmarkNames {
  readonly #bySlug: ReadonlyMap<string, Benchmark>;
  readonly #byAlias: ReadonlyMap<string, string>;

  constructor(benchmarks: readonly Benchmark[], aliases: readonly BenchmarkAlias[]) {
    this.#bySlug = new Map(benchmarks.map((benchmark) => [benchmark.slug, benchmark]));
    this.#byAlias = new Map(
      aliases.map(({ source, name, benchmark }) => [aliasKey(source, name), benchmark]),
    );
  }

  /** A declared alias wins over a name that happens to spell a slug of ours. */
  find(source: string, name: string): Benchmark | undefined {
    return this.#bySlug.get(this.#byAlias.get(aliasKey(source, name)) ?? toSlug(name));
  }
}

const aliasKey = (source: string, name: string): string => `${source} ${name}`;
