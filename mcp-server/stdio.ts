/** The MCP server over standard input and output, for assistants on the same machine. */
import { join } from "node:path";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { CommandError } from "../build/facts/fault.ts";
import { FUNCTION_DATA_FILE } from "../generator/pipeline/function-data.ts";
import { readAnswerContext } from "../generator/pipeline/packed-data.ts";
import { createMcpServerFactory } from "./mcp/server.ts";

/** Data file in this package, independent of the working folder. */
const PACKAGED = join(import.meta.dirname, "..", FUNCTION_DATA_FILE);

/**
 * Serves until standard input ends. Only protocol messages are written to standard output.
 * @param dataFile The function's data file.
 * @returns Exit code: 1 if the data cannot be read.
 */
export async function runMcpStdioServer(dataFile: string = PACKAGED): Promise<number> {
  try {
    const handle = serveStdio(createMcpServerFactory(readAnswerContext(dataFile)), {
      onerror: (error) => process.stderr.write(`mcp: ${error.message}\n`),
    });
    process.stdin.once("end", () => void handle.close());
    return 0;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    process.stderr.write(`mcp: ${error.message}\n`);
    return 1;
  }
}
