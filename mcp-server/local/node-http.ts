import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ADDRESS_HEADER } from "../tiers/clients.ts";
import { chooseEncoding, encode } from "./encoding.ts";

/** What Netlify takes for a function: more is refused before the function sees it. */
const MAX_BODY_BYTES = 6 * 1024 * 1024;

/** Of all bodies that are being read: slow clients cannot fill the memory together. */
const MAX_HELD_BYTES = 64 * 1024 * 1024;
let heldBytes = 0;

/** `fetch`'s Request cannot have these; Node closes the connection of a CONNECT by itself. */
const FORBIDDEN_METHODS = new Set(["TRACE", "TRACK"]);

/** A Node request as a web request, or the answer when it cannot be one. */
export async function toRequest(
  incoming: IncomingMessage,
  origin: string,
): Promise<Request | Response> {
  const method = incoming.method ?? "GET";
  if (FORBIDDEN_METHODS.has(method)) return refuse(405, "Method Not Allowed");
  const url = toUrl(incoming.url ?? "/", origin);
  if (url === undefined) return refuse(400, "Bad Request");
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(incoming.headersDistinct))
    for (const value of values) headers.append(name, value);
  // As the platform does, whatever the client says.
  headers.set(ADDRESS_HEADER, incoming.socket.remoteAddress ?? "unknown");
  if (method === "GET" || method === "HEAD") return new Request(url, { method, headers });
  const body = await readBody(incoming);
  return body instanceof Response ? body : new Request(url, { method, headers, body });
}

/** The target is mostly a path, which may begin with `//`; proxies send a whole address. */
function toUrl(target: string, origin: string): URL | undefined {
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
  let chunks: Buffer[] = [];
  let [length, held] = [0, 0];
  let refusal: Response | undefined;
  const letGo = () => {
    heldBytes -= held;
    held = 0;
    chunks = [];
  };
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > MAX_BODY_BYTES) refusal ??= refuse(413, "Payload Too Large");
      else if (heldBytes + chunk.length > MAX_HELD_BYTES)
        refusal ??= refuse(503, "Too many bodies at once; send it again");
      if (refusal) letGo();
      else {
        chunks.push(chunk);
        heldBytes += chunk.length;
        held += chunk.length;
      }
    }
    return refusal ?? new Uint8Array(Buffer.concat(chunks));
  } finally {
    letGo();
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
  const body = encoding === undefined ? bytes : await encode(bytes, encoding);
  if (encoding !== undefined) {
    outgoing.setHeader("Content-Encoding", encoding);
    outgoing.appendHeader("Vary", "Accept-Encoding");
  }
  outgoing.setHeader("Content-Length", body.length);
  outgoing.end(body);
}
