import { createHandle } from "./mcp-server/handle.ts";
import { startLocalCdn } from "./mcp-server/local/serve.ts";
import { readFunctionContext } from "./mcp-server/read-function-context.ts";
const [dist, data, port] = process.argv.slice(2) as [string, string, string];
const handle = createHandle(await readFunctionContext(data), { isLocal: true });
console.log((await startLocalCdn({ dist, handle, mode: "exact", port: Number(port), host: "127.0.0.1" })).url);
