/** Collects which file answers which request, and writes it for the CDN as `_redirects` and `_headers`. */
import { CommandError } from "../../build/facts/fault.ts";
import { compareByCodePoint, groupBy, memoizePerKey } from "../../build/schema/collections.ts";
import { ENDPOINTS } from "../endpoints/index.ts";
import { SECURITY_HEADERS, type StaticFile, SUCCESS_HEADERS } from "../http/headers.ts";
import { FUNCTION_RENDERED_PAGES } from "../site/pages/query-pages.ts";
import {
  type CdnRoutes,
  FUNCTIONS_URL_PATH,
  formatRedirectRule,
  formatRedirectsFile,
  type RedirectRule,
  toCdnRedirectRules,
} from "./rules.ts";

/** A published file without its content. */
export type PublishedFile = Omit<StaticFile, "body" | "owner">;

function toCdnRoutes(files: readonly PublishedFile[]): CdnRoutes {
  const answers = files.flatMap(({ path: file, answers }) => (answers ? { file, ...answers } : []));
  const byPath = groupBy(answers, ({ path }) => path);
  const routes = ENDPOINTS.filter(({ params }) => Object.keys(params).length === 0).map(
    ({ path, query }) => ({ path, keys: Object.keys(query) }),
  );
  const queried = [...FUNCTION_RENDERED_PAGES, ...routes.filter(({ keys }) => keys.length > 0)];
  const known = new Set(queried.map(({ path }) => path));
  for (const { path, query, file } of answers)
    if (Object.keys(query).length > 0 && !known.has(path))
      throw new CommandError(
        `${file}: no redirect rule can lead to this file, because ${path} is not the path of an endpoint with query parameters`,
      );
  return {
    queries: queried.map(({ path, keys }) => ({ path, keys, files: byPath.get(path) ?? [] })),
    literals: files.flatMap(({ path: file, answers, alsoAt, redirectedFrom }) => [
      ...(answers && Object.keys(answers.query).length === 0 ? [{ path: answers.path, file }] : []),
      ...(alsoAt ? [{ path: alsoAt, file }] : []),
      ...(redirectedFrom ? [{ path: redirectedFrom, file, isRedirect: true }] : []),
    ]),
  };
}

/** @param later Path of a file that is written last. @throws CommandError for a wrong rule, or too many rules. */
export function makeRedirectsAndHeadersFiles(
  files: readonly PublishedFile[],
  later: string,
): StaticFile[] {
  const rules = toCdnRedirectRules(toCdnRoutes(files));
  const written = new Set([...files.map(({ path }) => path), later]);
  const faults = findRedirectFaults(rules, written);
  if (faults.length > 0)
    throw new CommandError(
      `the redirect rules of the CDN (_redirects) are wrong:\n${faults.join("\n")}`,
    );
  const texts = {
    "/_redirects": formatRedirectsFile(rules),
    "/_headers": formatHeadersFile(files, written),
  };
  const contentType = "text/plain; charset=utf-8";
  return Object.entries(texts).map(([path, body]) => ({ path, body, contentType, owner: "cdn" }));
}

/** The CDN derives the type from the extension; a file without one, or with a wrong type, needs a header rule. */
const needsType = ({ path, contentType }: PublishedFile): boolean =>
  !/\.(?!jsonl)[a-z0-9]+$/.test(path) ||
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
  const faults: string[] = [];
  if (rules.length >= MAX_RULES)
    faults.push(
      `${rules.length} redirect rules, but the CDN accepts fewer than ${MAX_RULES}: list fewer queries in the function enumerate of the endpoints`,
    );
  for (const rule of rules)
    if (!rule.to.startsWith(FUNCTIONS_URL_PATH) && !written.has(rule.to))
      faults.push(`this rule leads to a file that is not published: ${formatRedirectRule(rule)}`);
  for (const path of new Set(rules.map(({ path }) => path)))
    for (const file of [path, `${path}.html`, `${path}/index.html`])
      if (written.has(file))
        faults.push(
          `the CDN serves the published file ${file} and ignores the redirect rules of ${path}`,
        );
  return faults;
}

