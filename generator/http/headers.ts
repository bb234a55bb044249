/** The header values of files (`_headers`) and of the function, whose answers get no header rules from the CDN. */

/** The CDN reads these files of the publish directory itself, and serves them at no address. */
export const CDN_RULE_FILES: readonly string[] = ["/_headers", "/_redirects"];

const CORS_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers":
    "Content-Disposition, ETag, Link, Allow, X-Data-Source, X-Data-Url, X-Data-As-Of, X-Data-License, X-Data-Attribution, X-Data-Hint, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After",
  "X-Content-Type-Options": "nosniff",
};

/** Whether a header is the same for files and function answers, on every deployment. */
export const isDeploymentIndependentHeader = (name: string): boolean =>
  /^(content-type|cache-control|access-control-.*|x-content-type-options|content-security-policy|referrer-policy|strict-transport-security|x-frame-options|content-disposition|x-data-.*|link|allow)$/i.test(
    name,
  );

type Headers = Readonly<Record<string, string>>;

/** Set on everything, including the 404 page. Pages load nothing from other origins, and run only our script files. */
export const SECURITY_HEADERS: Headers = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Strict-Transport-Security": "max-age=31536000",
  "X-Frame-Options": "DENY",
};

/** Set on every 200 and 304, from a file or the function. */
export const SUCCESS_HEADERS: Headers = {
  ...CORS_HEADERS,
  "Cache-Control":
    "public, max-age=300, s-maxage=3600, stale-while-revalidate=86400, stale-if-error=604800",
};

/** Set on every answer that must not be cached: errors, and answers of the MCP server. */
export const UNCACHED_HEADERS: Headers = {
  ...SECURITY_HEADERS,
  ...CORS_HEADERS,
  "Cache-Control": "no-store",
};

/** Headers of errors. Only a 404 may be cached, for one minute. */
export const getErrorHeaders = (status: number): Headers =>
  status === 404 ? { ...UNCACHED_HEADERS, "Cache-Control": "max-age=60" } : UNCACHED_HEADERS;

/** Headers of the answer to `OPTIONS`. `methods` are the methods of the path: `["GET", "HEAD", "OPTIONS"]`. */
export const getPreflightHeaders = (methods: readonly string[]): Headers => ({
  ...UNCACHED_HEADERS,
  Allow: methods.join(", "),
  "Access-Control-Allow-Methods": methods.join(", "),
  "Access-Control-Allow-Headers":
    "Accept, Authorization, Content-Type, If-None-Match, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id",
  "Access-Control-Max-Age": "86400",
});

/**
 * How long the CDN caches a function's 200, and which query parameters are part of the cache key. A query that two
 * parsers may read differently (`%70age=2`, `page=1&page=2`) is not cached: if the CDN read it as another query, our
 * answer would be stored under that query for all later callers.
 * @param keys The endpoint's own parameters.
 * @param query Query string of the request, without `?`.
 * @param isWhole Whether the answer also depends on other parameters.
 */
export function cdnCacheHeaders(
  keys: readonly string[],
  query: string,
  isWhole: boolean | undefined = false,
): Headers {
  const found = listQueryKeysIfUnambiguous(query);
  const isAmbiguous = keys.some((key) => {
    // Given twice, or in other case (`Page`), which another parser may read as our parameter.
    const near = found?.filter((name) => name.toLowerCase() === key) ?? [];
    return near.length > 1 || near.some((name) => name !== key);
  });
  if (found === undefined || isAmbiguous) return { "Netlify-CDN-Cache-Control": "no-store" };
  return {
    "Netlify-CDN-Cache-Control": "public, durable, s-maxage=3600, stale-while-revalidate=86400",
    ...(keys.length > 0 && { "Netlify-Vary": isWhole ? "query" : `query=${keys.join("|")}` }),
  };
}

/**
 * The keys of a query in order, including repeated ones. Undefined when parsers may read the keys or values
 * differently: for an escaped or empty key, a missing `=`, an empty parameter (stray `&`) or a broken percent-escape.
 * `sort=a&page=2` → `["sort", "page"]`; `%70age=2` → undefined; the empty query → `[]`.
 */
export function listQueryKeysIfUnambiguous(query: string): string[] | undefined {
  if (query === "") return [];
  if (/%(?![0-9A-Fa-f]{2})/.test(query)) return undefined;
  const parameters = query.split("&");
  const arePlain = parameters.every((parameter) => /^[\w.-]+=/.test(parameter));
  return arePlain ? parameters.map((parameter) => parameter.split("=", 1).join()) : undefined;
}

export interface StaticFile {
  /** Path below `dist/`, starting with `/`. */
  path: string;
  body: string | Uint8Array;
  contentType: string;
  /** Headers in addition to those of every file in its folder: name → value. */
  headers?: Readonly<Record<string, string>>;
  /** The request that the file answers, if it is stored at another path; without a query for a plain path. */
  answers?: { path: string; query: Readonly<Record<string, string>> };
  /** Another path with the same content: `/api/v1/export/models.csv`. */
  alsoAt?: string;
  /** A path that redirects to this file: `/openapi.json`. */
  redirectedFrom?: string;
  /** The endpoint or document that makes the file, for summaries and messages. */
  owner: string;
}

export const HTML_CONTENT_TYPE = "text/html; charset=utf-8";
export const JSON_CONTENT_TYPE = "application/json; charset=utf-8";

export const toJsonFile = (path: string, owner: string, body: string): StaticFile => ({
  path,
  owner,
  body,
  contentType: JSON_CONTENT_TYPE,
});
