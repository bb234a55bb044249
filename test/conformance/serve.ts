/** Starts the local CDN with a tool server that also has the conformance suite's tools. `.ci/conformance` runs it. */

import {
  FUNCTION_DATA_FILE,
  readAnswerContextOfFunction,
} from "../../generator/pipeline/function-data.ts";
import { createApiHandler } from "../../mcp-server/function.ts";
import { startLocalCdn } from "../../mcp-server/local/serve.ts";
import { MCP_TOOLS } from "../../mcp-server/mcp/server.ts";
import { MCP_FIXTURE_TOOLS } from "./fixture-tools.ts";

const handle = createApiHandler(readAnswerContextOfFunction(FUNCTION_DATA_FILE), {
  isLocal: true,
  tools: [...MCP_TOOLS, ...MCP_FIXTURE_TOOLS],
});
const options = { dist: "dist", handle, mode: "exact", port: 0 } as const;
const { url } = await startLocalCdn(options);
process.stdout.write(`${url}/api/mcp\n`);
