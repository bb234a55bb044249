/** The tool server for assistants on this machine, over standard input and output. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { type FunctionData, toFunctionContext } from "./function-context.ts";
import { createServerFactory } from "./mcp/server.ts";

const BUNDLED = fileURLToPath(new URL("../.cache/function/data.mjs", import.meta.url));

/**
 * Serves until standard input ends. Nothing but the protocol is written to standard output.
 * @returns Exit code: 1 when there are no data.
 */
export async function runStdio(dataFile: string = BUNDLED): Promise<number> {
  if (!existsSync(dataFile)) {
    process.stderr.write(`mcp: no data at ${dataFile}; run npm run build first\n`);
    return 1;
  }
  const data = (await import(pathToFileURL(resolve(dataFile)).href)) as FunctionData;
  const handle = serveStdio(createServerFactory(toFunctionContext(data)), {
    onerror: (error) => process.stderr.write(`mcp: ${error.message}\n`),
  });
  process.stdin.once("end", () => void handle.close());
  return 0;
}
