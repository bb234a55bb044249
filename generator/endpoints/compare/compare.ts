/** Comparison of models (SPEC 4.4). */

import * as z from "zod";
import { findModelOfHostId } from "../../../build/cost/card-of-day.ts";
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { ModelRow } from "../../../build/model/catalog/rows.ts";
import { compareByCodePoint, groupBy } from "../../../build/schema/collections.ts";
import {
  BenchmarkCategory,
  definePublicSchema,
  nullableSchemas,
  pickValuesOfSchemaFields,
} from "../../../build/schema/values.ts";
import {
  type AnswerContext,
  defineEndpoint,
  type EndpointResult,
  memoizePerCatalog,
  memoizePerRow,
} from "../../http/endpoint.ts";
import { envelopeSchema, LICENSE_OF_ANSWERS_WITH_SCORES, newestDate } from "../../http/envelope.ts";
import { findModelByName, suggestModels } from "../../http/names.ts";
import { namesParameter } from "../../http/parameter.ts";
import { isProblem, type Problem, quoteInput } from "../../http/problem.ts";
import { MAX_COMPARED_MODELS } from "../../site/components/addresses.ts";
import { getModelListEntry, ModelEntry } from "../models/list-models.ts";
import { CheapestProvider, findCheapestProvider, ModelPricing } from "../models/model-parts.ts";

const { slug, name, provider, avg_score, service_score } = ModelEntry.shape;
const { context_window, is_open_source, provider_slug, release_date } = ModelEntry.shape;
const ComparedModel = definePublicSchema("ComparedModel", {
  slug,
  name,
  provider,
  avg_score,
  pricing: ModelPricing.pick({ input: true, output: true }),
  context_window,
  is_open_source,
  provider_slug,
  release_date,
  cheapest_provider: CheapestProvider.nullable(),
  service_score,
});

export const ModelComparison = z.looseObject({
  models: z
    .array(ComparedModel)
    .describe("The models, in the order in which the request names them"),
  benchmarks: z
    .array(
      z.looseObject({
        name: z.string(),
        slug: z.string(),
        category: BenchmarkCategory,
        scores: z
          .record(z.string(), z.number())
          .describe("Model slug → score; a model without a score is absent"),
        leader: nullableSchemas.text.describe(
          "Slug of the best model; null when two share the best score",
        ),
        self_reported: z
          .array(z.string())
          .describe("Slugs of the models whose score is self-reported"),
      }),
    )
    .describe(
      "Benchmarks on which at least one of the models was tested; benchmarks on which more of the models were tested come first",
    ),
});
export type ModelComparison = z.infer<typeof ModelComparison>;

const MODELS = { min: 2, max: MAX_COMPARED_MODELS, example: "gpt-4o,claude-sonnet-4-5" };
/** Number of top models; each pair of them has its own file. */
const TOP_MODELS = 50;
/** More parts between slashes than any two model ids have together. */
const MAX_PARTS = 10;

const response = envelopeSchema("Comparison", ModelComparison.shape);

export const compareModelsEndpoint = defineEndpoint({
  id: "compareModels",
  path: "/api/v1/compare",
  tag: "Models",
  summary: "Two to six models side by side",
  description:
    "Prices, limits and scores of the models, in the order in which the request names them. The request can name a model by its slug or by another of its names. A model that is named twice is compared once.",
  query: {
    models: namesParameter({
      description: "2 to 6 slugs or other names, separated by commas",
      ...MODELS,
    }),
  },
  exampleQuery: `models=${MODELS.example}`,
  problems: ["unknown-slug"],
  response,
  respond({ query }, context) {
    const { catalog } = context;
    const models = resolveComparedModels(query.models, context);
    return isProblem(models) ? models : compare(models, query.models, catalog);
  },
});

export const compareModelPairEndpoint = defineEndpoint({
  id: "comparePair",
  path: "/api/v1/compare/{a}/{b}",
  tag: "Models",
  summary: "Two models side by side, without query parameters",
  description:
    "The same comparison as `/api/v1/compare?models=a,b`, but faster: the answers for common pairs are stored as files.",
  params: {
    a: {
      description: "Slug or any other name of a model",
      example: "gpt-4o",
      mayHoldSlashes: true,
    },
    b: {
      description: "Slug or any other name of another model",
      example: "claude-sonnet-4-5",
      mayHoldSlashes: true,
    },
  },
  problems: ["bad-parameter"],
  response,
  *enumerate({ catalog }) {
    // Only pairs in slug order have a file; the function answers the reverse order.
    const slugs = listWidelySoldAndTestedModels(catalog)
      .map(({ slug }) => slug)
      .sort(compareByCodePoint);
    for (const [place, a] of slugs.entries())
      for (const b of slugs.slice(place + 1)) yield { params: { a, b } };
  },
  respond({ params: { a, b } }, context) {
    const { catalog } = context;
    const names = splitPair(a, b, catalog);
    const models = resolveComparedModels(names, context);
    if (isProblem(models)) return models;
    const result = compare(models, names, catalog);
    const [first, second] = models;
    return isProblem(result) || !first || !second
      ? result
      : { ...result, canonical: { a: first.slug, b: second.slug } };
  },
});

