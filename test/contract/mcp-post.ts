/** Calls of the tool server as plain POST requests. */
import type { Site } from "./harness.ts";
import type { ToolResult } from "./mcp-calls.ts";

const HEADERS = {
  "Content-Type": "application/json",
  Accept: "application/json, text/event-stream",
};
export const CALL = { jsonrpc: "2.0", id: 1, method: "tools/call" };

export interface Reply {
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

/** POSTs a body to the tool server behind a door of the site. */
export async function post(
  handle: Site["handle"],
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; text: string; reply: Reply }> {
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
    reply: (text.startsWith("{") ? JSON.parse(text) : {}) as Reply,
  };
}

/** The result of a tool call. */
export async function call(
  handle: Site["handle"],
  name: string,
  args: unknown,
): Promise<ToolResult> {
  const { reply } = await post(handle, { ...CALL, params: { name, arguments: args } });
  return reply.result;
}

export const listTools = async (handle: Site["handle"]) =>
  (await post(handle, { ...CALL, method: "tools/list" })).reply.result.tools;
