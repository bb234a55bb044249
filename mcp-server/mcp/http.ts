/**
 * MCP over HTTP (Streamable HTTP, stateless): each POST gets one JSON answer. The official SDK implements the protocol:
 * version 2026-07-28 and the older versions with a handshake. Each call has its own server and, in older versions, its
 * own transport.
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
/** This method would open a stream that never ends, to notify of changes. This server has no such changes. */
const LISTEN = "subscriptions/listen";

export interface McpHttpOptions {
  /** Whether it runs on the user's own machine: then only pages and programs of that machine may call it. */
  isLocal: boolean;
  /** Default: all tools. */
  tools?: readonly McpTool[];
}

/** @returns A handler for POST requests. The caller handles other methods. */
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
      // Details are only logged; the client gets a general message.
      console.error(error);
      return fail(500, -32603, "The service failed to answer; try again later.");
    });
    for (const [name, value] of Object.entries(UNCACHED_HEADERS)) response.headers.set(name, value);
    return response;
  };
}

/** @returns Undefined if the text is not JSON. */
function parse(text: string): { method?: unknown; id?: unknown } | null | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const ACCEPTED = ["application/json", "text/event-stream"];

/** Answers are always JSON, so no client gets a 406 because of its own `Accept` header. */
function acceptingBoth(request: Request): Request {
  const accepted = request.headers.get("accept") ?? "";
  // The new request needs no body: it has been read already and is passed to the SDK separately.
  if (ACCEPTED.every((type) => accepted.includes(type))) return request;
  const headers = new Headers(request.headers);
  headers.set("accept", ACCEPTED.join(", "));
  return new Request(request.url, { method: "POST", headers });
}

const fail = (status: number, code: number, message: string, id: unknown = null): Response =>
  Response.json({ jsonrpc: "2.0", id, error: { code, message } }, { status });

/**
 * A public server accepts calls from any site: there are no keys or sessions to abuse. A local server must not, because
 * a page of another site could reach it by a host name that points to the user's machine (DNS rebinding).
 */
const isForeign = ({ headers, url }: Request): boolean =>
  !validateHostHeader(headers.get("host") ?? new URL(url).host, localhostAllowedHostnames()).ok ||
  !validateOriginHeader(headers.get("origin"), localhostAllowedOrigins()).ok;
