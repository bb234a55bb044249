/** The published files, sent as streams: a piece whenever the client has taken the one before, so that slow clients cost no memory. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import glob from "fast-glob";
import { SizedCache } from "../function.ts";

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

/** Compressed forms of files kept in memory; what does not fit is made again. */
const MAX_ENCODED_BYTES = 32 * 1024 * 1024;

const COMPRESSIBLE = /^(text\/|application\/(.+\+)?(json|xml|javascript)\b|image\/svg)/;
/** Below this the headers weigh more than what is saved. */
const MIN_COMPRESSED_BYTES = 512;

const ENCODERS = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: () => createGzip(),
};
export type Encoding = keyof typeof ENCODERS;

export interface StaticFiles {
  /** Address of the file that is served for a decoded path; undefined when there is none. */
  find(path: string): string | undefined;
  /** Answers a GET or HEAD with the file at `address`, or 304 when the client has it. */
  serve(address: string, request: Request): Promise<Response>;
  /** The site's own page for an address that does not exist, with status 404. */
  notFound(): Promise<Response>;
}

/** What is sent: its length, and its bytes. Nothing is opened before the first piece is read. */
interface Content {
  bytes: number;
  open(): ReadableStream<Uint8Array>;
}

/** A file as it was when it was looked at; `stamp` changes whenever it is replaced. */
interface FileState {
  path: string;
  bytes: number;
  stamp: string;
}

/**
 * The published files, by address. The list is made once, so nothing that a client sends is ever
 * turned into a path of the file system, and folders have no listing.
 * @param headersOf The headers that `_headers` sets for an address.
 */
export async function openStaticFiles(
  dist: string,
  headersOf: (address: string) => Headers,
): Promise<StaticFiles> {
  const names = await glob("**", { cwd: dist, dot: true, ignore: NOT_SERVED });
  const addresses = new Set(names.map((name) => `/${name}`));
  const etags = new Map<string, { stamp: string; etag: Promise<string> }>();
  const encodedFiles = new SizedCache<Content>(MAX_ENCODED_BYTES);
  /** Many clients may wait for one form: it is made once. */
  const encoding = new Map<string, Promise<Content>>();

  /** Weak, because the compressed forms of a file share it. */
  const etagOf = (file: FileState): Promise<string> => {
    const known = etags.get(file.path);
    if (known?.stamp === file.stamp) return known.etag;
    const etag = hashFile(file).then((hash) => `W/"${hash.slice(0, 22)}"`);
    etag.catch(() => etags.delete(file.path));
    etags.set(file.path, { stamp: file.stamp, etag });
    return etag;
  };

  const encodedFile = (file: FileState, how: Encoding): Promise<Content> | Content => {
    const key = `${how} ${file.stamp}`;
    const known = encodedFiles.get(key) ?? encoding.get(key);
    if (known) return known;
    const making = encodeFile(file, how).finally(() => encoding.delete(key));
    encoding.set(key, making);
    making.then((content) => encodedFiles.set(key, content)).catch(() => {});
    return making;
  };

  return {
    find: (path) => candidates(path).find((address) => addresses.has(address)),

    async serve(address, request) {
      const file = await lookAt(join(dist, address));
      const etag = await etagOf(file);
      const headers = headersOf(address);
      headers.set("ETag", etag);
      headers.set("Vary", "Accept-Encoding");
      if (isKnown(etag, request.headers.get("If-None-Match"))) {
        headers.delete("Content-Type");
        return new Response(null, { status: 304, headers });
      }
      const byEnding = TYPES[extname(address)] ?? "application/octet-stream";
      const contentType = headers.get("Content-Type") ?? byEnding;
      headers.set("Content-Type", contentType);
      const how = chooseEncoding(request.headers.get("Accept-Encoding"), contentType, file.bytes);
      if (how === undefined) return toResponse(plain(file), headers);
      headers.set("Content-Encoding", how);
      return toResponse(await encodedFile(file, how), headers);
    },

    async notFound() {
      const headers = headersOf("/404.html");
      headers.set("Content-Type", "text/html; charset=utf-8");
      headers.set("Cache-Control", "public, max-age=0, must-revalidate");
      if (!addresses.has("/404.html")) return new Response(PLAIN_404, { status: 404, headers });
      return toResponse(plain(await lookAt(join(dist, "404.html"))), headers, 404);
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

/** Which encoding to send, of those the client takes; undefined for the bytes as they are. */
export function chooseEncoding(
  acceptEncoding: string | null,
  contentType: string,
  length: number,
): Encoding | undefined {
  if (length < MIN_COMPRESSED_BYTES || !COMPRESSIBLE.test(contentType)) return undefined;
  const accepted = (acceptEncoding ?? "")
    .toLowerCase()
    .split(",")
    .filter((entry) => !/;\s*q=0(\.0*)?\s*$/.test(entry))
    .map((entry) => entry.replace(/;.*/, "").trim());
  return (["br", "gzip"] as const).find((encoding) => accepted.includes(encoding));
}

/** The whole of what the pieces make, compressed. */
export async function encode(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  encoding: Encoding,
): Promise<Buffer> {
  const encoded: Buffer[] = [];
  await pipeline(pieces, ENCODERS[encoding](), async (stream) => {
    for await (const piece of stream) encoded.push(piece as Buffer);
  });
  return Buffer.concat(encoded);
}

async function encodeFile(file: FileState, encoding: Encoding): Promise<Content> {
  const bytes = await encode(readPieces(file), encoding);
  return { bytes: bytes.length, open: () => ReadableStream.from([bytes]) };
}

/** Looked at for every request: a build replaces the files that are served. */
async function lookAt(path: string): Promise<FileState> {
  const { size, mtimeMs, ino } = await stat(path);
  return { path, bytes: size, stamp: `${path} ${size} ${mtimeMs} ${ino}` };
}

const plain = (file: FileState): Content => ({
  bytes: file.bytes,
  open: () => ReadableStream.from(readPieces(file)),
});

/** No more than the promised length, should the file have grown meanwhile. */
async function* readPieces({ path, bytes }: FileState): AsyncGenerator<Buffer> {
  if (bytes > 0) yield* createReadStream(path, { end: bytes - 1 });
}

async function hashFile(file: FileState): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(readPieces(file), hash);
  return hash.digest("base64url");
}

function toResponse({ bytes, open }: Content, headers: Headers, status = 200): Response {
  headers.set("Content-Length", String(bytes));
  return new Response(open(), { status, headers });
}
