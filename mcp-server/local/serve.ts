import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Handle } from "../handle.ts";
import { openCdn } from "./cdn.ts";
import type { MatchingMode } from "./engine.ts";
import { sendResponse, toRequest } from "./node-http.ts";

export interface LocalCdnOptions {
  /** The publish directory, with its `_redirects` and `_headers`. */
  dist: string;
  /** The function behind the rules; sees the address that the client asked for. */
  handle: Handle;
  mode: MatchingMode;
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

/** Addresses of 64 KiB and more must reach the function, whose answer to them is 414. */
const MAX_HEADER_BYTES = 128 * 1024;

/**
 * What the server holds for a connection is a piece of a file or an answer of the function; so this bounds its memory.
 * One more is closed at once.
 */
const MAX_CONNECTIONS = 1_000;

/** A client that takes longer for the head, or for the whole of its request, is cut off. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;

/** A client that neither sends nor takes a byte for so long is gone. */
const IDLE_TIMEOUT_MS = 60_000;

/** How often the server looks for connections to cut off. */
const CHECK_EVERY_MS = 2_000;

/** How long answers under way may take when the server stops. */
const CLOSE_GRACE_MS = 2_000;

/** Serves `dist` as the CDN would. Rejects with Node's error when the port is taken. */
export async function startLocalCdn(options: LocalCdnOptions): Promise<LocalCdn> {
  const cdn = await openCdn(options.dist, options.handle, options.mode);
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_EVERY_MS,
    },
    (request, response) => void answer(cdn, request, response),
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.setTimeout(IDLE_TIMEOUT_MS);
  await listen(server, options.port, options.host);
  return { url: urlOf(server), close: () => close(server) };
}

/** A fault of the server or of the function is logged for the operator and never sent to the client. */
async function answer(cdn: Handle, incoming: IncomingMessage, outgoing: ServerResponse) {
  try {
    const request = await toRequest(incoming, `http://${hostOf(incoming)}`);
    const response = request instanceof Response ? request : await cdn(request);
    await sendResponse(response, incoming, outgoing);
  } catch (error) {
    if (hasLeft(incoming, error)) return;
    console.error(`${incoming.method} ${incoming.url?.slice(0, 200)}:`, error);
    if (!outgoing.headersSent) outgoing.writeHead(502);
    outgoing.end();
  }
}

/** While it was sending, or before it had taken its answer: no fault of ours. */
function hasLeft(incoming: IncomingMessage, error: unknown): boolean {
  if (incoming.destroyed && !incoming.complete) return true;
  const { code } = error as NodeJS.ErrnoException;
  return incoming.socket.destroyed && code === "ERR_STREAM_PREMATURE_CLOSE";
}

/** The server's own address: a client's `Host` may be anything, even no host at all. */
function hostOf({ socket }: IncomingMessage): string {
  const { localAddress, localPort } = socket;
  return localAddress?.includes(":")
    ? `[${localAddress}]:${localPort}`
    : `${localAddress}:${localPort}`;
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
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
