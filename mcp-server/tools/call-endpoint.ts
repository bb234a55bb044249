/** Tools call the API's own endpoints, so that both give the same facts. */

import type { Context, Endpoint } from "../../generator/http/endpoint.ts";
import { execute, readQuery, toPath } from "../../generator/http/execute.ts";
import { isProblem, type Problem } from "../../generator/http/problem.ts";
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
  if (isProblem(read)) return toRefusal(read as Problem, endpoint, params, context);
  const made = execute(endpoint, { params, query: read }, context);
  if (isProblem(made)) return toRefusal(made, endpoint, params, context);
  return made.value as Enveloped<T>;
}

const toRefusal = (
  { detail }: Problem,
  endpoint: Endpoint,
  params: Record<string, string>,
  { catalog }: Context,
): Refusal => ({
  refusal: detail,
  url: `${catalog.service.base_url}${toPath(endpoint.path, params)}`,
});

/** Where search looks for a text; a long one is cut between characters. */
export const searchAddress = (text: string, type: string, { catalog }: Context): string =>
  `${catalog.service.base_url}/api/v1/search?q=${encodeURIComponent([...text.toWellFormed()].slice(0, 100).join(""))}&type=${type}`;
