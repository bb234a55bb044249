import { extname, join } from "node:path";
import glob from "fast-glob";
import { chooseEncoding } from "./encoding.ts";
import { type Content, FileStore } from "./file-store.ts";
import type { HeaderRules } from "./header-rules.ts";

/** Types that the CDN knows by a file's ending; `_headers` names the others. */
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

/** Netlify reads these itself and does not publish them. */
const NOT_SERVED = ["_headers", "_redirects"];

const PLAIN_404 = "<!doctype html><title>Not found</title><h1>Not found</h1>\n";

export interface StaticFiles {
  /** Address of the file that is served for a decoded path; undefined when there is none. */
  find(path: string): string | undefined;
  /** Answers a GET or HEAD with the file at `address`, or 304 when the client has it. */
  serve(address: string, request: Request): Promise<Response>;
  /** The site's own page for an address that does not exist, with status 404. */
  notFound(): Promise<Response>;
}

/**
 * The published files, by address. The list is made once, so nothing that a client sends is ever
 * turned into a path of the file system, and folders have no listing.
 */
export async function openStaticFiles(dist: string, headersOf: HeaderRules): Promise<StaticFiles> {
  const names = await glob("**", { cwd: dist, dot: true, ignore: NOT_SERVED });
  const addresses = new Set(names.map((name) => `/${name}`));
  const store = new FileStore();

  return {
    find: (path) => candidates(path).find((address) => addresses.has(address)),

    async serve(address, request) {
      const file = await store.find(join(dist, address));
      const etag = await store.etagOf(file);
      const headers = headersOf(address);
      headers.set("ETag", etag);
      headers.set("Vary", "Accept-Encoding");
      if (isKnown(etag, request.headers.get("If-None-Match"))) {
        headers.delete("Content-Type");
        return new Response(null, { status: 304, headers });
      }
      const contentType = headers.get("Content-Type") ?? typeByEnding(address);
      headers.set("Content-Type", contentType);
      const accepted = request.headers.get("Accept-Encoding");
      const encoding = chooseEncoding(accepted, contentType, file.bytes);
      if (encoding === undefined) return toResponse(store.plain(file), headers);
      headers.set("Content-Encoding", encoding);
      return toResponse(await store.encoded(file, encoding), headers);
    },

    async notFound() {
      const headers = new Headers(headersOf("/404.html"));
      headers.set("Content-Type", "text/html; charset=utf-8");
      headers.set("Cache-Control", "public, max-age=0, must-revalidate");
      if (!addresses.has("/404.html")) return new Response(PLAIN_404, { status: 404, headers });
      const file = await store.find(join(dist, "404.html"));
      return toResponse(store.plain(file), headers, 404);
    },
  };
}

/** As in netlify-cli: the file itself, else `.html`, else the folder's start page. */
function candidates(path: string): string[] {
  const bare = path.replace(/\/$/, "");
  return path.endsWith("/")
    ? [`${bare}/index.html`, `${bare}.html`]
    : [path, `${path}.html`, `${path}/index.html`];
}

function isKnown(etag: string, ifNoneMatch: string | null): boolean {
  const known = (ifNoneMatch ?? "").split(",").map((entry) => entry.trim().replace(/^W\//, ""));
  return known.includes("*") || known.includes(etag.replace(/^W\//, ""));
}

function typeByEnding(address: string): string {
  return TYPES[extname(address)] ?? "application/octet-stream";
}

function toResponse({ bytes, open }: Content, headers: Headers, status = 200): Response {
  headers.set("Content-Length", String(bytes));
  return new Response(open(), { status, headers });
}