/** Names may contain slashes. `openai/gpt-4o/x-ai/grok-4` is split where both sides are known models. */
function splitPair(a: string, b: string, catalog: Catalog): [a: string, b: string] {
  const isFound = (name: string) => findModelByName(name, catalog) !== undefined;
  const parts = `${a}/${b}`.split("/");
  if (parts.length > MAX_PARTS) return [a, b];
  const cuts = parts
    .slice(1)
    .map((_, at): [string, string] => [
      parts.slice(0, at + 1).join("/"),
      parts.slice(at + 1).join("/"),
    ]);
  return [[a, b] as [string, string], ...cuts].find((names) => names.every(isFound)) ?? [a, b];
}

/** The models that people are likely to compare: those with the most hosts and benchmark scores. */
export const listWidelySoldAndTestedModels = memoizePerCatalog((catalog: Catalog) => {
  const weight = ({ slug, offers }: ModelRow) =>
    offers + catalog.scoresOf(slug).filter(({ is_default }) => is_default).length;
  return catalog.models
    .filter(({ offers }) => offers > 0)
    .map((model) => ({ model, weight: weight(model) }))
    .sort((a, b) => b.weight - a.weight || compareByCodePoint(a.model.slug, b.model.slug))
    .slice(0, TOP_MODELS)
    .map(({ model }) => model);
});

/** Resolves the names in order. The same model appears twice if two names mean it. @param host Tells ids apart. */
export function resolveComparedModels(
  names: readonly string[],
  context: AnswerContext,
  host?: string,
): ModelRow[] | Problem {
  const { catalog } = context;
  const findAtHost = (host: string, name: string) =>
    findModelByName(`${host}/${name}`, catalog) ??
    catalog.model(findModelOfHostId({ host, name }, catalog) ?? "");
  const found = names.map(
    (name) => findModelByName(name, catalog) ?? (host ? findAtHost(host, name) : undefined),
  );
  const unknown = names.filter((_, index) => !found[index]);
  return unknown.length > 0 ? unknownModels(unknown, context) : found.flatMap((one) => one || []);
}

/** @param names The names that the request used for the models. */
function compare(
  found: readonly ModelRow[],
  names: readonly string[],
  catalog: Catalog,
): EndpointResult | Problem {
  const models = [...new Set(found)];
  const [first, ...others] = models;
  if (first && others.length === 0) {
    return {
      problem: "bad-parameter",
      parameter: "models",
      detail: `${names.map(quoteInput).join(" and ")} are the same model, ${first.slug}; name a second, different model.`,
    };
  }
  return {
    title: `${models.map(({ name }) => name).join(" and ")} compared`,
    asOf: newestDate(models.map(({ as_of }) => as_of)),
    license: LICENSE_OF_ANSWERS_WITH_SCORES,
    body: toModelComparison(models, catalog),
  };
}

function unknownModels(names: readonly string[], context: AnswerContext): Problem {
  const near = names.map((name) => suggestModels(name, context));
  const parts = names.map((name, at) => {
    const slugs = (near[at] ?? []).map(({ slug }) => slug);
    return slugs.length > 0
      ? `${quoteInput(name)} (did you mean ${slugs.join(" or ")}?)`
      : quoteInput(name);
  });
  const suggestions = new Map(near.flat().map((one) => [one.slug, one]));
  return {
    problem: "unknown-slug",
    parameter: "models",
    detail: `No model is called ${parts.join(", nor ")}. ${context.catalog.service.base_url}/api/v1/models lists all models.`,
    suggestions: [...suggestions.values()],
  };
}

export function toModelComparison(models: readonly ModelRow[], catalog: Catalog): ModelComparison {
  const bySlug = models.toSorted((a, b) => compareByCodePoint(a.slug, b.slug));
  return {
    models: models.map((model) => toComparedModel(model, catalog)),
    benchmarks: toBenchmarks(bySlug, catalog),
  };
}

/** Computed once per model, because a model looks the same in every comparison. */
const toComparedModel = memoizePerRow((model: ModelRow, catalog: Catalog) => {
  const entry = getModelListEntry(model.slug, catalog);
  const { input, output } = entry.pricing;
  const cheapest_provider = findCheapestProvider(model, catalog);
  return pickValuesOfSchemaFields(ComparedModel, {
    ...entry,
    pricing: { input, output },
    cheapest_provider,
  });
});

function toBenchmarks(
  models: readonly ModelRow[],
  catalog: Catalog,
): ModelComparison["benchmarks"] {
  const scores = models.flatMap(({ slug }) => catalog.scoresOf(slug));
  const byBenchmark = groupBy(
    scores.filter(({ is_default }) => is_default),
    ({ benchmark }) => benchmark,
  );
  const rows = catalog.benchmarks.flatMap(({ name, slug, category, higher_is_better }) => {
    const own = byBenchmark.get(slug) ?? [];
    if (own.length === 0) return [];
    const scores = Object.fromEntries(own.map(({ model, score }) => [model, score]));
    const leader = leaderOf(scores, higher_is_better);
    const reported = own.filter(({ self_reported }) => self_reported === true);
    const self_reported = reported.map(({ model }) => model);
    return { count: own.length, row: { name, slug, category, scores, leader, self_reported } };
  });
  return rows.sort((a, b) => b.count - a.count).map(({ row }) => row);
}

function leaderOf(scores: Record<string, number>, higherIsBetter: boolean): string | null {
  const best = (higherIsBetter ? Math.max : Math.min)(...Object.values(scores));
  const [leader = null, ...others] = Object.keys(scores).filter((slug) => scores[slug] === best);
  return others.length > 0 ? null : leader;
}
