import { BuildError } from "../../build/facts/fault.ts";
import { getAt, groupBy } from "../../build/schema/collections.ts";
import type { Delivery, QueryRoute } from "./delivery.ts";
import { bySize, guardsBefore, type KeySet, ODD_QUERY } from "./guards.ts";

/** Where Netlify mounts `mcp-server/functions/api.ts`. */
export const FUNCTION = "/.netlify/functions/api";

/** One line of `_redirects`, not forced. An empty query block matches any query. */
export interface Rule {
  /** `/api/v1/models`, or a folder with `/*` at the end. */
  path: string;
  /** Key → literal value, or `:key` for any value, the empty one too. */
  query: Readonly<Record<string, string>>;
  /** Address of a file, or of the function. */
  to: string;
  /** 200: a rewrite; 301: the client is sent there. */
  status: 200 | 301;
}

const PATH = /^(\/[A-Za-z0-9._~-]+)+$/;
const FILE = /^(\/[A-Za-z0-9._~=,-]+)+$/;
const KEY = /^[a-z][a-z0-9_]*$/;
/** Leaves out `:` (begins a placeholder), white space and `#` (end the value) and `%` (is never decoded). */
const VALUE = /^[A-Za-z0-9][A-Za-z0-9._~,-]*$/;

/** The text of `dist/_redirects`. Throws a BuildError for what a rule cannot express. */
export function toRedirects(delivery: Delivery): string {
  return `${toRules(delivery).map(formatRule).join("\n")}\n`;
}

/** The rules in order; the first that matches a request decides. */
export function toRules({ queries, literals }: Delivery): Rule[] {
  return [
    ...queries.flatMap(rulesOfQueryRoute),
    ...literals.map(({ path, file, isRedirect }) => toRule(path, {}, file, isRedirect ? 301 : 200)),
    { path: "/api/*", query: {}, to: FUNCTION, status: 200 },
  ];
}

/**
 * The guard against odd queries; then for each set of keys that has files, most keys first, its
 * guards and its literal rules; at last, whatever the query, the function.
 */
function rulesOfQueryRoute(route: QueryRoute): Rule[] {
  const filesBySet = groupByKeys(route);
  const sets = [...filesBySet.keys()].map((set) => set.split(" "));
  const guards = guardsBefore(sets, route.keys);
  const literalRules = [...filesBySet.values()].flatMap((files, at) => [
    ...getAt(guards, at).map((keys) => toRule(route.path, anyValues(keys), FUNCTION)),
    ...files.map(({ query, file }) => toRule(route.path, query, file)),
  ]);
  return [
    ...(literalRules.length > 0 ? [toRule(route.path, { [ODD_QUERY]: ":odd" }, FUNCTION)] : []),
    ...literalRules,
    toRule(route.path, {}, FUNCTION),
  ];
}

/** The enumerated queries by their keys (joined with a space), most keys first. */
function groupByKeys(route: QueryRoute): Map<string, QueryRoute["files"][number][]> {
  for (const { query } of route.files) assertExpressible(route, query);
  const groups = groupBy(route.files, ({ query }) => Object.keys(query).sort().join(" "));
  return new Map([...groups].sort(([a], [b]) => bySize(a.split(" "), b.split(" "))));
}

function assertExpressible({ path, keys }: QueryRoute, query: Readonly<Record<string, string>>) {
  const pairs = Object.entries(query);
  if (pairs.length === 0)
    throw new BuildError(`${path}: the empty query has no file; the function answers it`);
  for (const [key, value] of pairs) {
    if (!KEY.test(key) || !keys.includes(key))
      throw new BuildError(`${path}: "${key}" is not one of its parameters (${keys.join(", ")})`);
    if (!VALUE.test(value))
      throw new BuildError(
        `${path}: a CDN rule cannot express ${key}=${JSON.stringify(value)}; ` +
          "do not enumerate this query, the function answers it",
      );
  }
}

function toRule(
  path: string,
  query: Rule["query"],
  to: string,
  status: Rule["status"] = 200,
): Rule {
  if (!PATH.test(path)) throw new BuildError(`a CDN rule cannot express the path "${path}"`);
  if (!FILE.test(to)) throw new BuildError(`${path}: a CDN rule cannot express the file "${to}"`);
  return { path, query, to, status };
}

function anyValues(keys: KeySet): Rule["query"] {
  return Object.fromEntries(keys.map((key) => [key, `:${key}`]));
}

/** `/api/v1/models sort=release_date page=2 /_q/models/release_date/2 200`. */
export function formatRule({ path, query, to, status }: Rule): string {
  const block = Object.entries(query).map(([key, value]) => `${key}=${value}`);
  return [path, ...block, to, status].join(" ");
}
