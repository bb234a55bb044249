/** A local CDN: redirect rules, headers, and the published files. */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { parseAllHeaders } from "@netlify/headers-parser";
import glob from "fast-glob";
import { CommandError } from "../../build/facts/fault.ts";
import { FUNCTIONS_URL_PATH } from "../../generator/cdn/rules.ts";
import { decodeUrlPath } from "../../generator/http/endpoint.ts";
import { CDN_RULE_FILES } from "../../generator/http/headers.ts";
import { matchesEtag, type RequestHandler } from "../function.ts";
import { loadRedirectMatcher, type RedirectQueryMatchMode } from "./engine.ts";

/**
 * Answers a request as the CDN does, without the network. The first step that applies decides:
 *
 * 1. The function handles all methods except GET and HEAD, in production by `functions/api-methods.ts`.
 * 2. A file at the path takes precedence over the rules, because no rule is forced.
 * 3. The first matching rule leads to the function, to a file, or to another URL.
 * 4. The HTML 404 page.
 */
export async function createLocalCdnHandler(
  dist: string,
  handle: RequestHandler,
  mode: RedirectQueryMatchMode,
): Promise<RequestHandler> {
  const [engine, headersOf] = await Promise.all([
    loadRedirectMatcher(join(dist, "_redirects"), mode),
    loadFileHeaderRules(join(dist, "_headers")),
  ]);
  const files = await openFiles(dist, headersOf);

  return async (request) => {
    const { pathname, search } = new URL(request.url);
    if (request.method !== "GET" && request.method !== "HEAD") return handle(request);

    const path = decodePath(pathname);
    const own = files.find(path);
    const target = own ? undefined : await engine.route(path, search.slice(1));
    if (target?.to.startsWith(FUNCTIONS_URL_PATH)) return handle(request);
    if (target?.status === 301)
      return new Response(null, { status: 301, headers: { Location: target.to } });
    const file = own ?? (target && files.find(target.to));
    return file === undefined ? files.notFound() : files.serve(file, request);
  };
}

/**
 * As in netlify-cli, rules match decoded paths: `/%61pi` is `/api`. Three things stay as sent: an escaped slash, which
 * never separates folders; a path that cannot be decoded; and one with control characters, as the engine's `*` does not
 * match line ends.
 */
function decodePath(pathname: string): string {
  const path = decodeUrlPath(pathname.replace(/%2f/gi, "%252F"));
  return path === undefined || /\p{Cc}/u.test(path) ? pathname : path;
}

/** Finds the headers that `_headers` sets for the file at an address. */
type FileHeaderFinder = (path: string) => Headers;

/**
 * Parses `_headers` with Netlify's own parser. If two rules set the same header, the later one wins, as in netlify-cli.
 */
async function loadFileHeaderRules(headersFile: string): Promise<FileHeaderFinder> {
  const { headers: rules, errors } = await parseAllHeaders({
    headersFiles: [headersFile],
    configHeaders: [],
    minimal: false,
  });
  if (errors.length > 0) throw new CommandError(`${headersFile}: ${errors.join("\n")}`);
  return (path) => {
    const headers = new Headers();
    for (const rule of rules) {
      if (!("forRegExp" in rule) || !rule.forRegExp.test(path)) continue;
      for (const [name, value] of Object.entries(rule.values)) headers.set(name, value);
    }
    return headers;
  };
}

/** Content types that the CDN derives from file extensions; `_headers` sets all others. */
const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".csv": "text/csv; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".ics": "text/calendar; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".xml": "application/xml; charset=utf-8",
};

/**
 * The published files by path. The list is read once, so that no client input becomes a path in the file system, and
 * folders have no listing.
 */
async function openFiles(dist: string, headersOf: FileHeaderFinder) {
  const names = await glob("**", { cwd: dist, dot: true });
  const addresses = new Set(names.map((name) => `/${name}`));
  for (const path of CDN_RULE_FILES) addresses.delete(path);
  return {
    /**
     * Path of the file for a decoded path, tried in the order of netlify-cli: the file itself, then `.html`, then
     * `index.html`; for a path that ends with a slash, `index.html`, then `.html`.
     */
    find(path: string): string | undefined {
      const bare = path.replace(/\/$/, "");
      const candidates = path.endsWith("/")
        ? [`${bare}/index.html`, `${bare}.html`]
        : [path, `${path}.html`, `${path}/index.html`];
      return candidates.find((address) => addresses.has(address));
    },

    async serve(address: string, request: Request): Promise<Response> {
      const path = join(dist, address);
      // Read for every request, because a build may replace the files.
      const { size, mtimeMs, ino } = await stat(path);
      const headers = headersOf(address);
      const etag = `W/"${[size, Math.round(mtimeMs), ino].join("-")}"`;
      headers.set("ETag", etag);
      headers.set("Vary", "Accept-Encoding");
      if (matchesEtag(request.headers.get("If-None-Match"), etag)) {
        headers.delete("Content-Type");
        return new Response(null, { status: 304, headers });
      }
      if (!headers.has("Content-Type"))
        headers.set("Content-Type", TYPES[extname(address)] ?? "application/octet-stream");
      headers.set("Content-Length", String(size));
      return new Response(toStream(path, size), { headers });
    },

    async notFound(): Promise<Response> {
      const headers = headersOf("/404.html");
      headers.set("Content-Type", "text/html; charset=utf-8");
      headers.set("Cache-Control", "public, max-age=0, must-revalidate");
      const path = join(dist, "404.html");
      return new Response(toStream(path, (await stat(path)).size), { status: 404, headers });
    },
  };
}

/**
 * Reads a file in chunks as the client consumes them. The file is opened on the first read, and no more bytes are read
 * than the header announced.
 */
const toStream = (path: string, bytes: number): ReadableStream<Uint8Array> =>
  ReadableStream.from(readPieces(path, bytes));

async function* readPieces(path: string, bytes: number): AsyncGenerator<Uint8Array> {
  if (bytes > 0) yield* createReadStream(path, { end: bytes - 1 });
}
