/** An HTTP server over the local CDN. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Handle } from "../function.ts";
import { ADDRESS_HEADER } from "../tiers.ts";
import { openCdn } from "./cdn.ts";
import type { MatchingMode } from "./engine.ts";
import { chooseEncoding, encode } from "./static-files.ts";

export interface LocalCdnOptions {
  /** The publish directory, with its `_redirects` and `_headers`. */
  dist: string;
  /** The function behind the rules; sees the address that the client requested. */
  handle: Handle;
  mode: MatchingMode;
  /** Answers some requests itself. */
  wrap?: ((cdn: Handle) => Handle) | undefined;
  /** 0 for any free one. */
  port: number;
  host: string;
}

export interface LocalCdn {
  /** `http://127.0.0.1:8888` */
  url: string;
  /** Ends when every connection is closed: idle ones at once, others within two seconds. */
  close(): Promise<void>;
}

/** A client that is slower than these is cut off. */
const LIMITS = {
  /** Addresses of 64 KiB and more must reach the function, whose answer to them is 414. */
  maxHeaderSize: 128 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
};
const IDLE_TIMEOUT_MS = 60_000;
const CLOSE_GRACE_MS = 2_000;
/** Bounds memory together with the size of bodies; one connection more is closed at once. */
const MAX_CONNECTIONS = 1_000;

/** What Netlify takes for a function: more is refused before the function sees it. */
const MAX_BODY_BYTES = 6 * 1024 * 1024;
/** Of all bodies that are being read. */
const MAX_HELD_BYTES = 64 * 1024 * 1024;
let heldBytes = 0;

/** `fetch`'s Request cannot have these; Node closes the connection of a CONNECT by itself. */
const FORBIDDEN_METHODS = new Set(["TRACE", "TRACK"]);

/** Serves `dist` as the CDN would. Rejects with Node's error when the port is taken. */
export async function startLocalCdn(options: LocalCdnOptions): Promise<LocalCdn> {
  const { wrap = (handle: Handle) => handle } = options;
  const cdn = wrap(await openCdn(options.dist, options.handle, options.mode));
  const server = createServer(LIMITS, (request, response) => void answer(cdn, request, response));
  server.maxConnections = MAX_CONNECTIONS;
  server.setTimeout(IDLE_TIMEOUT_MS);
  await once(server.listen(options.port, options.host), "listening");
  return { url: urlOf(server), close: () => close(server) };
}

/** A fault of the server or of the function is logged for the operator and never sent to the client. */
async function answer(cdn: Handle, incoming: IncomingMessage, outgoing: ServerResponse) {
  try {
    const request = await toRequest(incoming);
    const response = request instanceof Response ? request : await cdn(request);
    await sendResponse(response, incoming, outgoing);
  } catch (error) {
    if (hasLeft(incoming, error)) return;
    console.error(`${incoming.method} ${incoming.url?.slice(0, 200)}:`, error);
    if (!outgoing.headersSent) outgoing.writeHead(502);
    outgoing.end();
  }
}

/** Whether the client left while it was sending or receiving: no fault of ours. */
function hasLeft(incoming: IncomingMessage, error: unknown): boolean {
  if (incoming.destroyed && !incoming.complete) return true;
  const { code } = error as NodeJS.ErrnoException;
  return incoming.socket.destroyed && code === "ERR_STREAM_PREMATURE_CLOSE";
}

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return family === "IPv6" ? `http://[${address}]:${port}` : `http://${address}:${port}`;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS).unref();
  });
}

/** A Node request as a web request, or the answer when it cannot be one. */
export async function toRequest(incoming: IncomingMessage): Promise<Request | Response> {
  const method = incoming.method ?? "GET";
  if (FORBIDDEN_METHODS.has(method)) return refuse(405, "Method Not Allowed");
  const url = toUrl(incoming);
  if (url === undefined) return refuse(400, "Bad Request");
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(incoming.headersDistinct))
    for (const value of values) headers.append(name, value);
  // As the platform does, whatever the client sends.
  headers.set(ADDRESS_HEADER, incoming.socket.remoteAddress ?? "unknown");
  if (method === "GET" || method === "HEAD") return new Request(url, { method, headers });
  const body = await readBody(incoming);
  return body instanceof Response ? body : new Request(url, { method, headers, body });
}

/**
 * At the server's own address: a client's `Host` may be anything. The target is mostly a path, which may begin with
 * `//`; proxies send a whole address.
 */
function toUrl({ url: target = "/", socket }: IncomingMessage): URL | undefined {
  const { localAddress: address, localPort } = socket;
  const origin = `http://${address?.includes(":") ? `[${address}]` : address}:${localPort}`;
  if (target.startsWith("/")) return new URL(origin + target);
  if (!/^https?:\/\//i.test(target) || !URL.canParse(target)) return undefined;
  const { pathname, search } = new URL(target);
  return new URL(origin + pathname + search);
}

/**
 * The body, or why it is refused. It is read to its end all the same: a client that is cut off while
 * sending does not see the answer. The server's time limit ends what does not end.
 */
async function readBody(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer> | Response> {
  const chunks: Buffer[] = [];
  let [length, held] = [0, 0];
  let refusal: Response | undefined;
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > MAX_BODY_BYTES) refusal ??= refuse(413, "Payload Too Large");
      else if (heldBytes + chunk.length > MAX_HELD_BYTES)
        refusal ??= refuse(503, "Too many bodies at once; send it again");
      if (refusal) {
        chunks.length = 0;
        continue;
      }
      chunks.push(chunk);
      heldBytes += chunk.length;
      held += chunk.length;
    }
    return refusal ?? new Uint8Array(Buffer.concat(chunks));
  } finally {
    heldBytes -= held;
  }
}

function refuse(status: number, message: string): Response {
  return new Response(message, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", Connection: "close" },
  });
}

/** Sends a web response; compresses what is not yet, as the CDN does for functions too. */
export async function sendResponse(
  response: Response,
  request: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) outgoing.appendHeader(name, value);
  if (request.method === "HEAD" || response.body === null) {
    outgoing.end();
    return;
  }
  const contentType = response.headers.get("Content-Type") ?? "";
  // Of a known length: a file, compressed already where the client takes it.
  if (response.headers.has("Content-Length") || contentType.startsWith("text/event-stream")) {
    await pipeline(Readable.fromWeb(response.body as never), outgoing);
    return;
  }
  const bytes = Buffer.from(await response.arrayBuffer());
  const accepted = String(request.headers["accept-encoding"] ?? "");
  const encoding = chooseEncoding(accepted, contentType, bytes.length);
  const body = encoding === undefined ? bytes : await encode([bytes], encoding);
  if (encoding !== undefined) {
    outgoing.setHeader("Content-Encoding", encoding);
    outgoing.appendHeader("Vary", "Accept-Encoding");
  }
  outgoing.setHeader("Content-Length", body.length);
  outgoing.end(body);
}
