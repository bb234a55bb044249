/**
 * The one table of header values. The CDN's header rules never reach a function's answer, so `_headers` (files) and the
 * function both take theirs from here.
 */
const SUCCESS_CACHE_CONTROL =
  "public, max-age=300, s-maxage=3600, stale-while-revalidate=86400, stale-if-error=604800";

/** Response headers that a script on another site may read, beyond those every browser allows. */
const EXPOSED_HEADERS = [
  "Content-Disposition",
  "ETag",
  "Link",
  "Allow",
  "X-Data-Source",
  "X-Data-Url",
  "X-Data-As-Of",
  "X-Data-License",
  "X-Data-Attribution",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
];

/** Request headers that a script on another site may send: conditional requests and MCP's own. */
const ALLOWED_REQUEST_HEADERS = [
  "Accept",
  "Authorization",
  "Content-Type",
  "If-None-Match",
  "Last-Event-ID",
  "MCP-Protocol-Version",
  "Mcp-Method",
  "Mcp-Name",
  "Mcp-Session-Id",
];

const CORS_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": EXPOSED_HEADERS.join(", "),
  "X-Content-Type-Options": "nosniff",
} as const;

/** Those that a file and the function answer alike, wherever they are served. */
export const isSharedHeader = (name: string): boolean =>
  /^(content-type|cache-control|access-control-.*|x-content-type-options|content-security-policy|referrer-policy|strict-transport-security|x-frame-options|content-disposition|x-data-.*|link|allow)$/i.test(
    name,
  );

/** Pages load nothing from elsewhere, run no script but our files, and stand in no other site's frame. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** On everything, the 404 page too. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "Content-Security-Policy": CONTENT_SECURITY_POLICY,
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Strict-Transport-Security": "max-age=31536000",
  "X-Frame-Options": "DENY",
};

/** On every 200 and 304, from a file or from the function. */
export const SUCCESS_HEADERS: Readonly<Record<string, string>> = {
  ...CORS_HEADERS,
  "Cache-Control": SUCCESS_CACHE_CONTROL,
};

/** On every error: only the 404 of an unknown address may be cached, and for a minute. */
export function problemHeaders(status: number): Readonly<Record<string, string>> {
  return {
    ...SECURITY_HEADERS,
    ...CORS_HEADERS,
    "Cache-Control": status === 404 ? "max-age=60" : "no-store",
  };
}

/** On every answer of the tool server: a call is never kept. */
export function mcpHeaders(): Readonly<Record<string, string>> {
  return { ...SECURITY_HEADERS, ...CORS_HEADERS, "Cache-Control": "no-store" };
}

/** On the answer to `OPTIONS`. `methods` are those of the path: `["GET", "HEAD", "OPTIONS"]`. */
export function preflightHeaders(methods: readonly string[]): Readonly<Record<string, string>> {
  return {
    ...SECURITY_HEADERS,
    ...CORS_HEADERS,
    Allow: methods.join(", "),
    "Access-Control-Allow-Methods": methods.join(", "),
    "Access-Control-Allow-Headers": ALLOWED_REQUEST_HEADERS.join(", "),
    "Access-Control-Max-Age": "86400",
    "Cache-Control": "no-store",
  };
}

/**
 * How long the CDN keeps a function's 200, and which parameters tell two answers apart.
 *
 * `keys` are the endpoint's own parameters, `query` the request's (without `?`). A query that two
 * readers may read differently (`%70age=2`, `page=1&page=2`) is not kept at all: if the CDN read
 * it as another one, our answer would be stored under that one's key for every later caller.
 */
export function cdnCacheHeaders(
  keys: readonly string[],
  query: string,
): Readonly<Record<string, string>> {
  const asked = unambiguousKeys(query);
  if (asked === undefined || hasNearKey(keys, asked))
    return { "Netlify-CDN-Cache-Control": "no-store" };
  return {
    "Netlify-CDN-Cache-Control": "public, durable, s-maxage=3600, stale-while-revalidate=86400",
    ...(keys.length > 0 && { "Netlify-Vary": `query=${keys.join("|")}` }),
  };
}

/** A known key given twice, or in other letters (`Page`), which another reader may take for ours. */
function hasNearKey(keys: readonly string[], asked: readonly string[]): boolean {
  return keys.some((key) => {
    const near = asked.filter((name) => name.toLowerCase() === key);
    return near.length > 1 || near.some((name) => name !== key);
  });
}

const PLAIN_KEY = /^[A-Za-z0-9_.-]+$/;
const BROKEN_ESCAPE = /%(?![0-9A-Fa-f]{2})/;

/**
 * The keys of a query in the order given, repeated where they repeat; undefined when readers may
 * differ on what the keys or values are: an escaped or empty key, a parameter without `=`, an
 * empty parameter (stray `&`), a broken percent-escape.
 *
 * `sort=a&page=2` → `["sort", "page"]`; `%70age=2` → undefined; the empty query → `[]`.
 */
export function unambiguousKeys(query: string): string[] | undefined {
  if (query === "") return [];
  if (BROKEN_ESCAPE.test(query)) return undefined;
  const parameters = query.split("&").map((parameter) => parameter.split("="));
  const isUnambiguous = parameters.every(
    ([key = "", value]) => value !== undefined && PLAIN_KEY.test(key),
  );
  return isUnambiguous ? parameters.map(([key = ""]) => key) : undefined;
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

export const HTML_TYPE = "text/html; charset=utf-8";
export const JSON_TYPE = "application/json; charset=utf-8";
