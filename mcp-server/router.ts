/** Path → endpoint, or what was probably meant by a path that no endpoint has. */
import type { Catalog } from "../build/model/catalog/catalog.ts";
import { exampleAddress } from "../generator/endpoints/examples.ts";
import { ENDPOINTS } from "../generator/endpoints/index.ts";
import { CSV, CSV_ENDING, EXPORT_FOLDER, PARQUET } from "../generator/exports/dataset.ts";
import { DATASETS } from "../generator/exports/datasets.ts";
import type { Context, Endpoint } from "../generator/http/endpoint.ts";
import { nearest, unknownSlug } from "../generator/http/names.ts";
import { type Problem, quote } from "../generator/http/problem.ts";

export interface Route {
  endpoint: Endpoint;
  params: Record<string, string>;
}

interface Pattern {
  endpoint: Endpoint;
  names: string[];
  expression: RegExp;
}

const LITERALS = new Map<string, Endpoint>();
const PATTERNS: Pattern[] = [];
for (const endpoint of ENDPOINTS) {
  const names = Object.keys(endpoint.params);
  if (names.length === 0) LITERALS.set(endpoint.path, endpoint);
  else PATTERNS.push({ endpoint, names, expression: toExpression(endpoint) });
}
// A value with slashes would take the literal ending of a longer path: `{slug}/cheapest` comes before `{slug}`.
PATTERNS.sort((a, b) => depthOf(b.endpoint.path) - depthOf(a.endpoint.path));

/** @param path As it was sent, percent-encoded. undefined when no endpoint has it, or it cannot be decoded. */
export function findRoute(path: string): Route | undefined {
  const literal = LITERALS.get(path);
  if (literal) return { endpoint: literal, params: {} };
  for (const { endpoint, names, expression } of PATTERNS) {
    const match = expression.exec(path);
    if (!match) continue;
    const values = match.slice(1).map(decode);
    const params: Record<string, string> = {};
    for (const [index, name] of names.entries()) {
      const value = values[index];
      if (value === undefined) return undefined;
      params[name] = value;
    }
    return { endpoint, params };
  }
  return undefined;
}

/** 404 with the nearest paths; below the exports with the nearest datasets. */
export function unknownPath(pathname: string, { catalog }: Context): Problem {
  const base = catalog.service.base_url;
  if (pathname.startsWith(EXPORT_FOLDER)) {
    const wanted = decode(pathname.slice(EXPORT_FOLDER.length)) ?? pathname;
    const ending = [PARQUET.ending, CSV_ENDING].find((one) => wanted.endsWith(one)) ?? CSV.ending;
    const files = DATASETS.map(({ name, title }) => ({ slug: name + ending, name: title }));
    const kind = { name: "dataset", folder: EXPORT_FOLDER, list: "/datapackage.json" };
    return unknownSlug(wanted, { ...kind, candidates: files }, catalog);
  }
  const near = nearest(pathname, PATHS);
  const hint =
    near.length > 0
      ? `Did you mean ${near.map(({ slug }) => slug).join(" or ")}?`
      : `Every address is listed at ${base}/api/v1/openapi.json.`;
  return {
    problem: "not-found",
    detail: `Nothing is at ${quote(pathname)}. ${hint}`,
    ...(near.length > 0 && {
      suggestions: near.map(({ slug, name }) => ({
        slug: slug.slice(slug.lastIndexOf("/") + 1),
        name,
        url: `${base}${workingAddress(slug, catalog)}`,
      })),
    }),
  };
}

/** With an example where the bare path needs parameters. */
function workingAddress(path: string, catalog: Catalog): string {
  const endpoint = LITERALS.get(path);
  return endpoint?.exampleQuery === undefined ? path : exampleAddress(endpoint, catalog);
}

const PATHS = ENDPOINTS.filter(({ params }) => Object.keys(params).length === 0).map(
  ({ path, summary }) => ({ slug: path, name: summary }),
);

/** undefined for a malformed percent-escape. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

function toExpression({ path, params }: Endpoint): RegExp {
  const pattern = path
    .replace(/[.]/g, "\\.")
    .replace(/\{(\w+)\}/g, (_, name: string) =>
      params[name]?.mayHoldSlashes ? "(.+)" : "([^/]+)",
    );
  return new RegExp(`^${pattern}$`);
}

function depthOf(path: string): number {
  return path.split("/").length;
}
