/** Collects which file answers which request, and writes it for the CDN as `_redirects` and `_headers`. */
import { CommandError } from "../../build/facts/fault.ts";
import { groupBy } from "../../build/schema/collections.ts";
import { ENDPOINTS } from "../endpoints/index.ts";
import type { StaticFile } from "../http/headers.ts";
import { FUNCTION_RENDERED_PAGES } from "../site/pages/query-pages.ts";
import { type FileWithHeaders, formatHeadersFile } from "./headers-file.ts";
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
  return {
    queries: [...FUNCTION_RENDERED_PAGES, ...routes.filter(({ keys }) => keys.length > 0)].map(
      ({ path, keys }) => ({ path, keys, files: byPath.get(path) ?? [] }),
    ),
    literals: files.flatMap(({ path: file, answers, alsoAt, redirectedFrom }) => [
      ...(answers && Object.keys(answers.query).length === 0 ? [{ path: answers.path, file }] : []),
      ...(alsoAt ? [{ path: alsoAt, file }] : []),
      ...(redirectedFrom ? [{ path: redirectedFrom, file, isRedirect: true }] : []),
    ]),
  };
}

/**
 * @param later Path of a file that is written after all others.
 * @throws CommandError when a rule leads to a missing file or is hidden by a file, or there are too many rules.
 */
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
    "/_headers": formatHeadersFile(files.filter(needsType), written, files),
  };
  const contentType = "text/plain; charset=utf-8";
  return Object.entries(texts).map(([path, body]) => ({ path, body, contentType, owner: "cdn" }));
}

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
