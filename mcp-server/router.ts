/** Path → endpoint; or, for an unknown path, suggestions of what was probably meant. */

import { findNearestNames, type RowWithName } from "../build/identity/nearest-names.ts";
import type { Catalog } from "../build/model/catalog/catalog.ts";
import { PUBLISHED_SCHEMAS } from "../build/schema/values.ts";
import { ENDPOINTS, exampleEndpointUrl } from "../generator/endpoints/index.ts";
import {
  CSV_EXTENSION,
  CSV_FORMAT,
  EXPORT_URL_PREFIX,
  EXPORTS,
  EXPORTS_INDEX_PATH,
  PARQUET_FORMAT,
} from "../generator/exports/dataset.ts";
import {
  type AnswerContext,
  DATA_PACKAGE_PATH,
  DUMP_PATH,
  decodeUrlPath,
  type Endpoint,
  FILE_MANIFEST_PATH,
  fillPathTemplate,
  OPENAPI_PATH,
  withQueryDefaults,
} from "../generator/http/endpoint.ts";
import { unknownSlugProblem } from "../generator/http/names.ts";
import { isProblem, type Problem, quoteInput } from "../generator/http/problem.ts";

export interface MatchedRoute {
  endpoint: Endpoint;
  params: Record<string, string>;
}

const LITERALS = new Map(
  ENDPOINTS.filter(({ path }) => !path.includes("{")).flatMap((endpoint) =>
    [endpoint.path, endpoint.alsoAt ?? endpoint.path].map((path) => [path, endpoint] as const),
  ),
);
// Longer paths come first, because a parameter that may contain slashes would also match the end of a longer path:
// `{slug}/cheapest` before `{slug}`.
const depthOf = ({ path }: Endpoint): number => path.split("/").length;
const PATTERNS = ENDPOINTS.filter(({ path }) => path.includes("{"))
  .sort((a, b) => depthOf(b) - depthOf(a))
  .map((endpoint) => ({ endpoint, expression: toExpression(endpoint) }));

/**
 * @param path Path as the client sent it, percent-encoded.
 * @returns Undefined if no endpoint has this path, or if it cannot be decoded.
 */
export function matchEndpointRoute(path: string): MatchedRoute | undefined {
  const literal = LITERALS.get(path);
  if (literal) return { endpoint: literal, params: {} };
  for (const { endpoint, expression } of PATTERNS) {
    const match = expression.exec(path);
    if (!match) continue;
    const values = match.slice(1).map(decodeUrlPath);
    if (values.includes(undefined)) return undefined;
    const params = Object.keys(endpoint.params).map((name, at) => [name, values[at]]);
    return { endpoint, params: Object.fromEntries(params) };
  }
  return undefined;
}

/** Published files that are no endpoint's answers, by their folder. */
const FILE_KINDS = [
  {
    name: "export",
    folder: EXPORT_URL_PREFIX,
    list: EXPORTS_INDEX_PATH,
    listFiles(wanted: string): RowWithName[] {
      const endings = [PARQUET_FORMAT.ending, CSV_EXTENSION];
      const ending = endings.find((one) => wanted.endsWith(one)) ?? CSV_FORMAT.ending;
      return EXPORTS.map(({ name, title }) => ({ slug: name + ending, name: title }));
    },
  },
  {
    name: "schema",
    folder: "/api/v1/schema/",
    list: OPENAPI_PATH,
    listFiles: (): RowWithName[] =>
      Array.from(PUBLISHED_SCHEMAS._idmap.keys(), (id) => ({ slug: `${id}.json`, name: id })),
  },
];

