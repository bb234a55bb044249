/** 404s of models: those that the name may stand for, else the nearest by spelling, else what the search finds. */
import type { Context } from "../http/endpoint.ts";
import type { Problem, Suggestion } from "../http/problem.ts";
import { nearestBySpelling, slugsMeantBy } from "./find-model.ts";
import { toSuggestion, unknown } from "./not-found.ts";

const MAX_SUGGESTIONS = 3;
/** No name is longer; near spellings of a long text take long to find. */
const MAX_CHARACTERS = 100;
const ALL_MODELS = "/api/v1/models";

export function nearModels(wanted: string, { catalog, search }: Context): Suggestion[] {
  const meant = slugsMeantBy(wanted, catalog).map((slug) => catalog.getModel(slug));
  const near = new Set([...meant, ...nearestBySpelling(wanted, catalog)]);
  const found = near.size > 0 ? [...near] : foundBySearch(wanted, search);
  return found
    .slice(0, MAX_SUGGESTIONS)
    .map((model) => toSuggestion(model, catalog, `${ALL_MODELS}/`));
}

/** `cluade-sonet` has errors in two words: too far from every name as a whole. */
const foundBySearch = (wanted: string, search: Context["search"]) =>
  wanted.length > MAX_CHARACTERS
    ? []
    : search.find(wanted, { type: "model", limit: MAX_SUGGESTIONS }).hits;

export const unknownModel = (name: string, context: Context): Problem =>
  unknown(
    "model",
    name,
    nearModels(name, context),
    `${context.catalog.service.base_url}${ALL_MODELS}`,
  );
