/** 404s of models: those that the name may stand for, else the nearest by spelling. */
import type { Catalog } from "../../build/read-model/catalog/catalog.ts";
import { toSuggestion, unknown } from "../http/not-found.ts";
import type { Problem, Suggestion } from "../http/problem.ts";
import { nearestBySpelling, slugsMeantBy } from "./find-model.ts";

const MAX_SUGGESTIONS = 3;
const ALL_MODELS = "/api/v1/models";

export function nearModels(wanted: string, catalog: Catalog): Suggestion[] {
  const meant = slugsMeantBy(wanted, catalog).map((slug) => catalog.getModel(slug));
  const near = new Set([...meant, ...nearestBySpelling(wanted, catalog)]);
  return [...near]
    .slice(0, MAX_SUGGESTIONS)
    .map((model) => toSuggestion(model, catalog, `${ALL_MODELS}/`));
}

export const unknownModel = (name: string, catalog: Catalog): Problem =>
  unknown("model", name, nearModels(name, catalog), `${catalog.service.base_url}${ALL_MODELS}`);
