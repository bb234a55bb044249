/** The rules of `_redirects`. */
import { CommandError } from "../../build/facts/fault.ts";
import { getItemAt, groupBy, listSubsetsBySize } from "../../build/schema/collections.ts";
import * as paths from "../site/components/addresses.ts";

/** A path with query parameters: some queries have a file, and the function answers all others. */
interface CdnQueryToFileRule {
  /** Literal public path, without placeholders: `/api/v1/models`. */
  path: string;
  /** Every query parameter that the endpoint knows; the endpoint ignores all others. */
  keys: readonly string[];
  /** The enumerated queries, decoded; never the empty one, because the function answers the bare address. */
  files: readonly { query: Readonly<Record<string, string>>; file: string }[];
}

export interface CdnRoutes {
  queries: readonly CdnQueryToFileRule[];
  /** Paths whose file is stored elsewhere; with `isRedirect`, the client is redirected (301) to the file's address. */
  literals: readonly { path: string; file: string; isRedirect?: boolean }[];
}

/**
 * Guards: rules that send a query to the function before a literal rule could take it wrongly.
 *
 * Measured on netlify-redirector 0.5.0 (180,000 random queries, no difference): a rule's query block matches when, for
 * each of its parameters, RE2 finds `(?:.*&)?KEY=([^&]*)(?:&.+)?` to match the whole raw query; the captured text is
 * then percent-decoded (`+` is a space) and compared with the rule's value, which is taken as written. Hence:
 * - further parameters do not prevent a match ("superset"), although Netlify's documents say they do ("exact");
 * - of several equal keys the last one counts; the order does not matter, nor do empty parameters (`&&`, a leading `&`);
 * - `sort=` captures the empty value, and a placeholder takes that too;
 * - keys are compared before decoding: `%70age=2` does not match `page=2`;
 * - a single `&` at the end hides the last parameter, and `page` without `=` is ignored;
 * - an invalid escape is decoded to another text: `1%3z` becomes `10`;
 * - KEY is a regular expression.
 */
type KeySet = readonly string[];

/**
 * Key of a rule that sends ambiguous queries to the function: queries that the engine reads differently from
 * `URLSearchParams`, because they end in `&`, have a parameter without `=`, or contain `%`. `\x3d` stands for `=`,
 * which a key in `_redirects` must not contain. An engine that reads keys as plain text does not have these faults, and
 * this rule never matches there. For any other engine, `npm run build -- --no-query-files` writes no rule that reads a
 * query. The smoke test reports which engine it is.
 */
const ODD_QUERY = String.raw`.*&|(?:.*&)?[^&\x3d]+(?:&.*)?|.*%.*|%`;

/**
 * For each literal key set, in the order given (most keys first), the guards to put before it.
 *
 * Let K be a literal key set and x another known key. A request with K's literal values and x would be taken by K's
 * rule in superset matching, so a guard G with x ∈ G ⊆ K ∪ {x} must stand before it. G is allowed when no literal set
 * from here on contains G, so that no enumerated query is lost. K ∪ {x} itself is always allowed, as all sets from here
 * on are at most as large as K. The smallest G is taken, for it also guards later sets.
 */
function guardsBefore(literalSets: readonly KeySet[], keys: KeySet): KeySet[][] {
  const chosen: KeySet[] = [];
  return literalSets.map((literal, at) => {
    const remaining = literalSets.slice(at);
    const guards: KeySet[] = [];
    for (const key of keys.filter((known) => !literal.includes(known))) {
      if (chosen.some((guard) => contains([...literal, key], guard))) continue;
      const allowed = listSubsetsBySize(literal)
        .map((subset) => [key, ...subset])
        .filter((candidate) => !remaining.some((set) => contains(set, candidate)));
      const guard = getItemAt(allowed, 0);
      chosen.push(guard);
      guards.push(guard);
    }
    return guards;
  });
}

const contains = (set: KeySet, part: KeySet): boolean => part.every((key) => set.includes(key));

/** The path where Netlify serves `mcp-server/functions/`, and the function that answers most requests. */
export const FUNCTIONS_URL_PATH = "/.netlify/functions/";
export const API_FUNCTION_URL_PATH = `${FUNCTIONS_URL_PATH}api`;

/** Folders where the function answers every path without a file: unknown addresses and other names. */
const FUNCTION_FOLDERS = [
  ...[paths.MODELS_PAGE_PATH, paths.PROVIDERS_PAGE_PATH, paths.BENCHMARKS_PAGE_PATH].flatMap(
    (folder) => [folder, paths.toSingularFolder(folder)],
  ),
  `${paths.COMPARE_PAGE_PATH}/`,
  "/at/",
  "/compat/",
  "/v1/models/",
  "/api/",
  ...paths.PAGES_WITHOUT_SLASH.map((path) => `${path}/`),
  ...paths.CAPITALIZED_FOLDERS_TO_REDIRECT,
];

