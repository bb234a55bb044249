/** One definition per endpoint; files, CDN rules, routes, OpenAPI operation, reference and contract tests follow. */

import * as z from "zod";
import type { MerkleTree } from "../../build/facts/merkle-tree.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { memoizePerObject } from "../../build/schema/collections.ts";
import type { SearchEngine } from "../search/search.ts";
import { envelopeSchema, newestDate, toEnvelope, toEnvelopeHeaders } from "./envelope.ts";
import type { QueryParameterDefinitions, QueryValues } from "./parameter.ts";
import { isProblem, type Problem, type ProblemTypeName, quoteInput } from "./problem.ts";

/** Everything an answer is made from. */
export interface AnswerContext {
  catalog: Catalog;
  search: SearchEngine;
  rows: MerkleProofInputs;
}

export interface MerkleProofInputs {
  /** The Merkle tree over all rows; built at the first call. */
  tree(): MerkleTree;
  /** Canonical texts of the statements about a host's prices, as recorded. */
  ledgerOf(host: string): readonly string[];
}

interface PathParameter {
  description: string;
  example: string;
  /** All values that have an answer, if they are few and fixed. */
  values?: readonly string[];
  /** Values may contain unescaped slashes, as model ids of hosts do. */
  mayHoldSlashes?: boolean;
}

interface EndpointRequest<P extends string = string, Q = Record<string, unknown>> {
  params: Record<P, string>;
  query: Q;
  /** Names of sent parameters that the endpoint does not have; set only for an endpoint that hints at them. */
  unknown?: readonly string[];
}

export interface EndpointResult {
  /** Title of the answer in its citation. */
  title: string;
  /** Date of the newest fact in the answer; null when it contains none. */
  asOf: string | null;
  /** Fields after the envelope, in their order. Ignored when `bare` is set. */
  body: Record<string, unknown>;
  license?: string;
  /** The whole answer without an envelope, as for the plain price history. The envelope is sent as headers. */
  bare?: unknown;
  /** Why a bare answer is empty; sent as the header `X-Data-Hint`. */
  hint?: string | undefined;
  /** The canonical path parameters; set when other names lead to the same answer. */
  canonical?: Record<string, string>;
  /** Query parameters of the next page that differ from this page; absent on the last page. */
  next?: Record<string, unknown>;
}

/** Groups of endpoints in the documentation, in its order. */
export const OPENAPI_TAGS = {
  Models: "The catalogue of models: lists, details, comparisons, and the cheapest host of a model",
  Prices: "Price history, price changes, and prices on which sources differ",
  Providers: "Labs that make models and hosts that sell them",
  Benchmarks: "Benchmarks that others publish, with the score of every model",
  Search: "Search for models, hosts and benchmarks by name; typing errors are tolerated",
  Findings: "News about AI models, computed from the dated facts",
  "Own tests": "Tests of models that we run ourselves, with every recorded answer",
  Glossary: "Terms about AI models and their prices",
  Proofs: "Proofs that a row is among the published facts and was not changed later",
  Service: "Sources, freshness of the data, and this API description",
  Exports: "Whole datasets as CSV and as Parquet",
} as const;

interface Definition<P extends string, Q extends QueryParameterDefinitions, R extends z.ZodType> {
  /** OpenAPI operationId. */
  id: string;
  path: string;
  /** Another path that gives the same answer. */
  alsoAt?: string;
  tag: keyof typeof OPENAPI_TAGS;
  summary: string;
  description: string;
  params?: Record<P, PathParameter>;
  query?: Q;
  /** The answers name misspelt parameters, so they depend on the whole query. */
  hintsAtUnknownParameters?: boolean;
  /** A working example query for the documentation, if the endpoint needs query parameters. */
  exampleQuery?: string;
  /** Problems other than those that every endpoint with path or query parameters can answer with. */
  problems?: readonly ProblemTypeName[];
  response: R;
  /** Requests that get a file; by default the only one of an endpoint without parameters, and none of others. */
  enumerate?(
    context: AnswerContext,
  ): Iterable<Partial<EndpointRequest<P, Partial<QueryValues<Q>>>>>;
  respond(
    request: EndpointRequest<P, QueryValues<Q>>,
    context: AnswerContext,
  ): EndpointResult | Problem;
}

export interface Endpoint<R extends z.ZodType = z.ZodType>
  extends Definition<string, QueryParameterDefinitions, R> {
  params: Record<string, PathParameter>;
  query: QueryParameterDefinitions;
  enumerate(context: AnswerContext): EndpointRequest[];
}

/** Adds the defaults of a definition and widens the types of its parameters. */
export function defineEndpoint<
  P extends string = never,
  Q extends QueryParameterDefinitions = Record<never, never>,
  R extends z.ZodType = z.ZodType,
>(definition: Definition<P, Q, R>): Endpoint<R> {
  const isPlain = !definition.params && !definition.query;
  const { params = {}, query = {}, enumerate = () => (isPlain ? [{}] : []) } = definition;
  return {
    ...definition,
    params,
    query,
    enumerate: (context: AnswerContext) =>
      Array.from(enumerate(context), (request) => ({ params: {}, query: {}, ...request })),
  } as unknown as Endpoint<R>;
}

