/**
 * One definition per endpoint. From it come the static files, the CDN's rules, the function's route, the OpenAPI
 * operation, the reference and the contract tests.
 */

import type { z } from "zod";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import manifest from "../../package.json" with { type: "json" };
import type { Search } from "../search/search.ts";
import type { Parameters, ParameterValues } from "./parameter.ts";
import type { Problem } from "./problem.ts";

/** Everything an answer is made from. */
export interface Context {
  catalog: Catalog;
  search: Search;
}

interface PathParameter {
  description: string;
  example: string;
  /** Every value that has an answer, where they are few and fixed. */
  values?: readonly string[];
  /** Its values may hold slashes, as ids of hosts do, and be sent with them unescaped. */
  mayHoldSlashes?: boolean;
}

export interface EndpointRequest<P extends string = string, Q = Record<string, unknown>> {
  params: Record<P, string>;
  query: Q;
}

export interface Ok {
  /** Names the answer in its citation. */
  title: string;
  /** Newest as-of date among the facts of the answer; null when it holds none. */
  asOf: string | null;
  /** Fields after the envelope, in their order. Ignored when `bare` is set. */
  body: Record<string, unknown>;
  license?: string;
  /** The whole answer without an envelope: the plain price history. Its envelope goes into headers. */
  bare?: unknown;
  /** Path of the canonical resource when this address is only another name of it. */
  canonicalPath?: string;
}

/** Groups of endpoints in the documentation, in its order. */
export const TAGS = {
  Models: "The catalogue: models, side by side or one by one, and who sells them for the least",
  Prices: "What was charged when, and what changed",
  Providers: "Labs that make models and hosts that sell them",
  Benchmarks: "Tests others ran, and the score of every model",
  Search: "Names, with or without typing errors",
  Findings: "Dated facts worth a headline",
  "Own tests": "Experiments we run ourselves, with every recorded answer",
  Glossary: "The words of the field",
  Service: "Sources, freshness, and this description",
  Exports: "Whole datasets as CSV and as Parquet",
} as const;

export interface Endpoint<P extends string = string, Q extends Parameters = Parameters> {
  /** OpenAPI operationId. */
  id: string;
  path: string;
  tag: keyof typeof TAGS;
  summary: string;
  description: string;
  params: Record<P, PathParameter>;
  query: Q;
  /** A working query string for documentation, when the bare address needs parameters. */
  exampleQuery?: string;
  response: z.ZodType;
  /** Requests whose answers are written as files. */
  enumerate(context: Context): Iterable<EndpointRequest<P, Partial<ParameterValues<Q>>>>;
  respond(request: EndpointRequest<P, ParameterValues<Q>>, context: Context): Ok | Problem;
}

/** Forgets the precise parameter types, which only the definition itself needs. */
export function defineEndpoint<P extends string, Q extends Parameters>(
  definition: Endpoint<P, Q>,
): Endpoint {
  return definition as unknown as Endpoint;
}

/** For endpoints that nothing is enumerated for: the function answers them. */
export function* nothing(): Generator<never> {}

/** For endpoints without parameters: their one answer is a file. */
export function* once() {
  yield { params: {}, query: {} };
}

export function perCatalog<T>(make: (catalog: Catalog) => T): (catalog: Catalog) => T {
  const made = new WeakMap<Catalog, { value: T }>();
  return (catalog) => {
    let entry = made.get(catalog);
    if (!entry) {
      entry = { value: make(catalog) };
      made.set(catalog, entry);
    }
    return entry.value;
  };
}

/** Makes a value of a row of the catalogue once: an answer, its page and comparisons show the same. */
export function perRow<Row extends object, T extends object>(
  make: (row: Row, catalog: Catalog) => T,
): (row: Row, catalog: Catalog) => T {
  const madeOf = perCatalog(() => new WeakMap<Row, T>());
  return (row, catalog) => {
    const made = madeOf(catalog);
    const value = made.get(row) ?? make(row, catalog);
    made.set(row, value);
    return value;
  };
}

/** Where the tool server answers (SPEC 7.1). */
export const MCP_PATH = "/api/mcp";
export const MANIFEST_PATH = "/api/v1/manifest.json";
export const MCP_METHODS = ["POST", "OPTIONS"] as const;

export const VERSION: string = manifest.version;
