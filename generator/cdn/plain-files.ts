/** For hosts without rewrites and header rules (`--flavour static`): each file has an extension for its type. */

import { toJsonEscapingInvisibleCharacters } from "../../build/schema/values.ts";
import { isStoredAtPath } from "../endpoints/endpoint-files.ts";
import { ENDPOINTS } from "../endpoints/index.ts";
import { CSV_EXTENSION, CSV_FORMAT } from "../exports/dataset.ts";
import { type AnswerContext, executeEndpoint, parseEndpointQuery } from "../http/endpoint.ts";
import { HTML_CONTENT_TYPE, JSON_CONTENT_TYPE, type StaticFile } from "../http/headers.ts";
import { isProblem } from "../http/problem.ts";
import { FUNCTION_RENDERED_PAGES } from "../site/pages/query-pages.ts";

const EXTENSIONS = { [JSON_CONTENT_TYPE]: ".json", [CSV_FORMAT.contentType]: CSV_EXTENSION };

/**
 * A page `/x` becomes `/x/index.html`. An answer `/x` is also written as `/x.json` (or `.csv`), which gets the right
 * type. An address that redirects gets a redirecting page, or a copy of the file.
 */
export function* toStaticHostFiles(file: StaticFile): Generator<StaticFile> {
  const { path, contentType, alsoAt, redirectedFrom } = file;
  const isPage = contentType === HTML_CONTENT_TYPE;
  const hasExtension = /\.[a-z0-9]+$/.test(path);
  if (isPage && !hasExtension) yield { ...file, path: `${path}/index.html` };
  else yield file;
  const extension = EXTENSIONS[contentType];
  const typed = !hasExtension && extension ? path + extension : undefined;
  if (typed) yield { ...file, path: typed };
  // A path cannot be both a folder and a file, such as `/v1` next to `/v1/models`.
  const other = alsoAt && path.startsWith(`${alsoAt}/`) ? `${alsoAt}.json` : alsoAt;
  if (other && other !== typed && !path.startsWith("/_q/")) yield { ...file, path: other };
  if (redirectedFrom)
    yield isPage ? toLeadingPage(redirectedFrom, path) : { ...file, path: redirectedFrom };
}

const toLeadingPage = (from: string, to: string): StaticFile => ({
  path: `${from}/index.html`,
  body: `<!doctype html>\n<meta charset="utf-8">\n<title>Moved</title>\n<link rel="canonical" href="${to}">\n<meta http-equiv="refresh" content="0; url=${to}">\n<a href="${to}">${to}</a>\n`,
  contentType: HTML_CONTENT_TYPE,
  owner: "site",
});

/**
 * The answer without parameters of each path that takes a query or is also a folder: `/api/v1/models.json`, and
 * `/api/v1/models/index.html` with the same JSON, which a static host sends for the bare address.
 */
export function* makeParameterlessAnswerFiles(context: AnswerContext): Generator<StaticFile> {
  for (const endpoint of ENDPOINTS) {
    const { id, path, params, alsoAt } = endpoint;
    if (Object.keys(params).length > 0 || isStoredAtPath(endpoint)) continue;
    const query = parseEndpointQuery(endpoint, new Map());
    const made = isProblem(query)
      ? query
      : executeEndpoint(endpoint, { params: {}, query }, context);
    if (isProblem(made)) continue;
    const body = toJsonEscapingInvisibleCharacters(made.value);
    const file = { body, contentType: JSON_CONTENT_TYPE, owner: id };
    yield { ...file, path: `${path}.json` };
    // The host sends `index.html` as HTML, so `<` must not start a tag. `alsoAt` gets no `.json` file: `/api.json` is a
    // different answer.
    for (const address of alsoAt ? [path, alsoAt] : [path])
      yield { ...file, path: `${address}/index.html`, body: body.replaceAll("<", "\\u003c") };
  }
  for (const { path, respond } of FUNCTION_RENDERED_PAGES) {
    // The feed of a list (a path with an extension) is empty without the list, so it gets no file.
    if (/\.\w+$/.test(path)) continue;
    const body = respond(new Map(), context).page.toString();
    yield { path: `${path}/index.html`, body, contentType: HTML_CONTENT_TYPE, owner: "site" };
  }
}
