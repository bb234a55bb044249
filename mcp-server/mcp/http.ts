/**
 * MCP over HTTP (Streamable HTTP, stateless): one POST, one JSON answer. The official SDK speaks the protocol,
 * that of 2026-07-28 and those with a handshake before it; a server and a transport serve one call only.
 */
import {
  createMcpHandler,
  isLegacyRequest,
  readRequestBody,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { Context } from "../../generator/http/endpoint.ts";
import { mcpHeaders } from "../../generator/http/headers.ts";
import type { Tool } from "../tools/tool.ts";
import { createServerFactory } from "./server.ts";

const MAX_BODY_BYTES = 256 * 1024;
/** Opens a stream that never ends, for changes that this server does not have. */
const LISTEN = "subscriptions/listen";

const ERRORS = {
  parse: { status: 400, code: -32700 },
  invalid: { status: 400, code: -32600 },
  forbidden: { status: 403, code: -32000 },
  tooLarge: { status: 413, code: -32000 },
  mediaType: { status: 415, code: -32000 },
  internal: { status: 500, code: -32603 },
} as const;

export interface McpOptions {
  /** Runs on the user's own machine: only pages of that machine may call. */
  isLocal: boolean;
  /** Default: all. */
  tools?: readonly Tool[];
}

/** @returns Answers POST requests; other methods are the caller's. */
export function createMcpHttp(
  context: Context,
  { isLocal, tools }: McpOptions,
): (request: Request) => Promise<Response> {
  const factory = createServerFactory(context, tools);
  const modern = createMcpHandler(factory, { legacy: "reject" });
  const serve = async (request: Request): Promise<Response> => {
    const refused = refuse(request, isLocal);
    if (refused) return refused;
    const body = await readRequestBody(request, MAX_BODY_BYTES);
    if (body.tooLarge) return fail("tooLarge", `The body is larger than ${MAX_BODY_BYTES} bytes.`);
    const parsedBody = parse(body.text);
    if (parsedBody === undefined)
      return fail("parse", "The body is not JSON; send one JSON-RPC 2.0 message.");
    if (isListen(parsedBody))
      return new Response(
        toError(
          -32601,
          `${LISTEN} is not served: nothing here changes while you listen.`,
          idOf(parsedBody),
        ),
        { headers: JSON_TYPE },
      );
    const accepting = acceptingBoth(request, body.text);
    if (!(await isLegacyRequest(accepting, parsedBody)))
      return modern.fetch(accepting, { parsedBody });
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await factory().connect(transport);
    return transport.handleRequest(accepting, { parsedBody });
  };
  return async (request) => withHeaders(await serve(request).catch(toFailure));
}

/** What is wrong with a request before anyone reads its body. */
function refuse(request: Request, isLocal: boolean): Response | undefined {
  if (isLocal && isForeign(request))
    return fail("forbidden", "Only pages and programs of this machine may call this server.");
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type))
    return fail("mediaType", "Send the header Content-Type: application/json.");
  return undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const isListen = (body: unknown): boolean =>
  typeof body === "object" && body !== null && "method" in body && body.method === LISTEN;

const idOf = (body: unknown): unknown =>
  typeof body === "object" && body !== null && "id" in body ? body.id : null;

const ACCEPTED = ["application/json", "text/event-stream"];

/** Answers are always JSON, so a caller who accepts anything at all gets one: no 406. */
function acceptingBoth(request: Request, body: string): Request {
  const accepted = request.headers.get("accept") ?? "";
  // Its body was read, and goes to the SDK beside it.
  if (ACCEPTED.every((type) => accepted.includes(type))) return request;
  const headers = new Headers(request.headers);
  headers.set("accept", ACCEPTED.join(", "));
  return new Request(request.url, { method: "POST", headers, body });
}

const JSON_TYPE = { "Content-Type": "application/json; charset=utf-8" };

const toError = (code: number, message: string, id: unknown = null): string =>
  JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } });

function fail(kind: keyof typeof ERRORS, message: string): Response {
  const { status, code } = ERRORS[kind];
  return new Response(toError(code, message), { status, headers: JSON_TYPE });
}

/** Says nothing of the inside; the log does. */
function toFailure(error: unknown): Response {
  console.error(error);
  return fail("internal", "The service failed to answer; try again later.");
}

function withHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(mcpHeaders())) response.headers.set(name, value);
  return response;
}

/**
 * Who may call. In public: anyone, from any page. The data are open, there are no keys, cookies or sessions
 * that a foreign page could use, and the CDN brings only requests for its own host. On a user's machine a page
 * of another site could reach the local server by a name that it points there (DNS rebinding): there the host
 * must be this machine's, and so must the origin, when a browser sends one.
 */
const LOCAL_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);

function isForeign(request: Request): boolean {
  const host = request.headers.get("host") ?? new URL(request.url).host;
  const origin = request.headers.get("origin");
  return !isLocalName(`http://${host}`) || (origin !== null && !isLocalName(origin));
}

function isLocalName(address: string): boolean {
  return URL.canParse(address) && LOCAL_HOSTS.has(new URL(address).hostname);
}
