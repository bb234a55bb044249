import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import glob from "fast-glob";
import { chooseEncoding, type Encoding, encode } from "./encoding.ts";
import type { HeaderRules } from "./header-rules.ts";

/** Types that the CDN knows by a file's ending; `_headers` names the others. */
const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".csv": "text/csv; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
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

/** Files kept in memory, with their compressed forms. */
const MAX_CACHED_FILES = 200;

const PLAIN_404 = "<!doctype html><title>Not found</title><h1>Not found</h1>\n";

interface LoadedFile {
  bytes: Buffer;
  etag: string;
  encoded: Map<Encoding, Promise<Buffer>>;
}

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
  const cache = new Map<string, Promise<LoadedFile>>();

  function load(address: string): Promise<LoadedFile> {
    const file = cache.get(address) ?? readFile(join(dist, address)).then(toLoadedFile);
    cache.delete(address);
    cache.set(address, file);
    file.catch(() => cache.delete(address));
    const [oldest] = cache.keys();
    if (cache.size > MAX_CACHED_FILES && oldest !== undefined) cache.delete(oldest);
    return file;
  }

  return {
    find: (path) => candidates(path).find((address) => addresses.has(address)),

    async serve(address, request) {
      const { bytes, etag, encoded } = await load(address);
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
      const encoding = chooseEncoding(accepted, contentType, bytes.length);
      if (encoding === undefined) return toResponse(bytes, headers);
      const body = encoded.get(encoding) ?? encode(bytes, encoding);
      encoded.set(encoding, body);
      headers.set("Content-Encoding", encoding);
      return toResponse(await body, headers);
    },

    async notFound() {
      const page = addresses.has("/404.html") ? (await load("/404.html")).bytes : PLAIN_404;
      const headers = new Headers(headersOf("/404.html"));
      headers.set("Content-Type", "text/html; charset=utf-8");
      headers.set("Cache-Control", "public, max-age=0, must-revalidate");
      return toResponse(Buffer.from(page), headers, 404);
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

function toLoadedFile(bytes: Buffer): LoadedFile {
  // Weak, because the compressed forms of a file share it.
  const etag = `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
  return { bytes, etag, encoded: new Map() };
}

function isKnown(etag: string, ifNoneMatch: string | null): boolean {
  const known = (ifNoneMatch ?? "").split(",").map((entry) => entry.trim().replace(/^W\//, ""));
  return known.includes("*") || known.includes(etag.replace(/^W\//, ""));
}

function typeByEnding(address: string): string {
  return TYPES[extname(address)] ?? "application/octet-stream";
}

function toResponse(bytes: Buffer, headers: Headers, status = 200): Response {
  headers.set("Content-Length", String(bytes.length));
  return new Response(new Uint8Array(bytes), { status, headers });
}
