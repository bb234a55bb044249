/** The list of models, filtered, sorted and paged (SPEC 4.1, 5). */
import * as z from "zod";
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { ModelRow } from "../../../build/model/catalog/rows.ts";
import { compareByCodePoint } from "../../../build/schema/collections.ts";
import {
  toResponseFieldSchema,
  toResponseShapeOfFields,
} from "../../../build/schema/field-schemas.ts";
import { getModelFieldsOfView, MODEL_FIELD_BY_NAME } from "../../../build/schema/fields.ts";
import { definePublicSchema, pickValuesOfSchemaFields } from "../../../build/schema/values.ts";
import { defineEndpoint, memoizePerRow } from "../../http/endpoint.ts";
import { envelopeSchema, LICENSE_OF_ANSWERS_WITH_SCORES, newestDate } from "../../http/envelope.ts";
import { hintForUnknownLab } from "../../http/names.ts";
import { badParameterProblem, namesParameter } from "../../http/parameter.ts";
import { isProblem, quoteInput } from "../../http/problem.ts";
import { PublishedOffer, toPublishedOffer } from "./get-model.ts";
import { MODEL_SORTS, type ModelSortName } from "./model-filters.ts";
import {
  AVERAGE_SCORE_FIELD_SCHEMAS,
  ModelPricing,
  PublishedOverallScore,
  toModelPricing,
  toPublishedOverallScore,
} from "./model-parts.ts";
import { MAX_MODELS_PER_PAGE, MODEL_QUERY_PARAMETERS } from "./model-query.ts";
import { queryModels, SEARCH_INTENT_FIELD_SCHEMAS } from "./query-text.ts";

export const ModelEntry = definePublicSchema("ModelEntry", {
  slug: z.string(),
  name: z.string(),
  provider: z.string().describe("Name of the lab that made the model"),
  provider_slug: z.string(),
  ...AVERAGE_SCORE_FIELD_SCHEMAS,
  scores: z
    .record(z.string(), z.number())
    .describe("Benchmark slug → score in that benchmark's own unit"),
  pricing: ModelPricing,
  ...toResponseShapeOfFields(getModelFieldsOfView("list")),
  offers: toResponseFieldSchema(MODEL_FIELD_BY_NAME.offers),
  service_score: PublishedOverallScore,
  first_seen: toResponseFieldSchema(MODEL_FIELD_BY_NAME.first_seen),
  as_of: toResponseFieldSchema(MODEL_FIELD_BY_NAME.as_of),
  offer: PublishedOffer.optional().describe(
    "The model's offer at this host, as in `providers` of /api/v1/models/{slug}; present only with the filter `host`",
  ),
});
export type ModelEntry = z.infer<typeof ModelEntry>;

/** @throws Error for a slug that no model has. */
export const getModelListEntry = (slug: string, catalog: Catalog): ModelEntry =>
  toModelEntry(catalog.getModel(slug), catalog);

const toModelEntry = memoizePerRow((model: ModelRow, catalog: Catalog) =>
  pickValuesOfSchemaFields(ModelEntry, {
    provider_slug: model.lab,
    ...model,
    provider: catalog.provider(model.lab)?.name ?? model.lab,
    scores: toScoreMap(model.slug, catalog),
    pricing: toModelPricing(model, catalog),
    service_score: toPublishedOverallScore(model.slug, catalog),
  }),
);

const toScoreMap = (slug: string, catalog: Catalog): Record<string, number> =>
  Object.fromEntries(
    catalog
      .scoresOf(slug)
      .filter(({ is_default }) => is_default)
      .map(({ benchmark, score }): [string, number] => [benchmark, score])
      .sort(([a], [b]) => compareByCodePoint(a, b)),
  );

const fields = namesParameter({
  description: "Fields to return for each model, besides `slug`; by default all fields",
  example: "name,pricing",
  min: 0,
  max: Object.keys(ModelEntry.shape).length,
});

const FilterValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);