/** The parts of an endpoint without parameters that lists all items of one kind. */
export const defineUnpagedList = <Row>(
  id: string,
  item: z.ZodType<Row>,
  title: string,
  rowsOf: (catalog: Catalog) => readonly Row[],
  dayOf: (row: Row) => string | null,
) => ({
  response: envelopeSchema(id, { data: z.array(item), meta: z.looseObject({ total: z.int() }) }),
  respond(_: unknown, { catalog }: AnswerContext): EndpointResult {
    const data = rowsOf(catalog);
    return {
      title,
      asOf: newestDate(data.map(dayOf)),
      body: { data, meta: { total: data.length } },
    };
  },
});

export const memoizePerCatalog: <T>(make: (catalog: Catalog) => T) => (catalog: Catalog) => T =
  memoizePerObject;

/** Computes a value once per catalogue row, which the answer, the page and comparisons share. */
export function memoizePerRow<Row extends object, T>(make: (row: Row, catalog: Catalog) => T) {
  const madeOf = memoizePerCatalog((catalog) => memoizePerObject((row: Row) => make(row, catalog)));
  return (row: Row, catalog: Catalog): T => madeOf(catalog)(row);
}

/** Path of the MCP server (SPEC 7.1). */
export const MCP_PATH = "/api/mcp";
export const MCP_HTTP_METHODS = ["POST", "OPTIONS"] as const;

/** This file maps the path of every published file to its size and hash. */
export const FILE_MANIFEST_PATH = "/api/v1/manifest.json";

export const DUMP_PATH = "/api/v1/dump.json";

export const OPENAPI_PATH = "/api/v1/openapi.json";

/** This file lists the columns, size and hash of every export. */
export const DATA_PACKAGE_PATH = "/datapackage.json";

/** @returns The answer (not yet as JSON) and its headers, the same at build time and online; or the endpoint's problem. */
export function executeEndpoint(
  endpoint: Endpoint,
  request: EndpointRequest,
  context: AnswerContext,
): { value: unknown; headers: Record<string, string> } | Problem {
  const result = endpoint.respond(request as never, context);
  if (isProblem(result)) return result;
  const { title, asOf, license, canonical = {} } = result;
  const { service } = context.catalog;
  const path = fillPathTemplate(endpoint.path, { ...request.params, ...canonical });
  const urlOf = (query: Record<string, unknown>) =>
    `${service.base_url}${path}${toQueryString(toCanonicalQuery(endpoint, query))}`;
  const url = urlOf(request.query);
  const envelope = toEnvelope(service, { url, title, asOf, license });
  if (result.bare !== undefined)
    return { value: result.bare, headers: toEnvelopeHeaders(service, envelope, result.hint) };
  const isOtherName = Object.keys(canonical).some(
    (name) => canonical[name] !== request.params[name],
  );
  const links = [
    ...(isOtherName ? [`<${url}>; rel="canonical"`] : []),
    ...(result.next ? [`<${urlOf({ ...request.query, ...result.next })}>; rel="next"`] : []),
  ];
  return {
    value: Object.assign({}, envelope, result.body),
    headers: links.length > 0 ? { Link: links.join(", ") } : {},
  };
}

/** Parses every known parameter. Unknown parameters are ignored, and empty ones count as absent. */
export function parseEndpointQuery(
  endpoint: Endpoint,
  query: ReadonlyMap<string, string>,
): Record<string, unknown> | Problem {
  const values: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(endpoint.query)) {
    const value = parameter.read(query.get(name) || undefined, name);
    if (typeof value === "object" && value !== null && isProblem(value)) {
      // An unknown parameter may be meant as the missing one: `model=…` as `models`.
      const foreign = [...query.keys()].find((sent) => !Object.hasOwn(endpoint.query, sent));
      if (query.get(name) || foreign === undefined) return value;
      const note = `This URL does not accept the parameter ${quoteInput(foreign)}.`;
      return { ...value, detail: `${value.detail} ${note}` };
    }
    values[name] = value;
  }
  return values;
}

/** Adds the default values of parameters that an enumerated request leaves out. */
export const withQueryDefaults = (
  endpoint: Pick<Endpoint, "query">,
  query: Record<string, unknown>,
) =>
  Object.fromEntries(
    Object.entries(endpoint.query).map(([name, parameter]) => [
      name,
      name in query ? query[name] : parameter.read(undefined, name),
    ]),
  );

/** The parameters that differ from their defaults, sorted by name. */
export function toCanonicalQuery(
  endpoint: Endpoint,
  query: Record<string, unknown>,
): Record<string, string> {
  const canonical: Record<string, string> = {};
  for (const name of Object.keys(endpoint.query).sort()) {
    const text = endpoint.query[name]?.write(query[name], query);
    if (text !== undefined) canonical[name] = text;
  }
  return canonical;
}

/** Fills placeholders such as `{slug}`. */
export const fillPathTemplate = (template: string, params: Record<string, string>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));

/** undefined for a malformed percent-escape. */
export function decodeUrlPath(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Commas are not escaped, so that they stay readable: `models=a,b`. */
export function toQueryString(query: Record<string, string>): string {
  const pairs = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%2C", ",")}`,
  );
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}
