/** Request → Response: all answers of the serverless function, with the same bytes as the static files. */
import { hash } from "node:crypto";
import { createLazyValue } from "../build/schema/collections.ts";
import { toJsonEscapingInvisibleCharacters } from "../build/schema/values.ts";
import { answerCompatPath } from "../generator/formats/formats.ts";
import {
  type AnswerContext,
  executeEndpoint,
  MCP_HTTP_METHODS,
  MCP_PATH,
  parseEndpointQuery,
  toCanonicalQuery,
} from "../generator/http/endpoint.ts";
import {
  cdnCacheHeaders,
  getErrorHeaders,
  getPreflightHeaders,
  HTML_CONTENT_TYPE,
  JSON_CONTENT_TYPE,
  SECURITY_HEADERS,
  SUCCESS_HEADERS,
} from "../generator/http/headers.ts";
import { isProblem, type Problem, toProblemResponse } from "../generator/http/problem.ts";
import type { Html } from "../generator/site/components/html.ts";
import {
  FUNCTION_RENDERED_PAGES,
  type FunctionRenderedPage,
  findPageMeantByPath,
} from "../generator/site/pages/query-pages.ts";
import type { McpHttpOptions } from "./mcp/server.ts";
import {
  findMeantPath,
  type MatchedRoute,
  matchEndpointRoute,
  unknownPathProblem,
} from "./router.ts";

/** A serverless function as Netlify calls it. The request has the URL that the client sent. */
export type RequestHandler = (request: Request) => Promise<Response> | Response;

const METHODS = ["GET", "HEAD", "OPTIONS"] as const;
const MAX_QUERY_CHARACTERS = 4 * 1024;
const MAX_BODY_BYTES = 256 * 1024;
/** Letters, digits, `-`, `.`, `_` and `~`, which mean the same with and without an escape (RFC 3986). */
const ESCAPED_UNRESERVED = /%(?:2[DE]|3\d|[46][1-9A-F]|[57][\dA]|5F|7E)/gi;
const CACHE_BYTES = 32 * 1024 * 1024;

interface Rendered {
  /** A Buffer if the text is not pure ASCII: a Response scans such a string several times, but copies a Buffer once. */
  body: string | Buffer;
  contentType: string;
  headers: Record<string, string>;
  etag: string;
  bytes: number;
}

/**
 * Creates the handler for one catalogue. Its only state is a cache of answers and, if tiers are enabled, the request
 * counters.
 */
export function createApiHandler(
  context: AnswerContext,
  options: McpHttpOptions = { isLocal: false },
): RequestHandler {
  const handle = createUncounted(context, options);
  if (!context.catalog.service.tiers) return handle;
  const counted = import("./tiers.ts").then(({ toRateLimitedHandlerFromEnvironment }) =>
    toRateLimitedHandlerFromEnvironment(handle, context),
  );
  return async (request) => (await counted)(request);
}

function createUncounted(context: AnswerContext, options: McpHttpOptions): RequestHandler {
  const { base_url } = context.catalog.service;
  const cache = new AnswerCache();
  /** Loaded on the first MCP call: most instances never get one, and the MCP SDK is large. */
  const loadToolServer = createLazyValue(async () =>
    (await import("./mcp/server.ts")).createMcpHttpHandler(context, options),
  );
  return async (request) => {
    const { pathname: sent, search } = new URL(request.url);
    // The CDN treats `/%78` and `/x/` like `/x`, so the function does, too.
    const pathname = sent.replace(ESCAPED_UNRESERVED, decodeURIComponent);
    const path = pathname.replace(/(?<=.)\/$/, "");
    const refuse = (problem: Problem) => toProblemResponse(problem, request, base_url);
    try {
      const methods = path === MCP_PATH ? MCP_HTTP_METHODS : METHODS;
      if (methods === MCP_HTTP_METHODS && request.method === "POST")
        return await (await loadToolServer())(request);
      const refusal = checkRequest(request, search, methods, `${base_url}${MCP_PATH}`);
      if (refusal) return refuse(refusal);
      if (request.method === "OPTIONS")
        return new Response(null, { status: 204, headers: getPreflightHeaders(methods) });
      const page = FUNCTION_RENDERED_PAGES.find((one) => one.path === path);
      if (page) return toPageResponse(page, request, search, context);
      const named = findPageMeantByPath(pathname, context);
      if (named && "page" in named) return toHtmlError(404, named.page, request);
      if (named) return toRedirect(named.location + (named.location.includes("?") ? "" : search));
      const format = cache.get(path) ?? answerCompatPath(path, context);
      if (format) {
        if ("location" in format) return toRedirect(format.location);
        if (isProblem(format)) return refuse(format);
        const rendered = "value" in format ? cache.add(path, format.value) : format;
        return toResponse(rendered, request, cdnCacheHeaders([], search.slice(1)));
      }
      const route = matchEndpointRoute(path);
      if (!route) return refuse(unknownPathProblem(pathname, context));
      const rendered = renderRoute(route, search, context, cache);
      if (isProblem(rendered)) {
        // In `models/norn-5/prices`, the part after the slash may not belong to the name.
        const isNested = Object.values(route.params).some((name) => name.includes("/"));
        return refuse(
          isNested && findMeantPath(path, context) ? unknownPathProblem(path, context) : rendered,
        );
      }
      return toResponse(rendered, request, {
        ...rendered.headers,
        ...cdnCacheHeaders(
          Object.keys(route.endpoint.query),
          search.slice(1),
          route.endpoint.hintsAtUnknownParameters,
        ),
      });
    } catch (error) {
      console.error(error);
      const detail = "The service failed to make this answer; try again later.";
      return refuse({ problem: "internal-error", detail });
    }
  };
}

