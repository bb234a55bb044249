/** `npm run mcp`: the tool server for assistants on this machine, over standard input and output. */
import { existsSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { type FunctionData, toFunctionContext } from "./function-context.ts";
import { createServerFactory } from "./mcp/server.ts";

const DATA = fileURLToPath(new URL("../.cache/function/data.js", import.meta.url));

if (!existsSync(DATA)) {
  process.stderr.write("mcp: there are no bundled data; run npm run build first\n");
  process.exit(1);
}
const data = (await import(pathToFileURL(DATA).href)) as FunctionData;
const handle = serveStdio(createServerFactory(toFunctionContext(data)), {
  onerror: (error) => process.stderr.write(`mcp: ${error.message}\n`),
});
process.stdin.on("end", () => void handle.close());
