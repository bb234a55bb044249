/** A model as an element of a list (SPEC 4.1). */
import { z } from "zod";
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import { type ModelRow, RELEASE_DATE_BASES } from "../../../build/model/catalog/rows.ts";
import { ModelType } from "../../../build/schema/values.ts";
import { perCatalog } from "../../http/per-catalog.ts";
import { Day, named } from "../../http/response-parts.ts";
import { Pricing, toPricing } from "./prices.ts";
import { ServiceScore, toServiceScore } from "./service-score.ts";

const Flag = z.boolean().nullable();

const Supports = named("Supports", {
  tools: Flag.describe("Calls tools; null when unknown"),
  reasoning: Flag.describe("Thinks before it answers"),
  structured_output: Flag.describe("Holds to a JSON schema"),
  attachments: Flag.describe("Takes files or images with a prompt"),
});

export const FIRST_SEEN = Day.nullable().describe(
  "First day on which a source listed it at any host; null when none has",
);

/** Fields that the list and the detail share. */
export const MODEL_FIELDS = {
  context_window: z.int().nullable().describe("Maximum input tokens; null when unknown"),
  is_open_source: Flag.describe(
    "Weights can be downloaded; null when no source says, or the sources are split",
  ),
  release_date: Day.nullable().describe("Null when no source says"),
  release_date_basis: z
    .enum(RELEASE_DATE_BASES)
    .nullable()
    .describe(
      "`stated`: sources date the release; `after_first_price`: they date it after `first_seen`, so it was sold before, as a preview or under a name that meant another model; `first_seen`: nobody dates it, and in orders by date its first_seen stands in; null: nothing tells its day, and it comes last",
    ),
  model_type: ModelType.describe("By output modality"),
  max_output_tokens: z.int().nullable(),
  input_modalities: z.array(z.string()).describe("Empty when unknown"),
  output_modalities: z.array(z.string()).describe("Empty when unknown"),
  knowledge_cutoff: z
    .string()
    .nullable()
    .describe(
      "As precise as its maker says: YYYY, YYYY-MM or YYYY-MM-DD. Null when unknown, and when sources give one after the release: that of a later model under the same name",
    ),
  supports: Supports,
};

/** The average, where it stands in the list and in the detail. */
export const AVERAGE_FIELDS = {
  avg_score: z
    .number()
    .nullable()
    .describe(
      "Mean over one set of benchmarks, the same for every model, each from 0 (chance) to 100 (the best possible score). A benchmark that the model did not take counts with what the service score's fit expects of it. Null with fewer than 4 that it took, or fewer than 2 that somebody other than its maker measured",
    ),
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
    ...MODEL_FIELDS,
    offers: z.int().describe("Hosts that sell it"),
    service_score: ServiceScore,
    first_seen: FIRST_SEEN,
    as_of: Day.describe("Newest day on which one of its facts was recorded"),
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
    context_window: model.context_window,
    is_open_source: model.is_open_source,
    release_date: model.release_date,
    release_date_basis: model.release_date_basis,
    model_type: model.model_type,
    max_output_tokens: model.max_output_tokens,
    input_modalities: model.input_modalities,
    output_modalities: model.output_modalities,
    knowledge_cutoff: model.knowledge_cutoff,
    supports: model.supports,
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
