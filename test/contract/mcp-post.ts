/** Calls of the tool server as plain POST requests, and a sample of calls. */
import type { BuiltSite } from "./harness.ts";

const JSON_TYPE = "application/json";
const HEADERS = { "Content-Type": JSON_TYPE, Accept: `${JSON_TYPE}, text/event-stream` };

/** A call of every tool, as an assistant would make it. */
export const SAMPLE_TOOL_CALLS: readonly {
  name: string;
  args: Record<string, unknown>;
  says: RegExp;
}[] = [
  { name: "search_models", args: { query: "quill sonnet" }, says: /Quill Sonnet 4\.5/ },
  { name: "get_model", args: { model: "Quill Sonnet 4.5" }, says: /List price at quillon: / },
  { name: "cheapest_provider", args: { model: "quill-sonnet-4-5" }, says: /^Cheapest host of/ },
  { name: "compare_models", args: { models: ["norn4o", "taiga r1"] }, says: /best norn-4o/ },
  {
    name: "estimate_cost",
    args: { models: "norn4o", input: "1k", output: 100 },
    says: /norn-4o at northwind: \$0\.0035 \(input 1000 × \$2\.5\/1M tokens \+ output 100 × \$10\/1M tokens\)/,
  },
  { name: "get_own_test", args: { test: "world-map" }, says: /World map/ },
  { name: "get_scorecard", args: {}, says: /Grades of models/ },
  { name: "latest_findings", args: { limit: 3 }, says: /^- \d{4}-\d\d-\d\d /m },
  {
    name: "list_changes",
    args: { host: "Northwind AI", type: "price drop" },
    says: /^- #100018 2025-10-02 Northwind AI lowers the price of Norn 4o: \$5 input \/ \$15 output → \$2\.5 input \/ \$10 output/m,
  },
  { name: "search", args: { query: "logic" }, says: /"id":"benchmark:logic-prime"/ },
  { name: "fetch", args: { id: "benchmark:logic-prime" }, says: /"title":"Logic Prime"/ },
];

export interface ToolResult {
  isError?: boolean;
  content: { type: string; text: string }[];
  structuredContent?: Record<string, unknown>;
}

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
  const { status } = response;
  const text = await response.text();
  const reply = (text.startsWith("{") ? JSON.parse(text) : {}) as McpReply;
  return { status, headers: response.headers, text, reply };
}

/** A request of the protocol with the id 1. @param method For example `tools/list`. */
export const toMcpRequest = (method: string, params?: object) => {
  return { jsonrpc: "2.0", id: 1, method, params };
};

/** The result of a tool call. */
export async function callMcpTool(handle: BuiltSite["handle"], name: string, args: unknown) {
  const call = toMcpRequest("tools/call", { name, arguments: args });
  return (await postToMcpServer(handle, call)).reply.result as ToolResult;
}

export const listMcpTools = async (handle: BuiltSite["handle"]) =>
  (await postToMcpServer(handle, toMcpRequest("tools/list"))).reply.result.tools;

/** Joins the texts of a tool result that contains only text. */
export const joinToolResultTexts = ({ content }: ToolResult): string =>
  content.map(({ text }) => text).join("\n");
