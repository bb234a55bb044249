/** An HTTP server over the local CDN. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import type { RequestHandler } from "../function.ts";
import { CLIENT_IP_HEADER } from "../tiers.ts";
import { createLocalCdnHandler } from "./cdn.ts";
import type { RedirectQueryMatchMode } from "./engine.ts";

interface LocalCdnOptions {
  /** Publish directory with `_redirects` and `_headers`; null if the function answers every request. */
  dist: string | null;
  /** The function behind the redirect rules. It receives the URL that the client requested. */
  handle: RequestHandler;
  /** How rules with query parameters match. Default: `exact`, as Netlify documents for production. */
  mode?: RedirectQueryMatchMode;
  /** Wraps the CDN, to answer some requests itself. */
  wrap?: ((cdn: RequestHandler) => RequestHandler) | undefined;
  /** 0 for any free port. */
  port: number;
  /** Address to listen on. Default: reachable only from this machine. */
  host?: string | undefined;
}

export interface LocalCdn {
  /** URL that reaches the server from this machine, such as `http://127.0.0.1:8888`. */
  url: string;
  close(): Promise<void>;
}

export const LOCALHOST_ADDRESS = "127.0.0.1";

/** Large enough that URLs of 64 KiB and more reach the function, which answers them with 414. */
const MAX_HEADER_BYTES = 128 * 1024;
/** Netlify's limit for a function: larger bodies are refused before the function gets them. */
const MAX_BODY_BYTES = 6 * 1024 * 1024;

/** A `fetch` Request cannot have these methods. Node itself closes the connection of a CONNECT request. */
const FORBIDDEN_METHODS = new Set(["TRACE", "TRACK"]);

/** Serves `dist` as the CDN would. Rejects with Node's error when the port is taken. */
export async function startLocalCdn(options: LocalCdnOptions): Promise<LocalCdn> {
  const { dist, handle, mode = "exact", port, host = LOCALHOST_ADDRESS } = options;
  const { wrap = (cdn: RequestHandler) => cdn } = options;
  const cdn = wrap(dist === null ? handle : await createLocalCdnHandler(dist, handle, mode));
  const server = createServer(
    { maxHeaderSize: MAX_HEADER_BYTES },
    (request, response) => void answer(cdn, request, response),
  );
  await once(server.listen(port, host), "listening");
  return {
    url: `http://${toReachableHost(host)}:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Host for clients on this machine: `0.0.0.0` → `127.0.0.1`, `::1` → `[::1]`. */
function toReachableHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return LOCALHOST_ADDRESS;
  return host.includes(":") ? `[${host}]` : host;
}

/** An error of the server or the function is logged and never sent to the client. */
async function answer(cdn: RequestHandler, incoming: IncomingMessage, outgoing: ServerResponse) {
  try {
    const request = await toWebRequest(incoming);
    const response = request instanceof Response ? request : await cdn(request);
    await sendWebResponse(response, incoming, outgoing);
  } catch (error) {
    if (hasLeft(incoming, error)) return;
    console.error(`${incoming.method} ${incoming.url?.slice(0, 200)}:`, error);
    if (!outgoing.headersSent) outgoing.writeHead(502);
    outgoing.end();
  }
}

/** Whether the error only means that the client disconnected. */
function hasLeft(incoming: IncomingMessage, error: unknown): boolean {
  if (incoming.destroyed && !incoming.complete) return true;
  const { code } = error as NodeJS.ErrnoException;
  return incoming.socket.destroyed && code === "ERR_STREAM_PREMATURE_CLOSE";
}

/** @returns The web request, or an error response if that is not possible. */
export async function toWebRequest(incoming: IncomingMessage): Promise<Request | Response> {
  const method = incoming.method ?? "GET";
  if (FORBIDDEN_METHODS.has(method)) return refuse(405, "Method Not Allowed");
  const url = toUrl(incoming);
  if (url === undefined) return refuse(400, "Bad Request");
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(incoming.headersDistinct))
    for (const value of values) headers.append(name, value);
  // The platform also sets this header, regardless of what the client sends.
  headers.set(CLIENT_IP_HEADER, incoming.socket.remoteAddress ?? "unknown");
  if (method === "GET" || method === "HEAD") return new Request(url, { method, headers });
  const body = await readBody(incoming);
  return body instanceof Response ? body : new Request(url, { method, headers, body });
}

/**
 * URL of a request at the server's own address, because a client's `Host` header may be anything. The request target is
 * mostly a path, which may begin with `//`; proxies send a full URL.
 */
function toUrl({ url: target = "/", socket }: IncomingMessage): URL | undefined {
  const origin = `http://${LOCALHOST_ADDRESS}:${socket.localPort}`;
  if (target.startsWith("/")) return new URL(origin + target);
  if (!/^https?:\/\//i.test(target) || !URL.canParse(target)) return undefined;
  const { pathname, search } = new URL(target);
  return new URL(origin + pathname + search);
}

/** Reads the body to its end even if it is too large: a client whose upload is cut off does not see the answer. */
async function readBody(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer> | Response> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  if (length > MAX_BODY_BYTES) return refuse(413, "Payload Too Large");
  return new Uint8Array(Buffer.concat(chunks));
}

const refuse = (status: number, message: string): Response =>
  new Response(message, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", Connection: "close" },
  });

/** Sends a web response as a stream, compressed if the client accepts that, like the CDN. */
export async function sendWebResponse(
  response: Response,
  request: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) outgoing.appendHeader(name, value);
  const encoding = response.body ? chooseEncoding(request, response.headers) : undefined;
  if (encoding !== undefined) {
    outgoing.setHeader("Content-Encoding", encoding);
    outgoing.setHeader("Vary", "Accept-Encoding");
    outgoing.removeHeader("Content-Length");
  }
  if (request.method === "HEAD" || response.body === null) return void outgoing.end();
  const encoders = encoding === undefined ? [] : [ENCODERS[encoding]()];
  await pipeline([Readable.fromWeb(response.body as never), ...encoders, outgoing]);
}

const ENCODERS = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: () => createGzip(),
};
const COMPRESSIBLE =
  /^(text\/(?!event-stream)|application\/(.+\+)?(json|xml|javascript)\b|image\/svg)/;
/** Smaller answers are not compressed, because the extra headers outweigh the savings. */
const MIN_COMPRESSED_BYTES = 512;

/** The best encoding that the client accepts; undefined for an uncompressed answer. */
function chooseEncoding({ headers }: IncomingMessage, sent: Headers) {
  const bytes = Number(sent.get("Content-Length") ?? MIN_COMPRESSED_BYTES);
  if (sent.has("Content-Encoding") || bytes < MIN_COMPRESSED_BYTES) return undefined;
  if (!COMPRESSIBLE.test(sent.get("Content-Type") ?? "")) return undefined;
  const accepted = String(headers["accept-encoding"] ?? "")
    .toLowerCase()
    .split(",")
    .filter((entry) => !/;\s*q=0(\.0*)?\s*$/.test(entry))
    .map((entry) => entry.replace(/;.*/, "").trim());
  return (["br", "gzip"] as const).find((encoding) => accepted.includes(encoding));
}