/**
 * Writes the text of `dist/_headers`: headers for everything, for each top-level folder, for files that need it their
 * type, and those of single files. At most one rule sets a given header for a file, because netlify-cli uses the last
 * of two matching rules and the behaviour in production was not measured.
 * @param written Paths of all published files.
 */
function formatHeadersFile(files: readonly PublishedFile[], written: Iterable<string>): string {
  // The CDN serves the 404 page at every address without a file.
  const paths = [...written].filter((path) => path !== "/404.html").sort();
  const blocks = [
    formatBlock("/*", SECURITY_HEADERS),
    ...commonPatterns(paths).map((pattern) => formatBlock(pattern, SUCCESS_HEADERS)),
    ...typePatterns(files, paths).map(([pattern, contentType]) =>
      formatBlock(pattern, { "Content-Type": contentType }),
    ),
    ...files.flatMap(({ path, headers }) =>
      headers ? addressesOf(path).map((address) => formatBlock(address, headers)) : [],
    ),
  ];
  return `${blocks.join("\n")}\n`;
}

/** `/api/*`, `/feed.xml`, …; not `/*`, which would let browsers keep the 404 page of any address. */
function commonPatterns(files: readonly string[]): string[] {
  const topFolders = files.flatMap((path) => /^\/[^/]+\//.exec(path)?.[0] ?? []);
  const folders = [...new Set(topFolders)].map((folder) => `${folder}*`);
  const expressions = folders.map(toRegExp);
  const rootFiles = files.filter((path) => path.lastIndexOf("/") === 0);
  const others = rootFiles.filter((path) => !expressions.some((folder) => folder.test(path)));
  const patterns = [...folders, ...others];
  return files.includes("/index.html") ? ["/", ...patterns] : patterns;
}

/** The start page is named by both its addresses. */
const addressesOf = (path: string): string[] => (path === "/index.html" ? ["/", path] : [path]);

/** Pattern → content type. For each file, the widest pattern is used that matches only files of the same type. */
function typePatterns(
  files: readonly PublishedFile[],
  paths: readonly string[],
): [string, string][] {
  // A pattern may also match files that need no rule, such as `index.html`, if they have the same type.
  const types = new Map(files.map(({ path, contentType }) => [path, contentType]));
  const covered = new Set<string>();
  const patterns: [string, string][] = [];
  const matchedBy = memoizePerKey((pattern: string): readonly string[] => {
    if (!/[*:]/.test(pattern)) return [pattern];
    const expression = toRegExp(pattern);
    return paths.filter((file) => expression.test(file));
  });
  const typed = files.filter(needsType).sort((a, b) => compareByCodePoint(a.path, b.path));
  for (const { path, contentType } of typed) {
    if (covered.has(path)) continue;
    const isOfOneType = (pattern: string) =>
      matchedBy(pattern).every((file) => types.get(file) === contentType && !covered.has(file));
    const pattern = widestFirst(path).find(isOfOneType) ?? path;
    for (const file of matchedBy(pattern)) covered.add(file);
    patterns.push([pattern, contentType]);
  }
  return patterns;
}

/** `/api/lab/x` → `/api/*`, `/api/lab/*`, `/api/lab/:file`, `/api/lab/x`. */
function widestFirst(path: string): string[] {
  const folders = path.split("/").slice(1, -1);
  const prefixes = folders.map((_, depth) => `/${folders.slice(0, depth + 1).join("/")}`);
  const parent = prefixes.at(-1);
  return [
    ...prefixes.map((prefix) => `${prefix}/*`),
    ...(parent === undefined ? [] : [`${parent}/:file`]),
    path,
  ];
}

/** Which paths Netlify's header parser matches with a pattern: `/models/*` also matches `/models-of-2026`. */
function toRegExp(pattern: string): RegExp {
  const parts = pattern
    .split("/")
    .slice(1)
    .map((part) => {
      if (part.startsWith(":")) return "([^/]+)";
      return part === "*" ? "?(.*)" : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    });
  return new RegExp(`^/${parts.join("/")}/?$`, "iu");
}

function formatBlock(pattern: string, values: Readonly<Record<string, string>>): string {
  return [pattern, ...Object.entries(values).map(([name, value]) => `  ${name}: ${value}`)].join(
    "\n",
  );
}
