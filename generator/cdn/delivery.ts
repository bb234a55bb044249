/** Which requests lead to which files, and the two files in which the CDN reads it. */

import { BuildError } from "../../build/facts/fault.ts";
import type { Place } from "../endpoints/endpoint-files.ts";
import type { Endpoint } from "../http/endpoint.ts";
import type { StaticFile } from "../http/headers.ts";
import type { QueryPage } from "../site/pages/query-pages.ts";
import { toHeadersFile } from "./headers-file.ts";
import { FUNCTION, formatRule, type Rule, toRules } from "./rules.ts";

/** What the CDN must know of the published files: derived from the endpoint definitions, turned into rules by `rules.ts`. */

/** A path with query parameters: some queries have a file, all others are the function's. */
export interface QueryRoute {
  /** Literal public path, without placeholders: `/api/v1/models`. */
  path: string;
  /** Every query parameter that the endpoint knows; others are ignored by it. */
  keys: readonly string[];
  /** The enumerated queries. Values are decoded. The empty query is never here: the bare address is the function's. */
  files: readonly { query: Readonly<Record<string, string>>; file: string }[];
}

/**
 * A path without parameters whose file stands at another one: because the path is also a folder, or the file has two
 * addresses.
 */
export interface LiteralRoute {
  path: string;
  /** Address of the file below `dist/`, starting with `/`. */
  file: string;
  /** The client is sent to the file's own address (301); else it gets the file. */
  isRedirect?: boolean;
}

/** What the CDN has to be told of a published file. */
export interface TypedFile {
  path: string;
  contentType: string;
  /** Beyond those of every file of its folder. */
  headers?: Readonly<Record<string, string>>;
}

export interface Delivery {
  queries: readonly QueryRoute[];
  literals: readonly LiteralRoute[];
  files: readonly TypedFile[];
}

interface RoutedFile {
  path: string;
  query: Record<string, string>;
}

export class Routes {
  readonly #queries = new Map<string, QueryRoute & { files: QueryRoute["files"][number][] }>();
  readonly #literals: LiteralRoute[] = [];

  /** An endpoint with parameters has a route even when nothing of it is enumerated. */
  declare(endpoint: Endpoint, place: Place): void {
    if (place === "query" && Object.keys(endpoint.params).length === 0) this.#routeOf(endpoint);
  }

  /** A page that the function makes from its query. */
  declarePage({ path, keys }: QueryPage): void {
    this.#queries.set(path, { path, keys, files: [] });
  }

  add(endpoint: Endpoint, place: Place, { path, query }: RoutedFile): void {
    if (place === "folder") this.#literals.push({ path: endpoint.path, file: path });
    if (place === "query") this.#routeOf(endpoint).files.push({ query, file: path });
  }

  /** The further addresses of a file. */
  addAddresses({ path, alsoAt, redirectedFrom }: StaticFile): void {
    if (alsoAt) this.#literals.push({ path: alsoAt, file: path });
    if (redirectedFrom) this.#literals.push({ path: redirectedFrom, file: path, isRedirect: true });
  }

  toDelivery(files: readonly TypedFile[]): Delivery {
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
 * @throws BuildError when a rule leads nowhere, or hides another.
 */
export function cdnFiles(delivery: Delivery, later: string): StaticFile[] {
  const rules = toRules(delivery);
  const written = new Set([...delivery.files.map(({ path }) => path), later]);
  const faults = checkRules(rules, written);
  if (faults.length > 0) throw new BuildError(`the CDN's rules are wrong:\n${faults.join("\n")}`);
  return [
    toTextFile("/_redirects", `${rules.map(formatRule).join("\n")}\n`),
    toTextFile(
      "/_headers",
      toHeadersFile(delivery.files.filter(needsType), written, delivery.files),
    ),
  ];
}

const toTextFile = (path: string, body: string): StaticFile => ({
  path,
  body,
  contentType: "text/plain; charset=utf-8",
  owner: "cdn",
});

/** The CDN takes the type of a file from its ending; one without an ending, or of another type, needs a header rule. */
const needsType = ({ path, contentType }: TypedFile): boolean =>
  !/\.[a-z0-9]+$/.test(path) ||
  /^application\/(atom\+xml|feed\+json|vnd\.apache\.parquet)\b/.test(contentType) ||
  contentType.startsWith("text/markdown");

/** A rule costs every request some microseconds, and Netlify advises against many thousands. */
const MAX_RULES = 2_000;

/**
 * What is wrong with the rules: a rule to a missing file would answer with the HTML 404 page, and a published file wins
 * over a rule for its path, `/a.html` and `/a/index.html` over one for `/a`.
 * @param written Addresses of all published files.
 */
export function checkRules(rules: readonly Rule[], written: ReadonlySet<string>): string[] {
  const paths = new Set(rules.map(({ path }) => path));
  return [
    ...(rules.length >= MAX_RULES
      ? [`${rules.length} rules; keep them below ${MAX_RULES}: enumerate fewer queries`]
      : []),
    ...rules
      .filter(({ to }) => to !== FUNCTION && !written.has(to))
      .map((rule) => `no such file: ${formatRule(rule)}`),
    ...[...paths].flatMap((path) =>
      [path, `${path}.html`, `${path}/index.html`]
        .filter((file) => written.has(file))
        .map((file) => `the file ${file} hides the rules of ${path}`),
    ),
  ];
}
