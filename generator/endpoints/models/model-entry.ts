/** A model as an element of a list (SPEC 4.1). */
import { z } from "zod";
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { ModelRow } from "../../../build/model/catalog/rows.ts";
import { publishedShape, schemaOf } from "../../../build/schema/field-schemas.ts";
import { fieldsIn, MODEL_FIELDS, pickFields } from "../../../build/schema/fields.ts";
import { perCatalog } from "../../http/per-catalog.ts";
import { Pricing, toPricing } from "./prices.ts";
import { ServiceScore, toServiceScore } from "./service-score.ts";

/** The average, where it stands in the list and in the detail. */
export const AVERAGE_FIELDS = {
  avg_score: schemaOf(MODEL_FIELDS.avg_score),
  avg_score_basis: z
    .looseObject({
      measured: z.int().describe("Benchmarks of the set that the model took"),
      benchmarks: z.int().describe("Benchmarks of the set"),
    })
    .describe("How much of avg_score was measured; the rest is expected"),
};

export const ModelEntry = z
  .looseObject({
    slug: z.string(),
    name: z.string(),
    provider: z.string().describe("Name of the lab that made it"),
    provider_slug: z.string(),
    ...AVERAGE_FIELDS,
    scores: z
      .record(z.string(), z.number())
      .describe("Benchmark slug → score in that benchmark's own unit"),
    pricing: Pricing,
    ...publishedShape(fieldsIn("list")),
    offers: schemaOf(MODEL_FIELDS.offers),
    service_score: ServiceScore,
    first_seen: schemaOf(MODEL_FIELDS.first_seen),
    as_of: schemaOf(MODEL_FIELDS.as_of),
  })
  .meta({ id: "ModelEntry" });
export type ModelEntry = z.infer<typeof ModelEntry>;

/** @throws Error for a slug that no model has. */
export function getModelEntry(slug: string, catalog: Catalog): ModelEntry {
  const entry = modelEntries(catalog).get(slug);
  if (!entry) throw new Error(`the catalog has no model ${slug}`);
  return entry;
}

/** Slug → entry; made once, since every list is made of them. */
const modelEntries = perCatalog(
  (catalog) => new Map(catalog.models.map((model) => [model.slug, toModelEntry(model, catalog)])),
);

function toModelEntry(model: ModelRow, catalog: Catalog): ModelEntry {
  return {
    slug: model.slug,
    name: model.name,
    provider: catalog.provider(model.lab)?.name ?? model.lab,
    provider_slug: model.lab,
    avg_score: model.avg_score,
    avg_score_basis: model.avg_score_basis,
    scores: toScoreMap(model.slug, catalog),
    pricing: toPricing(model, catalog),
    ...pickFields(fieldsIn("list"), model),
    offers: model.offers,
    service_score: toServiceScore(model.slug, catalog),
    first_seen: model.first_seen,
    as_of: model.as_of,
  };
}

/** One score per benchmark, by slug. */
function toScoreMap(slug: string, catalog: Catalog): Record<string, number> {
  const defaults = catalog.scoresOf(slug).filter(({ is_default }) => is_default);
  return Object.fromEntries(
    defaults
      .map(({ benchmark, score }) => [benchmark, score] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
