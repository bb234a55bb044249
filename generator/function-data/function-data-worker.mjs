/** The thread that makes the function's data. Plain JavaScript, because a worker thread loads no TypeScript on Node 20. */
import { parentPort, workerData } from "node:worker_threads";
import { loadBundled } from "../bundle.mjs";

const { makeFunctionData } = await loadBundled(
  "function-data",
  new URL("./function-data.ts", import.meta.url),
);
parentPort?.postMessage(await makeFunctionData(workerData));
