/** The local server as a process of its own, which tells its memory: `{ url }` when it listens, `Memory` for each message. */
import { createHandle } from "../../mcp-server/handle.ts";
import { startLocalCdn } from "../../mcp-server/local/serve.ts";
import { readFunctionContext } from "../../mcp-server/read-function-context.ts";
import { collectedHeapMb } from "./heap.ts";

const [dist = "", functionData = ""] = process.argv.slice(2);
const MB = 1024 * 1024;

let unhandled = 0;
process.on("unhandledRejection", (reason) => {
  unhandled += 1;
  console.error(reason);
});

const handle = createHandle(readFunctionContext(functionData), { isLocal: true });
const cdn = await startLocalCdn({ dist, handle, mode: "exact", port: 0, host: "127.0.0.1" });
process.send?.({ url: cdn.url });
process.on("message", () => {
  process.send?.({
    heapMb: collectedHeapMb(),
    nowMb: Math.round(process.memoryUsage.rss() / MB),
    peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
    unhandled,
  });
});
