/** Catalogue → the rows of the table, in the default order of `/api/v1/models`. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { orderDate } from "../../../../build/model/catalog/catalog.ts";
import type { ModelRow } from "../../../../build/model/catalog/rows.ts";
import { getModelEntry, sortedModels } from "../../../endpoints/models/list-models.ts";
import { perCatalog } from "../../../http/endpoint.ts";
import type { ModelRecord } from "./model-record.ts";

export const modelRecords = perCatalog((catalog): readonly ModelRecord[] =>
  sortedModels(catalog).avg_score.map((model) => toRecord(model, catalog)),
);

export function toRecord(model: ModelRow, catalog: Catalog): ModelRecord {
  const entry = getModelEntry(model.slug, catalog);
  const { tools, reasoning, structured_output } = entry.supports;
  return {
    slug: entry.slug,
    name: entry.name,
    lab: entry.provider_slug,
    lab_name: entry.provider,
    ...entry.pricing,
    context_window: entry.context_window,
    max_output_tokens: entry.max_output_tokens,
    service_score: entry.service_score?.score ?? null,
    avg_score: entry.avg_score,
    released: orderDate(model),
    is_release_stated: entry.release_date !== null,
    is_open_source: entry.is_open_source,
    offers: entry.offers,
    model_type: entry.model_type,
    takes: entry.input_modalities.join(" "),
    ...{ tools, reasoning, structured_output },
    knowledge_cutoff: entry.knowledge_cutoff,
  };
}