/** One line of `_redirects`, not forced. A rule with an empty `query` matches any query. */
export interface RedirectRule {
  /** `/api/v1/models`, or a folder with `/*` at the end. */
  path: string;
  /** Key → literal value, or `:key` for any value, the empty one too. */
  query: Readonly<Record<string, string>>;
  to: string;
  /** 200: rewrite; 301: redirect. */
  status: 200 | 301;
}

const KEY = /^[a-z][a-z0-9_]*$/;
/** Leaves out `:` (begins a placeholder), white space and `#` (end the value) and `%` (is never decoded). */
const VALUE = /^[A-Za-z0-9][A-Za-z0-9._~,-]*$/;

export const formatRedirectsFile = (rules: readonly RedirectRule[]): string =>
  `${rules.map(formatRedirectRule).join("\n")}\n`;

/** The first rule that matches a request applies. @throws CommandError for a query that no rule can express. */
export function toCdnRedirectRules({ queries, literals }: CdnRoutes): RedirectRule[] {
  return [
    ...queries.flatMap(rulesOfQueryRoute),
    ...literals.map(({ path, file, isRedirect }) => toRule(path, {}, file, isRedirect ? 301 : 200)),
    ...FUNCTION_FOLDERS.map((folder) => toFolderRule(folder, API_FUNCTION_URL_PATH)),
    toFolderRule(paths.SHARE_PICTURES_PATH, `${FUNCTIONS_URL_PATH}picture`),
  ];
}

const toFolderRule = (folder: string, to: string): RedirectRule => toRule(`${folder}*`, {}, to);

/**
 * First the rule for odd queries. Then, for each set of keys that has files (most keys first), its guards and its
 * literal rules. Last, a rule that sends every other query to the function.
 */
function rulesOfQueryRoute(route: CdnQueryToFileRule): RedirectRule[] {
  const filesBySet = groupByKeys(route);
  const sets = [...filesBySet.keys()].map((set) => set.split(" "));
  const guards = guardsBefore(sets, route.keys);
  const literalRules = [...filesBySet.values()].flatMap((files, at) => [
    ...getItemAt(guards, at).map((keys) => {
      const anyValues = Object.fromEntries(keys.map((key) => [key, `:${key}`]));
      return toRule(route.path, anyValues, API_FUNCTION_URL_PATH);
    }),
    ...files.map(({ query, file }) => toRule(route.path, query, file)),
  ]);
  return [
    ...(literalRules.length > 0
      ? [toRule(route.path, { [ODD_QUERY]: ":odd" }, API_FUNCTION_URL_PATH)]
      : []),
    ...literalRules,
    toRule(route.path, {}, API_FUNCTION_URL_PATH),
  ];
}

/** Groups the enumerated queries by their keys, joined with a space. A rule for more keys comes before one for fewer. */
function groupByKeys(
  route: CdnQueryToFileRule,
): Map<string, CdnQueryToFileRule["files"][number][]> {
  for (const { query } of route.files) assertExpressible(route, query);
  const groups = groupBy(route.files, ({ query }) => Object.keys(query).sort().join(" "));
  const sizeOf = (keys: string) => keys.split(" ").length;
  return new Map([...groups].sort(([a], [b]) => sizeOf(b) - sizeOf(a) || (a < b ? -1 : 1)));
}

function assertExpressible(
  { path, keys }: CdnQueryToFileRule,
  query: Readonly<Record<string, string>>,
) {
  const pairs = Object.entries(query);
  if (pairs.length === 0)
    throw new CommandError(
      `${path}: enumerate() must not list a request without query parameters; such requests are answered by the online function`,
    );
  for (const [key, value] of pairs) {
    if (!KEY.test(key) || !keys.includes(key))
      throw new CommandError(
        `${path}: "${key}" is not a query parameter of this endpoint (${keys.join(", ")})`,
      );
    if (!VALUE.test(value))
      throw new CommandError(
        `${path}: a CDN rule cannot express ${key}=${JSON.stringify(value)}; remove this query from the function enumerate, so that the online function answers it`,
      );
  }
}

const toRule = (
  path: string,
  query: RedirectRule["query"],
  to: string,
  status: RedirectRule["status"] = 200,
): RedirectRule => ({ path, query, to, status });

/** `/api/v1/models sort=release_date page=2 /_q/models/release_date/2 200`. */
export function formatRedirectRule({ path, query, to, status }: RedirectRule): string {
  const block = Object.entries(query).map(([key, value]) => `${key}=${value}`);
  return [path, ...block, to, status].join(" ");
}
