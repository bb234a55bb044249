/** Calls of the tool server as plain POST requests. */
import type { BuiltSite } from "./harness.ts";
import type { ToolResult } from "./mcp-calls.ts";

const HEADERS = {
  "Content-Type": "application/json",
  Accept: "application/json, text/event-stream",
};
export const TOOL_CALL_REQUEST = { jsonrpc: "2.0", id: 1, method: "tools/call" };

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

/** The result of a tool call. */
export async function callMcpTool(
  handle: BuiltSite["handle"],
  name: string,
  args: unknown,
): Promise<ToolResult> {
  const { reply } = await postToMcpServer(handle, {
    ...TOOL_CALL_REQUEST,
    params: { name, arguments: args },
  });
  return reply.result;
}

export const listMcpTools = async (handle: BuiltSite["handle"]) =>
  (await postToMcpServer(handle, { ...TOOL_CALL_REQUEST, method: "tools/list" })).reply.result
    .tools;
