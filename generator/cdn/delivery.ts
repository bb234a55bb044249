/** Collects which file answers which request, and writes it for the CDN as `_redirects` and `_headers`. */
import { CommandError } from "../../build/facts/fault.ts";
import type { EndpointFile, EndpointFileLocationKind } from "../endpoints/endpoint-files.ts";
import type { Endpoint } from "../http/endpoint.ts";
import type { StaticFile } from "../http/headers.ts";
import type { FunctionRenderedPage } from "../site/pages/query-pages.ts";
import { type FileWithHeaders, formatHeadersFile } from "./headers-file.ts";
import {
  type CdnPathToFileRule,
  type CdnQueryToFileRule,
  type CdnRoutes,
  FUNCTIONS_URL_PATH,
  formatRedirectRule,
  formatRedirectsFile,
  type RedirectRule,
  toCdnRedirectRules,
} from "./rules.ts";

export class CdnRouteCollector {
  readonly #queries = new Map<
    string,
    CdnQueryToFileRule & { files: CdnQueryToFileRule["files"][number][] }
  >();
  readonly #literals: CdnPathToFileRule[] = [];

  /**
   * Registers a route for an endpoint that has a query and no path parameters, even if none of its queries is
   * enumerated.
   */
  declare(endpoint: Endpoint, place: EndpointFileLocationKind): void {
    if (place === "query" && Object.keys(endpoint.params).length === 0) this.#routeOf(endpoint);
  }

  declarePage({ path, keys }: FunctionRenderedPage): void {
    this.#queries.set(path, { path, keys, files: [] });
  }

  add(endpoint: Endpoint, place: EndpointFileLocationKind, { path, query }: EndpointFile): void {
    if (place === "folder") this.#literals.push({ path: endpoint.path, file: path });
    if (place === "query") this.#routeOf(endpoint).files.push({ query, file: path });
  }

  addAddresses({ path, alsoAt, redirectedFrom }: StaticFile): void {
    if (alsoAt) this.#literals.push({ path: alsoAt, file: path });
    if (redirectedFrom) this.#literals.push({ path: redirectedFrom, file: path, isRedirect: true });
  }

  toDelivery(files: readonly FileWithHeaders[]): CdnRoutes {
    return { queries: [...this.#queries.values()], literals: this.#literals, files };
  }

  #routeOf({ path, query }: Endpoint) {
    const route = this.#queries.get(path) ?? { path, keys: Object.keys(query), files: [] };
    this.#queries.set(path, route);
    return route;
  }
}

/**
 * @param later Path of a file that is written after all others.
 * @throws CommandError when a rule points to a missing file, a published file overrides a rule, or there are too many
 * rules.
 */
export function makeRedirectsAndHeadersFiles(delivery: CdnRoutes, later: string): StaticFile[] {
  const rules = toCdnRedirectRules(delivery);
  const written = new Set([...delivery.files.map(({ path }) => path), later]);
  const faults = findRedirectFaults(rules, written);
  if (faults.length > 0)
    throw new CommandError(
      `the redirect rules of the CDN (_redirects) are wrong:\n${faults.join("\n")}`,
    );
  return [
    toTextFile("/_redirects", formatRedirectsFile(rules)),
    toTextFile(
      "/_headers",
      formatHeadersFile(delivery.files.filter(needsType), written, delivery.files),
    ),
  ];
}

const toTextFile = (path: string, body: string): StaticFile => ({
  path,
  body,
  contentType: "text/plain; charset=utf-8",
  owner: "cdn",
});

/**
 * The CDN derives the content type of a file from its extension. A file without an extension, or with a type that the
 * CDN gets wrong, needs a header rule.
 */
const needsType = ({ path, contentType }: FileWithHeaders): boolean =>
  !/\.[a-z0-9]+$/.test(path) ||
  /^application\/(atom\+xml|feed\+json|vnd\.apache\.parquet|vnd\.sqlite3)\b/.test(contentType) ||
  contentType.startsWith("text/markdown");

/** Every rule adds some microseconds to each request, and Netlify advises against many thousands of rules. */
const MAX_RULES = 2_000;

/**
 * Lists what is wrong with the rules. A rule that points to a missing file would answer with the HTML 404 page. A
 * published file overrides the rules for its own path; `/a.html` and `/a/index.html` override those for `/a`.
 * @param written Paths of all published files.
 */
export function findRedirectFaults(
  rules: readonly RedirectRule[],
  written: ReadonlySet<string>,
): string[] {
  const paths = new Set(rules.map(({ path }) => path));
  return [
    ...(rules.length >= MAX_RULES
      ? [
          `${rules.length} redirect rules, but the CDN accepts fewer than ${MAX_RULES}: list fewer queries in the function enumerate of the endpoints`,
        ]
      : []),
    ...rules
      .filter(({ to }) => !to.startsWith(FUNCTIONS_URL_PATH) && !written.has(to))
      .map(
        (rule) => `this rule leads to a file that is not published: ${formatRedirectRule(rule)}`,
      ),
    ...[...paths].flatMap((path) =>
      [path, `${path}.html`, `${path}/index.html`]
        .filter((file) => written.has(file))
        .map(
          (file) =>
            `the CDN serves the published file ${file} and ignores the redirect rules of ${path}`,
        ),
    ),
  ];
}
