/** The function's data, made in a thread of its own while answers are made here: a tenth of a build. */
import { Worker } from "node:worker_threads";
import type { FunctionDataParts } from "./function-data.ts";

/** What it makes is mostly dropped at once; more would only be memory. */
const YOUNG_MB = 16;

export interface Making {
  /** Whether the file has changed. Rejects with what went wrong in the thread. */
  changed: Promise<boolean>;
  /** Ends the thread, whatever it is at. */
  stop(): Promise<void>;
}

export function makeFunctionDataInThread(parts: FunctionDataParts): Making {
  const worker = new Worker(new URL("./function-data-worker.mjs", import.meta.url), {
    workerData: parts,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  const changed = new Promise<boolean>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
  // Looked at when everything is handed over; until then it must not count as unhandled.
  changed.catch(() => {});
  return {
    changed,
    stop: async () => {
      await worker.terminate();
    },
  };
}
