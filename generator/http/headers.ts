/**
 * The one table of header values. The CDN's header rules never reach a function's answer, so `_headers` (files) and the
 * function both take theirs from here.
 */
const CORS_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers":
    "Content-Disposition, ETag, Link, Allow, X-Data-Source, X-Data-Url, X-Data-As-Of, X-Data-License, X-Data-Attribution, X-Data-Hint, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit, RateLimit-Policy, Retry-After",
  "X-Content-Type-Options": "nosniff",
};

/** Those that a file and the function answer alike, wherever they are served. */
export const isDeploymentIndependentHeader = (name: string): boolean =>
  /^(content-type|cache-control|access-control-.*|x-content-type-options|content-security-policy|referrer-policy|strict-transport-security|x-frame-options|content-disposition|x-data-.*|link|allow)$/i.test(
    name,
  );

type Headers = Readonly<Record<string, string>>;

/** On everything, the 404 page too. Pages load nothing from elsewhere, and run no script but our files. */
export const SECURITY_HEADERS: Headers = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Strict-Transport-Security": "max-age=31536000",
  "X-Frame-Options": "DENY",
};

/** On every 200 and 304, from a file or from the function. */
export const SUCCESS_HEADERS: Headers = {
  ...CORS_HEADERS,
  "Cache-Control":
    "public, max-age=300, s-maxage=3600, stale-while-revalidate=86400, stale-if-error=604800",
};

/** On every answer that no cache may keep: errors, and those of the tool server. */
export const UNCACHED_HEADERS: Headers = {
  ...SECURITY_HEADERS,
  ...CORS_HEADERS,
  "Cache-Control": "no-store",
};

/** On every error: only the 404 of an unknown address may be cached, and for a minute. */
export const getErrorHeaders = (status: number): Headers =>
  status === 404 ? { ...UNCACHED_HEADERS, "Cache-Control": "max-age=60" } : UNCACHED_HEADERS;

/** On the answer to `OPTIONS`. `methods` are those of the path: `["GET", "HEAD", "OPTIONS"]`. */
export const getPreflightHeaders = (methods: readonly string[]): Headers => ({
  ...UNCACHED_HEADERS,
  Allow: methods.join(", "),
  "Access-Control-Allow-Methods": methods.join(", "),
  "Access-Control-Allow-Headers":
    "Accept, Authorization, Content-Type, If-None-Match, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id",
  "Access-Control-Max-Age": "86400",
});

/**
 * How long the CDN keeps a function's 200, and which parameters tell two answers apart. A query that two readers may
 * read differently (`%70age=2`, `page=1&page=2`) is not kept at all: if the CDN read it as another one, our answer would
 * be stored under that one's key for every later caller.
 * @param keys The endpoint's own parameters.
 * @param query Of the request, without `?`.
 * @param isWhole Whether other parameters tell answers apart, too.
 */
export function cdnCacheHeaders(
  keys: readonly string[],
  query: string,
  isWhole: boolean | undefined = false,
): Headers {
  const found = parseUnambiguousQueryKeys(query);
  const isAmbiguous = keys.some((key) => {
    // Given twice, or in other letters (`Page`), which another reader may take for ours.
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
 * The keys of a query in the order given, repeated where they repeat; undefined when readers may differ on what the keys
 * or values are: an escaped or empty key, no `=`, an empty parameter (stray `&`), a broken percent-escape.
 * `sort=a&page=2` → `["sort", "page"]`; `%70age=2` → undefined; the empty query → `[]`.
 */
export function parseUnambiguousQueryKeys(query: string): string[] | undefined {
  if (query === "") return [];
  if (/%(?![0-9A-Fa-f]{2})/.test(query)) return undefined;
  const parameters = query.split("&");
  const arePlain = parameters.every((parameter) => /^[\w.-]+=/.test(parameter));
  return arePlain ? parameters.map((parameter) => parameter.split("=", 1).join()) : undefined;
}

/** One file of the published set. */
export interface StaticFile {
  /** Below `dist/`, starting with `/`. */
  path: string;
  body: string | Uint8Array;
  contentType: string;
  /** Beyond those of every file of its folder: name → value. */
  headers?: Readonly<Record<string, string>>;
  /** Another address that answers the same: `/api/v1/export/models.csv`. */
  alsoAt?: string;
  /** An address that redirects here: `/openapi.json`. */
  redirectedFrom?: string;
  /** Which endpoint or document it belongs to, for summaries and messages. */
  owner: string;
}

export const HTML_CONTENT_TYPE = "text/html; charset=utf-8";
export const JSON_CONTENT_TYPE = "application/json; charset=utf-8";

export const toJsonFile = (path: string, owner: string, body: string): StaticFile => ({
  ...{ path, owner, body, contentType: JSON_CONTENT_TYPE },
});
