/** Tools call the API's own endpoints, so that both give the same facts, and name models as people write them. */
import { z } from "zod";
import type { ModelRow } from "../../build/model/catalog/rows.ts";
import { MIN_LENGTH } from "../../generator/endpoints/search/search.ts";
import type { Context, Endpoint } from "../../generator/http/endpoint.ts";
import { execute, readQuery } from "../../generator/http/execute.ts";
import { isProblem, type Problem, problemType, quote } from "../../generator/http/problem.ts";
import { findModelByName } from "../../generator/names/find-model.ts";
import type { SearchType } from "../../generator/search/search-index.ts";
import { isRefusal, type Refusal } from "./tool.ts";

/** An answer's own fields after the head that they share. */
export type Enveloped<T> = T & { url: string; as_of: string | null };

/** What an endpoint that lists answers after the head. */
export interface ListOf<T> {
  data: T[];
  meta: Record<string, unknown>;
}

/**
 * @typeParam T What the endpoint's answer has after its head.
 * @param given Values as they would be in the address.
 */
export function callEndpoint<T>(
  endpoint: Endpoint,
  given: { params?: Record<string, string>; query?: Record<string, string> },
  context: Context,
): Enveloped<T> | Refusal {
  const { params = {}, query = {} } = given;
  // An address holds whole characters only; the API's own callers cannot send half of one.
  const whole = Object.entries(params).map(([name, value]) => [name, value.toWellFormed()]);
  const read = readQuery(endpoint, new Map(Object.entries(query)));
  if (isProblem(read)) return toRefusal(read as Problem, context);
  const made = execute(endpoint, { params: Object.fromEntries(whole), query: read }, context);
  return isProblem(made) ? toRefusal(made, context) : (made.value as Enveloped<T>);
}

/** The address is that of the nearest thing, or of the error's documentation: the path that was tried answers nothing. */
const toRefusal = (problem: Problem, { catalog }: Context): Refusal => ({
  refusal: problem.detail,
  url: problem.suggestions?.[0]?.url ?? problemType(problem.problem, catalog.service.base_url),
});

/** Address of a search for a text; a long one is cut between characters, one too short leads to the API's description. */
export function searchAddress(
  text: string,
  type: SearchType | undefined,
  { catalog }: Context,
): string {
  const characters = [...text.toWellFormed().trim()];
  const base = catalog.service.base_url;
  if (characters.length < MIN_LENGTH) return `${base}/api/v1/openapi.json`;
  const q = encodeURIComponent(characters.slice(0, 100).join("").trim());
  return `${base}/api/v1/search?q=${q}${type === undefined ? "" : `&type=${type}`}`;
}

export const MODEL_NAME = z
  .string()
  .min(1)
  .describe("Slug, alias or name: claude-sonnet-4-5, Claude Sonnet 4.5, gpt4o");

/** @returns The models in the order given, or what to send instead of the names nobody knows. */
export function findModels(names: readonly string[], context: Context): ModelRow[] | Refusal {
  const found = names.map((name) => findOneModel(name, context));
  const refusals = found.filter(isRefusal);
  const [first] = refusals;
  if (!first) return found.filter((one): one is ModelRow => !isRefusal(one));
  return { refusal: refusals.map(({ refusal }) => refusal).join("\n"), url: first.url };
}

export function findOneModel(name: string, context: Context): ModelRow | Refusal {
  const found = findModelByName(name, context);
  if ("model" in found) return found.model;
  const near = found.candidates.map((model) => `${model.name} (${model.slug})`).join(", ");
  const next =
    near === ""
      ? "Search with search_models."
      : `Nearest: ${near}. Send one of these slugs, or search with search_models.`;
  return {
    refusal: `No model is clearly meant by ${quote(name)}. ${next}`,
    url: searchAddress(name, "model", context),
  };
}