/** Checks a request before its path is used: body size, method and query length. */
function checkRequest(
  { headers, method }: Request,
  search: string,
  methods: readonly string[],
  mcpUrl: string,
): Problem | undefined {
  if (Number(headers.get("content-length") ?? 0) > MAX_BODY_BYTES) {
    const detail = `The request body is larger than ${MAX_BODY_BYTES} bytes; send the request without a body.`;
    return { problem: "body-too-large", detail };
  }
  if (!methods.includes(method)) {
    const mcp = method === "POST" ? ` The MCP server is at ${mcpUrl}.` : "";
    const detail = `This URL does not accept ${method}; use ${methods[0]}.${mcp}`;
    return { problem: "method-not-allowed", detail, allowed: methods };
  }
  if (search.length - 1 > MAX_QUERY_CHARACTERS) {
    const detail = `The query has ${search.length - 1} characters; send at most ${MAX_QUERY_CHARACTERS}.`;
    return { problem: "query-too-long", detail };
  }
  return undefined;
}

function renderRoute(
  { endpoint, params }: MatchedRoute,
  search: string,
  context: AnswerContext,
  cache: AnswerCache,
): Rendered | Problem {
  const given = new Map(new URLSearchParams(search));
  const query = parseEndpointQuery(endpoint, given);
  if (isProblem(query)) return query as Problem;
  const unknown = endpoint.hintsAtUnknownParameters
    ? [...given.keys()].filter((name) => !Object.hasOwn(endpoint.query, name))
    : [];
  const key = JSON.stringify([endpoint.id, params, toCanonicalQuery(endpoint, query), unknown]);
  const known = cache.get(key);
  if (known) return known;
  const made = executeEndpoint(endpoint, { params, query, unknown }, context);
  return isProblem(made) ? made : cache.add(key, made.value, made.headers);
}

function toResponse(rendered: Rendered, request: Request, headers: Record<string, string>) {
  const all = { ...SECURITY_HEADERS, ...SUCCESS_HEADERS, ...headers, ETag: rendered.etag };
  if (matchesEtag(request.headers.get("if-none-match"), rendered.etag))
    return new Response(null, { status: 304, headers: all });
  const typed = { ...all, "Content-Type": rendered.contentType };
  const length = { "Content-Length": String(rendered.bytes) };
  if (request.method === "HEAD") return new Response(null, { headers: { ...typed, ...length } });
  return new Response(toBody(rendered.body), { headers: typed });
}

const toRedirect = (location: string): Response =>
  new Response(null, {
    status: 301,
    headers: { ...SECURITY_HEADERS, ...SUCCESS_HEADERS, Location: location },
  });

/**
 * Bodies from this length on are streamed: the platform buffers at most 6 MB and sends larger bodies only as a stream.
 */
const MAX_BUFFERED_LENGTH = 1024 * 1024;

const toBody = (body: Rendered["body"]): string | Buffer | ReadableStream =>
  body.length < MAX_BUFFERED_LENGTH ? body : new Blob([body]).stream();

function toPageResponse(
  queryPage: FunctionRenderedPage,
  request: Request,
  search: string,
  context: AnswerContext,
): Response {
  const sent = new URLSearchParams(search);
  const query = new Map([...sent].filter(([name]) => queryPage.keys.includes(name)));
  for (const name of queryPage.lists) if (sent.has(name)) query.set(name, sent.getAll(name).join());
  const { status, page, contentType = HTML_CONTENT_TYPE } = queryPage.respond(query, context);
  const rendered = render(page.toString(), contentType);
  if (status === 200)
    return toResponse(rendered, request, cdnCacheHeaders(queryPage.keys, search.slice(1)));
  return toHtmlError(status, page, request);
}

function toHtmlError(status: number, page: Html, request: Request): Response {
  const headers = { ...getErrorHeaders(status), "Content-Type": HTML_CONTENT_TYPE };
  return new Response(request.method === "HEAD" ? null : page.toString(), { status, headers });
}

/** Whether `If-None-Match` is `*` or lists the ETag, weak or strong. */
export function matchesEtag(header: string | null, etag: string): boolean {
  const strong = (tag: string) => tag.trim().replace(/^W\//, "");
  const known = (header ?? "").split(",").map(strong);
  return known.includes("*") || known.includes(strong(etag));
}

function render(text: string, contentType: string, headers: Rendered["headers"] = {}): Rendered {
  const utf8 = Buffer.from(text);
  const etag = `"${hash("sha256", utf8, "base64url").slice(0, 22)}"`;
  const body = utf8.length === text.length ? text : utf8;
  return { body, contentType, headers, etag, bytes: utf8.length };
}

/**
 * Cache of answers, limited by size. It needs no expiry, because the catalogue does not change while the function runs.
 * A price table of a past day takes up to a second of CPU time, so the process caches answers even if no CDN does.
 */
class AnswerCache {
  readonly #answers = new Map<string, Rendered>();
  #bytes = 0;

  get(key: string): Rendered | undefined {
    return this.#answers.get(key);
  }

  add(key: string, value: unknown, headers?: Rendered["headers"]): Rendered {
    const text = toJsonEscapingInvisibleCharacters(value);
    const answer = render(text, JSON_CONTENT_TYPE, headers);
    if (this.#bytes > CACHE_BYTES) {
      this.#answers.clear();
      this.#bytes = 0;
    }
    this.#answers.set(key, answer);
    this.#bytes += answer.bytes;
    return answer;
  }
}
