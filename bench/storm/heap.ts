/** The heap that is in use, without what waits to be collected. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

export function collectedHeapMb(): number {
  collect();
  return Math.round(process.memoryUsage().heapUsed / 1024 / 1024);
}
