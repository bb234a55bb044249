/** Tools call the API's own endpoints, so that both give the same facts. */

import { MIN_LENGTH } from "../../generator/endpoints/search/search.ts";
import type { Context, Endpoint } from "../../generator/http/endpoint.ts";
import { execute, readQuery } from "../../generator/http/execute.ts";
import { isProblem, type Problem, problemType } from "../../generator/http/problem.ts";
import type { SearchType } from "../../generator/search/search-index.ts";
import type { Refusal } from "./tool.ts";

/** An answer's own fields after the head that they share. */
export type Enveloped<T> = T & { url: string; as_of: string | null };

/** What an endpoint that lists answers after the head. */
export interface ListOf<T> {
  data: T[];
  meta: Record<string, unknown>;
}

/**
 * @typeParam T What the endpoint's answer has after its head.
 * @param query As it would stand in the address.
 */
export function callEndpoint<T>(
  endpoint: Endpoint,
  asked: { params?: Record<string, string>; query?: Record<string, string> },
  context: Context,
): Enveloped<T> | Refusal {
  const { query = {} } = asked;
  // An address holds whole characters only; the API's own callers cannot send half of one.
  const params = Object.fromEntries(
    Object.entries(asked.params ?? {}).map(([name, value]) => [name, value.toWellFormed()]),
  );
  const read = readQuery(endpoint, new Map(Object.entries(query)));
  if (isProblem(read)) return toRefusal(read as Problem, context);
  const made = execute(endpoint, { params, query: read }, context);
  if (isProblem(made)) return toRefusal(made, context);
  return made.value as Enveloped<T>;
}

/** The address is that of the nearest thing, or of the error's documentation: what was asked for answers nothing. */
const toRefusal = (problem: Problem, { catalog }: Context): Refusal => ({
  refusal: problem.detail,
  url: problem.suggestions?.[0]?.url ?? problemType(problem.problem, catalog.service.base_url),
});

/** Where search looks for a text; a long one is cut between characters, one too short is looked for in the description. */
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
