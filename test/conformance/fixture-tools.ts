/**
 * Tools that the official MCP conformance suite calls by name to check a server. They are served only to that suite.
 */
import { MissingRequiredClientCapabilityError } from "@modelcontextprotocol/server";
import * as z from "zod";
import {
  createMcpToolAnswer,
  defineMcpTool,
  type McpTool,
  type McpToolAnswer,
  ToolCallRefusedError,
} from "../../mcp-server/tools/tool.ts";

const HERE = "https://modelcontextprotocol.io";

const page = (line: string) => createMcpToolAnswer(line, { url: HERE, as_of: null }, [line]);

const fixture = (name: string, call: () => McpToolAnswer): McpTool =>
  defineMcpTool({
    name,
    title: name,
    description: "Of the conformance suite",
    input: z.strictObject({}),
    output: z.looseObject({}),
    call,
  });

export const MCP_FIXTURE_TOOLS: readonly McpTool[] = [
  fixture("test_simple_text", () => page("This is a simple text response for testing.")),
  fixture("test_error_handling", () => {
    throw new ToolCallRefusedError("This tool intentionally returns an error for testing", HERE);
  }),
  fixture("test_logging_tool", () => page("Nobody asked for a log, so none was sent.")),
  fixture("test_streaming_elicitation", () => page("Answered without asking back.")),
  fixture("test_missing_capability", () => {
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
  }),
];
