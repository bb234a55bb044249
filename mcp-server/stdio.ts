/** The tool server for assistants on this machine, over standard input and output. */
import { join } from "node:path";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { CommandError } from "../build/facts/fault.ts";
import { FUNCTION_DATA_FILE } from "../generator/pipeline/function-data.ts";
import { readAnswerContext } from "../generator/pipeline/packed-data.ts";
import { createMcpServerFactory } from "./mcp/server.ts";

/** That of the service's package, from wherever it is called. */
const PACKAGED = join(import.meta.dirname, "..", FUNCTION_DATA_FILE);

/**
 * Serves until standard input ends. Nothing but the protocol is written to standard output.
 * @param dataFile The function's data.
 * @returns Exit code: 1 when there are no data.
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
