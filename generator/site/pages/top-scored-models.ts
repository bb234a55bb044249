import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { ModelRow } from "../../../build/model/catalog/rows.ts";

/** The models on sale with the highest service score, the best first. */
export const topScoredModels = (catalog: Catalog, count: number): ModelRow[] =>
  [...catalog.service_scores]
    .sort((a, b) => a.rank - b.rank)
    .map(({ model }) => catalog.getModel(model))
    .filter(({ offers }) => offers > 0)
    .slice(0, count);
