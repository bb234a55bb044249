/** Models side by side (SPEC 4.4). */
import { z } from "zod";
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { ModelRow } from "../../../build/model/catalog/rows.ts";
import { byText } from "../../../build/schema/collections.ts";
import { BenchmarkCategory, Day, named } from "../../../build/schema/values.ts";
import { perCatalog, perRow } from "../../http/endpoint.ts";
import { newest } from "../../http/envelope.ts";
import { getModelEntry, type ModelEntry } from "../models/list-models.ts";
import {
  CheapestProvider,
  ServiceScore,
  toCheapestProvider,
  toServiceScore,
} from "../models/model-parts.ts";

const ComparedModel = named("ComparedModel", {
  slug: z.string(),
  name: z.string(),
  provider: z.string(),
  avg_score: z.number().nullable(),
  pricing: z.looseObject({ input: z.number().nullable(), output: z.number().nullable() }),
  context_window: z.int().nullable(),
  is_open_source: z.boolean().nullable().describe("Weights can be downloaded; null when unknown"),
  provider_slug: z.string(),
  release_date: Day.nullable(),
  cheapest_provider: CheapestProvider.nullable(),
  service_score: ServiceScore,
});

export const Comparison = z.looseObject({
  models: z.array(ComparedModel).describe("In the order asked"),
  benchmarks: z
    .array(
      z.looseObject({
        name: z.string(),
        slug: z.string(),
        category: BenchmarkCategory,
        scores: z
          .record(z.string(), z.number())
          .describe("Model slug → score; a model without a score is absent"),
        leader: z
          .string()
          .nullable()
          .describe("Slug of the best model; null when two share the best score"),
        self_reported: z
          .array(z.string())
          .describe("Slugs of the models whose score is self-reported"),
      }),
    )
    .describe("Benchmarks on which at least one of the models was tested, most shared first"),
});
export type Comparison = z.infer<typeof Comparison>;

export function toComparison(
  models: readonly ModelRow[],
  catalog: Catalog,
): { body: Comparison; asOf: string | null } {
  return {
    body: {
      models: models.map((model) => comparedModel(model, catalog)),
      benchmarks: toBenchmarks(
        [...models].sort((a, b) => byText(a.slug, b.slug)),
        catalog,
      ),
    },
    asOf: newest(models.map(({ as_of }) => as_of)),
  };
}

/** A model looks the same in every comparison. */
const comparedModel = perRow(toComparedModel);

function toComparedModel(model: ModelRow, catalog: Catalog): z.infer<typeof ComparedModel> {
  const entry = getModelEntry(model.slug, catalog);
  return {
    slug: model.slug,
    name: entry.name,
    provider: entry.provider,
    avg_score: entry.avg_score,
    pricing: { input: entry.pricing.input, output: entry.pricing.output },
    context_window: entry.context_window,
    is_open_source: entry.is_open_source,
    provider_slug: entry.provider_slug,
    release_date: entry.release_date,
    cheapest_provider: toCheapestProvider(model, catalog),
    service_score: toServiceScore(model.slug, catalog),
  };
}

function toBenchmarks(models: readonly ModelRow[], catalog: Catalog): Comparison["benchmarks"] {
  const entries = models.map(({ slug }) => getModelEntry(slug, catalog));
  const isReported = reportedBy(catalog);
  const taken = new Set(entries.flatMap(({ scores }) => Object.keys(scores)));
  const rows = byCategory(catalog)
    .filter(({ slug }) => taken.has(slug))
    .map(({ name, slug, category, higher_is_better }) => {
      const scores = scoresOn(slug, entries);
      const leader = leaderOf(scores, higher_is_better);
      const count = Object.keys(scores).length;
      const self_reported = Object.keys(scores).filter((model) => isReported(model, slug));
      return { count, row: { name, slug, category, scores, leader, self_reported } };
    });
  return rows.sort((a, b) => b.count - a.count).map(({ row }) => row);
}

/** Slug of a model → its score; models without one are left out. */
function scoresOn(benchmark: string, entries: readonly ModelEntry[]): Record<string, number> {
  const scores: Record<string, number> = {};
  for (const { slug, scores: own } of entries)
    if (own[benchmark] !== undefined) scores[slug] = own[benchmark];
  return scores;
}

/** Whether the score that stands for a model on a benchmark is its maker's own. */
const reportedBy = perCatalog(({ scores }) => {
  const reported = new Set(
    scores.flatMap(({ model, benchmark, self_reported, is_default }) =>
      is_default && self_reported === true ? [`${model} ${benchmark}`] : [],
    ),
  );
  return (model: string, benchmark: string) => reported.has(`${model} ${benchmark}`);
});

const byCategory = perCatalog(({ benchmarks }) =>
  [...benchmarks].sort((a, b) => byText(a.category, b.category) || byText(a.slug, b.slug)),
);

function leaderOf(scores: Record<string, number>, higherIsBetter: boolean): string | null {
  let leader: string | null = null;
  let best: number | undefined;
  for (const [slug, score] of Object.entries(scores)) {
    if (score === best) leader = null;
    else if (best === undefined || (higherIsBetter ? score > best : score < best)) {
      leader = slug;
      best = score;
    }
  }
  return leader;
}