/** 404 with what is meant, else the nearest paths; below a folder of files with the nearest of them. */
export function unknownPathProblem(pathname: string, context: AnswerContext): Problem {
  const { catalog } = context;
  const base = catalog.service.base_url;
  const kind = FILE_KINDS.find(({ folder }) => `${pathname}/`.startsWith(folder));
  const wanted = kind && (decodeUrlPath(pathname.slice(kind.folder.length)) ?? pathname);
  if (kind && wanted)
    return unknownSlugProblem(wanted, { ...kind, candidates: kind.listFiles(wanted) }, catalog);
  const meant = findMeantPath(pathname, context);
  const near = meant ? [meant] : findNearestNames(kind?.list ?? pathname, PATHS);
  const hint =
    near.length > 0
      ? `Did you mean ${near.map(({ slug }) => slug).join(" or ")}?`
      : `Every endpoint is listed at ${base}/api/v1.`;
  const suggestions = near.map(({ slug, name }) => ({
    slug: slug.slice(slug.lastIndexOf("/") + 1),
    name,
    url: `${base}${workingAddress(slug, catalog)}`,
  }));
  const detail = `The URL ${quoteInput(pathname)} does not exist. ${hint}`;
  return { problem: "not-found", detail, ...(suggestions.length > 0 && { suggestions }) };
}

const FOLDERS = PATTERNS.flatMap(({ endpoint: { path, summary } }) => {
  const [, slug] = /^\/api\/v1\/([a-z-]+)\/\{\w+\}$/.exec(path) ?? [];
  return slug === undefined ? [] : [{ slug, name: summary }];
});
const folderOf = (word: string): string | undefined =>
  findNearestNames(word.length > 3 ? word.replace(/s$/, "") : "", FOLDERS)[0]?.slug;
const MAX_WORDS = 8;

/**
 * What a path with a wrong folder or version refers to: `/api/v1/scorecard`, `/api/v2/provider/quillon`,
 * `/api/v1/models/norn-5/prices`. The last folder in the path is tried
 * first.
 * @returns A path that works and its title; undefined if nothing has the name.
 */
export function findMeantPath(pathname: string, context: AnswerContext): RowWithName | undefined {
  const decoded = decodeUrlPath(pathname) ?? "";
  const words = decoded.split("/", MAX_WORDS).filter((word) => !/^(api|v\d+|)$/.test(word));
  const folders = words.map(folderOf);
  const name = words.filter((_, at) => folders[at] === undefined).join("/");
  const tried = new Set([...folders.reverse().flatMap((folder) => folder ?? []), "models"]);
  const asSent = words.map(encodeURIComponent).join("/");
  for (const path of [
    ...["/api", "/api/v1"].map((version) => `${version}/${asSent}`),
    ...[...tried].map((folder) => `/api/v1/${folder}/${encodeURIComponent(name)}`),
  ]) {
    const route = matchEndpointRoute(path);
    if (!route) continue;
    const { endpoint, params } = route;
    if (LITERALS.has(path)) return { slug: path, name: endpoint.summary };
    const answer = endpoint.respond({ params, query: withQueryDefaults(endpoint, {}) }, context);
    if (isProblem(answer)) continue;
    const slug = fillPathTemplate(endpoint.path, { ...params, ...answer.canonical });
    if (slug !== pathname) return { slug, name: answer.title };
  }
  return undefined;
}

function workingAddress(path: string, catalog: Catalog): string {
  const endpoint = LITERALS.get(path);
  return endpoint?.exampleQuery === undefined ? path : exampleEndpointUrl(endpoint, catalog);
}

const PATHS = [
  // Without the list of endpoints: its path is the beginning of every other, and the error names it anyway.
  ...[...LITERALS.values()].flatMap(({ path, alsoAt, summary }) =>
    alsoAt ? [] : [{ slug: path, name: summary }],
  ),
  { slug: OPENAPI_PATH, name: "OpenAPI description of this API" },
  { slug: FILE_MANIFEST_PATH, name: "Every published file" },
  { slug: DUMP_PATH, name: "The whole catalogue in one file" },
  { slug: EXPORTS_INDEX_PATH, name: "Every export, also of past months" },
  { slug: DATA_PACKAGE_PATH, name: "Columns of the exports" },
];

function toExpression({ path, params }: Endpoint): RegExp {
  const pattern = path
    .replace(/[.]/g, "\\.")
    .replace(/\{(\w+)\}/g, (_, name: string) =>
      params[name]?.mayHoldSlashes ? "(.+)" : "([^/]+)",
    );
  return new RegExp(`^${pattern}$`);
}
