/** Calls of the tool server through its real door: POST /api/mcp. */
import { z } from "zod";
import type { Handle } from "../handle.ts";

interface ToolAnswer {
  isError: boolean;
  text: string;
  content: Record<string, unknown>;
}

export interface ToolClient {
  /** @throws Error for a tool that is not listed. */
  call(name: string, args: Record<string, unknown>): Promise<ToolAnswer>;
}

const Listing = z.object({ tools: z.array(z.object({ name: z.string() })) });
const Result = z.object({
  isError: z.boolean().default(false),
  content: z.array(z.object({ text: z.string() })),
  structuredContent: z.record(z.string(), z.unknown()).default({}),
});

/** A caller knows of the tools what their listing says. */
export async function openToolClient(handle: Handle): Promise<ToolClient> {
  const { tools } = Listing.parse(await post(handle, "tools/list", {}));
  const names = new Set(tools.map(({ name }) => name));
  return {
    async call(name, args) {
      if (!names.has(name)) throw new Error(`${name} is not listed: ${[...names].join(", ")}`);
      const result = Result.parse(await post(handle, "tools/call", { name, arguments: args }));
      const text = result.content.map((part) => part.text).join("\n");
      return { isError: result.isError, text, content: result.structuredContent };
    },
  };
}

async function post(handle: Handle, method: string, params: object): Promise<unknown> {
  const response = await handle(
    new Request("http://127.0.0.1/api/mcp", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    }),
  );
  return z.object({ result: z.unknown() }).parse(await response.json()).result;
}
