import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { ModelRow } from "../../../build/model/catalog/rows.ts";
import { byText } from "../../../build/schema/collections.ts";
import { type Context, defineEndpoint, nothing, type Ok, perCatalog } from "../../http/endpoint.ts";
import { BENCHMARK_LICENSE, envelope } from "../../http/envelope.ts";
import { list } from "../../http/parameter.ts";
import { isProblem, type Problem, quote } from "../../http/problem.ts";
import { findModel } from "../../names/find-model.ts";
import { nearModels } from "../../names/unknown-model.ts";
import { Comparison, toComparison } from "./comparison.ts";

const MODELS = { min: 2, max: 6, example: "gpt-4o,claude-sonnet-4-5" };
/** Pairs of this many models have files of their own. */
const TOP_MODELS = 50;

/** Parts of a pair's path that are looked at: no two ids have more. */
const MAX_PARTS = 10;

const response = envelope("Comparison", Comparison.shape);

export const compareModels = defineEndpoint({
  id: "compareModels",
  path: "/api/v1/compare",
  tag: "Models",
  summary: "Two to six models side by side",
  description:
    "Prices, limits and scores of the models in the given order. Aliases work; a model given twice counts once.",
  params: {},
  query: {
    models: list({ description: "2 to 6 slugs or other names, separated by commas", ...MODELS }),
  },
  exampleQuery: `models=${MODELS.example}`,
  response,
  enumerate: nothing,
  respond({ query }, context) {
    const { catalog } = context;
    const models = findModels(query.models, context);
    return isProblem(models) ? models : compare(models, query.models, catalog);
  },
});

export const comparePair = defineEndpoint({
  id: "comparePair",
  path: "/api/v1/compare/{a}/{b}",
  tag: "Models",
  summary: "Two models side by side, without query parameters",
  description:
    "The same comparison as `/api/v1/compare?models=a,b`. Prefer this address for two models: common pairs are served as files.",
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
  query: {},
  response,
  *enumerate({ catalog }) {
    // In the order of their slugs alone: the function answers the other order.
    const slugs = topModels(catalog)
      .map(({ slug }) => slug)
      .sort(byText);
    for (const [place, a] of slugs.entries())
      for (const b of slugs.slice(place + 1)) yield { params: { a, b }, query: {} };
  },
  respond({ params: { a, b } }, context) {
    const { catalog } = context;
    const names = splitPair(a, b, catalog);
    const models = findModels(names, context);
    if (isProblem(models)) return models;
    const result = compare(models, names, catalog);
    const pair = models.map(({ slug }) => slug).join("/");
    return isProblem(result) || pair === `${a}/${b}`
      ? result
      : { ...result, canonicalPath: `/api/v1/compare/${pair}` };
  },
});

/** Names may hold slashes of their own: `openai/gpt-4o/x-ai/grok-4` is cut where both sides are models. */
function splitPair(a: string, b: string, catalog: Catalog): [a: string, b: string] {
  const isFound = (name: string) => findModel(name, catalog) !== undefined;
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

/** The models people compare: sold by many hosts and well measured. */
export const topModels = perCatalog((catalog: Catalog) => {
  const weight = (model: ModelRow) =>
    model.offers + catalog.scoresOf(model.slug).filter(({ is_default }) => is_default).length;
  return catalog.models
    .filter((model) => model.offers > 0)
    .map((model) => ({ model, weight: weight(model) }))
    .sort((a, b) => b.weight - a.weight || (a.model.slug < b.model.slug ? -1 : 1))
    .slice(0, TOP_MODELS)
    .map(({ model }) => model);
});

/** The models in the order of their names, the same one more than once where two names mean it. */
function findModels(names: readonly string[], context: Context): ModelRow[] | Problem {
  const found = names.map((name) => findModel(name, context.catalog));
  const unknown = names.filter((_, index) => !found[index]);
  return unknown.length > 0
    ? unknownModels(unknown, context)
    : found.filter((one) => one !== undefined);
}

/** @param names Those under which the models were asked for. */
function compare(
  found: readonly ModelRow[],
  names: readonly string[],
  catalog: Catalog,
): Ok | Problem {
  const models = [...new Set(found)];
  const [first, ...others] = models;
  if (first && others.length === 0) {
    return {
      problem: "bad-parameter",
      parameter: "models",
      detail: `${names.map(quote).join(" and ")} are the same model, ${first.slug}; name another one to compare it with.`,
    };
  }
  const { body, asOf } = toComparison(models, catalog);
  return {
    title: `${models.map(({ name }) => name).join(" and ")} compared`,
    asOf,
    license: BENCHMARK_LICENSE,
    body,
  };
}

function unknownModels(names: readonly string[], context: Context): Problem {
  const near = names.map((name) => nearModels(name, context));
  const parts = names.map((name, at) => {
    const slugs = (near[at] ?? []).map(({ slug }) => slug);
    return slugs.length > 0 ? `${quote(name)} (did you mean ${slugs.join(" or ")}?)` : quote(name);
  });
  const suggestions = new Map(near.flat().map((one) => [one.slug, one]));
  return {
    problem: "unknown-slug",
    parameter: "models",
    detail: `No model is called ${parts.join(", nor ")}. All of them are at ${context.catalog.service.base_url}/api/v1/models.`,
    suggestions: [...suggestions.values()],
  };
}
