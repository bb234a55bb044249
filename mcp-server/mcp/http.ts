/**
 * MCP over HTTP (Streamable HTTP, stateless): one POST, one JSON answer. The official SDK speaks the protocol,
 * that of 2026-07-28 and those with a handshake before it; a server and a transport serve one call only.
 */
import {
  createMcpHandler,
  isLegacyRequest,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  readRequestBody,
  validateHostHeader,
  validateOriginHeader,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { AnswerContext } from "../../generator/http/endpoint.ts";
import { UNCACHED_HEADERS } from "../../generator/http/headers.ts";
import type { McpTool } from "../tools/tool.ts";
import { createMcpServerFactory } from "./server.ts";

const MAX_BODY_BYTES = 256 * 1024;
/** Opens a stream that never ends, for changes that this server does not have. */
const LISTEN = "subscriptions/listen";

export interface McpHttpOptions {
  /** Runs on the user's own machine: only pages of that machine may call. */
  isLocal: boolean;
  /** Default: all. */
  tools?: readonly McpTool[];
}

/** @returns Answers POST requests; other methods are the caller's. */
export function createMcpHttpHandler(
  context: AnswerContext,
  { isLocal, tools }: McpHttpOptions,
): (request: Request) => Promise<Response> {
  const factory = createMcpServerFactory(context, tools);
  const modern = createMcpHandler(factory, { legacy: "reject" });
  const serve = async (request: Request): Promise<Response> => {
    if (isLocal && isForeign(request))
      return fail(403, -32000, "Only pages and programs on this machine may call this server.");
    if (!/^application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? ""))
      return fail(415, -32000, "Send the header Content-Type: application/json.");
    const body = await readRequestBody(request, MAX_BODY_BYTES);
    if (body.tooLarge)
      return fail(413, -32000, `The request body is larger than ${MAX_BODY_BYTES} bytes.`);
    const message = parse(body.text);
    if (message === undefined)
      return fail(400, -32700, "The request body is not JSON; send one JSON-RPC 2.0 message.");
    if (message?.method === LISTEN)
      return fail(
        200,
        -32601,
        `${LISTEN} is not supported: the data change only with a new deploy, so there are no notifications.`,
        message.id,
      );
    const accepting = acceptingBoth(request);
    if (!(await isLegacyRequest(accepting, message)))
      return modern.fetch(accepting, { parsedBody: message });
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await factory().connect(transport);
    return transport.handleRequest(accepting, { parsedBody: message });
  };
  return async (request) => {
    const response = await serve(request).catch((error: unknown) => {
      // The log says what it was, the client learns nothing of the inside.
      console.error(error);
      return fail(500, -32603, "The service failed to answer; try again later.");
    });
    for (const [name, value] of Object.entries(UNCACHED_HEADERS)) response.headers.set(name, value);
    return response;
  };
}

/** @returns undefined for what is no JSON. */
function parse(text: string): { method?: unknown; id?: unknown } | null | undefined {
  try {
    return JSON.parse(text) as { method?: unknown; id?: unknown } | null;
  } catch {
    return undefined;
  }
}

const ACCEPTED = ["application/json", "text/event-stream"];

/** Answers are always JSON, so a caller who accepts anything at all gets one: no 406. */
function acceptingBoth(request: Request): Request {
  const accepted = request.headers.get("accept") ?? "";
  // Its body was read, and goes to the SDK beside it.
  if (ACCEPTED.every((type) => accepted.includes(type))) return request;
  const headers = new Headers(request.headers);
  headers.set("accept", ACCEPTED.join(", "));
  return new Request(request.url, { method: "POST", headers });
}

const fail = (status: number, code: number, message: string, id: unknown = null): Response =>
  Response.json({ jsonrpc: "2.0", id, error: { code, message } }, { status });

/**
 * In public anyone may call: the data are open, and there are no keys, cookies or sessions to abuse. On a user's
 * machine a page of another site could reach the local server by a name that it points there (DNS rebinding).
 */
const isForeign = ({ headers, url }: Request): boolean =>
  !validateHostHeader(headers.get("host") ?? new URL(url).host, localhostAllowedHostnames()).ok ||
  !validateOriginHeader(headers.get("origin"), localhostAllowedOrigins()).ok;
