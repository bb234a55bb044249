/** Calls of the tool server as plain POST requests. */
import type { BuiltSite } from "./harness.ts";
import type { ToolResult } from "./mcp-calls.ts";

const HEADERS = {
  "Content-Type": "application/json",
  Accept: "application/json, text/event-stream",
};

export interface McpReply {
  result: ToolResult & { tools: Listed[] };
  error: { code: number; message: string };
  id: unknown;
}
interface Listed {
  name: string;
  title: string;
  description: string;
  annotations: Record<string, boolean>;
  inputSchema: { properties?: Record<string, { description?: string; items?: object }> };
  outputSchema: object;
}

/** POSTs a body to the tool server at one entry point of the site. */
export async function postToMcpServer(
  handle: BuiltSite["handle"],
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; text: string; reply: McpReply }> {
  const request = new Request("http://127.0.0.1/api/mcp", {
    method: "POST",
    headers: { ...HEADERS, ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const response = await handle(request);
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    reply: (text.startsWith("{") ? JSON.parse(text) : {}) as McpReply,
  };
}

/** A request of the protocol with the id 1. @param method For example `tools/list`. */
export const toMcpRequest = (method: string, params?: object) => ({
  jsonrpc: "2.0",
  id: 1,
  method,
  params,
});

/** The result of a tool call. */
export const callMcpTool = async (
  handle: BuiltSite["handle"],
  name: string,
  args: unknown,
): Promise<ToolResult> =>
  (await postToMcpServer(handle, toMcpRequest("tools/call", { name, arguments: args }))).reply
    .result;

export const listMcpTools = async (handle: BuiltSite["handle"]) =>
  (await postToMcpServer(handle, toMcpRequest("tools/list"))).reply.result.tools;