export const listModelsEndpoint = defineEndpoint({
  id: "listModels",
  path: "/api/v1/models",
  tag: "Models",
  summary: "All models, filtered, sorted and paged",
  description:
    "Every model with its price, limits and scores. `q` is free text: conditions in the text become filters, and all other words are matched with names of models. With `q`, the models are sorted by relevance unless the text or `sort` names an order. If no model passes all filters, `meta.hint` says for each filter how many models pass without it. A model with an unknown value does not pass a filter on that value. Price filters and `sort=pricing_input` use `pricing`; with `host`, they use the price at that host, which is in `offer`. For an unknown provider, the list is empty and `meta.hint` names the nearest provider; any other unknown value is an error. The `Link` header has the URL of the next page, if there is one. With `fields`, the answer has only the fields that you name, even if the schema requires others.",
  query: { ...MODEL_QUERY_PARAMETERS, fields },
  response: envelopeSchema("ModelList", {
    data: z.array(ModelEntry),
    meta: z.looseObject({
      total: z.int().describe("Total number of matching models on all pages"),
      page: z.int(),
      limit: z.int(),
      pages: z.int().describe("Number of pages; 0 when no model matches"),
      sort: z.enum([...(Object.keys(MODEL_SORTS) as ModelSortName[]), "relevance", "best_at"]),
      order: z.enum(["asc", "desc"]),
      filters: z
        .record(z.string(), FilterValue)
        .describe("Filters that were applied: parameter → value. Names are given as slugs"),
      benchmark: z
        .string()
        .optional()
        .describe("Slug of the benchmark that `best_at` means; present only with `best_at`"),
      ...SEARCH_INTENT_FIELD_SCHEMAS,
      hint: z
        .string()
        .optional()
        .describe(
          "Why no model matches, with the nearest known value or models. If the model that `q` names is not listed but models with similar names are: the condition that it does not pass. With `max_input_price=0`: hosts that offer other models for free. Absent otherwise",
        ),
    }),
  }),
  *enumerate({ catalog }) {
    const pages = (count: number, limit: number) => Math.ceil(count / limit);
    const open = catalog.models.filter(({ is_open_source }) => is_open_source).length;
    // The function answers all other orders.
    const sorts = ["avg_score", "service_score", "pricing_input", "context_window"] as const;
    for (const sort of [...sorts, "release_date"] as const) {
      for (const limit of [50, MAX_MODELS_PER_PAGE]) {
        for (let page = 1; page <= pages(catalog.models.length, limit); page++) {
          yield { query: { sort, limit, page } };
        }
      }
      for (let page = 1; page <= pages(open, 50); page++) {
        yield { query: { open_source: true, sort, page } };
      }
    }
    for (const { slug, models } of catalog.providers)
      if (models > 0) yield { query: { provider: slug } };
  },
  respond({ query }, context) {
    const { catalog } = context;
    const allowed = Object.keys(ModelEntry.shape);
    const unknown = query.fields.find((field) => !allowed.includes(field));
    if (unknown !== undefined) {
      const wrong = `: a model has no field ${quoteInput(unknown)}; send one or more of ${allowed.join(", ")}.`;
      return { ...badParameterProblem("fields", wrong), allowed };
    }
    const found = queryModels(query, context);
    if (isProblem(found)) return found;
    const { models, ranking, sort, order, filters, text } = found;
    const { limit, page } = query;
    const rows = models.slice((page - 1) * limit, page * limit).map(({ model, offer }) => {
      const entry = toModelEntry(model, catalog);
      return offer ? { ...entry, offer: toPublishedOffer(offer, catalog) } : entry;
    });
    const total = models.length;
    const labs = String(filters.provider ?? "").split(",");
    const hint =
      labs.map((lab) => lab && hintForUnknownLab(lab, catalog)).find(Boolean) || found.hint;
    const pages = Math.ceil(total / limit);
    const benchmark = ranking?.benchmark.slug;
    const { understood, ignored } = text ?? {};
    const paging = { total, page, limit, pages, sort, order };
    const meta = { ...paging, filters, benchmark, understood, ignored, hint };
    return {
      title: "AI models",
      asOf: newestDate(rows.map(({ as_of }) => as_of)),
      license: LICENSE_OF_ANSWERS_WITH_SCORES,
      body: { data: rows.map((row) => pickFields(row, query.fields)), meta },
      ...(page < pages && { next: { page: page + 1 } }),
    };
  },
});

/** Keeps the order of the entry's fields, and always includes the slug. */
const pickFields = (entry: ModelEntry, fields: readonly string[]): object =>
  fields.length === 0
    ? entry
    : Object.fromEntries(
        Object.entries(entry).filter(([name]) => name === "slug" || fields.includes(name)),
      );
